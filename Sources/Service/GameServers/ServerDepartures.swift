import Codecs
import Linux
import Messages
import Storage

/// "Withdraw" and "Validate TransferAccount" of the server API guide.
extension GameServers {
    /// {userId, regUser}. The client that the member plays on still has its token; the game logs out there.
    func serverWithdraw(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admittedBySecretKey(request)
        let userId = try parameters.text("userId", bytesMax: ServiceCore.serverTextBytesMax)
        let by = try parameters.text("regUser", bytesMax: 255)
        guard !by.utf8.contains(UInt8(ascii: " ")) else { throw parameters.wrong("regUser", "must have no spaces") }
        return try members.withdrawNamed(userId, WithdrawalType.gameServer, by: by)
    }

    /// {account: {id, password}} -> {member}
    func serverCheckTransfer(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = try core.admittedBySecretKey(request)
        return try members.checkTransfer(try parameters.object("account"), request) { (userId) throws(Failure) in
            guard var member = try members.member(userId)?.json(appId: appId).objectValue else { throw Members.memberIsGone() }
            member["authList"] = nil
            return .success(["member": .object(member)])
        }
    }
}
