// The Boundary room: how handles, texts, arguments and completions cross the border, the same for every C surface; and the clients of this
// process, each put together from its parts. No function of a header is here, and nothing is decided here.
import Client

package typealias CText = UnsafePointer<CChar>

/// A value that C knows by a handle.
package protocol BoundaryValue {
    /// Names what C can ask of the value. The room Accessors makes it of the rows; a text is made once and lives as long as the object.
    associatedtype Field: RawRepresentable where Field.RawValue == Int
    static var boundaryClass: BoundaryClass { get }
    /// What the value holds there. Runs with the handle's slot locked.
    func field(_ field: Field) -> FieldValue
    /// The last handle is gone.
    func handleEnded()
}

extension BoundaryValue {
    package func handleEnded() {}
    package func field(_ field: Field) -> FieldValue { .text(nil) }
}

/// For values without rows.
package enum NoField: Int { case none }
