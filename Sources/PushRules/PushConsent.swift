import Codecs
import Linux

/// What a player has agreed to be sent (section 5.2), `RemotePush` of the SDK.
public struct PushConsent: Equatable, Sendable {
    /// Where agreeing to pushes at night is asked for.
    public static let nightCountry = "KR"

    /// Pushes that advertise.
    public let isAgreeNotice: Bool
    /// Those at night, too. Never true without the other.
    public let isAgreeNight: Bool

    /// Without the notice there is no night.
    @export(interface) public init(isAgreeNotice: Bool, isAgreeNight: Bool) {
        self.isAgreeNotice = isAgreeNotice
        self.isAgreeNight = isAgreeNotice && isAgreeNight
    }

    /// Why nothing is known of what the player has agreed to.
    public enum Unknown: Sendable {
        /// The game was never on this device.
        case neverInstalled
        /// It was, and the service keeps no value.
        case noServerValue
    }

    /// Before the player has said anything: the notice, and where the game is new also the night, but not in Korea.
    /// - Parameter country: ISO 3166, in any case; elsewhere than Korea, where it is not known.
    @export(interface) public init(_ unknown: Unknown, country: String) {
        self.init(isAgreeNotice: true, isAgreeNight: unknown == .neverInstalled && !Self.asksForNight(country: country))
    }

    /// Whether the player is shown a switch of its own for the night.
    @export(interface) public static func asksForNight(country: String) -> Bool {
        country.utf8.count == nightCountry.utf8.count && WebAddress.begins(country, with: nightCountry)
    }

    /// Turning the notice off turns the night off; turning it on again does not bring the night back.
    @export(interface) public func with(notice: Bool) -> PushConsent { PushConsent(isAgreeNotice: notice, isAgreeNight: isAgreeNight) }

    @export(interface) public func with(night: Bool) -> PushConsent { PushConsent(isAgreeNotice: isAgreeNotice, isAgreeNight: night) }

    @export(interface) public var json: JSON { ["isAgreeNotice": .bool(isAgreeNotice), "isAgreeNight": .bool(isAgreeNight)] }

    /// - Returns: nil when a member is no boolean. What is missing is as the service keeps no value of it.
    @export(interface) public static func read(_ json: JSON) -> PushConsent? {
        guard let object = json.objectValue, let notice = flag(object["isAgreeNotice"], true),
            let night = flag(object["isAgreeNight"], false)
        else { return nil }
        return PushConsent(isAgreeNotice: notice, isAgreeNight: night)
    }

    private static func flag(_ json: JSON?, _ missing: Bool) -> Bool? {
        guard let json, !json.isNull else { return missing }
        return json.boolValue
    }
}

/// Whether a push may be told now.
public enum PushDecision: Sendable {
    case told, withheldByNotice, withheldByNight
}

extension PushConsent {
    /// A push that advertises (`notice` of the send API, section 5.3) obeys both; any other is told regardless.
    /// - Parameter offsetSeconds: how far the player's zone is ahead of UTC at that time.
    @export(interface) public func decide(isNotice: Bool, epochMilliseconds: Int64, offsetSeconds: Int) -> PushDecision {
        guard isNotice else { return .told }
        guard isAgreeNotice else { return .withheldByNotice }
        if isAgreeNight || !NightHours.contains(epochMilliseconds: epochMilliseconds, offsetSeconds: offsetSeconds) { return .told }
        return .withheldByNight
    }
}

/// The night of the player's clock: from 21:00, up to and without 08:00.
public enum NightHours {
    public static let beginSeconds: Int64 = 21 * 3600
    public static let endSeconds: Int64 = 8 * 3600
    static let daySeconds: Int64 = 24 * 3600

    @export(interface) public static func contains(epochMilliseconds: Int64, offsetSeconds: Int) -> Bool {
        let (local, _) = Instant.seconds(ofMilliseconds: epochMilliseconds).addingReportingOverflow(Int64(offsetSeconds))
        let ofDay = Instant.remainder(local, daySeconds)
        return ofDay >= beginSeconds || ofDay < endSeconds
    }
}
