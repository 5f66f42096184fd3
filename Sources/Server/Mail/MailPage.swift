import Codecs
import Messages
import PushRules
import Service

/// What is behind the link of a mail: plain HTML without any script, in the reader's language. To look at it uses nothing up, because
/// programs that look for viruses open links; what is sent from it does.
enum MailPage: String, CaseIterable {
    case passwordReset, mailEntry

    func path(app: String) -> String { HTTPForm.mailPagePath(app: app, isPasswordReset: self == .passwordReset) }

    /// Where its form goes, beside the page itself: wherever a proxy has put both.
    private var action: String { path(app: "").split(separator: "/").last.map { String($0) } ?? "" }

    enum Outcome {
        /// - Parameters:
        ///   - asksPassword: it takes a new one.
        ///   - wrong: what was wrong with what was sent last.
        case form(key: String, asksPassword: Bool, wrong: Wrong?)
        case done
        case used, expired, later
    }

    enum Wrong { case different, empty, long }

    static let keyBytesMax = 128
    static let passwordBytesMax = 128

    /// A key as it can be written into a page.
    static func isKey(_ text: String) -> Bool {
        (1...keyBytesMax).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    func answer(_ outcome: Outcome, app: String, languages: String) -> HTTPAnswer {
        let language = AcceptedLanguage.choose(languages, of: MailPageTexts.languages)
        let texts = MailPageTexts.of(language)
        let title = self == .passwordReset ? texts.resetTitle : texts.entryTitle
        var status = 200
        let body: String
        switch outcome {
        case .form(let key, let asksPassword, let wrong):
            if wrong != nil { status = 400 }
            body = form(key, asksPassword, wrong, texts)
        case .done: body = Self.paragraph(self == .passwordReset ? texts.resetDone : texts.entryDone)
        case .used:
            status = 404
            body = Self.paragraph(texts.used)
        case .expired:
            status = 410
            body = Self.paragraph(texts.expired)
        case .later:
            status = 503
            body = Self.paragraph(texts.later)
        }
        let name = app.isEmpty ? "" : "<p>\(PushText.markup(app))</p>\n"
        let page = """
            <!doctype html>
            <html lang="\(language)">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>\(title)</title></head>
            <body>
            \(name)<h1>\(title)</h1>
            \(body)
            </body>
            </html>

            """
        var answer = HTTPAnswer(text: page, type: "text/html; charset=utf-8", status: status)
        answer.fields = Self.fields + [(name: "Content-Language", value: language)]
        return answer
    }

    private static let fields: [(name: String, value: String)] = [
        (name: "Content-Security-Policy", value: "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"),
        (name: "Referrer-Policy", value: "no-referrer"), (name: "X-Content-Type-Options", value: "nosniff"),
        (name: "X-Frame-Options", value: "DENY"), (name: "X-Robots-Tag", value: "noindex"), (name: "Vary", value: "Accept-Language"),
    ]

    private func form(_ key: String, _ asksPassword: Bool, _ wrong: Wrong?, _ texts: MailPageTexts) -> String {
        var lines: [String] = []
        switch wrong {
        case .different: lines.append("<p role=\"alert\">\(texts.different)</p>")
        case .empty: lines.append("<p role=\"alert\">\(texts.empty)</p>")
        case .long: lines.append("<p role=\"alert\">\(texts.long)</p>")
        case nil: break
        }
        lines.append("<form method=\"post\" action=\"\(action)\" accept-charset=\"utf-8\">")
        lines.append("<input type=\"hidden\" name=\"key\" value=\"\(key)\">")
        if asksPassword {
            for (name, label) in [("password", texts.password), ("again", texts.again)] {
                let field = "<input type=\"password\" name=\"\(name)\" autocomplete=\"new-password\" required>"
                lines.append("<p><label>\(label)<br>\(field)</label></p>")
            }
        }
        let button = self == .passwordReset ? texts.resetButton : texts.entryButton
        lines += ["<p><button type=\"submit\">\(button)</button></p>", "</form>"]
        return lines.joined(separator: "\n")
    }

    private static func paragraph(_ text: String) -> String { "<p>\(text)</p>" }
}

/// The words of the pages.
struct MailPageTexts: TranslatedTexts {
    let resetTitle, entryTitle, resetButton, entryButton, resetDone, entryDone: String
    let password, again, different, empty, long: String
    let used, expired, later: String

    static let english = MailPageTexts(
        resetTitle: "Set a new password", entryTitle: "Confirm your mail address", resetButton: "Set the password", entryButton: "Confirm",
        resetDone: "Your new password is set. Log in with it in the game.",
        entryDone: "Your mail address is confirmed. You can close this page.",
        password: "New password", again: "The same once more", different: "The two passwords are not the same.",
        empty: "Type a password.", long: "The password is too long; it may have 128 bytes.",
        used: "This link is not valid: it was used already, or it is incomplete. Ask for a new mail in the game.",
        expired: "This link is too old. Ask for a new mail in the game.",
        later: "This does not work at the moment. Try again later; the link stays valid.")
    static let japanese = MailPageTexts(
        resetTitle: "パスワードの再設定", entryTitle: "メールアドレスの確認", resetButton: "パスワードを設定する", entryButton: "確認する",
        resetDone: "新しいパスワードを設定しました。ゲームでログインしてください。",
        entryDone: "メールアドレスを確認しました。このページを閉じてください。",
        password: "新しいパスワード", again: "もう一度入力", different: "2つのパスワードが一致しません。",
        empty: "パスワードを入力してください。", long: "パスワードが長すぎます。128バイトまで入力できます。",
        used: "このリンクは無効です。すでに使われたか、途中で切れています。ゲームでもう一度メールを申し込んでください。",
        expired: "このリンクの有効期限が切れています。ゲームでもう一度メールを申し込んでください。",
        later: "ただいまご利用いただけません。しばらくしてからもう一度お試しください。リンクはまだ有効です。")
    static let korean = MailPageTexts(
        resetTitle: "비밀번호 재설정", entryTitle: "메일 주소 확인", resetButton: "비밀번호 설정", entryButton: "확인",
        resetDone: "새 비밀번호가 설정되었습니다. 게임에서 로그인해 주세요.",
        entryDone: "메일 주소가 확인되었습니다. 이 페이지를 닫아 주세요.",
        password: "새 비밀번호", again: "한 번 더 입력", different: "두 비밀번호가 서로 다릅니다.",
        empty: "비밀번호를 입력해 주세요.", long: "비밀번호가 너무 깁니다. 128바이트까지 입력할 수 있습니다.",
        used: "이 링크는 사용할 수 없습니다. 이미 사용되었거나 완전하지 않습니다. 게임에서 메일을 다시 요청해 주세요.",
        expired: "이 링크의 유효 기간이 지났습니다. 게임에서 메일을 다시 요청해 주세요.",
        later: "지금은 이용할 수 없습니다. 잠시 후 다시 시도해 주세요. 링크는 계속 유효합니다.")
}
