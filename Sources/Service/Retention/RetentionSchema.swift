import Linux

/// Indexes by which the sweeps find what may go, and nothing else.
extension Schema {
    static let retention = [
        "CREATE INDEX sessions_by_expiry ON sessions (expires_date)",
        "DROP INDEX transfer_failures_by_date",
        "CREATE INDEX transfer_failures_of_devices ON transfer_failures (first_date) WHERE \(Members.isDeviceTry)",
        "CREATE INDEX bans_by_release ON bans (released_date)",
        "CREATE INDEX analytics_events_by_receipt ON analytics_events (received_date)",
        "CREATE INDEX sandbox_orders_unpaid ON sandbox_orders (ready_date) WHERE \(SandboxOrder.isUnpaid)",
        "CREATE INDEX payments_unpaid ON payments (reserved_date, payment_seq) WHERE \(Payment.isUnpaid)",
        // A file that has players already is due at once.
        "INSERT INTO service_state (name, value) SELECT '\(PersistedState.Name.sweptDate)', '0' WHERE EXISTS (SELECT 1 FROM members)",
    ]
}
