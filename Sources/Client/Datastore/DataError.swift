import Codecs
import Documents
import Linux
import Messages

/// Errors under the names of the mobile backend: those that the service gave, and those that were found here.
public enum DataError {
    static let localDomain: StaticString = "NCMBErrorDomain"
    static let serviceDomain = "com.nifcloud.mbaas"

    @export(interface) public static func local(_ code: NCMBCode, _ text: String? = nil) -> GamebaseError {
        GamebaseError(Int64(code.rawValue), text ?? NCMBErrorText.of(code), domain: "\(localDomain)")
    }

    static func local(_ code: Int64, _ text: String) -> GamebaseError { GamebaseError(code, text, domain: "\(localDomain)") }

    /// An argument that was refused at the boundary, under this domain.
    @export(interface) public static func argument(_ error: GamebaseError) -> GamebaseError { error.told(by: "\(localDomain)") }

    static func of(_ name: RequestName, _ reply: Reply) -> GamebaseError {
        guard reply.resultCode == ResultCode.documentRefused, let code = reply.body["code"]?.stringValue.flatMap({ NCMBCode(text: $0) })
        else { return ServiceErrors.clientError(for: name, reply, domain: localDomain) }
        return GamebaseError(
            Int64(code.rawValue), reply.body["error"]?.stringValue ?? reply.message, domain: serviceDomain,
            transactionId: reply.transactionId)
    }

    /// A session that has ended, or never was.
    static func isSessionWrong(_ error: GamebaseError) -> Bool {
        error.code == Int64(NCMBCode.headerWrong.rawValue) && sameText(error.domain, serviceDomain)
    }

    static func isQuotaPassed(_ error: GamebaseError) -> Bool {
        error.code == Int64(NCMBCode.quotaPassed.rawValue) && sameText(error.domain, serviceDomain)
    }

    static func documents<Result>(_ body: () throws(DocumentError) -> Result) throws(GamebaseError) -> Result {
        do throws(DocumentError) {
            return try body()
        } catch {
            throw local(NCMBCode(text: error.code.rawValue) ?? .badRequest, error.text)
        }
    }

    static func merging<Result>(_ name: String, _ body: () throws(FieldOperation.MergeError) -> Result) throws(GamebaseError) -> Result {
        do throws(FieldOperation.MergeError) {
            return try body()
        } catch {
            let reason =
                switch error {
                case .notANumber: "is no number, or the sum is in no range"
                case .notAList: "is no list"
                case .otherOperation: "has another kind of change that is not saved yet; save first"
                case .otherClass: "has objects of another class"
                case .addsAndRemoves: "adds and removes different objects; save first"
                }
            throw local(.typeWrong, "\(name): \(reason).")
        }
    }
}
