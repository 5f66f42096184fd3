import Testing

@testable import PushRules

@Suite struct `Tags of a push` {
    private func words(_ text: String) -> [String] { text.split(separator: " ").map { String($0) } }

    @Test(arguments: [
        ("a", ["a"], true), ("a", ["b"], false), ("a AND b", ["a"], false), ("a AND b", ["a", "b"], true), ("a OR b", ["b"], true),
        ("a OR b AND c", ["a"], true), ("a OR b AND c", ["b"], false), ("a AND b OR c", ["c"], true),
        ("( a AND b ) OR c", ["a", "b"], true), ("( a AND b ) OR c", ["a"], false), ("a AND ( b OR c )", ["a", "c"], true),
        ("a AND ( b OR c )", ["c"], false), ("( a OR b OR c ) AND d", ["d", "b"], true), ("( a )", ["a"], true),
        ("a AND a AND a AND a AND a", ["a"], true),
    ]) func `are a condition in which AND binds closer than OR, and parentheses closest`(text: String, has: [String], holds: Bool) throws {
        let condition = try #require(TagCondition(words(text)))
        #expect(condition.holds { has.contains($0) } == holds)
        #expect(condition.words == words(text))
    }

    @Test(arguments: [
        "", "AND", "( )", "a b", "a AND", "OR a", "( a", "a )", "a AND OR b", "( a ) ( b )", "( a ) AND ( b )", "( ( a ) )",
        "a OR b OR c OR d OR e", "a AND a AND a AND a AND a AND a",
    ]) func `that make no condition are refused`(text: String) { #expect(TagCondition(words(text)) == nil) }
}
