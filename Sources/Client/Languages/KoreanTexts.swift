/// The texts of the library in Korean. One `key=text` a line, so that they cost nothing until one is read.
enum KoreanTexts {
    static var texts: StaticString {
        """
        common_ok_button=확인
        common_cancel_button=취소
        common_close_button=닫기
        common_positive_button=예
        common_negative_button=아니요
        common_continue_button=계속
        common_show_detail_button=자세히
        common_show_detail_message=자세한 내용이 있는 페이지를 열까요?
        common_error_label=오류
        common_notice_title=알림
        common_unknown_error_message=문제가 생겼습니다. 잠시 뒤에 다시 해 주세요.
        ban_title=계정 이용 정지
        ban_detailpage_title=이용 정지 안내
        ban_detailpage_cs_guide_message=궁금한 점은 고객센터에 물어봐 주세요.
        ban_user_message=지금은 이 계정으로 게임을 할 수 없습니다.
        ban_description_label=정지 내용
        ban_user_id_label=플레이어 ID
        ban_reason_label=사유
        ban_date_label=기간
        ban_cs_label=고객센터
        ban_permanent_label=기한 없음
        ban_show_cs_message=고객센터에서 더 알려 드립니다.
        launching_maintenance_title=점검 중
        launching_maintenance_message=게임을 점검하고 있습니다. 나중에 다시 와 주세요.
        launching_update_required_title=업데이트 필요
        launching_update_recommended_title=새 버전이 있습니다
        launching_update_now_label=업데이트
        launching_update_later_label=나중에
        launching_blocked_user_title=접속 차단
        launching_service_closed_title=게임 종료
        launching_unregistered_client_version=알 수 없는 게임 버전입니다. 최신 버전을 설치해 주세요.
        launching_goto_store=스토어로 가기
        server_push_kickout_message=운영자가 접속을 끊었습니다.
        android_launching_market_app_not_exist_message=스토어 앱을 찾지 못했습니다.
        ssl_error_popup_title=안전하지 않은 연결
        ssl_error_popup_message=이 페이지의 인증서를 믿을 수 없습니다. 그래도 열까요?
        gamebase_base_webview_cs_camera_upload_no_authorization=사진을 보내려면 설정에서 카메라를 허용해 주세요.
        gamebase_base_webview_cs_photo_upload_no_authorization=사진을 보내려면 설정에서 사진 접근을 허용해 주세요.
        gamebase_base_webview_no_general_permission=필요한 권한이 없습니다.
        gamebase_base_webview_no_camera=카메라를 찾지 못했습니다.
        auth_gamecenter_request_login_message=먼저 설정에서 Game Center에 로그인해 주세요.
        """
    }
}
