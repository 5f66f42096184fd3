/// Money: catalogue, reservation, settlement, grant, consumption, reversal, ledger. What it writes is never taken back but by a line of its own.
struct Payments: Capability {
    let core: ServiceCore
}
