import Codecs
import Linux
import Messages
import Storage

/// From a request to the capability that answers it.
struct Dispatch: Capability {
    let core: ServiceCore

    func answer(_ request: Request) throws(Failure) -> Reply {
        guard request.origin == request.name.facts.asker else {
            throw Failure.refused(ResultCode.notAuthenticated, "\(request.name.text) is not open to this caller")
        }
        guard request.isOwnProcess || !request.name.facts.needsOwnProcess else {
            throw Failure.refused(
                ResultCode.notAuthenticated, "\(request.name.text) proves nothing of what it says; a server does not believe it")
        }
        guard let row = RequestTable.all[request.name] else {
            throw Failure.refused(ResultCode.apiUnknown, "\(request.name.text) is answered by a server alone")
        }
        let reply = request.name.facts.errors == .documents ? try answerDocuments(row, request) : try answerKeyed(row, request)
        #if !hasFeature(Embedded)
        if let work = core.unfinished, !request.name.facts.isMadeOnce { work.stillMay = try admission(again: request) }
        #endif
        return reply
    }

    #if !hasFeature(Embedded)
    /// What lets the asker of long reading in, to be asked once more: keys, the session, roles. What changes something is decided in the
    /// slice that changes it. The operator's key whoever carries requests knows.
    private func admission(again request: Request) throws(Failure) -> ((_ roles: Set<String>) throws(Failure) -> Void)? {
        switch request.origin {
        case .gameServer: return { [self] (_) throws(Failure) in _ = try core.admitted(request) }
        case .client where request.name.facts.errors == .documents:
            let caller = try users.caller(ofToken: request.accessToken)
            return { [self] (roles) throws(Failure) in
                _ = try users.admit(request)
                // Without a role that has let it see something it is another answer.
                guard try users.caller(ofToken: request.accessToken) == caller, try users.still(caller, has: roles) else {
                    throw Failure.refused(.unavailable)
                }
            }
        default: return nil
        }
    }
    #endif

    /// Every answer, and every refusal of one who was let in, can be signed.
    private func answerDocuments(_ row: RequestRow, _ request: Request) throws(Failure) -> Reply {
        let clientKey = try users.admit(request)
        do throws(Failure) {
            let reply = try answerRow(row, request)
            guard let clientKey else { return reply }
            core.unfinished?.finish = { $0.signed(with: clientKey) }
            return reply.signed(with: clientKey)
        } catch {
            guard case .refused(let reply) = error else { throw error }
            throw .refused(reply.signed(with: clientKey))
        }
    }

    /// Who carries the request learns that a game server's key was right, whatever is wrong with the rest.
    private func answerKeyed(_ row: RequestRow, _ request: Request) throws(Failure) -> Reply {
        #if hasFeature(Embedded)
        return try answerRow(row, request)
        #else
        core.isKeyRight = false
        do throws(Failure) {
            let reply = try answerRow(row, request)
            guard core.isKeyRight else { return reply }
            core.unfinished?.finish = { $0.withRightProof }
            return reply.withRightProof
        } catch {
            guard core.isKeyRight, case .refused(let reply) = error else { throw error }
            throw .refused(reply.withRightProof)
        }
        #endif
    }

    private func answerRow(_ row: RequestRow, _ request: Request) throws(Failure) -> Reply {
        // A game server's body is looked through behind its key (`ServiceCore.admitted`).
        if request.origin != .gameServer { try Parameters(request.parameters).refuseUnknown(core.known(request.name)) }
        return try row.answer(core, request)
    }
}

/// Requests that more than one capability answers.
extension Dispatch {
    static func requests(_ table: inout RequestTable) {
        table.row(.storePoll, "userId orderKey storeCode begins account language", Dispatch.pollStore)
        table.row(.consoleRemoveObject, "className objectId requestId", Dispatch.remove)
        table.row(.objectsCreate, "access className fields deviceToken requestId", Dispatch.create)
        table.row(.objectsGet, "access className objectId include deviceToken", Dispatch.got)
        table.row(.objectsUpdate, "access className objectId fields deviceToken ifUpdateDate requestId", Dispatch.update)
        table.row(.objectsDelete, "access className objectId deviceToken requestId", Dispatch.delete)
        table.row(.objectsFind, "access className where order skip limit count include rows", Dispatch.found)
        table.row(.carrierEvents, "after max", Dispatch.told)
        #if !hasFeature(Embedded)
        table.row(.carrierSession, "access fileName writes", Dispatch.whoseSession)
        table.row(.beginSignIn, "idPCode flow port", Dispatch.refuseSignIn)
        table.row(.continueSignIn, "ticket code state", Dispatch.refuseSignIn)
        #endif
    }

    private func pollStore(_ request: Request) throws(Failure) -> Reply {
        try Payments.isOfAskedStore(request) ? payments.storeOrder(request) : sandboxStore.sandboxPoll(request)
    }

    #if !hasFeature(Embedded)
    private func whoseSession(_ request: Request) throws(Failure) -> Reply {
        try request.parameters["access"] == nil ? members.whoseSession(request) : storedFiles.mayGoOn(request)
    }

    private func refuseSignIn(_ request: Request) throws(Failure) -> Reply {
        throw Failure.refused(ResultCode.apiUnknown, "\(request.name.text) is answered only by gamebased, which queries providers")
    }
    #endif
}

extension ServiceCore {
    /// Does the first slice inside the request; short work is then answered like every other. The rest waits for `Service.proceed`.
    func begin(_ work: SlicedWork) throws(Failure) -> Reply {
        if let reply = try work.slice(isShared) { return reply }
        work.asker = asker
        #if !hasFeature(Embedded)
        work.rolesGranted = knownRoles.granted
        (work.isComputing, isComputing) = (isComputing, false)
        #endif
        unfinished = work
        return .success()
    }
}
