import Testing

@testable import Codecs
@testable import Messages
@testable import Published

@Suite struct `The answers of the mobile backend` {
    static let calls: [(String, String, Int32)] = [
        ("GET", "classes/A", 200), ("POST", "classes/A", 201), ("GET", "classes/A/b", 200), ("PUT", "classes/A/b", 200),
        ("DELETE", "classes/A/b", 200), ("POST", "users", 201), ("POST", "push", 201), ("GET", "login", 200), ("POST", "login", 200),
        ("GET", "logout", 200), ("POST", "requestPasswordReset", 201), ("POST", "requestMailAddressUserEntry", 201),
        ("POST", "push/a/openNumber", 200),
    ]

    @Test(arguments: calls) func `have the status of what was asked`(method: String, path: String, status: Int32) {
        let answer = NCMBCalls.front(method, path).answer(.success(["answer": ["objectId": "x"]]))
        #expect(answer.status == status && answer.text == #"{"objectId":"x"}"#)
        #expect(answer.header("Content-Type") == "application/json;charset=UTF-8")
        #expect(answer.headers.count == 1)
    }

    @Test func `to a sign-up of somebody known have the status of a login`() {
        let front = NCMBCalls.front("POST", "users")
        #expect(front.answer(.success(["answer": [:], "existed": true])).status == 200)
        #expect(front.answer(.success(["answer": [:], "existed": false])).status == 201)
        #expect(NCMBCalls.front("POST", "requestPasswordReset").answer(.success(["answer": [:], "existed": true])).status == 201)
    }

    @Test func `without anything to say are empty and still signed`() {
        let front = NCMBCalls.front("DELETE", "classes/A/b")
        for body: JSON in [["clientKey": "k"], ["clientKey": "k", "answer": nil]] {
            let answer = front.answer(.success(body))
            #expect(answer.status == 200 && answer.body.isEmpty)
            let text = front.parameters["access"]?["texts"]?.arrayValue?.first?.stringValue ?? ""
            #expect(answer.header("X-NCMB-Response-Signature") == NCMBSignature.sign(text, key: "k"))
        }
    }

    @Test(arguments: [
        ("E400000", "Bad Request."), ("E400001", "The JSON is malformed."), ("E400002", "score is of the wrong type."),
        ("E400003", "userName or password is empty."), ("E400003", "password is empty."), ("E400003", "mailAddress is empty."),
        ("E400003", "registrationId is must not be null."), ("E400004", "mailAddress is invalid format."), ("E400005", "5 is not allowed."),
        ("E400006", "owner does not exist."), ("E400007", "Line 3."), ("E400008", "Either deliveryTime or immediateDeliveryFlag."),
        ("E400009", "Too long."), ("E401000", "Who?"), ("E401001", "Authentication error by header incorrect."),
        ("E401002", "Authentication error with ID/PASS incorrect."), ("E401003", "OAuth facebook authentication error."),
        ("E401004", "No plan."), ("E403000", "No."), ("E403001", "No access with ACL."), ("E403002", "No."),
        ("E403003", "Operation that are prohibited."), ("E403004", "Too late."), ("E403005", "twitter must not be entered."),
        ("E403006", "Invalid GeoPoint value."), ("E404001", "No data available."), ("E404002", "None service."), ("E404003", "No field."),
        ("E404004", "No token."), ("E404005", "No such application."), ("E404006", "No user."), ("E405001", "No."), ("E405002", "No."),
        ("E409001", "userName is duplication."), ("E409001", "Duplication Error."), ("E413001", "File size Limit error."),
        ("E413002", "Large."), ("E413003", "Large."), ("E414000", "Long."), ("E415001", "Unsupported media type."), ("E429001", "Spent."),
        ("E429002", "Too many requests."), ("E500001", "System error."), ("E502001", "Disk."), ("E502002", "Mail."), ("E502003", "SQL."),
        ("E503001", "Service unavailable."),
    ]) func `pass every refusal on`(code: String, text: String) throws {
        let front = NCMBCalls.front("GET", "classes/A")
        let answer = front.answer(NCMBCalls.refusal(code, text))
        #expect(answer.status == Int32(code.dropFirst().prefix(3)))
        #expect(answer.text == "{\"code\":\"\(code)\",\"error\":\"\(text)\"}")
        #expect((answer.header("WWW-Authenticate") != nil) == code.hasPrefix("E401"))
        let unsigned = ["E404002", "E404005", "E405002", "E415001"]
        #expect(answer.isSigned == !unsigned.contains(code))
        if answer.isSigned {
            let asked = try #require(front.parameters["access"]?["texts"]?.arrayValue?.first?.stringValue)
            let expected = NCMBSignature.sign(asked + "\n" + answer.text, key: NCMBCalls.clientKey)
            #expect(answer.header("X-NCMB-Response-Signature") == expected)
        }
        #expect(!front.answer(.failure(ResultCode.documentRefused, "", body: ["code": .string(code)])).isSigned)
    }

