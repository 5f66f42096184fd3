/// What is not kept for ever.
struct Retention: Capability {
    let core: ServiceCore
}
