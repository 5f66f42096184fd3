import CCurl
import CLinux
import Codecs
import Libcurl
import Linux

/// One mail with its envelope, and how to reach the mail server. The log has none of it.
struct OutgoingMail: Sendable {
    let isTLS: Bool
    let isPlain: Bool
    let user: String
    let password: String
    /// Certificates to believe in place of the machine's.
    let authorities: String?
    let from: String
    let to: String
    let message: [UInt8]
}

/// How one try of a mail ended.
enum MailVerdict: Sendable, Equatable {
    /// The mail server accepted the mail.
    case sent(String)
    /// It did not; a later try may succeed.
    case later(String)
    /// It received the whole mail, and its answer was lost.
    case unknown(String)
    /// It answered that there is no such address.
    case bounced(String)
    /// It refused the mail for good.
    case refused(String)

    var reason: String {
        switch self {
        case .sent(let text), .later(let text), .unknown(let text), .bounced(let text), .refused(let text): text
        }
    }
}

/// The part of an SMTP dialogue that decides the verdict.
struct MailDialogue {
    private var step = ""
    /// The last answer to anything but a farewell.
    private var code = 0
    private var line = ""
    private var stepOfLine = ""
    /// The last byte of the mail was handed over: the end of it may have been sent.
    var isWhole = false
    private var hasAnswerToWhole = false

    static let lineBytesMax = 300
    private static let farewell = "QUIT"

    var isFarewell: Bool { step == Self.farewell }

    /// A line of ours; of one with a password only its first word is looked at.
    mutating func tell(_ line: UnsafeRawBufferPointer) {
        let word = line.prefix { $0 > 0x20 }.prefix(16)
        // What follows a challenge is no word.
        if word.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) { step = String(decoding: word, as: UTF8.self) }
    }

    mutating func hear(_ bytes: UnsafeRawBufferPointer) {
        guard step != Self.farewell, bytes.count >= 3 else { return }
        let digits = bytes.prefix(3)
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(String(decoding: digits, as: UTF8.self)) else { return }
        code = number
        line = Self.plain(bytes)
        stepOfLine = step
        if isWhole, step == "DATA", number != Self.goOn { hasAnswerToWhole = true }
    }

    private static let goOn = 354

    /// Of bytes by strangers what can stand in a line of a log.
    private static func plain(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.prefix(lineBytesMax).map { (0x20..<0x7F).contains($0) ? $0 : 0x20 }, as: UTF8.self).trimmed
    }

    /// - Parameter failure: what libcurl says; nil: nothing went wrong.
    func verdict(_ failure: String?) -> MailVerdict {
        if hasAnswerToWhole {
            switch Int(code) {
            case 200..<300: return .sent(line)
            case 500...: return isOfAddress && !isOfSender ? .bounced(line) : .refused(line)
            default: return .later(line)
            }
        }
        if isWhole { return .unknown("no answer came to the whole mail: \(failure ?? "the connection was closed")") }
        if stepOfLine == "RCPT", code >= 500, !isOfUs, !isForNow { return .bounced(line) }
        if code >= 400 { return .later(line) }
        return .later(failure ?? "the mail server ended early: \(line)")
    }

    /// "550 5.1.1 …": RFC 3463. Without such a number nobody knows what a refusal of the whole mail is about.
    private var isOfAddress: Bool { line.contains(" 5.1.") || line.contains(" 5.2.1") }

    /// That we may not send there, or not without a password, or not as who we say we are, says nothing of the address.
    private var isOfUs: Bool {
        [503, 530, 535].contains(code) || line.contains(" 5.7.") || line.lowercased().contains("relay") || isOfSender
    }

    /// Many mail servers look at the sender when the recipient is named. What has no number for it says so in words.
    private var isOfSender: Bool {
        line.contains(" 5.1.7") || line.contains(" 5.1.8") || !line.contains(" 5.") && line.lowercased().contains("sender")
    }

    /// The address is there, and takes no mail now: its mailbox, or the disk behind it, is full.
    private var isForNow: Bool {
        code == 552 || line.contains(" 5.2.") && !line.contains(" 5.2.1") || line.contains(" 5.3.")
    }
}

