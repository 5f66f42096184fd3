/// The texts of the error codes. Clients compare some of them, so those that the original is known to give are given letter for letter,
/// its slips of grammar too; the others are ours.
public enum NCMBErrorText {
    public static let userNameOrPasswordEmpty = "userName or password is empty."
    public static let deviceTokenEmpty = "registrationId is must not be null."
    public static let installationDuplicated = "Duplication Error."

    /// - Returns: nil for a code whose text names a field or a provider: the functions below make those.
    @export(interface) public static func of(_ code: NCMBCode) -> String? {
        switch code {
        case .valueEmpty, .formatInvalid, .valueMissing, .providerFailed, .fieldNotSettable, .duplicated: nil
        default: known(code) ?? ours(code)
        }
    }

    @export(interface) public static func empty(_ field: String) -> String { field + " is empty." }
    @export(interface) public static func formatInvalid(_ field: String) -> String { field + " is invalid format." }
    @export(interface) public static func missing(_ field: String) -> String { field + " does not exist." }
    @export(interface) public static func duplicated(_ field: String) -> String { field + " is duplication." }
    @export(interface) public static func notSettable(_ provider: String) -> String { provider + " must not be entered." }
    @export(interface) public static func providerFailed(_ provider: String) -> String { "OAuth " + provider + " authentication error." }

    private static func known(_ code: NCMBCode) -> String? {
        switch code {
        case .badRequest: "Bad Request."
        case .fieldsExclusive: "Either deliveryTime or immediateDeliveryFlag."
        case .headerWrong: "Authentication error by header incorrect."
        case .passwordWrong: "Authentication error with ID/PASS incorrect."
        case .aclRefused: "No access with ACL."
        case .operationProhibited: "Operation that are prohibited."
        case .geoPointInvalid: "Invalid GeoPoint value."
        case .rowMissing: "No data available."
        case .serviceMissing: "None service."
        case .applicationMissing: "No such application."
        case .fileTooLarge: "File size Limit error."
        case .mediaTypeUnsupported: "Unsupported media type."
        case .tooManyRequests: "Too many requests."
        case .systemError: "System error."
        case .unavailable: "Service unavailable."
        default: nil
        }
    }

    /// Of these codes no text of the original is known.
    private static func ours(_ code: NCMBCode) -> String? {
        switch code {
        case .jsonMalformed: "The JSON is malformed."
        case .typeWrong: "A value is of the wrong type."
        case .valueNotAllowed: "A value is not allowed."
        case .importLineMalformed: "A line of the import is malformed."
        case .lengthOutOfRange: "A length is out of range."
        case .unauthorized: "Not authorized."
        case .planWrong: "Not part of the plan."
        case .forbidden: "Forbidden."
        case .notAdministrator: "Only an administrator may do this."
        case .oneTimeKeyExpired: "The one-time key has expired."
        case .fieldMissing: "No such field."
        case .deviceTokenMissing: "No such device token."
        case .userMissing: "No such user."
        case .methodNotAllowed: "Method not allowed."
        case .addressNotAllowed: "Not allowed at this address."
        case .objectTooLarge: "The object is too large."
        case .batchTooLarge: "The batch is too large."
        case .addressTooLong: "The address is too long."
        case .quotaPassed: "The quota is used up."
        case .storageError: "Storage error."
        case .mailError: "Mail error."
        case .databaseError: "Database error."
        default: nil
        }
    }
}
