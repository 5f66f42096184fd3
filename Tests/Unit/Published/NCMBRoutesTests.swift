import Testing

@testable import Codecs
@testable import Messages
@testable import Published

@Suite struct `The paths of the mobile backend` {
    static let paths = [
        ("classes/Horse", "Horse"), ("users", "user"), ("roles", "role"), ("installations", "installation"), ("push", "push"),
    ]

    @Test(arguments: paths, ["", "/"]) func `of rows search and create`(path: (String, String), slash: String) {
        let found = NCMBCalls.front("GET", path.0 + slash)
        #expect(found.request == .objectsFind && found.answerAtOnce == nil)
        #expect(NCMBCalls.parameters(found) == ["className": .string(path.1)])
        let created = NCMBCalls.front("POST", path.0 + slash, #"{"a":[1,{"b":null}]}"#)
        #expect(created.request == .objectsCreate)
        #expect(NCMBCalls.parameters(created) == ["className": .string(path.1), "fields": ["a": [1, ["b": nil]]]])
    }

    @Test(arguments: paths, ["", "/"]) func `of a row get, update and delete`(path: (String, String), slash: String) {
        let key: JSON = ["className": .string(path.1), "objectId": "a b"]
        let got = NCMBCalls.front("GET", path.0 + "/a%20b" + slash + "?include=owner%2Cowner.team")
        #expect(got.request == .objectsGet)
        #expect(NCMBCalls.parameters(got) == ["className": .string(path.1), "objectId": "a b", "include": "owner,owner.team"])
        #expect(NCMBCalls.parameters(NCMBCalls.front("GET", path.0 + "/a%20b" + slash)) == key)
        let updated = NCMBCalls.front("PUT", path.0 + "/a%20b" + slash, #"{"n":{"__op":"Increment","amount":2}}"#)
        #expect(updated.request == .objectsUpdate)
        #expect(
            NCMBCalls.parameters(updated)
                == ["className": .string(path.1), "objectId": "a b", "fields": ["n": ["__op": "Increment", "amount": 2]]])
        let deleted = NCMBCalls.front("DELETE", path.0 + "/a%20b" + slash)
        #expect(deleted.request == .objectsDelete && NCMBCalls.parameters(deleted) == key)
    }

    @Test func `log in by a query and by a body`() {
        let asked = NCMBCalls.front("GET", "login?userName=Yamada+Tarou&password=p%2B%26%22")
        #expect(asked.request == .usersLogIn)
        #expect(NCMBCalls.parameters(asked) == ["userName": "Yamada Tarou", "password": "p+&\""])
        let mailed = NCMBCalls.front("GET", "login?mailAddress=a%40b.c&password=p&extra=1")
        #expect(NCMBCalls.parameters(mailed) == ["mailAddress": "a@b.c", "password": "p"])
        let posted = NCMBCalls.front("POST", "login?userName=other", #"{"userName":"n","password":5,"acl":null}"#)
        #expect(posted.request == .usersLogIn)
        #expect(NCMBCalls.parameters(posted) == ["userName": "n", "password": 5])
        #expect(NCMBCalls.parameters(NCMBCalls.front("POST", "login/")) == [:])
    }

    @Test func `log out, ask for mails and tell of opened pushes`() {
        let out = NCMBCalls.front("GET", "logout/")
        #expect(out.request == .usersLogOut && NCMBCalls.parameters(out) == [:])
        let reset = NCMBCalls.front("POST", "requestPasswordReset", #"{"mailAddress":"a@b.c","x":1}"#)
        #expect(reset.request == .usersRequestPasswordReset && NCMBCalls.parameters(reset) == ["mailAddress": "a@b.c"])
        let entry = NCMBCalls.front("POST", "requestMailAddressUserEntry", #"{"mailAddress":"a@b.c"}"#)
        #expect(entry.request == .usersRequestMailEntry && NCMBCalls.parameters(entry) == ["mailAddress": "a@b.c"])
        let opened = NCMBCalls.front("POST", "push/id/openNumber/", #"{"deviceType":"ios"}"#)
        #expect(opened.request == .pushOpened)
        #expect(NCMBCalls.parameters(opened) == ["objectId": "id", "fields": ["deviceType": "ios"]])
    }

    @Test func `carry what lets the caller in, and the session beside it`() {
        let headers = NCMBCalls.keys + [("x-ncmb-apps-session-token", "token")]
        let front = NCMBFront(NCMBCalls.call("GET", "classes/A?limit=1", headers: headers))
        #expect(front.sessionToken == "token")
        #expect(
            front.parameters["access"] == [
                "wire": "ncmb", "applicationKey": "app", "signature": "c2lnbmVk",
                "texts": [
                    .string(
                        "GET\nlocalhost\n/2013-09-01/classes/A\nSignatureMethod=HmacSHA256&SignatureVersion=2&X-NCMB-Application-Key=app"
                            + "&X-NCMB-Timestamp=2013-12-02T02:44:35.452Z&limit=1")
                ],
            ])
        #expect(NCMBCalls.front("GET", "classes/A").sessionToken == nil)
        let empty = NCMBCalls.keys + [("X-NCMB-Apps-Session-Token", "")]
        #expect(NCMBFront(NCMBCalls.call("GET", "classes/A", headers: empty)).sessionToken == nil)
    }

    @Test func `take all that a search can be asked for`() {
        let front = NCMBCalls.front(
            "GET",
            "users?where=%7B%22a%22%3A%7B%22$gte%22:-5,%22$in%22:[%22x+y%22]%7D%7D&order=-createDate,a&skip=2&limit=0&count=1&include=a&a=b"
        )
        #expect(
            NCMBCalls.parameters(front) == [
                "className": "user", "where": ["a": ["$gte": -5, "$in": ["x y"]]], "order": "-createDate,a", "skip": 2, "limit": 0,
                "count": 1, "include": "a",
            ])
        #expect(NCMBCalls.parameters(NCMBCalls.front("GET", "push?count=true&limit=-1")) == ["className": "push", "count": 1, "limit": -1])
        #expect(NCMBCalls.parameters(NCMBCalls.front("GET", "push?count")) == ["className": "push", "count": 1])
        #expect(NCMBCalls.parameters(NCMBCalls.front("GET", "push?l%69mit=3&limit=4")) == ["className": "push", "limit": 3])
    }

    @Test(arguments: [
        "", "classes", "classes/", "classes//a", "classes/a/b/c", "classes/a//", "users/a/b", "user", "login/a", "logout/a", "push/a/b",
        "push/a/openNumber/b", "users/a/openNumber", "files/a/b", "files//", "script/a.js", "batch", "Users", "requestPasswordReset/a",
        "classes/a%2Fb", "classes/a%", "classes/%GG", "classes/%FF", "classes/a/%C3", "classes/%00", "%63lasses/%0A",
    ]) func `that are not served are no service`(path: String) {
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
            let front = NCMBCalls.front(method, path)
            #expect(front.request == nil && front.answerAtOnce?.status == 404)
            #expect(front.answerAtOnce?.json == ["code": "E404002", "error": "None service."])
        }
    }

    @Test(arguments: [
        "/", "", "2013-09-01/users", "/2013-09-02/users", "//2013-09-01/users", "/v1.3/apps", "*", "https://h/2013-09-01/users",
    ])
    func `of other versions are no service`(path: String) {
        let call = NCMBCall(method: "GET", host: "h", path: path, headers: NCMBCalls.keys, body: [])
        #expect(NCMBFront(call).answerAtOnce?.code == "E404002")
    }

    @Test(arguments: [
        ("PUT", "classes/A"), ("DELETE", "classes/A"), ("POST", "classes/A/b"), ("PUT", "users"), ("POST", "users/a"), ("PUT", "login"),
        ("DELETE", "login"), ("POST", "logout"), ("DELETE", "logout"), ("GET", "requestPasswordReset"), ("PUT", "requestPasswordReset"),
        ("GET", "requestMailAddressUserEntry"), ("GET", "push/a/openNumber"), ("PUT", "push/a/openNumber"), ("get", "classes/A"),
        ("POST", "files"), ("DELETE", "files"), ("", "classes/A"),
    ]) func `refuse other methods`(method: String, path: String) {
        let answer = NCMBCalls.front(method, path).answerAtOnce
        #expect(answer?.status == 405 && answer?.code == "E405001" && answer?.error == NCMBErrorText.of(.methodNotAllowed))
    }

    @Test(arguments: ["files/a", "classes/A", "classes/A/b", "users/a", "files"]) func `ask by HEAD what they ask by GET`(path: String) {
        let (head, get) = (NCMBCalls.front("HEAD", path), NCMBCalls.front("GET", path))
        #expect(head.answerAtOnce == nil && head.request == get.request && head.request != nil)
        #expect(NCMBCalls.parameters(head) == NCMBCalls.parameters(get))
        let texts = head.parameters["access"]?["texts"]?.arrayValue?.compactMap { $0.stringValue } ?? []
        #expect(texts.count == 2 && texts[0].hasPrefix("HEAD\n") && texts[1].hasPrefix("GET\n"))
    }

    @Test(arguments: ["user", "role", "file", "installation", "push"]) func `keep the built-in names from being classes`(name: String) {
        for (method, path) in [("GET", ""), ("POST", ""), ("GET", "/a"), ("PUT", "/a"), ("DELETE", "/a")] {
            let answer = NCMBCalls.front(method, "classes/" + name + path).answerAtOnce
            #expect(answer?.status == 403)
            #expect(answer?.json == ["code": "E403003", "error": "Operation that are prohibited."])
        }
        #expect(NCMBCalls.front("GET", "classes/" + name + "s").request == .objectsFind)
    }
}