extension String {
    fileprivate var trimmed: String {
        var bytes = Array(utf8)
        while bytes.last == 0x20 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// One try of a mail, by SMTP.
final class MailTransfer: OutgoingTry {
    private let mail: OutgoingMail
    private var recipients: OpaquePointer?
    private var given = 0
    private var dialogue = MailDialogue()

    private init(_ curl: Curl, _ easy: OpaquePointer, _ place: OutgoingPlace, _ reach: OutgoingReach, _ mail: OutgoingMail) {
        self.mail = mail
        super.init(curl, easy, place, reach)
    }

    deinit { if let recipients { curl.table.pointee.slist_free_all(recipients) } }

    /// - Returns: nil when libcurl does not take what keeps it in bounds.
    static func begin(
        _ curl: Curl, _ call: OutgoingCall, _ mail: OutgoingMail, _ milliseconds: Int, _ reach: OutgoingReach
    ) -> MailTransfer? {
        guard let place = OutgoingPlace("https://\(call.host)/"), let easy = curl.table.pointee.easy_init() else { return nil }
        let transfer = MailTransfer(curl, easy, place, reach, mail)
        return transfer.begin(call, milliseconds) ? transfer : nil
    }

    override func answer(_ code: Int32) -> OutgoingAnswer {
        var answer = OutgoingAnswer(isOutOfReach: isOutOfReach)
        answer.mail = isOutOfReach ? .later("the mail server \(answer.told)") : dialogue.verdict(failure(code))
        return answer
    }

    private func failure(_ code: Int32) -> String? {
        switch Int(code) {
        case GB_CURLE_OK: return nil
        case GB_CURLE_USE_SSL_FAILED: return "the mail server offers no TLS (STARTTLS), and nothing is sent without it"
        case GB_CURLE_PEER_FAILED_VERIFICATION: return "the mail server's certificate is not one of its name that this machine believes"
        case GB_CURLE_LOGIN_DENIED: return "the mail server refuses user and password"
        case GB_CURLE_OPERATION_TIMEDOUT: return "the mail server takes longer than mail.timeoutSeconds"
        default: return curl.table.pointee.easy_strerror(code).map { String(cString: $0) } ?? "libcurl's code \(code)"
        }
    }

    private func begin(_ call: OutgoingCall, _ milliseconds: Int) -> Bool {
        // One address after the other: so the last socket that was opened is the one in use.
        let own = [
            (GB_CURLOPT_PROTOCOLS, mail.isTLS ? GB_CURL_SMTPS : GB_CURL_SMTP),
            (GB_CURLOPT_USE_SSL, mail.isPlain ? 0 : GB_CURL_TLS_OR_NOTHING),
            (GB_CURLOPT_CONNECTTIMEOUT_MS, min(OutgoingLimit.mailConnectMilliseconds, milliseconds)), (GB_CURLOPT_TIMEOUT_MS, milliseconds),
            (GB_CURLOPT_SERVER_RESPONSE_TIMEOUT, milliseconds / 1000 + 1), (GB_CURLOPT_HAPPY_EYEBALLS_TIMEOUT_MS, milliseconds),
            (GB_CURLOPT_FRESH_CONNECT, 1), (GB_CURLOPT_FORBID_REUSE, 1), (GB_CURLOPT_UPLOAD, 1), (GB_CURLOPT_VERBOSE, 1),
        ]
        guard curl.keepInBounds(easy, and: own), guide(mayTunnel: false), set(GB_CURLOPT_URL, call.url), listen() else { return false }
        if !mail.user.isEmpty {
            guard !mail.isPlain, set(GB_CURLOPT_USERNAME, mail.user), set(GB_CURLOPT_PASSWORD, mail.password) else { return false }
        }
        if let file = mail.authorities, !set(GB_CURLOPT_CAINFO, file) { return false }
        recipients = "<\(mail.to)>".withCString { curl.table.pointee.slist_append(nil, $0) }
        return set(GB_CURLOPT_MAIL_FROM, "<\(mail.from)>") && recipients != nil
            && pointer(GB_CURLOPT_MAIL_RCPT, recipients.map { UnsafeMutableRawPointer($0) })
    }

    private func listen() -> Bool {
        let me = Unmanaged.passUnretained(self).toOpaque()
        let give: gb_curl_take = { bytes, size, count, me in
            guard let me, let bytes else { return 0 }
            return Unmanaged<MailTransfer>.fromOpaque(me).takeUnretainedValue()
                .give(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        }
        let hear: gb_curl_hear = { _, kind, bytes, count, me in
            guard let me else { return 0 }
            Unmanaged<MailTransfer>.fromOpaque(me).takeUnretainedValue()
                .hear(Int(kind), UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
        return pointer(GB_CURLOPT_READDATA, me) && pointer(GB_CURLOPT_DEBUGDATA, me)
            && gb_curl_set_take(curl.table, easy, Int32(GB_CURLOPT_READFUNCTION), give) == GB_CURLE_OK
            && gb_curl_set_hear(curl.table, easy, hear) == GB_CURLE_OK
    }

    private func give(_ room: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(room.count, mail.message.count - given)
        room.copyBytes(from: mail.message[given..<(given + count)])
        given += count
        if given == mail.message.count { dialogue.isWhole = true }
        return count
    }

    private func hear(_ kind: Int, _ bytes: UnsafeRawBufferPointer) {
        if kind == GB_CURL_LINE_IN { dialogue.hear(bytes) }
        guard kind == GB_CURL_LINE_OUT else { return }
        dialogue.tell(bytes)
        // The mail is over with QUIT. A slow answer to it would hold up other mails.
        if dialogue.isFarewell { _ = shutdown(socket, Int32(SHUT_RDWR)) }
    }
}
