import Testing

@testable import Codecs
@testable import Messages
@testable import Published
@testable import Service

/// Calls for files, carried to a service.
private struct FileCalls {
    let files: FileBench

    init() throws { files = try FileBench() }

    static func form(_ content: [UInt8], type: String? = "image/png", acl: String? = nil, boundary: String = "xYz") -> [UInt8] {
        var body = Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a; name=b.png\"\r\n".utf8)
        if let type { body += Array("content-type: \(type)\r\n".utf8) }
        body += Array("\r\n".utf8) + content + Array("\r\n--\(boundary)".utf8)
        if let acl { body += Array("\r\nContent-Disposition: form-data; name=acl\r\n\r\n\(acl)\r\n--\(boundary)".utf8) }
        return body + Array("--\r\n".utf8)
    }

    static func call(_ method: String, _ path: String, _ body: [UInt8] = [], type: String?, token: String? = nil) -> NCMBCall {
        var headers = NCMBCalls.keys
        if let type { headers.append(("Content-Type", type)) }
        if let token { headers.append(("X-NCMB-Apps-Session-Token", token)) }
        return NCMBCall(method: method, host: "localhost", path: NCMBCalls.base + path, headers: headers, body: body)
    }

    /// - Returns: the answer and how many requests it took.
    func ask(_ call: NCMBCall, before: (Int) -> Void = { _ in }) -> (NCMBAnswer, Int) {
        var front = NCMBFront(call)
        if let answer = front.answerAtOnce { return (answer, 0) }
        for count in 1... {
            before(count)
            guard let request = front.request else { break }
            var parameters = front.parameters.objectValue ?? [:]
            #expect(parameters["access"]?["wire"] == "ncmb")
            parameters["access"] = nil
            var reply = files.bench.ask(
                Request(request, origin: .client, transactionId: "t", accessToken: front.sessionToken, parameters: .object(parameters)))
            var body = reply.body.objectValue ?? [:]
            body["clientKey"] = .string(NCMBCalls.clientKey)
            reply.body = .object(body)
            if let answer = front.next(reply) { return (answer, count) }
        }
        return (NCMBAnswer(status: 0, headers: [], body: []), 0)
    }

    func post(_ name: String, _ body: [UInt8], type: String = "multipart/form-data; boundary=xYz") -> NCMBAnswer {
        ask(Self.call("POST", "files/" + name, body, type: type)).0
    }

    func get(_ name: String) -> NCMBAnswer { ask(Self.call("GET", "files/" + name, type: nil)).0 }
}

@Suite struct `Files over the mobile backend's wire` {
    @Test(arguments: [0, 5, 262_144, 1_000_000]) func `come back byte for byte, with their type and a signature of their digits`(
        size: Int
    ) throws {
        let calls = try FileCalls()
        let bytes = FileBench.bytes(size)
        let posted = calls.ask(
            FileCalls.call("POST", "files/a%20b.png", FileCalls.form(bytes), type: "multipart/form-data; boundary=\"xYz\""))
        #expect(posted.0.status == 201 && posted.0.json?["fileName"] == "a b.png" && posted.0.isSigned)
        #expect(posted.1 == 2 + (size + 262_143) / 262_144)
        let call = FileCalls.call("GET", "files/a%20b.png", type: nil)
        let (answer, requests) = calls.ask(call)
        #expect(answer.status == 200 && answer.body == bytes && answer.header("Content-Type") == "image/png")
        #expect(requests == Swift.max(1, (size + 262_143) / 262_144))
        let text = try #require(NCMBFront(call).parameters["access"]?["texts"]?.arrayValue?.first?.stringValue)
        let signed = bytes.isEmpty ? text : text + "\n" + Hex.encode(bytes)
        #expect(answer.header("X-NCMB-Response-Signature") == NCMBSignature.sign(signed, key: NCMBCalls.clientKey))
    }

