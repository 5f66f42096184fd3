import Linux

/// A language tag (BCP 47) as far as texts are chosen by it: language, script, region. `_` reads as `-`, case does not count.
public struct LanguageTag: Equatable, Sendable {
    static let bytesMax = 35

    /// In lower case, with its newer name where a code has two.
    let language: String
    /// In lower case; of Chinese without one, the script of its region: Taiwan, Hong Kong and Macau write the traditional one.
    let script: String?
    /// Everything, in lower case and joined by `-`.
    let whole: String

    /// Nil for what is no tag: a language of two or three letters, then parts of one to eight letters and digits.
    @export(interface) public init?(_ text: String) {
        var parts: [[UInt8]] = [[]]
        for byte in text.utf8 {
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") {
                parts.append([])
                continue
            }
            let lower = byte | 0x20
            let isLetter = lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
            let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            guard isLetter || (isDigit && parts.count > 1) else { return nil }
            parts[parts.count - 1].append(isLetter ? lower : byte)
        }
        guard text.utf8.count <= Self.bytesMax, (2...3).contains(parts[0].count) else { return nil }
        var script: String?
        var region = ""
        for part in parts.dropFirst() {
            guard (1...8).contains(part.count) else { return nil }
            if part.count == 4, part[0] > UInt8(ascii: "9"), script == nil { script = Self.text(part) }
            if part.count == 2, region.isEmpty { region = Self.text(part) }
        }
        parts[0] = Array(Self.newer(Self.text(parts[0])).utf8)
        language = Self.text(parts[0])
        if language == "zh", script == nil, !region.isEmpty {
            script = region == "tw" || region == "hk" || region == "mo" ? "hant" : "hans"
        }
        self.script = script
        whole = Self.text(Array(parts.joined(separator: [UInt8(ascii: "-")])))
    }

    /// What old systems still say.
    private static func newer(_ language: String) -> String {
        switch language {
        case "in": "id"
        case "tl": "fil"
        case "iw": "he"
        default: language
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// Which of the languages that there are is read by someone who wants others (section 5.7, "language match").
public enum LanguageChoice {
    /// There is always this one.
    public static let fallback = "en"

    /// The place of the best of `offered` for the first of `wanted` that has one: the same tag, then the same language in the same script,
    /// then the language alone; at last English. Messages are wanted in the game's language, then in the device's (section 5.3), buttons in
    /// the game's.
    /// - Returns: nil when there is none, and no English either.
    @export(interface) public static func choose(_ offered: [String], for wanted: [String]) -> Int? {
        let tags = offered.map { LanguageTag($0) }
        for text in wanted + [fallback] {
            guard let tag = LanguageTag(text) else { continue }
            if let place = place(of: tag, in: tags) { return place }
        }
        return nil
    }

    /// The place of the best of `offered` for one language, without English for everybody.
    @export(interface) public static func closest(_ offered: [String], to language: String) -> Int? {
        LanguageTag(language).flatMap { place(of: $0, in: offered.map { LanguageTag($0) }) }
    }

    private static func place(of wanted: LanguageTag, in tags: [LanguageTag?]) -> Int? {
        if let place = tags.firstIndex(where: { $0?.whole == wanted.whole }) { return place }
        // Of Chinese that says nothing more, most is simplified.
        let script = wanted.script ?? (wanted.language == "zh" ? "hans" : nil)
        var same: Int?
        var alone: Int?
        var near: Int?
        for (place, tag) in tags.enumerated() {
            guard let tag, tag.language == wanted.language else { continue }
            if script != nil, tag.script == script { same = same ?? place }
            if tag.whole == tag.language { alone = alone ?? place }
            // Who says no script reads the usual one, whatever it is.
            if tag.script == nil || script == nil { near = near ?? place }
        }
        return same ?? alone ?? near
    }
}
