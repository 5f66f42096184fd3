/// The texts of the library in Thai. One `key=text` a line, so that they cost nothing until one is read.
enum ThaiTexts {
    static var texts: StaticString {
        """
        common_ok_button=ตกลง
        common_cancel_button=ยกเลิก
        common_close_button=ปิด
        common_positive_button=ใช่
        common_negative_button=ไม่
        common_continue_button=ทำต่อ
        common_show_detail_button=รายละเอียด
        common_show_detail_message=เปิดหน้ารายละเอียดหรือไม่
        common_error_label=ข้อผิดพลาด
        common_notice_title=แจ้งให้ทราบ
        common_unknown_error_message=เกิดปัญหาขึ้น โปรดลองใหม่ภายหลัง
        ban_title=บัญชีถูกระงับ
        ban_detailpage_title=เกี่ยวกับการระงับ
        ban_detailpage_cs_guide_message=หากมีคำถาม โปรดติดต่อฝ่ายบริการลูกค้า
        ban_user_message=ขณะนี้บัญชีนี้เล่นเกมไม่ได้
        ban_description_label=รายละเอียดการระงับ
        ban_user_id_label=รหัสผู้เล่น
        ban_reason_label=เหตุผล
        ban_date_label=ระยะเวลา
        ban_cs_label=ฝ่ายบริการลูกค้า
        ban_permanent_label=ไม่มีกำหนด
        ban_show_cs_message=สอบถามเพิ่มเติมได้ที่ฝ่ายบริการลูกค้า
        launching_maintenance_title=ปิดปรับปรุง
        launching_maintenance_message=กำลังปรับปรุงเกม โปรดกลับมาใหม่ภายหลัง
        launching_update_required_title=ต้องอัปเดต
        launching_update_recommended_title=มีเวอร์ชันใหม่
        launching_update_now_label=อัปเดต
        launching_update_later_label=ไว้ทีหลัง
        launching_blocked_user_title=ถูกจำกัดการเข้าใช้
        launching_service_closed_title=เกมปิดตัวแล้ว
        launching_unregistered_client_version=ไม่รู้จักเวอร์ชันนี้ของเกม โปรดติดตั้งเวอร์ชันล่าสุด
        launching_goto_store=ไปที่ร้านค้า
        server_push_kickout_message=ผู้ดูแลเกมได้ตัดการเชื่อมต่อ
        android_launching_market_app_not_exist_message=ไม่พบแอปร้านค้า
        ssl_error_popup_title=การเชื่อมต่อไม่ปลอดภัย
        ssl_error_popup_message=ใบรับรองของหน้านี้เชื่อถือไม่ได้ ต้องการเปิดต่อหรือไม่
        gamebase_base_webview_cs_camera_upload_no_authorization=หากต้องการส่งรูป โปรดอนุญาตให้ใช้กล้องในการตั้งค่า
        gamebase_base_webview_cs_photo_upload_no_authorization=หากต้องการส่งรูป โปรดอนุญาตให้เข้าถึงรูปภาพในการตั้งค่า
        gamebase_base_webview_no_general_permission=ไม่มีสิทธิ์ที่จำเป็น
        gamebase_base_webview_no_camera=ไม่พบกล้อง
        auth_gamecenter_request_login_message=โปรดลงชื่อเข้าใช้ Game Center ในการตั้งค่าก่อน
        """
    }
}