    @Test func `are listed without an objectId, changed and deleted`() throws {
        let calls = try FileCalls()
        let acl = #"{"*":{"read":true,"write":true}}"#
        #expect(calls.post("a", FileCalls.form([1, 2, 3], type: nil, acl: acl)).status == 201)
        let list = calls.ask(FileCalls.call("GET", "files?count=1&where=%7B%22fileSize%22%3A3%7D", type: nil)).0.json
        let row = try #require(list?["results"]?.arrayValue?.first?.objectValue)
        #expect(list?["count"] == 1)
        #expect(Set(row.members.map { $0.key }) == ["fileName", "mimeType", "fileSize", "createDate", "updateDate", "acl"])
        let changed = calls.ask(FileCalls.call("PUT", "files/a", Array(#"{"acl":{"*":{"write":true}}}"#.utf8), type: "application/json")).0
        #expect(changed.status == 200 && changed.json?["updateDate"] != nil)
        let denied = calls.get("a")
        #expect(denied.status == 403 && denied.json == ["code": "E403001", "error": "No access with ACL."])
        let deleted = calls.ask(FileCalls.call("DELETE", "files/a", type: nil)).0
        #expect(deleted.status == 200 && deleted.body.isEmpty)
        #expect(calls.get("a").code == "E404001")
        #expect(calls.ask(FileCalls.call("PUT", "files/a", Array("{}".utf8), type: nil)).0.code == "E404001")
    }

    @Test func `are never mixed of two that had the name`() throws {
        let calls = try FileCalls()
        let new = FileBench.bytes(500_000, seed: 3)
        #expect(calls.post("a", FileCalls.form(FileBench.bytes(700_000))).status == 201)
        let (answer, requests) = calls.ask(FileCalls.call("GET", "files/a", type: nil)) { count in
            if count == 3 { #expect(calls.files.upload("a", new).isSuccess) }
        }
        #expect(answer.body == new && requests == 4)
        let restless = calls.ask(FileCalls.call("GET", "files/a", type: nil)) { count in
            if count > 1 { #expect(calls.files.upload("a", new).isSuccess) }
        }
        #expect(restless.0.code == "E503001" && restless.1 == 2 + FileDownload.restartsMax)
    }

    @Test func `are refused where they are no form, too large or not allowed`() throws {
        let calls = try FileCalls()
        let form = FileCalls.form([1])
        for type in ["application/json", "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=xYz"] {
            #expect(calls.post("a", form, type: type).code == "E415001", "\(type)")
        }
        for wrong in [[], Array("--xYz".utf8), Array("--xYz\r\n".utf8), Array(form.dropLast(4)), Array("--other--".utf8)] {
            #expect(calls.post("a", wrong).code == "E400000", "\(wrong.count)")
        }
        #expect(calls.post("a", Array("--xYz--".utf8)).json == ["code": "E400003", "error": "file is empty."])
        #expect(calls.post("a", FileCalls.form([1], acl: "{")).code == "E400001")
        #expect(calls.post("a", FileCalls.form([1], acl: "[]")).code == "E400002")
        #expect(calls.post("a", FileCalls.form([UInt8](repeating: 0, count: (10 << 20) + 1))).code == "E413001")
        #expect(calls.post("a", [UInt8](repeating: 0, count: NCMBCall.bodyBytesMax + 1)).code == "E413001")
        #expect(calls.post("%C2%85", form).code == "E400004")
        #expect(calls.get("a").code == "E404001")
        #expect(try calls.files.bench.count("file_contents") == 0)
    }

    @Test func `are found in forms of all shapes`() {
        let boundary = Array("b".utf8)
        let preamble = Array("hello\r\n--b \t\r\nContent-Disposition:form-data;NAME=\"file\"\r\n\r\n--B\r\n\r\n--b--".utf8)
        let parts = NCMBMultipart.parts(preamble, boundary)
        #expect(parts?.count == 1 && parts?[0].name == "file" && parts.map { Array(preamble[$0[0].content]) } == Array("--B\r\n".utf8))
        let bare = Array("--b\r\n\r\nx\r\n--b--".utf8)
        #expect(NCMBMultipart.parts(bare, boundary).map { Array(bare[$0[0].content]) } == [UInt8(ascii: "x")])
        #expect(NCMBMultipart.parts(bare, boundary)?[0].name == "")
        let many = Array(String(repeating: "--b\r\n\r\n\r\n", count: 17).utf8) + Array("--b--".utf8)
        #expect(NCMBMultipart.parts(many, boundary) == nil)
        #expect(NCMBMultipart.parts(Array(many.dropFirst(9)), boundary)?.count == 16)
        // Whatever is cut or changed, it is read or refused.
        var random = ServiceTestRandom(seed: 9).bytes(40_000)
        let form = FileCalls.form(Array("content".utf8), acl: "{}")
        while random.count > 8 {
            var changed = form
            for _ in 0..<2 {
                let place = (Int(random.removeLast()) << 8 | Int(random.removeLast())) % changed.count
                if random.removeLast() % 2 == 0 { changed[place] = random.removeLast() } else { changed.remove(at: place) }
            }
            for part in NCMBMultipart.parts(changed, Array("xYz".utf8)) ?? [] { #expect(part.content.upperBound <= changed.count) }
        }
    }

    @Test func `have headers of so many bytes, in whatever pieces they come`() {
        let boundary = Array("b".utf8)
        for (more, isTaken) in [(0, true), (1, false), (2_000, false)] {
            let begin = "Content-Disposition: form-data; name=\"file\"; x="
            // With the ends of the line before them and of their own.
            let rest = NCMBMultipart.headersBytesMax - 6 - begin.utf8.count + more
            let headers = begin + String(repeating: "a", count: rest)
            let body = Array("--b\r\n\(headers)\r\n\r\nx\r\n--b--".utf8)
            #expect((NCMBMultipart.parts(body, boundary) != nil) == isTaken, "\(more)")
            for bytes in [64, 8_192, 8_196, 65_536] {
                var form = NCMBForm(boundary)
                for start in stride(from: 0, to: body.count, by: bytes) {
                    _ = form.take(Array(body[start..<min(start + bytes, body.count)]))
                }
                #expect(form.isWhole == isTaken && form.isWrong != isTaken, "\(more) in pieces of \(bytes)")
            }
        }
    }

    @Test func `end with the first refusal, and with a reply that is none of the service's`() throws {
        let call = FileCalls.call("GET", "files/a", type: nil)
        for body: JSON in [
            [:], ["part": "AA==", "from": 1, "fileSize": 5, "mimeType": "a", "content": "c"],
            ["part": "", "from": 0, "fileSize": 5, "mimeType": "a", "content": "c"],
            ["part": "AAA=", "from": 0, "fileSize": 1, "mimeType": "a", "content": "c"],
            ["part": "AA==", "from": 0, "fileSize": .integer(Int64.max), "mimeType": "a", "content": "c"],
            ["part": "A", "from": 0, "fileSize": 1, "mimeType": "a", "content": "c"],
        ] {
            var front = NCMBFront(call)
            #expect(front.next(.success(body))?.code == "E500001")
        }
        var front = NCMBFront(call)
        #expect(front.next(NCMBCalls.refusal("E403001", "No access with ACL."))?.code == "E403001")
        var upload = NCMBFront(FileCalls.call("POST", "files/a", FileCalls.form([1]), type: "multipart/form-data; boundary=xYz"))
        #expect(upload.next(.success([:]))?.code == "E500001")
        var single = NCMBFront(FileCalls.call("GET", "classes/A", type: nil))
        #expect(single.next(.success(["answer": ["a": 1]]))?.text == #"{"a":1}"#)
    }
}
