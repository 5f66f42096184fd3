/// The texts of the library in traditional Chinese. One `key=text` a line, so that they cost nothing until one is read.
enum TraditionalChineseTexts {
    static var texts: StaticString {
        """
        common_ok_button=確定
        common_cancel_button=取消
        common_close_button=關閉
        common_positive_button=是
        common_negative_button=否
        common_continue_button=繼續
        common_show_detail_button=詳情
        common_show_detail_message=要開啟詳情頁面嗎?
        common_error_label=錯誤
        common_notice_title=通知
        common_unknown_error_message=發生問題,請過一會兒再試。
        ban_title=帳號已停用
        ban_detailpage_title=停用說明
        ban_detailpage_cs_guide_message=如有疑問,請聯絡客服。
        ban_user_message=此帳號目前無法進行遊戲。
        ban_description_label=停用內容
        ban_user_id_label=玩家 ID
        ban_reason_label=原因
        ban_date_label=期限
        ban_cs_label=客服
        ban_permanent_label=無期限
        ban_show_cs_message=客服可以提供更多資訊。
        launching_maintenance_title=維護中
        launching_maintenance_message=遊戲正在維護,請稍後再來。
        launching_update_required_title=需要更新
        launching_update_recommended_title=有新版本
        launching_update_now_label=更新
        launching_update_later_label=稍後
        launching_blocked_user_title=存取受限
        launching_service_closed_title=遊戲已停止營運
        launching_unregistered_client_version=無法辨識此遊戲版本,請安裝最新版本。
        launching_goto_store=前往商店
        server_push_kickout_message=營運方已中斷連線。
        android_launching_market_app_not_exist_message=找不到商店應用程式。
        ssl_error_popup_title=連線不安全
        ssl_error_popup_message=此頁面的憑證不可信。仍要開啟嗎?
        gamebase_base_webview_cs_camera_upload_no_authorization=要傳送圖片,請在設定中允許使用相機。
        gamebase_base_webview_cs_photo_upload_no_authorization=要傳送圖片,請在設定中允許存取相片。
        gamebase_base_webview_no_general_permission=缺少必要的權限。
        gamebase_base_webview_no_camera=找不到相機。
        auth_gamecenter_request_login_message=請先在設定中登入 Game Center。
        """
    }
}
