import Codecs
import Linux

/// What the launching status has to say to the player ("Launching status" table of the SDK's initialization page).
extension ClientLaunching {
    /// After the launching information came, and whenever its status changed.
    func showLaunchingPopup() {
        guard client.permitsPopup({ $0.enableLaunchingStatusPopup }), let launching = launchingInformations else { return }
        let status = launchingStatus
        // The status's name stands in for a message that the console's user did not write; it is no text for players.
        let given = launching["launching"]?["status"]?["message"]?.stringValue ?? ""
        let message = given == ClientLaunching.statusName(status) ? "" : given
        switch status {
        case 200, 202...205: return
        case 201:
            client.showPopup(
                title: languages.localizedText("launching_update_recommended_title"), lines: [message],
                buttons: [
                    updateButton(launching), PopupButton(text: languages.localizedText("launching_update_later_label")),
                ])
        case 300: showRequiredUpdate(launching, message)
        case 301:
            client.showPopup(
                title: languages.localizedText("launching_blocked_user_title"), lines: [message], buttons: [client.closeButton()])
        case 302:
            client.showPopup(
                title: languages.localizedText("launching_service_closed_title"), lines: [message], buttons: [client.closeButton()])
        case 303, 304: showMaintenance(launching, message)
        default:
            if ClientLaunching.isPlayable(status) {
                return client.log(.warn, "the launching status \(status) is not known; it lets players in")
            }
            client.showPopup(
                title: languages.localizedText("common_error_label"),
                lines: [languages.localizedText("common_unknown_error_message"), "(\(status))"],
                buttons: [client.closeButton()])
        }
    }

    /// A version that the console does not know: initialize fails, and the player is shown the way to the current one.
    func showLaunchingPopup(for error: GamebaseError) {
        guard error.code == GamebaseError.Code.launchingUnregisteredClient, client.permitsPopup({ $0.enableLaunchingStatusPopup }) else {
            return
        }
        var buttons = [client.closeButton()]
        if let text = error.extras["updateInfo"]?.stringValue, let url = ClientLaunching.url(in: text, "installUrl") {
            buttons.insert(PopupButton(text: languages.localizedText("launching_goto_store"), url: url), at: 0)
        }
        client.showPopup(
            title: languages.localizedText("launching_update_required_title"),
            lines: [languages.localizedText("launching_unregistered_client_version")],
            buttons: buttons)
    }

    private func showRequiredUpdate(_ launching: JSON, _ message: String) {
        var buttons = [updateButton(launching)]
        if let url = ClientLaunching.filled(launching["launching"]?["app"]?["install"]?["detailUrl"]) {
            buttons.append(PopupButton(text: languages.localizedText("common_show_detail_button"), url: url))
        }
        client.showPopup(title: languages.localizedText("launching_update_required_title"), lines: [message], buttons: buttons)
    }

    private func showMaintenance(_ launching: JSON, _ message: String) {
        let maintenance = launching["launching"]?["maintenance"]
        let written = ClientLaunching.filled(maintenance?["message"]).flatMap { PercentEncoding.decode($0) }
        let text = written ?? (message.isEmpty ? languages.localizedText("launching_maintenance_message") : message)
        var lines = [text]
        if let maintenance, maintenance["hideDate"]?.boolValue != true {
            lines.append(Client.period(maintenance["localBeginDate"]?.int64Value, maintenance["localEndDate"]?.int64Value))
        }
        var buttons = [client.closeButton()]
        if let url = ClientLaunching.filled(maintenance?["url"]) {
            buttons.insert(PopupButton(text: languages.localizedText("common_show_detail_button"), url: url), at: 0)
        }
        client.showPopup(title: languages.localizedText("launching_maintenance_title"), lines: lines, buttons: buttons)
    }

    private func updateButton(_ launching: JSON) -> PopupButton {
        PopupButton(
            text: languages.localizedText("launching_update_now_label"),
            url: ClientLaunching.filled(launching["launching"]?["app"]?["install"]?["url"]))
    }

    static func filled(_ json: JSON?) -> String? {
        guard let text = json?.stringValue, !text.isEmpty else { return nil }
        return text
    }

    static func url(in text: String, _ key: String) -> String? {
        do throws(JSONError) {
            return filled(try JSON.parse(text)[key])
        } catch {
            return nil
        }
    }

    private static func statusName(_ status: Int32) -> String {
        switch status {
        case 201: "RECOMMEND_UPDATE"
        case 300: "REQUIRE_UPDATE"
        case 301: "BLOCKED_USER"
        case 302: "TERMINATED_SERVICE"
        case 303: "INSPECTING_SERVICE"
        case 304: "INSPECTING_ALL_SERVICES"
        default: "INTERNAL_SERVER_ERROR"
        }
    }
}
