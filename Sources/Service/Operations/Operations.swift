/// What an operator changes: settings, kickouts, the clock of a sandbox app.
struct Operations: Capability {
    let core: ServiceCore
}
