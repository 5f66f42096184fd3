import Boundary
import CGamebase
import Client
import Codecs
import Linux

// Fields of the classes that have functions of their own for them.

func fieldText(_ pointer: OpaquePointer?, of className: String, _ field: String, _ function: StaticString = #function) -> CText? {
    guard let text = object(pointer, of: className, function)?.value(field)?.stringValue else { return nil }
    return read(pointer, ObjectValue.self, else: nil, function) { $0.kept(text) }
}

func setField(
    _ pointer: OpaquePointer?, of className: String, _ field: String, _ function: StaticString = #function,
    _ value: (inout Arguments) -> DataValue
) -> Bool {
    change(pointer, of: className, function) { (object, arguments) throws(GamebaseError) in
        let value = value(&arguments)
        try arguments.check()
        try object.change(field, .set(value))
    }
}

/// - Parameter work: checks its arguments before it changes anything.
func change(
    _ pointer: OpaquePointer?, of className: String, _ function: StaticString = #function,
    _ work: (DataObject, inout Arguments) throws(GamebaseError) -> Void
) -> Bool {
    guard let object = object(pointer, of: className, function) else { return false }
    var arguments = Arguments("NCMBObject")
    return done(function) { () throws(GamebaseError) in try work(object, &arguments) }
}

extension Arguments {
    func check() throws(GamebaseError) { if let error { throw error } }
}
