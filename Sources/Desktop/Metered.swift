import Linux
import Synchronization

/// Whether what is downloaded may cost the player money.
public enum Metered: UInt8, Sendable { case unknown, no, yes }

/// The last that is known of it, for any thread.
final class MeteredValue: Sendable {
    private let value = Atomic<UInt8>(0)
    var current: Metered { Metered(rawValue: value.load(ordering: .relaxed)) ?? .unknown }
    func set(_ metered: Metered) { value.store(metered.rawValue, ordering: .relaxed) }
}

/// Watches the network manager, or in a sandbox the portal that speaks for it. Belongs to the desktop's thread.
final class MeteredWatch: BusListener {
    private static let properties: StaticString = "org.freedesktop.DBus.Properties"
    private static let manager: StaticString = "org.freedesktop.NetworkManager"
    private static let managerPath: StaticString = "/org/freedesktop/NetworkManager"
    private static let monitor: StaticString = "org.freedesktop.portal.NetworkMonitor"
    private static let property: StaticString = "Metered"

    private let isSandboxed: Bool
    private let bus: Bus
    private let value: MeteredValue
    private let changed: (Metered) -> Void
    private let service: ServiceName
    private let deadline: () -> Int64
    private var generation = 0
    private var isAsking = false
    private var asksAgain = false

    init(
        isSandboxed: Bool, _ bus: Bus, _ value: MeteredValue, _ clock: any Clock, _ pace: DesktopPace,
        _ changed: @escaping (Metered) -> Void
    ) {
        self.isSandboxed = isSandboxed
        self.bus = bus
        self.value = value
        self.changed = changed
        service = ServiceName(isSandboxed ? PortalDialect.portalService : Self.manager, bus, clock, pace)
        deadline = { deadlineNanoseconds(clock, afterMilliseconds: pace.answerMilliseconds) }
    }

    var matches: [String] {
        let signals =
            isSandboxed
            ? service.match(Self.monitor, path: PortalDialect.portalPath) : service.match(Self.properties, path: Self.managerPath)
        return [service.match, signals]
    }

    func busIsUp() { service.ask { [self] in serviceChanged($0) } }

    func busIsDown(_ why: BusFailure) {
        service.forget()
        serviceChanged(nil)
    }

    private func serviceChanged(_ owner: String?) {
        generation += 1
        isAsking = false
        asksAgain = false
        // The portal is started by whoever asks; a network manager runs or does not.
        if owner != nil || (isSandboxed && bus.isUp) { ask() } else { set(.unknown) }
    }

    func take(_ signal: BusMessage) {
        if service.take(signal, { serviceChanged($0) }) { return }
        guard service.isOwner(signal) else { return }
        if isSandboxed {
            if signal.isAt(PortalDialect.portalPath), signal.isSignal(Self.monitor, "changed") { ask() }
            return
        }
        guard signal.isAt(Self.managerPath), signal.isSignal(Self.properties, "PropertiesChanged"), let values = signal.values(),
            values.count == 3, values[0].stringValue == Self.manager.description
        else { return }
        if let now = values[1][Self.property] { return set(Self.metered(now)) }
        if (values[2].arrayValue ?? []).contains(where: { $0.stringValue == Self.property.description }) { ask() }
    }

    /// One question at a time, however many signals come.
    private func ask() {
        if isAsking {
            asksAgain = true
            return
        }
        isAsking = true
        let current = generation
        bus.call(question, untilNanoseconds: deadline()) { [self] reply in
            guard generation == current else { return }
            isAsking = false
            if case .values(let values) = reply, let value = values.first { set(Self.metered(value.plain)) } else { set(.unknown) }
            if asksAgain {
                asksAgain = false
                ask()
            }
        }
    }

    private var question: BusCall {
        let destination = service.owner ?? service.name.description
        if isSandboxed {
            let path = PortalDialect.portalPath.description
            return BusCall(destination: destination, path: path, interface: Self.monitor, member: "GetMetered")
        }
        return BusCall(
            destination: destination, path: Self.managerPath.description, interface: Self.properties, member: "Get",
            arguments: [.string(Self.manager.description), .string(Self.property.description)], startsService: false)
    }

    /// NetworkManager: 1 yes, 3 guessed yes, 2 no, 4 guessed no, 0 unknown. The portal: a truth value.
    static func metered(_ value: BusValue) -> Metered {
        if let isMetered = value.boolValue { return isMetered ? .yes : .no }
        switch value.uint32Value {
        case 1, 3: return .yes
        case 2, 4: return .no
        default: return .unknown
        }
    }

    private func set(_ metered: Metered) {
        guard value.current != metered else { return }
        value.set(metered)
        changed(metered)
    }
}
