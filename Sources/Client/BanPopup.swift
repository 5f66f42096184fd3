import Linux
import Wire

extension Client {
    /// A login that was refused because of a ban: who, why, how long, and whom to ask.
    func showBanPopup(for error: GamebaseError) {
        noteBan(error)
        guard permitsPopup({ $0.enableBanPopup }), let ban = BanInfo.from(error) else { return }
        let period = ban.banType == BanInfo.permanent ? localizedText("ban_permanent_label") : Client.period(ban.beginDate, ban.endDate)
        var lines = [localizedText("ban_user_message"), "\(localizedText("ban_user_id_label")): \(ban.userId)"]
        if !ban.message.isEmpty { lines.append("\(localizedText("ban_reason_label")): \(ban.message)") }
        lines.append("\(localizedText("ban_date_label")): \(period)")
        var buttons = [closeButton()]
        if let url = ban.csUrl, !url.isEmpty {
            lines.append(localizedText("ban_show_cs_message"))
            buttons.insert(PopupButton(text: localizedText("ban_cs_label"), url: url), at: 0)
        }
        showPopup(title: localizedText("ban_title"), lines: lines, buttons: buttons)
    }
}
