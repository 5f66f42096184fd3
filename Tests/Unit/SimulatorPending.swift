import Linux

/// What the simulator has found and is not mended yet: its rules are kept back, so that they hide nothing else. STRICT=1 plays by all of them.
/// Each goes with the change that mends it.
enum SimulatorPending: CaseIterable {
    /// An event that says "approved" and comes after the capture leads to another capture, and nobody asks what the first one did.
    case captureOnOldNews
    /// An order of a store that abandons them is captured when an event or the store's own list says that it is approved, though an earlier
    /// run left it behind.
    case captureOfAbandoned
    /// What another player of the store's account paid comes as the failure of whoever asks for a list.
    case anothersRenewal
    /// purchaseUpdated tells whoever plays of what another one bought.
    case toldToAnother
    /// A subscription on hold that is paid again while the clock is back begins a period before the last one's end.
    case beginsTooEarly

    private static let isStrict = Environment.value("STRICT") == "1"

    /// Whether the rule is kept back.
    static func waits(_ rule: SimulatorPending) -> Bool { !isStrict }
}
