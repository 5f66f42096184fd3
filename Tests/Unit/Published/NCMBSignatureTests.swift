import Testing

@testable import Codecs
@testable import Messages
@testable import Published

/// One published signature of a request.
struct SignatureVector: CustomTestStringConvertible, Sendable {
    var name: String
    var application: String
    var client: String
    var method = "GET"
    var host = "mbaas.api.nifcloud.com"
    var path = "/2013-09-01/classes/TestClass"
    var query = ""
    var timestamp: String
    var signature: String

    var testDescription: String { name }
    var text: String {
        NCMBSignature.text(
            method: method, host: host, path: path, query: query, applicationKey: application, timestamp: timestamp)
    }

    static let first = (
        application: "6145f91061916580c742f806bab67649d10f45920246ff459404c46f00ff3e56",
        client: "1343d198b510a0315db1c03f3aa0e32418b7a743f8e4b47cbff670601345cf75"
    )
    static let query = "where=%7B%22testKey%22%3A%22testValue%22%7D"

    static let all = [
        SignatureVector(
            name: "V1", application: first.application, client: first.client, query: query, timestamp: "2013-12-02T02:44:35.452Z",
            signature: "AltGkQgXurEV7u0qMd+87ud7BKuueldoCjaMgVc9Bes="),
        SignatureVector(
            name: "V2", application: first.application, client: first.client, host: "mb.api.cloud.nifty.com", query: query,
            timestamp: "2013-12-02T02:44:35.452Z", signature: "/mQAJJfMHx2XN9mPZ9bDWR9VIeftZ97ntzDIRw0MQ4M="),
        SignatureVector(
            name: "V3", application: first.application, client: first.client, host: "script.mbaas.api.nifcloud.com",
            path: "/2015-09-01/script/testscript.js", timestamp: "2022-03-14T02:44:06.046Z",
            signature: "gvTa2jKaWCNwPvDK0vADjLUrFOYK/AeHuKK1u4UuC0U="),
        SignatureVector(
            name: "V4", application: "a69ec93ef132f0fdsfdsfds7d24b55d1926bd2c191c0eb054",
            client: "6afad6056749cb55dfdsggwwcxv54w06bdef688fdsfdsfdsfds3a695d0", method: "POST", path: "/2013-09-01/classes/test",
            timestamp: "2020-03-30T05:35:37.974Z", signature: "PypCIPOo1vASUWe1IUT5DWky/niMGqS7HWwFwKvj7NA="),
        SignatureVector(
            name: "V5", application: "d2055f34f748bc0da5576ef3bc1bc7c2fea492cb775a1f583c5c183ff0b6ff2d",
            client: "dbe419dd750daf131aaade194a27fdsfdsfdsfdsfvcvc72001af764d3835cf3812",
            query: "order=-createDate&where=%7B%22test%22%3A%22test%22%7D", timestamp: "2020-06-22T04:58:21.128Z",
            signature: "FM/p6H9GXwimzoAQzKFA7kq2w+2zaux2pdw3C/g0Nx8="),
        SignatureVector(
            name: "V6", application: "5ae42d1c052d9c5bafdsfdsvcxvcxvseeeeeeexcxc1985c85c49c4054",
            client: "3e599d0811af4e39fd454dfsgfdgfgfdgfd454775cbec0da8df2d4b396d785",
            query: "limit=3&order=-createDate&where=%7B%22message%22%3A%22Hello%22%7D", timestamp: "2020-06-22T04:58:21.128Z",
            signature: "HdbNMQsBEm/P/ojx2GpjSPyCTigCvh6Bo/8NZdClaho="),
    ]
}

@Suite struct `The signature of the mobile backend` {
    @Test(arguments: SignatureVector.all) func `of a request is the published one`(vector: SignatureVector) {
        #expect(NCMBSignature.sign(vector.text, key: vector.client) == vector.signature)
    }

