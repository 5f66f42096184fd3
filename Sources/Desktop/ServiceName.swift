import Linux

/// Who has a well-known name on a bus, from when the bus is up to when it is gone.
final class ServiceName {
    private static let nameOwnerChanged: StaticString = "NameOwnerChanged"

    let name: StaticString
    private let bus: Bus
    private let clock: any Clock
    private let pace: DesktopPace
    /// The unique name of the connection that has it. It is no other service's ever again.
    private(set) var owner: String?
    private(set) var isKnown = false

    init(_ name: StaticString, _ bus: Bus, _ clock: any Clock, _ pace: DesktopPace) {
        self.name = name
        self.bus = bus
        self.clock = clock
        self.pace = pace
    }

    var match: String {
        Self.words([("type", "signal"), ("sender", Bus.name), ("interface", Bus.name), ("member", Self.nameOwnerChanged), ("arg0", name)])
    }

    /// A match for signals of the service.
    func match(_ interface: StaticString, path: StaticString) -> String {
        Self.words([("type", "signal"), ("sender", name), ("interface", interface), ("path", path)])
    }

    private static func words(_ pairs: [(StaticString, StaticString)]) -> String {
        var text = ""
        for (key, value) in pairs {
            if !text.isEmpty { text += "," }
            text += key.description
            text += "='"
            text += value.description
            text += "'"
        }
        return text
    }

    /// Asks who has it; `changed` is called with the answer.
    func ask(_ changed: @escaping (String?) -> Void) {
        let call = BusCall(
            destination: Bus.name.description, path: Bus.path.description, interface: Bus.name, member: "GetNameOwner",
            arguments: [.string(name.description)])
        bus.call(call, untilNanoseconds: deadlineNanoseconds(clock, afterMilliseconds: pace.answerMilliseconds)) { [self] reply in
            switch reply {
            case .values(let values): set(values.first?.stringValue, changed)
            case .failed(.noService): set(nil, changed)
            case .failed: if bus.isUp { set(nil, changed) }
            }
        }
    }

    /// - Returns: whether the signal was about this.
    func take(_ signal: BusMessage, _ changed: (String?) -> Void) -> Bool {
        guard signal.isFrom(Bus.name), signal.isSignal(Bus.name, Self.nameOwnerChanged) else { return false }
        guard let values = signal.values(), values.count == 3, values[0].stringValue == name.description else { return true }
        set(values[2].stringValue, changed)
        return true
    }

    func forget() {
        owner = nil
        isKnown = false
    }

    func isOwner(_ signal: BusMessage) -> Bool { owner != nil && signal.sender == owner }

    private func set(_ found: String?, _ changed: (String?) -> Void) {
        // The name goes into calls, and libdbus ends a process that hands it one that is none.
        let found = found.flatMap { $0.utf8.first == UInt8(ascii: ":") && bus.isBusName($0) ? $0 : nil }
        guard !isKnown || found != owner else { return }
        isKnown = true
        owner = found
        changed(found)
    }
}
