import Linux
import Messages
import Wire

/// The names that an object may have. A request of which a missing parameter means all, at once or granted is refused for one that it does
/// not know: a slip of the pen must not reach everybody.
///
/// Written as `name other(inner …) *(inner …)`: names, each with those of the objects in it, also of a list of objects; `*` is any name.
struct KnownNames {
    private static let any = "*"

    private var names: [(name: String, inner: KnownNames?)] = []

    init(_ text: String) {
        var left = Array(text.utf8)[...]
        self.init(&left)
    }

    private init(_ left: inout ArraySlice<UInt8>) {
        while let byte = left.popFirst(), byte != UInt8(ascii: ")") {
            if byte == UInt8(ascii: " ") { continue }
            var name = [byte]
            while let next = left.first, ![UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: ")")].contains(next) {
                name.append(next)
                left.removeFirst()
            }
            var inner: KnownNames?
            if left.first == UInt8(ascii: "(") {
                left.removeFirst()
                inner = KnownNames(&left)
            }
            names.append((String(decoding: name, as: UTF8.self), inner))
        }
    }

    /// - Parameter wrong: makes the refusal of a name at its place.
    func check(_ json: JSON, at place: String, _ wrong: (_ place: String, _ reason: String) -> Failure) throws(Failure) {
        for (index, element) in (json.arrayValue ?? []).enumerated() { try check(element, at: "\(place)[\(index)]", wrong) }
        for member in json.objectValue?.members ?? [] {
            let path = place.isEmpty ? member.key : "\(place).\(member.key)"
            guard let known = names.first(where: { $0.name == member.key || $0.name == Self.any }) else {
                throw wrong(path, "is not known here; known are \(names.map { $0.name }.joined(separator: ", "))")
            }
            try known.inner?.check(member.value, at: path, wrong)
        }
    }

    /// Each with its place, for those who try them all; the places of `*` are named so.
    var places: [[String]] { names.flatMap { name in [[name.name]] + (name.inner?.places ?? []).map { [name.name] + $0 } } }
}

extension KnownNames {
    private static let push = """
        title body messages(*(title body)) extras userIds countries languages sendDate localTime advertisement timeToLiveSeconds category \
        buttons(name identifier buttonType link hint) groupId media link
        """
    private static var catalogue: String {
        #if hasFeature(Embedded)
        "products"
        #else
        "products product(gamebaseProductId price currency)"
        #endif
    }
    private static let serverPush = push + " tags words schedules"

    /// Of the parameters of a console's request, or of the body of a game server's. nil: what it does not know it passes over.
    static func text(of name: RequestName) -> String? {
        switch name {
        case .consoleLoadSettings: "settings"
        case .consoleSetLaunchingStatus: "status message"
        case .consoleSetMaintenance: "maintenance"
        case .consoleSetCatalogue: catalogue
        case .consoleSetSandboxStore: "outcome delayMilliseconds"
        case .consoleSettlePendingPurchases: "outcome userId orderKey"
        case .consoleRefund: "paymentSeq kind"
        case .consoleChangeSubscription: "paymentSeq action"
        case .consoleStartPromotion: "gamebaseProductId marketItemId itemSeq userId paid"
        case .consoleVerifyPayment: "paymentSeq verified"
        case .consoleKickout:
            "popup(defaultLanguage messages(*(title message))) userIds clientVersions extras logout disconnect stopHeartbeat"
        case .consoleBan: "userId banType message endDate"
        case .consoleReleaseBan: "userId"
        case .consoleSetGraceBan:
            "userId graceBan(gracePeriodDate message banType endDate releaseRuleCondition(conditionType amount count currency))"
        case .consoleRevokeIdP: "idPCode authKey"
        case .consoleAdvanceClock: "milliseconds"
        case .consoleSendPush: push
        case .consoleCancelPush: "messageId"
        case .consoleExportMember: "userId after"
        case .consoleEraseMember: "userId"
        case .consoleRemoveObject: "className objectId requestId"
        default: serverText(of: name)
        }
    }

    private static func serverText(of name: RequestName) -> String? {
        #if hasFeature(Embedded)
        nil
        #else
        switch name {
        // Without the name of somebody these list everybody's.
        case .consolePayments: "userId text before count"
        case .consoleFindMembers: "text after count"
        case .consoleMails: ""
        case .consoleClearBounce: "mailAddress"
        case .serverBan: "userIdList banTypeCode end templateCode banReason flags banCaller regUser"
        case .serverReleaseBan: "userIdList banReleaseReason banReleaseCaller releaseUser"
        case .serverWithdraw: "userId regUser"
        case .serverSendPush: serverPush
        case .serverChangePush: serverPush + " reservationId"
        case .serverCancelPush: "reservationIds"
        case .serverForgetUsers: "uids"
        case .serverTagUsers: "uids tagIds how"
        case .serverRemoveTag: "tagId"
        case .serverRemovePushToken: "token pushType"
        default: nil
        }
        #endif
    }
}

extension Parameters {
    /// Refuses what the request does not know.
    func refuseUnknown(of name: RequestName) throws(Failure) {
        guard let text = KnownNames.text(of: name) else { return }
        try KnownNames(text).check(json, at: "") { wrong($0, $1) }
    }
}
