import Client
import Codecs
import Testing

@Test func `an error without a message gets the one that belongs to its code`() {
    #expect(GamebaseError(GamebaseError.Code.notLoggedIn).message == "Nobody is logged in. Log in first.")
    #expect(GamebaseError(-77).message.contains("-77"))
}

@Test func `an error's cause is its detail`() {
    let error = GamebaseError(
        GamebaseError.Code.purchaseExternalLibraryError, domain: "TCGB.Gamebase.TCGBPurchase",
        underlying: GamebaseError(10, "declined", domain: "com.nhncloud.iap"))
    #expect(error.detailErrorCode == 10)
    #expect(error.detailErrorMessage == "declined")
    #expect(GamebaseError(3).detailErrorCode == 0)
    #expect(GamebaseError(3).detailErrorMessage == nil)
}

@Test func `an error comes back from its JSON as it was`() throws {
    let error = GamebaseError(
        GamebaseError.Code.bannedMember, "banned", transactionId: "t1", extras: ["ban": #"{"userId":"U"}"#],
        underlying: GamebaseError(-4_010_205, "server", domain: "TCGB.Gamebase.Server"))
    let text = error.json.text()
    let read = try #require(GamebaseError.from(json: JSON.parse(text)))
    #expect(read.json.text() == text)
    #expect(read.extras["ban"] == #"{"userId":"U"}"#)
    #expect(read.underlying?.code == -4_010_205)
    #expect(read.transactionId == "t1")
}

@Test(arguments: [
    "{}", #"{"code":"3"}"#, #"{"code":3,"extras":{"ban":{}}}"#, #"{"code":3,"error":{"message":"no code"}}"#, #"{"code":3,"message":1}"#,
])
func `what is not an error is nil`(text: String) throws {
    #expect(try GamebaseError.from(json: JSON.parse(text)) == nil)
}

@Test func `a chain of causes that is too long is refused instead of followed`() {
    var json: JSON = ["code": 1]
    for _ in 0..<GamebaseError.underlyingDepthMax { json = ["code": 1, "error": json] }
    #expect(GamebaseError.from(json: json)?.underlyingDepth == GamebaseError.underlyingDepthMax)
    json = ["code": 1, "error": json]
    #expect(GamebaseError.from(json: json) == nil)
}
