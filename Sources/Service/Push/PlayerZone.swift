import Linux
import PushRules

/// Zones of players, each read once. Their names come from games: whoever hands files in never sees one that leads elsewhere.
final class KnownZones {
    static let zonesMax = 128

    private let file: (String) -> [UInt8]?
    private var known: [String: Zone?] = [:]

    init(_ file: @escaping (String) -> [UInt8]?) { self.file = file }

    func zone(_ name: String) -> Zone? {
        guard ZoneName.isValid(name) else { return nil }
        if let zone = known[name] { return zone }
        if known.count >= Self.zonesMax { known = [:] }
        let zone = file(name).flatMap { Zone.read($0) }
        known[name] = .some(zone)
        return zone
    }
}

/// A player's clock: by the zone and its summer time, else by how far it was ahead when the game registered.
struct PlayerZone {
    private let zone: Zone?
    private let offsetMilliseconds: Int64

    init(_ zone: Zone?, name: String, offsetMinutes: Int64) {
        // Machines that do not say where they are call it UTC, whatever their clocks show.
        self.zone = name == "UTC" && offsetMinutes != 0 ? nil : zone
        offsetMilliseconds = offsetMinutes &* 60_000
    }

    func offsetSeconds(epochMilliseconds: Int64) -> Int {
        zone?.offsetSeconds(epochMilliseconds: epochMilliseconds) ?? Int(offsetMilliseconds / 1000)
    }

    func epochMilliseconds(local: Int64) -> Int64 { zone?.epochMilliseconds(local: local) ?? local &- offsetMilliseconds }
}
