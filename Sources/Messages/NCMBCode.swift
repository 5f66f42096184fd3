import Linux

/// Error codes of the NIFCLOUD mobile backend (REST reference, "Error codes"). The first three digits are the HTTP status.
public enum NCMBCode: Int32, CaseIterable, Sendable {
    case badRequest = 400_000
    case jsonMalformed = 400_001
    case typeWrong = 400_002
    case valueEmpty = 400_003
    case formatInvalid = 400_004
    case valueNotAllowed = 400_005
    case valueMissing = 400_006
    case importLineMalformed = 400_007
    /// Fields of which just one is to be given.
    case fieldsExclusive = 400_008
    case lengthOutOfRange = 400_009
    case unauthorized = 401_000
    /// Keys, signature or session: a client is not told which.
    case headerWrong = 401_001
    case passwordWrong = 401_002
    case providerFailed = 401_003
    case planWrong = 401_004
    case forbidden = 403_000
    case aclRefused = 403_001
    case notAdministrator = 403_002
    case operationProhibited = 403_003
    case oneTimeKeyExpired = 403_004
    case fieldNotSettable = 403_005
    case geoPointInvalid = 403_006
    case rowMissing = 404_001
    case serviceMissing = 404_002
    case fieldMissing = 404_003
    case deviceTokenMissing = 404_004
    case applicationMissing = 404_005
    case userMissing = 404_006
    case methodNotAllowed = 405_001
    case addressNotAllowed = 405_002
    case duplicated = 409_001
    case fileTooLarge = 413_001
    case objectTooLarge = 413_002
    case batchTooLarge = 413_003
    case addressTooLong = 414_000
    case mediaTypeUnsupported = 415_001
    case quotaPassed = 429_001
    case tooManyRequests = 429_002
    case systemError = 500_001
    case storageError = 502_001
    case mailError = 502_002
    case databaseError = 502_003
    case unavailable = 503_001

    /// As it is written in an answer, `E404001`.
    @export(interface) public var text: String { "E\(rawValue)" }

    @export(interface) public var status: Int32 { rawValue / 1_000 }

    /// - Returns: nil for a text that is none of the codes.
    @export(interface) public init?(text: String) {
        for code in NCMBCode.allCases where code.text == text {
            self = code
            return
        }
        return nil
    }
}
