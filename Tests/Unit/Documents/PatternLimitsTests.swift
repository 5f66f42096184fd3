import Testing

@testable import Documents

@Suite struct `Limits of patterns` {
    private func refusal(_ pattern: String) -> PatternError? {
        do throws(PatternError) {
            _ = try Pattern(pattern)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            ("a(?=b)", 1, "look-around"), ("a(?!b)", 1, "look-around"), ("(?<=b)a", 0, "look-around"), ("(?<!b)a", 0, "look-around"),
            ("(a)\\1", 3, "back-references"), ("\\g1", 0, "back-references"), ("\\k<a>", 0, "back-references"),
            ("(?P<a>b)", 0, "named groups"),
            ("(?<a>b)", 0, "named groups"), ("(?'a'b)", 0, "named groups"), ("(?i)a", 0, "options"), ("(?i:a)", 0, "options"),
            ("(?-i)a", 0, "options"),
            ("(?", 0, "options"), ("(?>a)", 0, "atomic"), ("(?(1)a)", 0, "conditionals"), ("(?#a)", 0, "comments"), ("(?|a)", 0, "branch"),
            ("(?R)", 0, "recursion"), ("(?1)", 0, "recursion"), ("(*UTF)", 0, "verbs"), ("\\pL", 0, "properties"),
            ("\\P{L}", 0, "properties"),
            ("a\\Qb\\E", 1, "quoting"), ("\\E", 0, "quoting"), ("가\\y", 3, "\\y is not"), ("\\h", 0, "\\h is not"),
            ("[\\B]", 1, "\\B is not"),
            ("[\\1]", 1, "back-references"), ("a++", 2, "possessive"), ("a*+", 2, "possessive"), ("a{2}+", 4, "possessive"),
            ("[[.a.]]", 1, "collating"), ("[[=a=]]", 1, "collating"),
        ] as [(String, Int, String)])
    func `what cannot be searched for in steps is refused by its name`(pattern: String, offset: Int, word: String) throws {
        let error = try #require(refusal(pattern))
        #expect(error.offset == offset && error.message.contains(word), "\(error)")
    }

    @Test(
        arguments: [
            ("*", 0), ("a|+", 2), ("(?)", 0), ("(*)", 0), ("(?:?)", 3), ("{2}", 0), ("^*", 1), ("$?", 1), ("\\b+", 2), ("\\A{2}", 2),
            ("a**", 2), ("a+??", 3),
            ("a{2}{3}", 4), ("a{3,2}", 1), ("(", 0), ("a(b", 1), ("(?:", 0), (")", 0), ("ab)c", 2), ("[", 0), ("a[", 1), ("[]", 0),
            ("[^]", 0), ("[a\\]", 0),
            ("a[b", 1), ("[a-", 0), ("가[b", 3), ("[z-a]", 1), ("[a--]", 1), ("[\\d-z]", 1), ("[a-\\d]", 1), ("[a-[:digit:]]", 1),
            ("[[:digit:]-z]", 1),
            ("[:alpha:]", 0), ("[[:foo:]]", 1), ("[[::]]", 1), ("[[:^:]]", 1), ("\\", 0), ("a\\", 1), ("[\\", 1), ("\\x", 0), ("\\x4", 0),
            ("\\xg0", 0),
            ("\\x{", 0), ("\\x{}", 0), ("\\x{41", 0), ("\\x{110000}", 0), ("\\x{fffffffffffffffffffff}", 0), ("\\x{d800}", 0),
            ("\\u004", 0), ("\\ud83d", 0),
        ] as [(String, Int)])
    func `what is no pattern is refused, with the place`(pattern: String, offset: Int) { #expect(refusal(pattern)?.offset == offset) }

    @Test func `bytes are counted, not characters`() {
        #expect(refusal(String(repeating: "a", count: Pattern.bytesMax)) == nil)
        #expect(refusal(String(repeating: "é", count: Pattern.bytesMax / 2)) == nil)
        #expect(refusal(String(repeating: "a", count: Pattern.bytesMax + 1))?.offset == Pattern.bytesMax)
        #expect(refusal(String(repeating: "é", count: Pattern.bytesMax / 2) + "a")?.offset == Pattern.bytesMax)
    }

    @Test func `groups are as deep as the limit says, and only what is open counts`() {
        func nested(_ depth: Int) -> String { String(repeating: "(", count: depth) + "a" + String(repeating: ")+", count: depth) }
        #expect(refusal(nested(Pattern.depthMax)) == nil)
        #expect(refusal(nested(Pattern.depthMax + 1))?.offset == Pattern.depthMax)
        #expect(refusal(String(repeating: "(a)", count: Pattern.depthMax + 1)) == nil)
        #expect(refusal(String(repeating: "(", count: Pattern.bytesMax))?.offset == Pattern.depthMax)
    }

    @Test func `a quantifier asks for as often as the limit says`() {
        #expect(refusal("a{1000}") == nil && refusal("a{0,1000}") == nil && refusal("a{1000,}") == nil)
        for wrong in ["a{1001}", "a{0,1001}", "a{1001,}", "a{99999999999999999999999}"] { #expect(refusal(wrong)?.offset == 1) }
    }

    @Test func `a pattern uses every state that it may have`() throws {
        let most = try Pattern(".{1000}.{1000}.{1000}.{1000}.{95}")
        #expect(most.statesCount == Pattern.statesMax)
        #expect(most.isFound(in: String(repeating: "a", count: 4_095)))
        #expect(!most.isFound(in: String(repeating: "a", count: 4_094)))
        #expect(refusal(".{1000}.{1000}.{1000}.{1000}.{96}") != nil)
    }

    @Test(arguments: [
        "(a{1000}){1000}", "((((((a{9}){9}){9}){9}){9}){9})", "((a?){1000}){1000}", "((|){1000}){1000}", "((\\b){1000}){1000}",
        "((a*){1000}){1000}",
    ])
    func `repetitions of repetitions are refused before they are written out`(pattern: String) {
        #expect(refusal(pattern)?.message.contains("states") == true)
    }

    @Test func `repetitions of nothing cost nothing`() throws {
        var text = "(?:)"
        for _ in 0..<30 { text = "(" + text + "{1000})" }
        #expect(try Pattern(text).isFound(in: ""))
        #expect(try Pattern(text + "a").isFound(in: "ba"))
    }

    @Test(arguments: [
        "(a+)+$", "(a+)+b", "(a|aa)*b", "([a-z]*)*1", "(a*)*b", "((((a*)*)*)*)*b", "(.*)(.*)(.*)(.*)(.*)(.*)b", "a{0,1000}a{0,1000}b",
        "(a?){1000}a{1000}b",
        "(a|a?)+b", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*a){20}b", "(\\b|a)*\\bb", "[ab]*a[ab]{500}c",
    ])
    func `no pattern makes a search take more than the text times its states`(text: String) throws {
        let pattern = try Pattern(text)
        var random = SeededLetters(seed: 7)
        for letters in [
            String(repeating: "a", count: 3_000), String(repeating: "a", count: 3_000) + "!", String(random.next(count: 3_000)),
        ] {
            var visits = 0
            _ = pattern.isFound(in: letters, visits: &visits)
            #expect(visits <= (letters.count + 1) * pattern.statesCount)
        }
    }

    @Test func `a small pattern is searched for by its table alone`() throws {
        let pattern = try Pattern("^[a-z]+@[a-z]+\\.(com|org)$")
        var visits = 0
        #expect(pattern.isFound(in: "someone@example.org", visits: &visits))
        #expect(visits == 0)
    }
}
