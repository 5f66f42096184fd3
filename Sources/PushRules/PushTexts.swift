/// The texts of the library in pushes: the titles of the built-in actions in the order of `BuiltInActions.actionIds`, then what a folded
/// group says, with `#` for the number, which is at least 2, the button of a film, and the one that unfolds a group. A language a line, so
/// that they cost nothing until one is read.
enum PushTexts {
    static let languages = [
        "en", "ar", "de", "es", "fil", "fr", "id", "it", "ja", "ko", "pt", "ru", "th", "tr", "vi", "zh-Hans", "zh-Hant",
    ]
    static let groupPlace = 13
    static let playPlace = 14
    static let showEachPlace = 15

    private static var table: StaticString {
        """
        en|OK|Close|Run|Cancel|Accept all|Claim now|Buy|No thanks|Sell|Accept|Reject|Decide later|\
        # new notifications|Play|Show each
        ar|موافق|إغلاق|تنفيذ|إلغاء|قبول الكل|استلام الآن|شراء|لا، شكرًا|بيع|قبول|رفض|القرار لاحقًا|\
        إشعارات جديدة: #|تشغيل|عرض كل إشعار
        de|OK|Schließen|Ausführen|Abbrechen|Alle annehmen|Jetzt abholen|Kaufen|Nein danke|Verkaufen|\
        Annehmen|Ablehnen|Später entscheiden|# neue Mitteilungen|Abspielen|Einzeln anzeigen
        es|Confirmar|Cerrar|Ejecutar|Cancelar|Aceptar todo|Reclamar ahora|Comprar|No, gracias|\
        Vender|Aceptar|Rechazar|Decidir más tarde|# notificaciones nuevas|Reproducir|Mostrar una a una
        fil|OK|Isara|Isagawa|Kanselahin|Tanggapin lahat|Kunin na|Bilhin|Hindi, salamat|Ibenta|\
        Tanggapin|Tanggihan|Mamaya na|# bagong abiso|I-play|Ipakita isa-isa
        fr|OK|Fermer|Exécuter|Annuler|Tout accepter|Récupérer|Acheter|Non merci|Vendre|Accepter|\
        Refuser|Décider plus tard|# nouvelles notifications|Lire|Afficher une à une
        id|OK|Tutup|Jalankan|Batal|Terima semua|Klaim sekarang|Beli|Tidak, terima kasih|Jual|Terima|\
        Tolak|Nanti saja|# notifikasi baru|Putar|Tampilkan satu per satu
        it|OK|Chiudi|Esegui|Annulla|Accetta tutto|Ritira ora|Acquista|No, grazie|Vendi|Accetta|\
        Rifiuta|Decidi più tardi|# nuove notifiche|Riproduci|Mostra una a una
        ja|OK|閉じる|実行する|キャンセル|すべて受け取る|今すぐ受け取る|購入する|やめておく|売却する|承諾する|拒否する|あとで決める|新着通知#件|再生|1件ずつ表示
        ko|확인|닫기|실행|취소|모두 수락|지금 받기|구매|괜찮아요|판매|수락|거절|나중에 결정|새 알림 #개|재생|하나씩 보기
        pt|OK|Fechar|Executar|Cancelar|Aceitar tudo|Resgatar agora|Comprar|Agora não|Vender|Aceitar|\
        Recusar|Decidir depois|# novas notificações|Reproduzir|Mostrar uma a uma
        ru|ОК|Закрыть|Выполнить|Отмена|Принять все|Забрать сейчас|Купить|Нет, спасибо|Продать|\
        Принять|Отклонить|Решить позже|Новых уведомлений: #|Воспроизвести|Показать по одному
        th|ตกลง|ปิด|ดำเนินการ|ยกเลิก|ยอมรับทั้งหมด|รับเลย|ซื้อ|ไม่ล่ะ ขอบคุณ|ขาย|ยอมรับ|ปฏิเสธ|\
        ตัดสินใจภายหลัง|การแจ้งเตือนใหม่ # รายการ|เล่น|แสดงทีละรายการ
        tr|Tamam|Kapat|Çalıştır|İptal|Tümünü kabul et|Hemen al|Satın al|Hayır, teşekkürler|Sat|\
        Kabul et|Reddet|Sonra karar ver|# yeni bildirim|Oynat|Tek tek göster
        vi|OK|Đóng|Thực hiện|Hủy|Chấp nhận tất cả|Nhận ngay|Mua|Không, cảm ơn|Bán|Chấp nhận|Từ chối|\
        Để sau|# thông báo mới|Phát|Hiện từng thông báo
        zh-Hans|确定|关闭|执行|取消|全部接受|立即领取|购买|不用了|出售|接受|拒绝|稍后决定|#条新通知|播放|逐条显示
        zh-Hant|確定|關閉|執行|取消|全部接受|立即領取|購買|不用了|出售|接受|拒絕|稍後決定|#則新通知|播放|逐則顯示
        """
    }

    /// - Parameter place: from 1; 0 is the language itself.
    static func text(_ place: Int, for wanted: [String]) -> String {
        let language = LanguageChoice.choose(languages, for: wanted) ?? 0
        return table.withUTF8Buffer { bytes in
            var line = 0
            var field = 0
            var text: [UInt8] = []
            for byte in bytes {
                if byte == UInt8(ascii: "\n") {
                    line += 1
                    field = 0
                } else if byte == UInt8(ascii: "|") {
                    field += 1
                } else if line == language, field == place {
                    text.append(byte)
                }
                if line > language { break }
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// "3 new notifications".
    static func newOnes(_ count: Int, for wanted: [String]) -> String {
        var bytes: [UInt8] = []
        for byte in text(groupPlace, for: wanted).utf8 {
            if byte == UInt8(ascii: "#") { bytes += Array(String(count).utf8) } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
