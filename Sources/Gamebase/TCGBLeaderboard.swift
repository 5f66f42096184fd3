import Accessors
import Boundary
import CGamebase
import Client
import Codecs

extension LeaderboardRank: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBLeaderboardRank }

    package func field(_ field: TCGBLeaderboardRankField) -> FieldValue {
        switch field {
        case .userId: .text(userId)
        case .rank: .number(rank)
        case .preRank: .number(preRank)
        case .score: .real(score)
        case .extra: .text(extra)
        case .date: .text(date)
        case .totalUserCountInFactor: .number(totalUserCountInFactor)
        case .jsonString: .laterText { json.text() }
        }
    }
}

@_cdecl("TCGBLeaderboardRank_leaderboardRankFromJsonString") @implementation
public func TCGBLeaderboardRank_leaderboardRankFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, LeaderboardRank.init(json:), "TCGBLeaderboardRank")
}

@_cdecl("TCGBLeaderboard_requestRankWithFactor_completion") @implementation
public func TCGBLeaderboard_requestRankWithFactor_completion(
    _ factor: Int32, _ completion: TCGBLeaderboardRankCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.leaderboards.requestRank(
        Int64(factor), completion: deliver(value: LeaderboardRank.self, completion, context))
}

@_cdecl("TCGBLeaderboard_requestRanksAroundWithFactor_before_after_completion") @implementation
public func TCGBLeaderboard_requestRanksAroundWithFactor_before_after_completion(
    _ factor: Int32, _ before: Int32, _ after: Int32, _ completion: TCGBLeaderboardRanksCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.leaderboards.requestRanks(
        around: Int64(before), Int64(after), Int64(factor), completion: deliver(list: LeaderboardRank.self, completion, context))
}

@_cdecl("TCGBLeaderboard_requestRanksWithFactor_start_count_completion") @implementation
public func TCGBLeaderboard_requestRanksWithFactor_start_count_completion(
    _ factor: Int32, _ start: Int64, _ count: Int32, _ completion: TCGBLeaderboardRanksCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.leaderboards.requestRanks(
        from: start, count: Int64(count), Int64(factor), completion: deliver(list: LeaderboardRank.self, completion, context))
}
