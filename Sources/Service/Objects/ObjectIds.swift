/// The ids of objects: 16 letters and digits by chance. Objects that were made in one millisecond have ids that grow, so that an order by
/// date is the order in which they were made; one id still says nothing of another.
extension Objects {
    static let idCharacters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    static let idLength = 16
    /// The first characters, which are counted on within a millisecond; the rest is chance again.
    private static let countedLength = 8

    /// The id that was made last.
    struct Newest {
        var date = Int64.min
        var id: [UInt8] = []
    }

    func newId() -> String {
        var id = Array(core.newCode(characters: Self.idLength, of: Self.idCharacters).utf8)
        let newest = core.newestObject
        if newest.date == now, newest.id.count == id.count {
            for place in 0..<Self.countedLength { id[place] = newest.id[place] }
            Self.countOn(&id)
        }
        core.newestObject = Newest(date: now, id: id)
        return String(decoding: id, as: UTF8.self)
    }

    private static func countOn(_ id: inout [UInt8]) {
        for place in (0..<countedLength).reversed() {
            let digit = idCharacters.firstIndex(of: id[place]) ?? 0
            if digit + 1 < idCharacters.count { return id[place] = idCharacters[digit + 1] }
            id[place] = idCharacters[0]
        }
    }
}
