/// What a list of payments covers.
public struct PurchasableConfiguration: Sendable, Equatable {
    /// True: the payments of every store; false: of the current store only.
    public var allStores: Bool

    @export(interface) public init(allStores: Bool = false) { self.allStores = allStores }
}
