import Boundary
import CGamebase
import Client
import Codecs

// The withdrawals of TCGBGamebase.h that may wait.

@_cdecl("TCGBGamebase_requestTemporaryWithdrawalWithViewController_completion") @implementation
public func TCGBGamebase_requestTemporaryWithdrawalWithViewController_completion(
    _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBTemporaryWithdrawCompletion?, _ context: UnsafeMutableRawPointer?
) {
    guard let completion else { return Clients.current.accounts.requestTemporaryWithdrawal { _, _ in } }
    LastResort.prepare()
    Clients.current.accounts.requestTemporaryWithdrawal { info, error in deliverOne(info, error) { completion($0, $1, context) } }
}

@_cdecl("TCGBGamebase_cancelTemporaryWithdrawalWithViewController_completion") @implementation
public func TCGBGamebase_cancelTemporaryWithdrawalWithViewController_completion(
    _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.accounts.cancelTemporaryWithdrawal(completion: deliver(error: completion, context))
}

@_cdecl("TCGBGamebase_withdrawImmediatelyWithViewController_completion") @implementation
public func TCGBGamebase_withdrawImmediatelyWithViewController_completion(
    _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.accounts.withdraw(completion: deliver(error: completion, context))
}
