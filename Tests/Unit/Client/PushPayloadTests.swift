import Codecs
import Linux
import Messages
import Testing

@testable import Client

@Suite struct PushPayloadTests {
    @Test(
        arguments: [
            (["id": "p"], #"{"aps":{},"com.nifcloud.mbaas.PushId":"p"}"#),
            (["id": "p", "message": "m"], #"{"aps":{"alert":"m"},"com.nifcloud.mbaas.PushId":"p"}"#),
            (["id": "p", "title": "t"], #"{"aps":{"alert":{"title":"t"}},"com.nifcloud.mbaas.PushId":"p"}"#),
            (["id": "p", "contentAvailable": false], #"{"aps":{},"com.nifcloud.mbaas.PushId":"p"}"#),
            (
                ["id": "p", "badgeIncrementFlag": true, "richUrl": "u", "userSettingValue": ["a": 1]],
                #"{"aps":{},"com.nifcloud.mbaas.PushId":"p","com.nifcloud.mbaas.RichUrl":"u","com.nifcloud.mbaas.Data":{"a":1},"#
                    + #""badgeIncrementFlag":true}"#
            ),
        ] as [(JSONObject, String)])
    func `a push has the form that programs of the SDK read`(message: JSONObject, text: String) {
        #expect(JSON.object(PushPayload.of(message)).text() == text)
    }
}

@Suite struct InstallationTests {
    @Test func `the device keeps the installation beside the user`() throws {
        var identity = DeviceIdentity(random: SystemRandom())
        identity.mobileBackendUser = ["objectId": "u"]
        identity.mobileBackendInstallation = ["objectId": "i", "deviceToken": "t"]
        let again = try #require(DeviceIdentity(json: identity.json))
        #expect(again == identity && again.mobileBackendInstallation["deviceToken"] == "t")
    }

    @Test func `an object that is gone at the service is sent whole, with what waits`() throws {
        let object = DataObject(className: "installation")
        object.adopt(["objectId": "i", "deviceToken": "t", "badge": 1, "channels": ["a"], "createDate": "2024-01-01T00:00:00.000Z"])
        try object.change("badge", .increment(2))
        try object.change("channels", .set(.value([])))
        object.becomeNew()
        #expect(object.objectId == nil && object.createDate == nil)
        #expect(object.value("badge") == 3 && object.value("channels") == [])
        #expect(object.frozenFields["deviceToken"] == "t" && object.frozenFields["badge"] == 3 && object.frozenFields["channels"] == [])
    }
}

@Suite struct FileDownloadTests {
    private func answer(_ text: String, from: Int64, of size: Int64, content: String = "c") -> JSON {
        [
            "part": .string(Base64.encode(Array(text.utf8))), "from": .integer(from), "fileSize": .integer(size), "mimeType": "m",
            "content": .string(content),
        ]
    }

    private func isRefused(_ step: FileDownload.Step, _ code: NCMBCode) -> Bool {
        if case .refused(let refused) = step { refused == code } else { false }
    }

    @Test func `parts make the file, and one that is replaced begins anew`() {
        var download = FileDownload("f")
        guard case .ask(let next) = download.next(answer("ab", from: 0, of: 4)) else { return #expect(Bool(false)) }
        #expect(next == ["fileName": "f", "from": 2, "content": "c"])
        guard case .ask = download.next(answer("x", from: 0, of: 3, content: "d")) else { return #expect(Bool(false)) }
        guard case .whole(let type) = download.next(answer("yz", from: 1, of: 3, content: "d")) else { return #expect(Bool(false)) }
        #expect(type == "m" && download.bytes == Array("xyz".utf8))
    }

    @Test func `answers that do not fit are refused`() {
        var download = FileDownload("f")
        #expect(isRefused(download.next([:]), .systemError))
        #expect(isRefused(download.next(answer("ab", from: 1, of: 4)), .systemError))
        #expect(isRefused(download.next(answer("", from: 0, of: 4)), .systemError))
        #expect(isRefused(download.next(answer("abc", from: 0, of: 2)), .systemError))
        #expect(isRefused(download.next(answer("ab", from: 0, of: FileDownload.bytesMax + 1)), .systemError))
        var restless = FileDownload("f")
        for number in 0..<4 {
            guard case .ask = restless.next(answer("a", from: 0, of: 2, content: "c\(number)")) else { return #expect(Bool(false)) }
        }
        #expect(isRefused(restless.next(answer("a", from: 0, of: 2, content: "last")), .unavailable))
    }
}
