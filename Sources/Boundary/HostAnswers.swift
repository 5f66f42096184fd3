import Messages
import Remote

/// What the host's own HTTP says, to whom it may concern.
/// - Returns: false when nobody waits for it.
@export(interface) package func deliverHTTP(_ answer: HostAnswer, of number: UInt64) -> Bool { deliverFromHost(answer, of: number) }

/// Whether anybody waits for the request's answer: what is copied for nobody is not copied.
@export(interface) package func awaitsHTTP(_ number: UInt64) -> Bool { isAwaitedFromHost(number) }
