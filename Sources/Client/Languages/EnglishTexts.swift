/// The texts of the library in English. One `key=text` a line, so that they cost nothing until one is read.
enum EnglishTexts {
    static var texts: StaticString {
        """
        common_ok_button=OK
        common_cancel_button=Cancel
        common_close_button=Close
        common_positive_button=Yes
        common_negative_button=No
        common_continue_button=Go on
        common_show_detail_button=Details
        common_show_detail_message=Open the page with the details?
        common_error_label=Error
        common_notice_title=Notice
        common_unknown_error_message=Something went wrong. Please try again in a while.
        ban_title=Account suspended
        ban_detailpage_title=About the suspension
        ban_detailpage_cs_guide_message=Questions? Write to customer service.
        ban_user_message=This account cannot play at the moment.
        ban_description_label=What happened
        ban_user_id_label=Player ID
        ban_reason_label=Reason
        ban_date_label=Period
        ban_cs_label=Customer service
        ban_permanent_label=No end date
        ban_show_cs_message=Customer service can tell you more.
        launching_maintenance_title=Maintenance
        launching_maintenance_message=We are working on the game. Please come back later.
        launching_update_required_title=Update needed
        launching_update_recommended_title=Update available
        launching_update_now_label=Update
        launching_update_later_label=Later
        launching_blocked_user_title=Access blocked
        launching_service_closed_title=Game closed
        launching_unregistered_client_version=This version of the game is not known here. Please install the current one.
        launching_goto_store=To the store
        server_push_kickout_message=The connection was ended by the game's operator.
        android_launching_market_app_not_exist_message=The store app was not found.
        ssl_error_popup_title=Unsafe connection
        ssl_error_popup_message=The page's certificate cannot be trusted. Open it anyway?
        gamebase_base_webview_cs_camera_upload_no_authorization=Allow the camera in the settings to send a picture.
        gamebase_base_webview_cs_photo_upload_no_authorization=Allow access to pictures in the settings to send one.
        gamebase_base_webview_no_general_permission=A needed permission is missing.
        gamebase_base_webview_no_camera=No camera was found.
        auth_gamecenter_request_login_message=Please sign in to Game Center in the settings first.
        """
    }
}
