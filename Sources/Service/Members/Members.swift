/// Who plays: accounts, identities, sessions, bans, withdrawals, transfers, devices.
struct Members: Capability {
    let core: ServiceCore
}
