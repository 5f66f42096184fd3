import Codecs
import Linux
import Messages
import PushRules

/// What a push of the console says and how it is shown, checked.
extension Push {
    static let pushTitleBytesMax = 1024
    static let pushBodyBytesMax = 8192
    static let pushExtrasBytesMax = 8192
    static let pushButtonsMax = 3
    static let groupBytesMax = 128
    static let addressBytesMax = 2_048

    func pushContent(_ parameters: Parameters) throws(Failure) -> JSON {
        var messages = JSONObject()
        if let languages = parameters.value("messages") {
            let texts = try parameters.object("messages")
            let members = languages.objectValue?.members ?? []
            guard members.count <= Self.pushLanguagesMax else {
                throw parameters.wrong("messages", "must hold at most \(Self.pushLanguagesMax) languages")
            }
            for member in members { messages[member.key] = try pushText(try texts.object(member.key)) }
        }
        let text = try pushText(parameters)
        guard !messages.isEmpty || text["title"] != "" || text["body"] != "" else {
            throw parameters.wrong("title", "is missing, and so are body and messages; a message needs a text")
        }
        var extras = "{}"
        if parameters.value("extras") != nil {
            _ = try parameters.object("extras")
            extras = parameters.value("extras")?.text() ?? extras
            guard extras.utf8.count <= Self.pushExtrasBytesMax else {
                throw parameters.wrong("extras", "must be at most \(Self.pushExtrasBytesMax) bytes of JSON, is \(extras.utf8.count)")
            }
        }
        var content: JSONObject = ["text": text, "messages": .object(messages), "extras": .string(extras)]
        try pushLook(parameters, &content)
        return .object(content)
    }

    /// How a push is shown beside its text (iap_push.md 5.4 to 5.6 and 5.8).
    private func pushLook(_ parameters: Parameters, _ content: inout JSONObject) throws(Failure) {
        content.set("category", try parameters.optionalText("category", bytesMax: 64))
        content.set("groupId", try parameters.optionalText("groupId", bytesMax: Self.groupBytesMax))
        content.set("link", try parameters.optionalText("link", bytesMax: Self.addressBytesMax))
        if let media = try parameters.optionalText("media", bytesMax: Self.addressBytesMax) {
            guard WebAddress.isWeb(media) else { throw parameters.wrong("media", "must be a web address, https://…") }
            content["media"] = .string(media)
        }
        if try parameters.bool("advertisement", default: false) { content["isAd"] = true }
        guard let buttons = parameters.value("buttons") else { return }
        guard let list = buttons.arrayValue, (1...Self.pushButtonsMax).contains(list.count) else {
            throw parameters.wrong("buttons", "must be a list of 1 to \(Self.pushButtonsMax) objects")
        }
        guard content["category"] == nil else {
            throw parameters.wrong("buttons", "cannot be combined with category, which has its own buttons; leave one out")
        }
        var checked: [JSON] = []
        var ids: [String] = []
        for button in list {
            let fields = Parameters(button)
            let name = try fields.text("name", bytesMax: Self.actionBytesMax)
            var object: JSONObject = ["name": .string(name)]
            let identifier = try fields.optionalText("identifier", bytesMax: 64)
            // A button without an id cannot be pressed, and desktops are shown no notice that has one.
            guard identifier?.isEmpty != true else { throw fields.wrong("identifier", "must not be empty; without one it is the name") }
            let id = identifier ?? name
            guard !ids.contains(id) else { throw fields.wrong("identifier", "must be the button's own; without one it is the name") }
            guard !ActionBook.isReserved(id) else { throw fields.wrong("identifier", "must not be \(id): desktops give it a meaning") }
            ids.append(id)
            object.set("identifier", identifier)
            let link = try fields.optionalText("link", bytesMax: Self.addressBytesMax)
            object.set("link", link)
            object.set("hint", try fields.optionalText("hint", bytesMax: 128))
            if let kind = try fields.optionalText("buttonType", bytesMax: 16) {
                guard ["OPEN_APP", "OPEN_URL", "DEEP_LINK", "REPLY", "DISMISS"].contains(kind) else {
                    throw fields.wrong("buttonType", "must be OPEN_APP, OPEN_URL, DEEP_LINK, REPLY or DISMISS")
                }
                if kind == "OPEN_URL" || kind == "DEEP_LINK", link?.isEmpty != false {
                    throw fields.wrong("link", "is missing; it is what a button of the type \(kind) opens")
                }
                object["buttonType"] = .string(kind)
            }
            checked.append(.object(object))
        }
        content["buttons"] = .array(checked)
    }

    private func pushText(_ parameters: Parameters) throws(Failure) -> JSON {
        [
            "title": .string(try parameters.optionalText("title", bytesMax: Self.pushTitleBytesMax) ?? ""),
            "body": .string(try parameters.optionalText("body", bytesMax: Self.pushBodyBytesMax) ?? ""),
        ]
    }
}
