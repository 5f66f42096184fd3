/// How image notices are shown.
public struct ImageNoticeConfiguration: Sendable {
    public static let timeoutMillisecondsDefault: Int64 = 5_000
    public static let timeoutMillisecondsMax: Int64 = 10 * 60_000

    /// 0xAARRGGBB; black, half transparent.
    public var backgroundColor: UInt32 = 0x8000_0000
    /// How long the host may load before the notices count as failed.
    public var timeoutMilliseconds = timeoutMillisecondsDefault
    public var enableAutoCloseByCustomScheme = true

    @export(interface) public init() {}
}
