import Codecs
import Linux
import Messages

/// What can be broken in a world of objects on purpose. A simulator that does not find it proves nothing.
enum SimulatorObjectFault: String, CaseIterable {
    /// The service answers, and what it wrote is gone.
    case answersBeforeCommit
    /// The service does not know a change that comes again.
    case forgetsRequests
    /// What a device kept is gone with its process.
    case losesKept
    /// What a device kept is sent the other way round by the next process.
    case reordersKept
    /// A change is made whatever became of the object meanwhile.
    case changesAnyway
    /// Who deletes what is gone hears that it was there.
    case deletesTwice
    /// A value that is in a list is added once more.
    case addsAgain
    /// What leaves a relation stays in it.
    case relationStays
    /// Of two increments in one list of changes the second is made of what the first one read.
    case incrementsOld
    /// What a device reads is what it read first.
    case readsOld
}

extension SimulatorObjectFault {
    /// The request as it comes to the service.
    func falsified(_ request: Request) -> Request {
        guard var parameters = request.parameters.objectValue else { return request }
        var fields = parameters["fields"]?.objectValue ?? JSONObject()
        switch self {
        case .changesAnyway: parameters["ifUpdateDate"] = nil
        case .addsAgain, .relationStays:
            let (from, to) = self == .addsAgain ? ("AddUnique", "Add") : ("RemoveRelation", "AddRelation")
            for (name, value) in fields.members where value["__op"]?.stringValue == from {
                var operation = value.objectValue ?? JSONObject()
                operation["__op"] = .string(to)
                fields[name] = .object(operation)
            }
            parameters["fields"] = fields.isEmpty ? nil : .object(fields)
        default: return request
        }
        return Request(
            api: request.api, origin: request.origin, transactionId: request.transactionId, accessToken: request.accessToken,
            parameters: .object(parameters))
    }
}
