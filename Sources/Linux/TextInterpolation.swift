/// Text in which values stand, `"\(name) is missing"`, put together by calls instead of in place. The standard library's own
/// pieces are inlined into every such text, about a kilobyte of code for two values; these cost a sixth of that. They take
/// the place of the generic ones because they are more special, and where the signature is the same because any module's
/// declarations go before the standard library's.
extension DefaultStringInterpolation {
    @export(interface) public mutating func appendLiteral(_ literal: String) { write(literal) }
    @export(interface) public mutating func appendInterpolation(_ text: String) { write(text) }
    @export(interface) public mutating func appendInterpolation(_ text: StaticString) {
        text.withUTF8Buffer { write(String(decoding: $0, as: UTF8.self)) }
    }
    @export(interface) public mutating func appendInterpolation(_ number: Int) { write(String(number)) }
    @export(interface) public mutating func appendInterpolation(_ number: Int64) { write(String(number)) }
    @export(interface) public mutating func appendInterpolation(_ number: UInt64) { write(String(number)) }
    @export(interface) public mutating func appendInterpolation(_ number: Int32) { write(String(number)) }
}
