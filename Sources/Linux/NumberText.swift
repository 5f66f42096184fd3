import CLinux

/// Numbers from text, with a point as the decimal mark in whatever locale the host has set.
public enum NumberText {
    /// nil when the whole text is not one finite number.
    @export(interface) public static func double(_ text: String) -> Double? {
        var value = 0.0
        guard text.withCString({ gb_double($0, &value) }) else { return nil }
        return value
    }

    /// nil when the whole text is not one finite number.
    @export(interface) public static func float(_ text: String) -> Float? {
        var value: Float = 0
        guard text.withCString({ gb_float($0, &value) }) else { return nil }
        return value
    }
}
