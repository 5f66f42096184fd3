/// Payments that repeat: periods, renewals, and what their store does to them.
struct Subscriptions: Capability {
    let core: ServiceCore
}