    @Test(arguments: [
        (ResultCode.tooManyRequests, "E429002", "Too many requests."), (ResultCode.timeout, "E503001", "Service unavailable."),
        (ResultCode.serviceStopped, "E503001", "Service unavailable."), (ResultCode.storageFull, "E500001", "System error."),
        (ResultCode.storageFailed, "E500001", "System error."), (ResultCode.storageLocked, "E500001", "System error."),
        (ResultCode.parameterInvalid, "E400000", "Bad Request."), (ResultCode.notAuthenticated, "E500001", "System error."),
        (7, "E500001", "System error."),
    ]) func `say of other failures only what a client knows`(result: Int32, code: String, text: String) {
        let front = NCMBCalls.front("POST", "classes/A")
        let answer = front.answer(.failure(result, "the disk of the operator", body: ["code": "E404001", "error": "x", "clientKey": "k"]))
        #expect(answer.json == ["code": .string(code), "error": .string(text)])
        #expect(answer.status == Int32(code.dropFirst().prefix(3)) && answer.isSigned)
    }

    @Test func `say system error for a refusal that is none`() {
        let front = NCMBCalls.front("POST", "classes/A")
        for code: JSON in ["E999999", "E404", "404001", "E404001 ", "", 404_001, nil] {
            let answer = front.answer(.failure(ResultCode.documentRefused, "", body: ["code": code, "error": "x"]))
            #expect(answer.status == 500 && answer.json == ["code": "E500001", "error": "System error."])
        }
        let bare = front.answer(.failure(ResultCode.documentRefused, "", body: ["code": "E404001"]))
        #expect(bare.json == ["code": "E404001", "error": "No data available."])
    }

    @Test func `never show the client key`() {
        for (method, path, _) in Self.calls {
            let front = NCMBCalls.front(method, path)
            let key = JSON.string(NCMBCalls.clientKey)
            var replies: [Reply] = [.success(["clientKey": key]), .success(["clientKey": key, "answer": ["a": 1]]), .success(key)]
            for code in [ResultCode.timeout, ResultCode.storageFull, ResultCode.internalError, ResultCode.documentRefused] {
                replies.append(.failure(code, NCMBCalls.clientKey, body: ["clientKey": key]))
            }
            for code in NCMBCode.allCases { replies.append(NCMBCalls.refusal(code.text, "text")) }
            for reply in replies {
                let answer = front.answer(reply)
                let all = answer.text + answer.headers.map { $0.name + $0.value }.joined()
                #expect(!all.contains(NCMBCalls.clientKey) && !all.contains("clientKey"))
            }
        }
    }
}

@Suite struct `The error codes of the mobile backend` {
    @Test func `have each a text, and come back from their own`() {
        for code in NCMBCode.allCases {
            #expect(NCMBCode(text: code.text) == code)
            #expect(code.status >= 400 && code.status < 600)
            let namesField: [NCMBCode] = [.valueEmpty, .formatInvalid, .valueMissing, .providerFailed, .fieldNotSettable, .duplicated]
            #expect((NCMBErrorText.of(code)?.isEmpty ?? true) == namesField.contains(code))
        }
        #expect(NCMBCode.allCases.count == 43)
        #expect(NCMBCode(text: "E40400") == nil && NCMBCode(text: "") == nil)
    }

    /// Letter for letter as the original's clients compare them (section 2.8 of the reference), slips of grammar included.
    @Test(arguments: [
        ("E400000", "Bad Request."), ("E400008", "Either deliveryTime or immediateDeliveryFlag."),
        ("E401001", "Authentication error by header incorrect."), ("E401002", "Authentication error with ID/PASS incorrect."),
        ("E403001", "No access with ACL."), ("E403003", "Operation that are prohibited."), ("E403006", "Invalid GeoPoint value."),
        ("E404001", "No data available."), ("E404002", "None service."), ("E404005", "No such application."),
        ("E413001", "File size Limit error."), ("E415001", "Unsupported media type."), ("E429002", "Too many requests."),
        ("E500001", "System error."), ("E503001", "Service unavailable."),
    ]) func `say what the original said where nothing else is said`(code: String, text: String) {
        let bare = NCMBCalls.front("GET", "classes/A").answer(.failure(ResultCode.documentRefused, "", body: ["code": .string(code)]))
        #expect(bare.json == ["code": .string(code), "error": .string(text)])
        #expect(bare.status == Int32(code.dropFirst().prefix(3)))
    }

    @Test func `name fields as the original does`() {
        #expect(NCMBErrorText.empty("mailAddress") == "mailAddress is empty.")
        #expect(NCMBErrorText.formatInvalid("limit") == "limit is invalid format.")
        #expect(NCMBErrorText.missing("owner") == "owner does not exist.")
        #expect(NCMBErrorText.duplicated("userName") == "userName is duplication.")
        #expect(NCMBErrorText.notSettable("apple") == "apple must not be entered.")
        #expect(NCMBErrorText.providerFailed("google") == "OAuth google authentication error.")
        #expect(NCMBErrorText.userNameOrPasswordEmpty == "userName or password is empty.")
        #expect(NCMBErrorText.deviceTokenEmpty == "registrationId is must not be null.")
        #expect(NCMBErrorText.installationDuplicated == "Duplication Error.")
    }
}
