/// Which tags a player must have to be reached, as NHN Cloud Push writes it: `( men AND thirties ) OR women`, each word an entry of a list.
/// AND binds closer than OR.
public struct TagCondition: Sendable {
    public static let tagsMax = 4
    /// Tags, what stands between them, and one pair of parentheses.
    public static let wordsMax = 2 * tagsMax + 1

    public let words: [String]
    /// Those that are named, each once.
    public let tags: [String]

    /// - Returns: nil when the words make no condition.
    public init?(_ words: [String]) {
        guard words.count <= Self.wordsMax else { return nil }
        var place = 0
        var tags: [String] = []
        let isWhole = Self.read(words, &place, 0) { tag in
            if !tags.contains(tag) { tags.append(tag) }
            return 0
        }
        guard isWhole != nil, place == words.count, tags.count <= Self.tagsMax, words.filter({ $0 == "(" }).count <= 1 else { return nil }
        self.words = words
        self.tags = tags
    }

    public func holds(_ has: (String) -> Bool) -> Bool { place { has($0) ? 0 : Int.max } == 0 }

    /// Where the first can stand for whom it holds, when it is known where the first stands who has a tag: nobody before has what it takes.
    /// - Parameter first: Int.max when nobody has it.
    public func place(_ first: (String) -> Int) -> Int {
        var place = 0
        return Self.read(words, &place, 0, first) ?? Int.max
    }

    /// Parts that one joint holds together; those of the last are a tag, or what stands in parentheses.
    private static func read(_ words: [String], _ place: inout Int, _ level: Int, _ first: (String) -> Int) -> Int? {
        guard level < 2 else { return single(words, &place, first) }
        let joint = level == 0 ? "OR" : "AND"
        guard var least = read(words, &place, level + 1, first) else { return nil }
        while place < words.count, words[place] == joint {
            place += 1
            guard let other = read(words, &place, level + 1, first) else { return nil }
            least = level == 0 ? min(least, other) : max(least, other)
        }
        return least
    }

    private static func single(_ words: [String], _ place: inout Int, _ first: (String) -> Int) -> Int? {
        guard place < words.count else { return nil }
        let word = words[place]
        place += 1
        if word != "(" { return word == ")" || word == "OR" || word == "AND" ? nil : first(word) }
        guard let least = read(words, &place, 0, first), place < words.count, words[place] == ")" else { return nil }
        place += 1
        return least
    }
}
