import Codecs
import Linux
import Messages

/// An error code, and the text that goes with it.
struct NCMBRefusal: Error {
    let code: NCMBCode
    let text: String

    init(_ code: NCMBCode, _ text: String? = nil) {
        self.code = code
        self.text = text ?? NCMBErrorText.of(code) ?? ""
    }

    static func format(_ field: String) -> NCMBRefusal { NCMBRefusal(.formatInvalid, NCMBErrorText.formatInvalid(field)) }

    /// What a reply says that is not a success. Codes that no client would understand are errors of the system to it.
    init(_ reply: Reply) {
        switch reply.resultCode {
        case ResultCode.documentRefused:
            if let code = NCMBCode(text: reply.body["code"]?.stringValue ?? "") {
                self.init(code, reply.body["error"]?.stringValue)
            } else {
                self.init(.systemError)
            }
        case ResultCode.parameterInvalid: self.init(.badRequest)
        case ResultCode.tooManyRequests: self.init(.tooManyRequests)
        case ResultCode.timeout, ResultCode.serviceStopped, ResultCode.serviceUnreachable: self.init(.unavailable)
        default: self.init(.systemError)
        }
    }

    var body: [UInt8] {
        let object: JSON = ["code": .string(code.text), "error": .string(text)]
        return object.bytes()
    }

    /// The original signs the answers with these codes for nobody.
    var isSigned: Bool {
        switch code {
        case .serviceMissing, .applicationMissing, .addressNotAllowed, .mediaTypeUnsupported: false
        default: true
        }
    }
}
