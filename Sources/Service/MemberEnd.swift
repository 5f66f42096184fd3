/// What ends with a member. A capability that keeps something of a member enters a line here; `Members` asks nobody by name.
struct MemberEnd {
    let core: ServiceCore
    let userId: String

    /// The member goes, and still is one.
    /// - Parameter date: when it went: a withdrawal that waited may have come due a while ago.
    func leaving(at date: Int64) throws(Failure) {
        try Payments(core: core).endOpen(of: userId, at: date)
        try Push(core: core).forgetTags(of: userId)
        try Analytics(core: core).forgetLevel(of: userId)
        try Figures(core: core).noteWithdrawn(userId, at: date)
        try Leaderboards(core: core).forget(userId)
    }

    /// Nothing that was registered reaches the member any more: it went, or plays on another device now.
    func unreachable() throws(Failure) {
        try Push(core: core).forgetPush(of: userId)
    }
}
