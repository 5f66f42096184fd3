import Codecs
import Linux
import Messages

/// Ranks of players, as the service has them.
public struct ClientLeaderboards: ClientCapability {
    static let domain: StaticString = "TCGB.Gamebase.TCGBLeaderboard"

    let client: Client

    /// - Parameter completion: without a rank and without an error when the player has no score.
    @export(interface) public func requestRank(_ factor: Int64, completion: @escaping (LeaderboardRank?, GamebaseError?) -> Void) {
        requestRanks(around: 0, 0, factor) { completion($0.first, $1) }
    }

    @export(interface) public func requestRanks(
        around before: Int64, _ after: Int64, _ factor: Int64, completion: @escaping ([LeaderboardRank], GamebaseError?) -> Void
    ) {
        request(["factor": .integer(factor), "before": .integer(before), "after": .integer(after)], completion)
    }

    @export(interface) public func requestRanks(
        from start: Int64, count: Int64, _ factor: Int64, completion: @escaping ([LeaderboardRank], GamebaseError?) -> Void
    ) {
        request(["factor": .integer(factor), "start": .integer(start), "count": .integer(count)], completion)
    }

    private func request(_ parameters: JSON, _ completion: @escaping ([LeaderboardRank], GamebaseError?) -> Void) {
        guard let call: OpenCall<[LeaderboardRank]> = client.open(Self.domain, needs: .loggedIn, { completion($0 ?? [], $1) }) else {
            return
        }
        client.send(.leaderboardRanks, parameters, for: call, domain: Self.domain) { body in
            let list = body["userInfoList"]?.arrayValue ?? []
            let ranks = list.compactMap { LeaderboardRank(json: $0) }
            if ranks.count == list.count {
                call.succeed(ranks)
            } else {
                call.fail(
                    GamebaseError(GamebaseError.Code.serverInternalError, "the service's ranks cannot be read", domain: "\(Self.domain)"))
            }
        }
    }
}