    @Test(arguments: SignatureVector.all) func `is found by a service among the texts of a call`(vector: SignatureVector) throws {
        let call = NCMBCall(
            method: vector.method, host: vector.host + ":443", path: vector.path + (vector.query.isEmpty ? "" : "?" + vector.query),
            headers: [
                ("x-ncmb-application-key", vector.application), ("X-NCMB-TIMESTAMP", vector.timestamp),
                ("X-NCMB-Signature", vector.signature),
            ], body: [])
        let access = try NCMBAccess(call)
        #expect(access.texts == [vector.text])
        #expect(access.json["applicationKey"]?.stringValue == vector.application)
        #expect(NCMBSignature.sign(access.texts[0], key: vector.client) == access.signature)
    }

    /// V7: the body is published with the signature.
    @Test func `of an answer to a sign-up is the published one`() throws {
        let body =
            #"{"createDate":"2013-08-28T11:27:16.446Z","objectId":"epaKcaYZqsREdSMY","sessionToken":"iXDIelJRY3ULBdms281VTmc5O","#
            + #""userName":"Yamada Tarou","authData":null}"#
        #expect(Hex.encode(SHA256.hash(Array(body.utf8))) == "618c09245a23c04a40c145b2f6cfa4ec0270adac925b1d438bf28c636000727b")
        let front = NCMBFront(
            NCMBCall(
                method: "POST", host: "localhost:18080", path: "/2013-09-01/users",
                headers: [
                    ("X-NCMB-Application-Key", "apikey"), ("X-NCMB-Timestamp", "2017-11-16T09:56:28.373Z"), ("X-NCMB-Signature", "any"),
                ], body: Array(#"{"userName":"Yamada Tarou","password":"password"}"#.utf8)))
        let answer = front.answer(.success(["answer": try JSON.parse(body), "clientKey": "clientkey"]))
        #expect(answer.status == 201 && answer.text == body)
        #expect(answer.header("X-NCMB-Response-Signature") == "c8mzeCvMdRDK5BgI9vC37d2CsngCYnse2Mxqnr/uF2I=")
    }

    /// V8: the time stamp is signed as it was sent, percent-encoded.
    @Test func `of an answer to a create is the published one`() throws {
        let body = #"{"createDate":"2016-05-27T04:46:10.572Z","objectId":"5V67LBiCaOJl5psP"}"#
        let front = NCMBFront(
            NCMBCall(
                method: "POST", host: "mbaas.api.nifcloud.com", path: "/2013-09-01/classes/ResponseSignatureTest",
                headers: [
                    ("X-NCMB-Application-Key", "6e58668eb431b6cef540116a18ac269eeee83383acd61cdb08101e2531cdeece"),
                    ("X-NCMB-Timestamp", "2016-05-27T04%3A46%3A09.376Z"), ("X-NCMB-Signature", "any"),
                ], body: []))
        let key = "9714b04345bcdad2d609d3b9ba9bd89c7bed612189d4e6a923c70bf87da60e76"
        let answer = front.answer(.success(["answer": try JSON.parse(body), "clientKey": .string(key)]))
        #expect(answer.text == body)
        #expect(answer.header("X-NCMB-Response-Signature") == "9XuXzrgyI/B7E8KpXzeGUaAXcdO5h/hlL+4o/GVm/T4=")
    }

    @Test func `of an answer is over the text, the digits of its bytes, or nothing more when it is empty`() {
        #expect(NCMBSignature.responseText("T", body: []) == "T")
        #expect(NCMBSignature.responseText("T", body: [], isBinary: true) == "T")
        #expect(NCMBSignature.responseText("T", body: Array("{}".utf8)) == "T\n{}")
        #expect(NCMBSignature.responseText("T", body: [0, 0xAB, 0xFF], isBinary: true) == "T\n00abff")
    }

    @Test func `sorts the parameters by the bytes of their names, and leaves each as it was sent`() {
        let vector = SignatureVector(
            name: "", application: "K", client: "", host: "h", path: "/p",
            query: "where=%7b'(a)*%27&limit=1+0&&count&Zoom=$:,&limit=2&lim=3&%C3%A9=x", timestamp: "T", signature: "")
        #expect(
            vector.text == """
                GET
                h
                /p
                %C3%A9=x&SignatureMethod=HmacSHA256&SignatureVersion=2&X-NCMB-Application-Key=K&X-NCMB-Timestamp=T&Zoom=$:,\
                &count&lim=3&limit=1+0&limit=2&where=%7b'(a)*%27
                """)
    }

    @Test(arguments: ["POST", "PUT", "DELETE"]) func `leaves out the query of other methods than GET`(method: String) {
        let vector = SignatureVector(
            name: "", application: "K", client: "", method: method, query: "where=x", timestamp: "T", signature: "")
        #expect(!vector.text.contains("where"))
    }

    @Test(arguments: [
        ("localhost", "localhost"), ("localhost:8080", "localhost"), ("[::1]:80", "[::1]"), ("[::1]", "[::1]"), ("", ""), (":", ""),
    ]) func `knows the host without its port`(host: String, name: String) {
        #expect(NCMBSignature.withoutPort(host) == name)
    }

    @Test func `may be over the path as sent or as meant, and the answer is signed alike`() throws {
        let path = "classes/%E9%A6%AC/a%20b/"
        let open = NCMBFront(NCMBCalls.call("GET", path))
        let texts = try #require(open.parameters["access"]?["texts"]?.arrayValue).compactMap { $0.stringValue }
        try #require(texts.count == 3)
        #expect(texts[0].contains("\n/2013-09-01/classes/%E9%A6%AC/a%20b/\n"))
        #expect(texts[1].contains("\n/2013-09-01/classes/馬/a b/\n"))
        #expect(texts[2].contains("\n/2013-09-01/classes/馬/a%20b/\n"))
        for text in texts {
            var headers = NCMBCalls.keys
            headers[2].value = NCMBSignature.sign(text, key: NCMBCalls.clientKey)
            let answer = NCMBFront(NCMBCalls.call("GET", path, headers: headers)).answer(
                .success(["answer": [:], "clientKey": .string(NCMBCalls.clientKey)]))
            #expect(answer.header("X-NCMB-Response-Signature") == NCMBSignature.sign(text + "\n{}", key: NCMBCalls.clientKey))
        }
    }

    /// As many as the service looks at.
    @Test func `has at most twenty-four spellings, each once`() throws {
        let call = NCMBCall(
            method: "HEAD", host: "Games.Example.Com:443", path: "/2013-09-01/classes/%E9%A6%AC%20a?where=%27%28%29%2A%21&limit=1",
            headers: NCMBCalls.keys, body: [])
        let texts = try NCMBAccess(call).texts
        #expect(texts.count == 24 && Set(texts).count == 24)
        for part in [
            "HEAD\n", "GET\n", "\nGames.Example.Com\n", "\ngames.example.com\n", "/馬 a\n", "/馬%20a\n", "/%E9%A6%AC%20a\n",
            "&where='()*!", "&where=%27%28%29%2A%21",
        ] {
            #expect(texts.contains { $0.contains(part) }, "\(part)")
        }
        let plain = NCMBCall(method: "POST", host: "localhost", path: "/2013-09-01/classes/A", headers: NCMBCalls.keys, body: [])
        #expect(try NCMBAccess(plain).texts.count == 1)
    }

    @Test(arguments: [
        "2020-06-22T04:58:21Z", "2020-06-22T04:58:21+09:00", "2016-05-27T04%3A46%3A09.376Z", "2020-06-22T11:58:21.128 PM", "no time",
    ]) func `takes any time stamp as it is written`(timestamp: String) throws {
        var headers = NCMBCalls.keys
        headers[1].value = timestamp
        let texts = try NCMBAccess(NCMBCalls.call("GET", "classes/A", headers: headers)).texts
        #expect(texts[0].hasSuffix("&X-NCMB-Timestamp=" + timestamp))
    }

    @Test func `fits no second call whose header holds parameters`() {
        for place in 0...1 {
            for trick in ["&limit=1", "\n", "\u{0}"] {
                var headers = NCMBCalls.keys
                headers[place].value += trick
                #expect(NCMBFront(NCMBCalls.call("GET", "classes/A", headers: headers)).answerAtOnce?.code == "E401001")
            }
        }
    }
}
