import Codecs
import Linux
import Messages
import Storage

extension Schema {
    /// When there was a maintenance. One that was changed meanwhile is in several rows.
    static let maintenances = ["CREATE TABLE maintenances (begin_date BIGINT NOT NULL PRIMARY KEY, end_date BIGINT)"]
}

#if !hasFeature(Embedded)
/// The settings have one maintenance; figures of connected players show those that have been, too.
extension Operations {
    private static let maintenanceDays = FigureRange.daysMax

    /// With new settings: from now on the maintenance is what they say.
    func noteMaintenance(_ next: MaintenanceSettings?) throws(Failure) {
        let old = settings.maintenance
        if next?.beginMilliseconds == old?.beginMilliseconds, next?.endMilliseconds == old?.endMilliseconds, (next == nil) == (old == nil) {
            return
        }
        let moment = Value.integer(now)
        try run("DELETE FROM maintenances WHERE begin_date >= ?", [moment])
        try run("UPDATE maintenances SET end_date = ? WHERE end_date IS NULL OR end_date > ?", [moment, moment])
        let kept = Value.integer(now - Self.maintenanceDays * CalendarDay.dayMilliseconds)
        try run("DELETE FROM maintenances WHERE end_date < ?", [kept])
        guard let next, next.endMilliseconds ?? .max > now else { return }
        try run(
            "INSERT INTO maintenances (begin_date, end_date) VALUES (?, ?)",
            [.integer(max(now, next.beginMilliseconds ?? now)), next.endMilliseconds.map { .integer($0) } ?? .null])
    }
}
#endif
