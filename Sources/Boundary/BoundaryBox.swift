import CLinux
import Client

/// The texts and inner handles that C was given of a value, whatever class that is of: here, so that they are compiled once.
package class TextBox: BoundaryObject {
    fileprivate final var texts = OwnedTexts()
    private final var children: [OpaquePointer?] = []

    /// What the value holds in a field, by its number.
    func field(_ field: Int) -> FieldValue { .text(nil) }

    /// The C form of a text that never changes, made when it is first asked for.
    final func text(_ field: Int) -> CText? {
        if let made = texts.made(at: field) { return made }
        guard case .text(let text?) = self.field(field) else { return nil }
        return texts.make(at: field, text)
    }

    /// The C form of a text that a setter may change. What was handed out stays valid.
    final func changingText(_ field: Int) -> CText? {
        guard case .text(let text?) = self.field(field) else { return nil }
        return texts.renew(at: field, text)
    }

    /// The C form of a text that belongs to no field of the class, each once. It lives as long as the object.
    package final func kept(_ text: String) -> CText? { texts.kept(text) }

    package final func madeText(_ field: Int) -> CText? { texts.made(at: field) }

    /// Keeps a text that was made outside the slot's lock; the first one wins.
    package final func keepText(_ field: Int, _ text: String) -> CText? { texts.made(at: field) ?? texts.make(at: field, text) }

    package final func madeChild(_ place: Int) -> OpaquePointer? { place < children.count ? children[place] : nil }

    /// Another child in the place of one that a setter made outdated.
    /// - Returns: the old handle, which the caller releases outside the slot's lock.
    @inline(never) package final func replaceChild(_ place: Int, _ handle: OpaquePointer?) -> OpaquePointer? {
        while children.count <= place { children.append(nil) }
        defer { children[place] = handle }
        return children[place]
    }

    @inline(never) fileprivate final func letGo() {
        texts.free()
        for child in children { releaseHandle(child) }
    }
}

/// What a handle holds: the value, and what C was given of it. Touched only while the handle's slot is locked.
package final class BoundaryBox<Value: BoundaryValue>: TextBox {
    package var value: Value

    package init(_ value: Value) {
        self.value = value
        super.init()
    }

    deinit {
        letGo()
        value.handleEnded()
    }

    override func field(_ field: Int) -> FieldValue {
        guard let field = Value.Field(rawValue: field) else { return .text(nil) }
        return value.field(field)
    }

    /// The same for a text that has no row.
    package func text(_ field: Int, _ text: (Value) -> String?) -> CText? {
        if let made = texts.made(at: field) { return made }
        guard let text = text(value) else { return nil }
        return texts.make(at: field, text)
    }

    /// The handle of a value inside this one. It lives as long as this object, and longer for whoever retains it.
    package func child<Child: BoundaryValue>(_ place: Int, _ child: (Value) -> Child?) -> OpaquePointer? {
        if let made = madeChild(place) { return made }
        guard let child = child(value), let handle = newHandle(child) else { return nil }
        _ = replaceChild(place, handle)
        return handle
    }
}

/// C strings that an object owns.
package struct OwnedTexts {
    private var fixed: [UnsafeMutablePointer<CChar>?] = []
    /// What the fields that a setter may change show now, all of it in `changing`.
    private var shown: [UnsafeMutablePointer<CChar>?] = []
    private var changing = TextSet()

    package func made(at place: Int) -> CText? {
        guard place < fixed.count, let made = fixed[place] else { return nil }
        return CText(made)
    }

    package mutating func make(at place: Int, _ text: String) -> CText? {
        guard let made = newCString(text) else { return nil }
        while fixed.count <= place { fixed.append(nil) }
        fixed[place] = made
        return CText(made)
    }

    package mutating func renew(at place: Int, _ text: String) -> CText? {
        text.withCString { bytes in
            if place < shown.count, let now = shown[place], strcmp(now, bytes) == 0 { return CText(now) }
            guard let kept = changing.kept(bytes) else { return nil }
            while shown.count <= place { shown.append(nil) }
            shown[place] = kept
            return CText(kept)
        }
    }

    package mutating func kept(_ text: String) -> CText? { text.withCString { changing.kept($0).map { CText($0) } } }

    /// At the end of the object that they belong to.
    package func free() {
        for text in fixed { CLinux.free(text) }
        changing.free()
    }
}

/// A copy for C, freed with `free`. Nil when memory ran out. Texts hold no NUL: JSON with one is refused, C strings end there.
package func newCString(_ text: String) -> UnsafeMutablePointer<CChar>? {
    text.withCString { strdup($0) }
}
