#if !hasFeature(Embedded)
import Messages

/// What an operator does to one member in the member's place.
extension Operations {
    /// {userId}: as the player does it in the game, at once.
    func withdrawMember(_ request: Request) throws(Failure) -> Reply {
        let userId = try Parameters(request.parameters).text("userId", bytesMax: 64)
        return try members.withdrawNamed(userId, WithdrawalType.console, by: nil)
    }

    func transferAccount(_ request: Request) throws(Failure) -> SlicedWork { try members.operatorsTransferAccount(request) }
}
#endif
