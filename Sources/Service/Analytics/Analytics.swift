/// What games report, as sums that the operator's report reads.
struct Analytics: Capability {
    let core: ServiceCore
}
