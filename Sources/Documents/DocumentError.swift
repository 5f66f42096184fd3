// The Documents room: what the fields of schemaless objects are and how they change, what a query means, and who may read and write. Pure
// values and pure functions, the same for the client's local state and for the service's answers. No storage and nothing of the game's
// rules may come in.

import Linux

/// Why a document, an operation or a query is refused: the code of the REST interface (section 2.8 of its reference) and the text that
/// stands beside it there.
public struct DocumentError: Error, Equatable, Sendable {
    public enum Code: String, Sendable {
        case wrongType = "E400002"
        case empty = "E400003"
        case wrongFormat = "E400004"
        case notAllowed = "E400005"
        case wrongLength = "E400009"
        case invalidGeoPoint = "E403006"
    }

    public let code: Code
    public let text: String

    @export(interface) public init(_ code: Code, _ text: String) {
        self.code = code
        self.text = text
    }

    static func format(_ place: String) -> DocumentError { DocumentError(.wrongFormat, "\(place) is invalid format.") }
    static func type(_ place: String, _ wanted: String) -> DocumentError { DocumentError(.wrongType, "\(place) must be \(wanted).") }
    static func length(_ place: String, _ max: Int) -> DocumentError { DocumentError(.wrongLength, "\(place) is longer than \(max).") }
    static let geoPoint = DocumentError(.invalidGeoPoint, "Invalid GeoPoint value.")
}
