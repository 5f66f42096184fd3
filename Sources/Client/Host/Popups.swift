import Codecs
import Linux

/// Pop-ups of the library's own: requests to the host's delegate in the player's language. No call waits for one to be closed.
extension Client {
    /// One button of a pop-up, and the address that it opens.
    struct PopupButton {
        var text: String
        var url: String?
    }

    /// `enablePopup` rules all of them; `kind` is the switch of one kind.
    func permitsPopup(_ kind: (Configuration) -> Bool) -> Bool {
        guard let configuration else { return false }
        return configuration.enablePopup && kind(configuration)
    }

    func showPopup(title: String, lines: [String], buttons: [PopupButton]) {
        var message = ""
        for line in lines where !line.isEmpty {
            if !message.isEmpty { message += "\n" }
            message += line
        }
        showAlert(title: title, message: message, buttons: buttons.map { $0.text }) { [self] chosen in
            guard let index = Int(exactly: chosen), buttons.indices.contains(index), let url = buttons[index].url else { return }
            screens.openWebBrowser(url)
        }
    }

    func closeButton() -> PopupButton { PopupButton(text: languages.localizedText("common_close_button")) }

    /// "2030-01-31 09:00 (UTC+09:00)": the player's local time, with the offset that makes it unmistakable.
    static func localTime(_ epochMilliseconds: Int64) -> String {
        let offset = LocalTime.offsetMinutes(epochMilliseconds: epochMilliseconds)
        let text = Array(ISO8601.text(epochMilliseconds: epochMilliseconds, offsetMinutes: offset).utf8)
        guard text.count >= 16 else { return "" }
        let day = String(decoding: text[..<10], as: UTF8.self)
        let minute = String(decoding: text[11..<16], as: UTF8.self)
        let zone = text.last == UInt8(ascii: "Z") ? "+00:00" : String(decoding: text.suffix(6), as: UTF8.self)
        return "\(day) \(minute) (UTC\(zone))"
    }

    /// An end that is not known is left open.
    static func period(_ begin: Int64?, _ end: Int64?) -> String {
        if begin == nil && end == nil { return "" }
        return "\(begin.map(localTime) ?? "") ~ \(end.map(localTime) ?? "")"
    }
}
