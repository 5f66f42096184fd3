/// Notifications: devices, consent, messages and who waits for them.
struct Push: Capability {
    let core: ServiceCore
}
