import Codecs
import Linux
import Messages

/// What an older journal left unfinished, out of a file that the game put beside the library's own. The service takes each purchase over once.
extension ClientPurchases {
    static let incompletePurchasesName = "incomplete_purchases.json"
    static let incompletePurchasesBytesMax = 4 << 20
    static let incompletePurchasesMax = 1_000

    @export(interface) public func processIncompletePurchases(completion: @escaping ([PurchasableReceipt], GamebaseError?) -> Void) {
        guard let call: OpenCall<[PurchasableReceipt]> = openPurchase(.nhnCloud, as: .incompletePurchases, { completion($0 ?? [], $1) })
        else { return }
        withBuyer(.nhnCloud, for: call) { [self] buyer in
            // A buyer who is known comes on the game's thread: the file is read on the service's, which may wait for the disk.
            mayWaitForDisk { [self] in processIncompletePurchases(of: buyer, call) }
        }
    }

    private func processIncompletePurchases(of buyer: Buyer, _ call: OpenCall<[PurchasableReceipt]>) {
        guard call.isOpen else { return }
        switch incompletePurchases() {
        case .failure(let failure): call.fail(IAPErrors.error(failure.code, failure.message))
        case .success(let entries) where entries.isEmpty: call.succeed([])
        case .success(let entries):
            client.send(.purchaseImport, ["entries": .array(entries)], as: buyer, for: call, domain: ClientPurchases.purchaseDomain) {
                body in
                call.finish(buyer.receipts(body["successList"]), with: ClientPurchases.firstFailure(body))
            }
        }
    }

    private static func firstFailure(_ body: JSON) -> GamebaseError? {
        guard let first = body["failList"]?.arrayValue?.first else { return nil }
        return IAPErrors.error(
            first["detailCode"]?.int64Value ?? IAPCode.purchaseStatusInvalid,
            "\(first["paymentSeq"]?.stringValue ?? ""): \(first["message"]?.stringValue ?? "")")
    }

    private func incompletePurchases() -> Result<[JSON], StoreFailure> {
        guard let directory = client.storageDirectory else { return .success([]) }
        let path = directory + "/" + ClientPurchases.incompletePurchasesName
        let bytes: [UInt8]
        do throws(FileError) {
            guard let read = try Files.read(path, bytesMax: ClientPurchases.incompletePurchasesBytesMax) else { return .success([]) }
            bytes = read
        } catch {
            return .failure(StoreFailure(code: IAPCode.purchaseStatusInvalid, message: error.message))
        }
        do throws(JSONError) {
            let json = try JSON.parse(bytes: bytes)
            guard let entries = json.arrayValue ?? json["purchases"]?.arrayValue else { return wrong("holds no array of purchases") }
            guard entries.count <= ClientPurchases.incompletePurchasesMax else {
                return wrong("holds more than \(ClientPurchases.incompletePurchasesMax) purchases")
            }
            return .success(entries)
        } catch {
            return wrong("line \(error.line), column \(error.column): \(error.reason)")
        }
    }

    private func wrong(_ reason: String) -> Result<[JSON], StoreFailure> {
        .failure(StoreFailure(code: IAPCode.purchaseStatusInvalid, message: "\(ClientPurchases.incompletePurchasesName): \(reason)"))
    }
}
