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
            return false
        }
        guard isWhole != nil, place == words.count, tags.count <= Self.tagsMax, words.filter({ $0 == "(" }).count <= 1 else { return nil }
        self.words = words
        self.tags = tags
    }

    public func holds(_ has: (String) -> Bool) -> Bool {
        var place = 0
        return Self.read(words, &place, 0, has) ?? false
    }

    /// Parts that one joint holds together; those of the last are a tag, or what stands in parentheses.
    private static func read(_ words: [String], _ place: inout Int, _ level: Int, _ has: (String) -> Bool) -> Bool? {
        guard level < 2 else { return single(words, &place, has) }
        let joint = level == 0 ? "OR" : "AND"
        guard var holds = read(words, &place, level + 1, has) else { return nil }
        while place < words.count, words[place] == joint {
            place += 1
            guard let other = read(words, &place, level + 1, has) else { return nil }
            holds = level == 0 ? holds || other : holds && other
        }
        return holds
    }

    private static func single(_ words: [String], _ place: inout Int, _ has: (String) -> Bool) -> Bool? {
        guard place < words.count else { return nil }
        let word = words[place]
        place += 1
        if word != "(" { return word == ")" || word == "OR" || word == "AND" ? nil : has(word) }
        guard let holds = read(words, &place, 0, has), place < words.count, words[place] == ")" else { return nil }
        place += 1
        return holds
    }
}
