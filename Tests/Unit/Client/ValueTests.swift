import Client
import Codecs
import Testing

private func json(_ text: String) throws -> JSON { try JSON.parse(text) }

@Test func `a receipt keeps its price exact, whatever a float would make of it`() throws {
    let receipt = try #require(PurchasableReceipt(json: json(#"{"paymentSeq":"2024","price":123456789012.34,"currency":"USD"}"#)))
    #expect(receipt.priceString == "123456789012.34")
    #expect(receipt.json.text().contains(#""price":123456789012.34,"priceString":"123456789012.34""#))
}

@Test func `the exact price wins over the number beside it`() throws {
    let item = try #require(PurchasableItem(json: json(#"{"gamebaseProductId":"gem","price":1.0999999,"priceString":"1.10"}"#)))
    #expect(item.priceString == "1.10")
    #expect(item.price == 1.1)
    #expect(item.json["price"]?.decimalText == "1.10")
}

@Test func `a whole price is written as a whole number`() throws {
    let item = PurchasableItem(gamebaseProductId: "gem", priceString: "1100", currency: "KRW")
    #expect(item.json["price"] == .integer(1100))
    #expect(item.price == 1100)
}

@Test func `an unknown price reads as nil and is written as -1`() throws {
    let receipt = try #require(PurchasableReceipt(json: json(#"{"paymentSeq":"1","price":-1}"#)))
    #expect(receipt.priceString == nil)
    #expect(receipt.price == -1)
    #expect(receipt.json["price"] == .integer(-1))
    #expect(receipt.json["priceString"] == nil)
}

@Test(arguments: [#""0.99""#, "1e39", "true", "[1]"])
func `a price that is not a number, or has more than 38 digits, refuses the receipt`(price: String) throws {
    #expect(try PurchasableReceipt(json: json(#"{"paymentSeq":"1","price":\#(price)}"#)) == nil)
}

@Test func `a receipt reads both names of its flags and writes the SDKs' names`() throws {
    let properties = try #require(PurchasableReceipt(json: json(#"{"paymentSeq":"1","sandboxPayment":true,"promotionPayment":true}"#)))
    let keys = try #require(PurchasableReceipt(json: json(#"{"paymentSeq":"1","isTestPurchase":true,"isPromotion":true}"#)))
    #expect(properties == keys)
    #expect(properties.json["isTestPurchase"] == true)
    #expect(properties.json["sandboxPayment"] == nil)
}

@Test func `a product reads active and isActive and writes isActive`() throws {
    let item = try #require(PurchasableItem(json: json(#"{"gamebaseProductId":"gem","active":false}"#)))
    #expect(!item.isActive)
    #expect(item.json["isActive"] == false)
    #expect(item.json["active"] == nil)
}

@Test func `a push message's identifier is id in JSON`() throws {
    let message = try #require(PushMessage(json: json(#"{"id":"7","title":"Hello"}"#)))
    #expect(message.identifier == "7")
    #expect(message.extras == "{}")
    #expect(message.json["id"] == "7")
    #expect(message.json["identifier"] == nil)
}

@Test func `a login's parts are member and token in JSON`() throws {
    let text = #"{"member":{"userId":"U","authList":[{"idPCode":"guest"}],"regDate":5},"token":{"accessToken":"t"}}"#
    let login = try #require(AuthToken(json: json(text)))
    #expect(login.member.authList.first?.idPCode == "guest")
    #expect(login.token.accessToken == "t")
    #expect(AuthToken(json: login.json) == login)
    #expect(try AuthToken(json: json(#"{"tcgbToken":{"accessToken":"t"},"tcgbMember":{"userId":"U"}}"#)) == nil)
}

@Test func `unknown keys are written again, after the known ones`() throws {
    let text = #"{"message":"m","later":{"a":[1,null,2.50]},"extras":"e","last":null}"#
    let data = try #require(LoggedOutData(json: json(text)))
    #expect(data.json.text() == #"{"message":"m","extras":"e","later":{"a":[1,null,2.50]},"last":null}"#)
}

@Test(arguments: [
    #"{"code":"303"}"#, #"{"code":303.5}"#, #"{"message":"m"}"#, #"{"code":303,"message":5}"#, "[]", "null", #""text""#,
])
func `observer data with a wrong type or without its code is nil, never half an object`(text: String) throws {
    #expect(try ObserverData(json: json(text)) == nil)
}

@Test(arguments: [
    #"{"token":{"accessToken":"t"},"member":{"userId":"U","authList":[{"idPCode":"guest"},{"idPCode":1}]}}"#,
    #"{"token":{"accessToken":"t"},"member":{"userId":"U","authList":{}}}"#,
    #"{"token":[],"member":{"userId":"U"}}"#,
    #"{"token":{"accessToken":"t"}}"#,
])
func `a wrong type deep inside refuses the whole login`(text: String) throws {
    #expect(try AuthToken(json: json(text)) == nil)
}

@Test func `null is nil`() throws {
    let data = try #require(ObserverData(json: json(#"{"code":-100,"message":null,"extras":null}"#)))
    #expect(data.message == nil)
    #expect(data.json.text() == #"{"code":-100}"#)
}

@Test func `many unknown keys are kept in linear time`() throws {
    var object: JSONObject = ["code": 1]
    for number in 0..<20_000 { object["key\(number)"] = .integer(Int64(number)) }
    let data = try #require(ObserverData(json: .object(object)))
    #expect(data.json.objectValue?.count == 20_001)
}

@Test func `a level-up writes its level and its time, and is read again`() throws {
    let data = LevelUpData(userLevel: 7, levelUpTime: 5)
    #expect(data.json.text() == #"{"userLevel":7,"levelUpTime":5}"#)
    #expect(LevelUpData(json: data.json) == data)
}

@Test func `nobody has agreed to what is not said`() throws {
    let silent = try #require(PushConfiguration(json: json("{}")))
    #expect(!silent.pushEnabled && !silent.adAgreement && !silent.adAgreementNight)
    let capital = try #require(PushConfiguration(json: json(#"{"ADAgreement":true,"ADAgreementNight":true}"#)))
    #expect(!capital.pushEnabled && capital.adAgreement && capital.adAgreementNight)
}
