#if !hasFeature(Embedded)
import Codecs
import Messages
import PushRules

/// What stands in a mail. The words are the settings' own, or these; `{name}` is a field, `{{` and `}}` are braces.
enum MailText {
    static let fields = ["link", "key", "appName", "userName", "mailAddress", "hours"]
    /// One of these leads to where the key is used.
    private static let ways = ["link", "key"]
    private static let valueBytesMax = 255

    struct Words: Sendable {
        let subject: String
        let text: String
    }

    private static let builtIn: [(language: String, reset: Words, entry: Words)] = [
        (
            "en",
            Words(
                subject: "Set a new password",
                text: """
                    Somebody, perhaps you, asked for a new password for this mail address at {appName}.
                    Open this page to set one:

                    {link}

                    It works once, for {hours} hours. If it was not you, do nothing: your password stays as it is.
                    """),
            Words(
                subject: "Confirm your mail address",
                text: """
                    Somebody, perhaps you, gave this mail address at {appName}.
                    Open this page to confirm it:

                    {link}

                    It works once, for {hours} hours. If it was not you, do nothing.
                    """)
        ),
        (
            "ja",
            Words(
                subject: "パスワードの再設定",
                text: """
                    {appName} で、このメールアドレスのパスワード再設定が申し込まれました。
                    次のページを開いて、新しいパスワードを設定してください。

                    {link}

                    このページは {hours} 時間以内に一度だけ使えます。心当たりがない場合は、何もしないでください。パスワードは変わりません。
                    """),
            Words(
                subject: "メールアドレスの確認",
                text: """
                    {appName} で、このメールアドレスが登録されました。
                    次のページを開いて、メールアドレスを確認してください。

                    {link}

                    このページは {hours} 時間以内に一度だけ使えます。心当たりがない場合は、何もしないでください。
                    """)
        ),
        (
            "ko",
            Words(
                subject: "비밀번호 재설정",
                text: """
                    {appName}에서 이 메일 주소의 비밀번호 재설정이 요청되었습니다.
                    다음 페이지를 열어 새 비밀번호를 설정해 주세요.

                    {link}

                    이 페이지는 {hours}시간 동안 한 번만 사용할 수 있습니다. 본인이 요청하지 않았다면 아무것도 하지 마세요. 비밀번호는 바뀌지 않습니다.
                    """),
            Words(
                subject: "메일 주소 확인",
                text: """
                    {appName}에 이 메일 주소가 등록되었습니다.
                    다음 페이지를 열어 메일 주소를 확인해 주세요.

                    {link}

                    이 페이지는 {hours}시간 동안 한 번만 사용할 수 있습니다. 본인이 요청하지 않았다면 아무것도 하지 마세요.
                    """)
        ),
    ]

    /// - Parameter language: of `languages`; of any other the words are English.
    static func words(_ kind: String, _ language: String, _ settings: MailSettings) -> Words {
        if let own = settings.templates.first(where: { $0.language == language && $0.kind == kind }) {
            return Words(subject: own.subject, text: own.text)
        }
        let known = builtIn.first { $0.language == language } ?? builtIn[0]
        return kind == OneTimeKey.passwordReset ? known.reset : known.entry
    }

    /// Those that a mail of this kind can be written in.
    static func languages(_ kind: String, _ settings: MailSettings) -> [String] {
        builtIn.map { $0.language } + settings.templates.filter { $0.kind == kind }.map { $0.language }
    }

    // MARK: Fields

    private enum Part {
        case text(String)
        case field(String)
    }

    private struct Wrong: Error { let reason: String }

    private static func parts(_ text: String) throws(Wrong) -> [Part] {
        var parts: [Part] = []
        var plain: [UInt8] = []
        let bytes = Array(text.utf8)
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            let isTwice = place + 1 < bytes.count && bytes[place + 1] == byte
            switch byte {
            case UInt8(ascii: "{") where !isTwice:
                guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "}")) else {
                    throw Wrong(reason: "a { has no }; {{ is a brace")
                }
                let name = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
                guard fields.contains(name) else {
                    throw Wrong(reason: "{\(name)} is no field; fields are \(fields.map { "{\($0)}" }.joined(separator: ", "))")
                }
                parts += [.text(String(decoding: plain, as: UTF8.self)), .field(name)]
                plain = []
                place = end + 1
                continue
            case UInt8(ascii: "}") where !isTwice: throw Wrong(reason: "a } has no {; }} is a brace")
            case UInt8(ascii: "{"), UInt8(ascii: "}"): place += 1
            default: break
            }
            plain.append(byte)
            place += 1
        }
        return parts + [.text(String(decoding: plain, as: UTF8.self))]
    }

    static func check(_ template: MailTemplate, at path: String) throws(SettingsError) {
        if template.subject.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw SettingsError("\(path).subject", "must be one line without control characters")
        }
        var hasWay = false
        for (key, text) in [("subject", template.subject), ("text", template.text)] {
            do throws(Wrong) {
                for case .field(let name) in try parts(text) {
                    if key == "text", ways.contains(name) { hasWay = true }
                    if key == "subject", ways.contains(name) {
                        throw Wrong(reason: "{\(name)} may only be in the text: subjects are shown on locked screens")
                    }
                }
            } catch {
                throw SettingsError("\(path).\(key)", error.reason)
            }
        }
        if !hasWay { throw SettingsError("\(path).text", "must have {link}, or {key} for games that ask for the key themselves") }
    }

    /// - Parameter values: what players chose among them ends no line, so that nobody writes a mail of their own.
    static func filled(_ text: String, _ values: [String: String]) -> String {
        guard let parts = try? parts(text) else { return text }
        return parts.map { part in
            switch part {
            case .text(let text): return text
            case .field(let name):
                let bytes = (values[name] ?? "").utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }
                return String(decoding: name == "link" ? bytes : Array(bytes.prefix(valueBytesMax)), as: UTF8.self)
            }
        }.joined()
    }
}

/// Which language somebody reads, by what a browser says of it (RFC 9110, section 12.5.4).
public enum AcceptedLanguage {
    public static let bytesMax = 256
    private static let tagsMax = 16

    /// The tags, the most wanted first.
    static func tags(_ field: String) -> [String] {
        guard field.utf8.count <= bytesMax else { return [] }
        let rated = field.split(separator: ",").prefix(tagsMax).map { item -> (tag: String, weight: Int) in
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { thousandths($0.dropFirst(2)) } ?? 1_000
            return (parts.first ?? "", weight)
        }
        return rated.filter { $0.weight > 0 }.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map { $0.element.tag }
    }

    /// "0.8" is 800.
    private static func thousandths(_ text: Substring) -> Int {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap({ Int($0) }), whole <= 1 else { return 0 }
        if whole == 1 { return 1_000 }
        guard parts.count > 1 else { return 0 }
        // A game gives the field as a text, with whatever characters.
        var sum = 0
        var unit = 100
        for byte in parts[1].utf8.prefix(3) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return 0 }
            sum += Int(byte - UInt8(ascii: "0")) * unit
            unit /= 10
        }
        return sum
    }

    /// - Parameter fallback: what is written where none of the wanted ones can be; without it English.
    public static func choose(_ field: String, of offered: [String], else fallback: String = LanguageChoice.fallback) -> String {
        LanguageChoice.choose(offered, for: tags(field) + [fallback]).map { offered[$0] } ?? LanguageChoice.fallback
    }
}
#endif
