import Testing

@testable import Documents

@Suite struct `Patterns` {
    @Test(
        arguments: [
            // Plain text, byte by byte.
            ("", ""), ("", "a"), ("abc", "xabcx"), ("aab", "aaab"), ("abcabd", "abcabcabd"), ("가", "나가다"), ("a]}{", "a]}{"),
            ("a{,3}", "a{,3}"),
            ("{", "{"), ("{a", "{a"), ("a{1", "a{1"), ("a(?:)b", "ab"),
            // What stands for other characters.
            ("a.c", "abc"), ("a.c", "a😀c"), ("a.c", "a\rc"), ("\\d\\D\\w\\W\\s\\S", "1a_- !"), ("\\.\\*\\\\\\-\\/\\_\\é", ".*\\-/_é"),
            ("^\\n\\r\\t\\f\\0$", "\n\r\t\u{C}\0"), ("^\\v{7}$", "\n\u{B}\u{C}\r\u{85}\u{2028}\u{2029}"),
            ("^\\x41\\x{1F600}\\u00e9\\012$", "A😀é\n"),
            ("^\\08$", "\08"), ("\\s", "\u{B}"), ("\\W", "é"), ("\\D", "٣"),
            // Classes.
            ("^[a-cx]+$", "abcx"), ("[^a]", "ab"), ("[^a]", "\n"), ("[]a]+$", "]a"), ("[^]a]", "b"), ("[a-]", "-"), ("[-a]", "-"),
            ("[+--]", ","), ("[a-c-e]", "-"), ("[\\w-]", "-"), ("[\\d-]+$", "1-"), ("^[\\]\\\\^-]+$", "]\\^-"), ("[\\b]", "\u{8}"),
            ("^[가-힣]+$", "한글"), ("[\\x{1F600}-\\x{1F64F}]", "😀"), ("^[\\s\\S]$", "\n"), ("[[:alpha:]]", "z"), ("[[:^alpha:]]", "1"),
            ("^[[:alpha:][:digit:]_]+$", "a1_"), ("^[[:punct:]]{32}$", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"), ("^[[:xdigit:]]+$", "09afAF"),
            ("[[:a]", ":"), ("[a[:b]", "["), ("[[]", "["), ("[.]", "."), ("[\\S[:lower:]]", "가"),
            // Places.
            ("^a", "ab"), ("b$", "ab"), ("b$", "ab\n"), ("b\\Z", "ab\n"), ("b\\z", "ab"), ("^$", ""), ("^$", "\n"), ("$", "a"),
            ("\\n$", "a\n"),
            ("$\\n\\z", "a\n"), ("\\Aa", "a"), ("a|^b", "b"), ("\\bb\\b", "a b c"), ("\\Bb\\B", "abc"), ("\\b", "a"), ("\\B", ""),
            ("é\\Bé", "éé"),
            ("\\bé", "aé"), ("(^)*a", "ba"), ("(\\b){3}a", "a"),
            // Choices and repetitions.
            ("a|b", "b"), ("a||b", "c"), ("|", ""), ("^(ab|cd)+$", "abcdab"), ("^(a|b)c$", "bc"), ("^a*$", ""), ("^a+$", "aa"),
            ("^a?b$", "b"),
            ("^a{2}$", "aa"), ("^a{2,}$", "aaaa"), ("^a{2,3}$", "aaa"), ("^a{0}b$", "b"), ("^(a{0}){1000}b$", "b"), ("^a{2,3}?b$", "aab"),
            ("^a*?b+?c??$", "aab"), ("()", ""), ("(|a)+b", "b"), ("^(a*)*$", "aaa"), ("^(a|b*)*c$", "abc"),
            ("^(?:a(?:b(c)?)?){2}$", "aabc"),
            ("^[\\w.+-]+@\\w+\\.\\w{2,}$", "a.b+c@example.com"),
        ] as [(String, String)])
    func `are found where the syntax of PCRE says`(pattern: String, text: String) throws { #expect(try Pattern(pattern).isFound(in: text)) }

    @Test(
        arguments: [
            ("abc", "abxabab"), ("abc", ""), ("가", "각"), ("a", "A"), ("a.c", "a\nc"), ("\\d", "a٣"), ("\\w", "é-"), ("\\s", "a\u{A0}"),
            ("[^a]", "aa"), ("[a-c]", "d-"), ("[^\\d\\D]", "a1\n"), ("[[:upper:]]", "aé1"), ("[^\\W[:ascii:]]", "가a"), ("[+--]", "*."),
            ("^b", "ab"), ("^b", "a\nb"), ("a$", "a\nb"), ("a$", "a\n\n"), ("b\\z", "ab\n"), ("\\n^", "\n"), ("\\bb", "ab"), ("\\B", "a"),
            ("\\b", "é"),
            ("a$b", "ab"), ("a^b", "ab"), ("^a|^b", "cab"), ("^(a|b)c$", "ac\nd"), ("^a{2}$", "aaa"), ("^a{2,}$", "a"),
            ("^a{2,3}$", "aaaa"),
            ("^(ab|cd)+$", "abc"), ("a+b", "aac"), ("(a|aa)*b", "aaa"), ("x{1000}", "xxx"), ("^[\\w.+-]+@\\w+\\.\\w{2,}$", "a@b@c.de"),
            // A character of another spelling is another text.
            ("\u{E9}", "e\u{301}"), ("^.$", "e\u{301}"),
        ] as [(String, String)])
    func `are not found where the syntax of PCRE does not say`(pattern: String, text: String) throws {
        #expect(try !Pattern(pattern).isFound(in: text))
    }

    @Test func `are found by as many ways as a text has, however few of them are kept`() throws {
        // Which of the last thirteen letters are an `a` makes more sets of states than a table holds.
        let pattern = try Pattern("a[ab]{12}c")
        var random = SeededLetters(seed: 1)
        for _ in 0..<20 {
            var letters = random.next(count: 3_000)
            letters[letters.count - 1] = "c"
            var visits = 0
            #expect(pattern.isFound(in: String(letters), visits: &visits) == (letters[letters.count - 14] == "a"))
            #expect(visits <= (letters.count + 1) * pattern.statesCount)
        }
    }

    @Test(
        arguments: [
            ("^abc", "abc"), ("\\Aab", "ab"), ("^abc$", "abc"), ("^ab*", "a"), ("^ab|^ac", nil), ("^a.c", "a"), ("^", nil), ("^.a", nil),
            ("abc", nil),
            ("^\\.가\\x41", ".가A"), ("(^abc)", "abc"), ("(^a)b", nil), ("^(ab)", nil), ("^a\\b", "a"), ("x^a", nil), ("^^a", nil),
            ("(?:^a)?b", nil),
        ] as [(String, String?)])
    func `tell with what a text must begin`(pattern: String, prefix: String?) throws {
        #expect(try Pattern(pattern).literalPrefix == prefix)
    }
}

/// The letters a and b, the same ones in each run.
struct SeededLetters {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(count: Int) -> [Character] {
        (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 40 & 1 == 0 ? "a" : "b"
        }
    }
}
