/// The texts of the library in Japanese. One `key=text` a line, so that they cost nothing until one is read.
enum JapaneseTexts {
    static var texts: StaticString {
        """
        common_ok_button=OK
        common_cancel_button=キャンセル
        common_close_button=閉じる
        common_positive_button=はい
        common_negative_button=いいえ
        common_continue_button=続ける
        common_show_detail_button=詳細
        common_show_detail_message=詳細のページを開きますか?
        common_error_label=エラー
        common_notice_title=お知らせ
        common_unknown_error_message=問題が起きました。しばらくしてからもう一度お試しください。
        ban_title=アカウント停止中
        ban_detailpage_title=利用停止について
        ban_detailpage_cs_guide_message=ご質問はカスタマーサポートへどうぞ。
        ban_user_message=現在このアカウントでは遊べません。
        ban_description_label=停止の内容
        ban_user_id_label=プレイヤーID
        ban_reason_label=理由
        ban_date_label=期間
        ban_cs_label=カスタマーサポート
        ban_permanent_label=無期限
        ban_show_cs_message=詳しくはカスタマーサポートへお問い合わせください。
        launching_maintenance_title=メンテナンス中
        launching_maintenance_message=ただいまメンテナンスをしています。後でもう一度お越しください。
        launching_update_required_title=更新が必要です
        launching_update_recommended_title=新しいバージョンがあります
        launching_update_now_label=更新する
        launching_update_later_label=後で
        launching_blocked_user_title=アクセス制限
        launching_service_closed_title=ゲームの終了
        launching_unregistered_client_version=不明なバージョンです。最新のゲームをインストールしてください。
        launching_goto_store=ストアへ
        server_push_kickout_message=運営により接続が切断されました。
        android_launching_market_app_not_exist_message=ストアアプリが見つかりません。
        ssl_error_popup_title=安全でない接続
        ssl_error_popup_message=このページの証明書は信頼できません。それでも開きますか?
        gamebase_base_webview_cs_camera_upload_no_authorization=写真を送るには、設定でカメラを許可してください。
        gamebase_base_webview_cs_photo_upload_no_authorization=写真を送るには、設定で写真へのアクセスを許可してください。
        gamebase_base_webview_no_general_permission=必要な権限がありません。
        gamebase_base_webview_no_camera=カメラが見つかりません。
        auth_gamecenter_request_login_message=先に設定でGame Centerにサインインしてください。
        """
    }
}
