import Codecs

/// What a device is handed of a push: the form in which the SDK's programs expect it.
enum PushPayload {
    static let pushId = "com.nifcloud.mbaas.PushId"
    static let richUrl = "com.nifcloud.mbaas.RichUrl"
    static let data = "com.nifcloud.mbaas.Data"
    /// Under which a program that was started by a push is told of it.
    static let launchKey = "UIApplicationLaunchOptionsRemoteNotificationKey"

    static func of(_ message: JSONObject) -> JSONObject {
        var aps = JSONObject()
        var alert = message["message"]
        if let title = message["title"] {
            var both: JSONObject = ["title": title]
            both["body"] = alert
            alert = .object(both)
        }
        aps["alert"] = alert
        aps["badge"] = message["badgeSetting"]
        aps["sound"] = message["sound"]
        aps["category"] = message["category"]
        if message["contentAvailable"] == true { aps["content-available"] = 1 }
        var payload: JSONObject = ["aps": .object(aps)]
        payload[pushId] = message["id"]
        payload[richUrl] = message["richUrl"]
        payload[data] = message["userSettingValue"]
        // Where the phones differ, their names are those of the push.
        for name in ["action", "dialog", "badgeIncrementFlag", "groupId", "mediaUrl"] { payload[name] = message[name] }
        return payload
    }
}

/// Reading what `of` made.
extension ClientDatastore {
    /// Shows the text of a push in a pop-up of the host.
    /// - Returns: false when it has none.
    @export(interface) public func show(push payload: JSONObject) -> Bool {
        let alert = payload["aps"]?["alert"]
        let title = alert?["title"]?.stringValue ?? ""
        let body = alert?.stringValue ?? alert?["body"]?.stringValue ?? ""
        guard !title.isEmpty || !body.isEmpty else { return false }
        client.showAlert(title: title, message: body, buttons: [client.closeButton().text]) { _ in }
        return true
    }

    /// Opens the page of a push.
    /// - Returns: false when it has none.
    @export(interface) public func open(richPush payload: JSONObject) -> Bool {
        guard let url = payload[PushPayload.richUrl]?.stringValue, !url.isEmpty else { return false }
        screens.openWebBrowser(url)
        return true
    }

    /// The same, as a program that was started by a push is told of it.
    @export(interface) public func trackOpened(launch options: JSONObject) -> Bool {
        guard let payload = options[PushPayload.launchKey]?.objectValue else { return false }
        return trackOpened(payload)
    }

    /// Counts that the player opened the game by a push. Nobody waits for it.
    /// - Returns: false when it is none of the service's.
    @export(interface) public func trackOpened(_ payload: JSONObject) -> Bool {
        guard let id = payload[PushPayload.pushId]?.stringValue, !id.isEmpty else { return false }
        afterOpening { [self] in
            var fields: JSONObject = [InstallationFields.type: .string(InstallationFields.linuxType)]
            fields[InstallationFields.token] = lock.locked { own.installation }?.savedToken
            send(.pushOpened, ["objectId": .string(id), "fields": .object(fields)]) { [client] result in
                if case .failure(let error) = result { client.log(.warn, "that a push was opened was not counted: \(error.message)") }
            }
        }
        return true
    }
}
