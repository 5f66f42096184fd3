import Storage
@testable import Service

/// The parts of a service, for tests that look into one. `Client` has parts of the same names, so this file knows only one side.
extension Service {
    var payments: Payments { Payments(core: core) }
    var analytics: Analytics { Analytics(core: core) }
}
