import Codecs
import Linux

extension ClientAccounts {
    /// A login that was refused because of a ban: who, why, how long, and whom to ask.
    func showBanPopup(for error: GamebaseError, _ token: String?) {
        screens.noteBan(error, token)
        guard client.permitsPopup({ $0.enableBanPopup }), let ban = BanInfo.from(error) else { return }
        let period =
            ban.banType == BanInfo.permanent ? languages.localizedText("ban_permanent_label") : Client.period(ban.beginDate, ban.endDate)
        var lines = [languages.localizedText("ban_user_message"), "\(languages.localizedText("ban_user_id_label")): \(ban.userId)"]
        if !ban.message.isEmpty { lines.append("\(languages.localizedText("ban_reason_label")): \(ban.message)") }
        lines.append("\(languages.localizedText("ban_date_label")): \(period)")
        var buttons = [client.closeButton()]
        if let url = ban.csUrl, !url.isEmpty {
            lines.append(languages.localizedText("ban_show_cs_message"))
            buttons.insert(PopupButton(text: languages.localizedText("ban_cs_label"), url: url), at: 0)
        }
        client.showPopup(title: languages.localizedText("ban_title"), lines: lines, buttons: buttons)
    }
}
