/// The texts of the library in simplified Chinese. One `key=text` a line, so that they cost nothing until one is read.
enum SimplifiedChineseTexts {
    static var texts: StaticString {
        """
        common_ok_button=好
        common_cancel_button=取消
        common_close_button=关闭
        common_positive_button=是
        common_negative_button=否
        common_continue_button=继续
        common_show_detail_button=详情
        common_show_detail_message=要打开详情页面吗?
        common_error_label=错误
        common_notice_title=通知
        common_unknown_error_message=出了点问题,请过一会儿再试。
        ban_title=账号已停用
        ban_detailpage_title=停用说明
        ban_detailpage_cs_guide_message=如有疑问,请联系客服。
        ban_user_message=此账号目前无法进行游戏。
        ban_description_label=停用内容
        ban_user_id_label=玩家 ID
        ban_reason_label=原因
        ban_date_label=期限
        ban_cs_label=客服
        ban_permanent_label=无期限
        ban_show_cs_message=客服可以告诉您更多信息。
        launching_maintenance_title=维护中
        launching_maintenance_message=游戏正在维护,请稍后再来。
        launching_update_required_title=需要更新
        launching_update_recommended_title=有新版本
        launching_update_now_label=更新
        launching_update_later_label=以后再说
        launching_blocked_user_title=访问受限
        launching_service_closed_title=游戏已停运
        launching_unregistered_client_version=无法识别此游戏版本,请安装最新版本。
        launching_goto_store=前往商店
        server_push_kickout_message=运营方已断开连接。
        android_launching_market_app_not_exist_message=找不到商店应用。
        ssl_error_popup_title=连接不安全
        ssl_error_popup_message=此页面的证书不可信。仍要打开吗?
        gamebase_base_webview_cs_camera_upload_no_authorization=要发送图片,请在设置中允许使用相机。
        gamebase_base_webview_cs_photo_upload_no_authorization=要发送图片,请在设置中允许访问照片。
        gamebase_base_webview_no_general_permission=缺少必要的权限。
        gamebase_base_webview_no_camera=找不到相机。
        auth_gamecenter_request_login_message=请先在设置中登录 Game Center。
        """
    }
}
