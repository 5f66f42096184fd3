import Codecs

/// One item of the terms, and whether the player agreed to it.
public struct TermsContentDetail: Sendable {
    public static let noPush = "NONE"

    public var termsContentSeq: Int32
    public var name: String?
    public var required: Bool
    /// `NONE`, `ALL`, `DAY` or `NIGHT`.
    public var agreePush: String
    public var agreed: Bool
    public var node1DepthPosition: Int32
    /// -1: it has no second level.
    public var node2DepthPosition: Int32
    public var detailPageUrl: String?
    public var rest: JSONObject

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json), let seq = Int32(exactly: reader.requiredInteger("termsContentSeq")) else { return nil }
        termsContentSeq = seq
        name = reader.text("name")
        required = reader.flag("required") ?? false
        agreePush = reader.text("agreePush") ?? Self.noPush
        agreed = reader.flag("agreed") ?? false
        node1DepthPosition = Int32(clamping: reader.integer("node1DepthPosition") ?? 0)
        node2DepthPosition = Int32(clamping: reader.integer("node2DepthPosition") ?? -1)
        detailPageUrl = reader.text("detailPageUrl")
        rest = reader.rest
        if reader.isWrong { return nil }
    }

    var json: JSON {
        var object = JSONObject()
        object["termsContentSeq"] = .integer(Int64(termsContentSeq))
        object.set("name", name)
        object["required"] = .bool(required)
        object.set("agreePush", agreePush)
        object["agreed"] = .bool(agreed)
        object["node1DepthPosition"] = .integer(Int64(node1DepthPosition))
        object["node2DepthPosition"] = .integer(Int64(node2DepthPosition))
        object.set("detailPageUrl", detailPageUrl)
        object.keep(rest)
        return .object(object)
    }
}

/// The terms that the console has for the country of this device.
public struct QueryTermsResult: Sendable {
    public var termsSeq: Int32
    public var termsVersion: String
    /// `KOREAN`, `GDPR` or `ETC`.
    public var termsCountryType: String?
    public var contents: [TermsContentDetail]
    public var rest: JSONObject

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json), let seq = Int32(exactly: reader.requiredInteger("termsSeq")) else { return nil }
        termsSeq = seq
        termsVersion = reader.requiredText("termsVersion")
        termsCountryType = reader.text("termsCountryType")
        contents = reader.values("contents", TermsContentDetail.init(json:))
        rest = reader.rest
        if reader.isWrong { return nil }
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object["termsSeq"] = .integer(Int64(termsSeq))
        object.set("termsVersion", termsVersion)
        object.set("termsCountryType", termsCountryType)
        object["contents"] = .array(contents.map { $0.json })
        object.keep(rest)
        return .object(object)
    }
}

/// What the player says to one item.
public struct TermsContent: Sendable {
    public var termsContentSeq: Int32
    public var agreed: Bool

    @export(interface) public init(termsContentSeq: Int32, agreed: Bool) {
        self.termsContentSeq = termsContentSeq
        self.agreed = agreed
    }

    init?(json: JSON) {
        guard var reader = ValueReader(json), let seq = Int32(exactly: reader.requiredInteger("termsContentSeq")) else { return nil }
        termsContentSeq = seq
        agreed = reader.flag("agreed") ?? false
        if reader.isWrong { return nil }
    }

    var json: JSON { ["termsContentSeq": .integer(Int64(termsContentSeq)), "agreed": .bool(agreed)] }
}

/// What the player says to the terms as a whole.
public struct UpdateTermsConfiguration: Sendable {
    public static let contentsMax = 100

    public var termsVersion: String
    public var termsSeq: Int32
    public var contents: [TermsContent]

    @export(interface) public init(termsVersion: String, termsSeq: Int32, contents: [TermsContent]) {
        self.termsVersion = termsVersion
        self.termsSeq = termsSeq
        self.contents = contents
    }
}

/// How the terms view ended, and what to register for push messages with.
public struct ShowTermsViewResult: Sendable {
    private static let openedKey = "isTermsUIOpened"
    private static let pushKey = "pushConfiguration"

    public var isTermsUIOpened: Bool
    /// nil when the terms were not shown. Messages as such are always agreed to; what the player decides about is advertisements.
    public var pushConfiguration: PushConfiguration?

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json), let opened = reader.flag(Self.openedKey) else { return nil }
        isTermsUIOpened = opened
        pushConfiguration = reader.value(Self.pushKey, PushConfiguration.init(json:))
        if reader.isWrong { return nil }
    }

    init(isTermsUIOpened: Bool, agreedTo contents: [TermsContentDetail] = []) {
        self.isTermsUIOpened = isTermsUIOpened
        guard isTermsUIOpened else { return }
        var configuration = PushConfiguration(pushEnabled: true, adAgreement: false, adAgreementNight: false)
        for content in contents where content.agreed {
            if content.agreePush == "ALL" || content.agreePush == "DAY" { configuration.adAgreement = true }
            if content.agreePush == "ALL" || content.agreePush == "NIGHT" { configuration.adAgreementNight = true }
        }
        pushConfiguration = configuration
    }

    @export(interface) public var json: JSON {
        var object: JSONObject = [Self.openedKey: .bool(isTermsUIOpened)]
        object[Self.pushKey] = pushConfiguration?.json
        return .object(object)
    }
}
