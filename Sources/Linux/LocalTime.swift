import CLinux

/// The time zone of the machine's user.
public enum LocalTime {
    private static let zoneFolder = "zoneinfo/"

    /// How far local time is ahead of UTC at an instant, summer time included. 0 when the system cannot say.
    @export(interface) public static func offsetMinutes(epochMilliseconds: Int64) -> Int {
        var time = time_t(epochMilliseconds / 1000)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return 0 }
        return parts.tm_gmtoff / 60
    }

    /// The zone's name in the tz database, such as "Asia/Tokyo": what TZ says, else what /etc/localtime links to; "UTC" when neither names one.
    @export(interface) public static var zoneName: String {
        var path = Array((Environment.value("TZ") ?? "").utf8)
        if path.first == UInt8(ascii: ":") { path.removeFirst() }
        if path.isEmpty {
            path = withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
                guard let place = buffer.baseAddress else { return [] }
                let count = readlink("/etc/localtime", place, buffer.count)
                return count > 0 ? Array(buffer[..<count]) : []
            }
            guard let name = name(in: path) else { return "UTC" }
            path = name
        } else if let name = name(in: path) {
            path = name
        }
        guard path.count <= 64, let text = String(validating: path, as: UTF8.self) else { return "UTC" }
        return text
    }

    /// What follows the folder of zones in a path.
    private static func name(in path: [UInt8]) -> [UInt8]? {
        let folder = Array(zoneFolder.utf8)
        guard path.count > folder.count else { return nil }
        for start in 0..<(path.count - folder.count) where path[start..<(start + folder.count)].elementsEqual(folder) {
            return Array(path[(start + folder.count)...])
        }
        return nil
    }
}
