import Messages

/// Payments that repeat: periods, renewals, and what their store does to them.
struct Subscriptions: Capability {
    let core: ServiceCore
}

extension Subscriptions {
    static func requests(_ table: inout RequestTable) {
        table.row(.consoleChangeSubscription, "paymentSeq action", Subscriptions.changeSubscription)
    }
}
