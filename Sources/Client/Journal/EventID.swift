import Linux

/// What an analytics event is called, so that the service counts it once however often it is sent.
public enum EventID {
    /// 64 random bits for one opening of a journal: sequences may begin again after a lost file, sessions do not.
    public static func session(_ random: any RandomSource) -> UInt64 {
        var value: UInt64 = 0
        for byte in random.bytes(8).prefix(8) { value = value << 8 | UInt64(byte) }
        return value
    }

    /// 16 hexadecimal digits of the session, "-", the sequence.
    public static func text(session: UInt64, sequence: UInt64) -> String {
        digits(session) + "-" + String(sequence)
    }

    /// 16 hexadecimal digits.
    static func digits(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        var text = ""
        for _ in 0..<max(0, 16 - digits.utf8.count) { text += "0" }
        return text + digits
    }
}
