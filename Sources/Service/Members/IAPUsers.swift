import Codecs
import Messages
import Storage

/// Players whom the game names itself (NHNCloudSDK's user id), without a Gamebase login. Each name has a member of its own, whose
/// generated id nobody can give as a name: so a name never reaches a member that signed in.
extension Members {
    static let iapIdP = "nhncloud"
    /// As much as NHNCloudSDK_setUserID takes.
    static let userKeyBytesMax = 256

    /// {userID} -> {userId, accessToken}
    func iapSignIn(_ request: Request) throws(Failure) -> Reply {
        let userID = try Parameters(request.parameters).text("userID", bytesMax: Self.userKeyBytesMax)
        let member = try signIn(Self.iapIdP, authKey: userID)
        return .success([
            "userId": .string(member.userId), "accessToken": .string(try openSession(of: member, by: Self.iapIdP, authKey: userID)),
        ])
    }

    /// For the console: a member's id, or else a name.
    func memberNamed(_ userId: String) throws(Failure) -> String {
        try member(userId) == nil ? member(ofUserKey: userId) : userId
    }

    /// The member of an NHN Cloud IAP `userKey`: a name, or else a member's id.
    func member(ofUserKey userKey: String) throws(Failure) -> String {
        let rows = try query(
            "SELECT user_id FROM mappings WHERE idp_code = ? AND auth_key = ?", [.text(Self.iapIdP), .text(userKey)])
        return rows.first?.text(0) ?? userKey
    }

    #if !hasFeature(Embedded)
    /// An operator at a server learns of a name that nobody has; who is named wrongly stays in the game otherwise.
    func refuseNobody(_ users: [String], _ parameters: Parameters) throws(Failure) {
        if !core.keepsEvents { return }
        guard !users.isEmpty else { throw parameters.wrong("userIds", "names nobody; leave it out for all") }
        for (place, user) in users.enumerated() where try member(user) == nil {
            throw parameters.wrong("userIds[\(place)]", "there is no member \"\(user)\"")
        }
    }
    #endif
}
