import CLinux

/// The time zone of the machine's user.
public enum LocalTime {
    /// How far local time is ahead of UTC at an instant, summer time included. 0 when the system cannot say.
    @export(interface) public static func offsetMinutes(epochMilliseconds: Int64) -> Int {
        var time = time_t(epochMilliseconds / 1000)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return 0 }
        return parts.tm_gmtoff / 60
    }
}
