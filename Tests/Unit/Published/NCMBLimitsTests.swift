import Testing

@testable import Codecs
@testable import Messages
@testable import Published

@Suite struct `Wrong calls of the mobile backend` {
    private func code(_ call: NCMBCall) -> String? {
        let front = NCMBFront(call)
        #expect((front.request == nil) == (front.answerAtOnce != nil))
        #expect(front.answerAtOnce?.isSigned != true)
        return front.answerAtOnce?.code
    }

    @Test func `are refused beyond each limit, and taken at it`() {
        let path = NCMBCalls.base + "classes/"
        let longest = String(repeating: "a", count: NCMBCall.pathBytesMax - path.utf8.count)
        #expect(code(NCMBCalls.call("GET", "classes/" + longest)) == nil)
        #expect(code(NCMBCalls.call("GET", "classes/" + longest + "a")) == "E414000")
        #expect(NCMBFront(NCMBCalls.call("GET", "classes/" + longest + "a")).answerAtOnce?.status == 414)
        #expect(code(NCMBCalls.call(String(repeating: "M", count: 17), "script")) == "E405001")
        #expect(code(NCMBCalls.call(String(repeating: "M", count: 16), "script")) == "E404002")
        let query = Array(repeating: "a", count: NCMBCall.parametersMax).joined(separator: "&")
        #expect(code(NCMBCalls.call("GET", "classes/A?" + query)) == nil)
        #expect(code(NCMBCalls.call("GET", "classes/A?" + query + "&")) == "E400000")
        #expect(code(NCMBCalls.call("GET", "files/a?" + query + "&")) == "E400000")
        let headers = NCMBCalls.keys + Array(repeating: (name: "X", value: ""), count: NCMBCall.headersMax - 3)
        #expect(code(NCMBCalls.call("GET", "classes/A", type: nil, headers: headers)) == nil)
        #expect(code(NCMBCalls.call("GET", "classes/A", type: "", headers: headers)) == "E400000")
        let wide = [(name: "X", value: String(repeating: "a", count: NCMBCall.headerBytesMax - 1))]
        #expect(code(NCMBCalls.call("GET", "classes/A", headers: NCMBCalls.keys + wide)) == nil)
        #expect(code(NCMBCalls.call("GET", "classes/A", headers: NCMBCalls.keys + wide + [("XY", wide[0].value)])) == "E400000")
        let host = String(repeating: "h", count: NCMBCall.headerBytesMax + 1)
        #expect(
            code(NCMBCall(method: "GET", host: host, path: NCMBCalls.base + "users", headers: NCMBCalls.keys, body: [])) == "E400000")
    }

    @Test func `are refused with a body beyond its limit, and read with one at it`() {
        let empty = #"{"a":""}"#
        let longest = #"{"a":""# + String(repeating: "x", count: NCMBCall.bodyBytesMax - empty.utf8.count) + #""}"#
        #expect(code(NCMBCalls.call("POST", "classes/A", longest)) == nil)
        let answer = NCMBCalls.front("POST", "classes/A", longest + " ").answerAtOnce
        #expect(answer?.status == 413 && answer?.code == "E413002")
        let values = "{\"a\":[" + String(repeating: "1,", count: NCMBCall.bodyValuesMax) + "1]}"
        #expect(code(NCMBCalls.call("POST", "classes/A", values)) == "E400001")
    }

    @Test func `without a key, a signature or a time are not let in`() {
        for missing in 0..<3 {
            var headers = NCMBCalls.keys
            headers[missing].value = ""
            #expect(code(NCMBCalls.call("GET", "classes/A", headers: headers)) == "E401001")
            headers.remove(at: missing)
            let answer = NCMBFront(NCMBCalls.call("POST", "classes/user", "{", type: "text/plain", headers: headers)).answerAtOnce
            #expect(answer?.status == 401 && answer?.header("WWW-Authenticate") != nil)
            #expect(answer?.json == ["code": "E401001", "error": "Authentication error by header incorrect."])
        }
    }

    @Test func `of another media type are refused only with a body`() {
        for type in ["text/plain", "application/jsonp", "application/xml", "multipart/form-data; boundary=a", " application/json", "json"] {
            let answer = NCMBFront(NCMBCalls.call("POST", "classes/A", "{}", type: type)).answerAtOnce
            #expect(answer?.status == 415)
            #expect(answer?.json == ["code": "E415001", "error": "Unsupported media type."])
            #expect(code(NCMBCalls.call("POST", "classes/A", type: type)) == nil)
        }
        let right: [String?] = [nil, "", "application/json", "APPLICATION/JSON;charset=UTF-8", "application/json ; charset=utf-8"]
        for type in right { #expect(code(NCMBCalls.call("POST", "classes/A", "{}", type: type)) == nil) }
    }

    @Test(arguments: ["{", "[]", "1", "null", "{\"a\":1,\"a\":2}", "{}x", "{'a':1}", " ", "\"\\ud800\"", "{\"a\":NaN}"])
    func `with a body that is no object are malformed`(body: String) {
        let places = [
            ("POST", "classes/A"), ("PUT", "classes/A/b"), ("POST", "login"), ("POST", "requestPasswordReset"),
            ("POST", "requestMailAddressUserEntry"), ("POST", "push/a/openNumber"),
        ]
        for (method, path) in places {
            let answer = NCMBCalls.front(method, path, body).answerAtOnce
            #expect(answer?.status == 400 && answer?.code == "E400001" && answer?.error == NCMBErrorText.of(.jsonMalformed))
        }
    }

    @Test(arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]])
    func `with a body of broken UTF-8 are malformed`(bytes: [UInt8]) {
        let body = Array("{\"a\":\"".utf8) + bytes + Array("\"}".utf8)
        #expect(code(NCMBCall(method: "POST", host: "", path: "/2013-09-01/users", headers: NCMBCalls.keys, body: body)) == "E400001")
        var escaped = ""
        for byte in bytes { escaped += "%" + Hex.encode([byte]) }
        #expect(code(NCMBCalls.call("GET", "classes/" + escaped)) == "E404002")
        #expect(code(NCMBCalls.call("GET", "classes/A?order=" + escaped)) == "E400004")
        #expect(code(NCMBCalls.call("GET", "classes/A?" + escaped + "=1")) == nil)
    }

    @Test(arguments: [
        ("skip=x", "skip"), ("limit=", "limit"), ("limit", "limit"), ("limit=1.5", "limit"), ("limit=9223372036854775808", "limit"),
        ("limit=1%", "limit"), ("skip=+1", "skip"), ("order=%4", "order"), ("include=%zz", "include"), ("where=%", "where"),
        ("count=%1", "count"), ("limit=0x10", "limit"),
    ]) func `with a parameter of a wrong form say which`(query: String, name: String) {
        let answer = NCMBCalls.front("GET", "classes/A?" + query).answerAtOnce
        #expect(answer?.status == 400)
        #expect(answer?.json == ["code": "E400004", "error": .string(name + " is invalid format.")])
    }

    @Test func `with a broken credential in a query say which`() {
        #expect(NCMBCalls.front("GET", "login?userName=%FF&password=p").answerAtOnce?.error == "userName is invalid format.")
        #expect(NCMBCalls.front("GET", "users/a?include=%").answerAtOnce?.error == "include is invalid format.")
    }

    @Test(arguments: ["where=", "where", "where=%7B", "where=[]", "where=1", "where=%22a%22", "where=%7B%7D%7D"])
    func `with a condition that is no object are malformed`(query: String) {
        #expect(code(NCMBCalls.call("GET", "classes/A?" + query)) == "E400001")
    }

    @Test func `give the same answer at once whatever the reply is`() {
        let front = NCMBCalls.front("GET", "script")
        #expect(front.answer(.success(["answer": [:], "clientKey": "k"])).text == front.answerAtOnce?.text)
        #expect(front.parameters == [:] && front.sessionToken == nil)
    }
}
