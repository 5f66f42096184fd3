import Codecs
import Linux
import Testing

@testable import PushRules

/// The sections are those of the reference on pushes.
@Suite struct `Action files of pushes` {
    static let en = #"{"title":{"en":"Go"}}"#

    private func read(_ text: String) throws(ActionFileError) -> ActionBook { try ActionBook.read(Array(text.utf8)) }

    private func refusal(_ text: String) -> ActionFileError? {
        do throws(ActionFileError) {
            _ = try read(text)
            return nil
        } catch { return error }
    }

    static func languages(_ count: Int) -> String {
        let tags = ["en", "ar", "de", "es", "fil", "fr", "id", "it", "ja", "ko", "pt", "ru", "th", "tr", "vi", "zh-Hans", "zh-Hant", "pl"]
        return "{" + tags.prefix(count).map { "\"\($0)\":\"t\"" }.joined(separator: ",") + "}"
    }

    static func many(_ count: Int, _ value: String) -> String { (0..<count).map { "\"ID\($0)\":\(value)" }.joined(separator: ",") }

    @Test(
        arguments: [
            // 5.7: the forms that are taken: the action in place of A, the title in "ja", the options.
            (#"{"title":{"en":"Go","ja":"行く"},"options":["foreground","destructive"]}"#, "行く", 3 as UInt8, 0),
            (#"{"en":"Go","ja":"行く"}"#, "行く", 0, 0),
            (#"{"title":{"en":"Go"},"options":{"foreground":true,"destructive":false,"authenticationRequired":true}}"#, "Go", 5, 0),
            (#"{"title":{"en":"Go"},"foreground":true,"destructive":false}"#, "Go", 1, 0),
            (#"{"en":"Go","authenticationRequired":true}"#, "Go", 4, 0),
            (#"{"en":"\#(String(repeating: "é", count: 64))"}"#, String(repeating: "é", count: 64), 0, 0),
            (#"{"en":"Go","ja-JP":"行く","ja":"行け"}"#, "行け", 0, 0),
            (#"{"title":{"EN":"Go"},"options":[]}"#, "Go", 0, 0),
            // 5.7: unknown keys are passed over with a warning.
            (#"{"title":{"en":"Go"},"icon":"i","ja":"x"}"#, "Go", 0, 2),
            (#"{"title":{"en":"Go"},"options":["foreground","textInput"]}"#, "Go", 1, 1),
            (#"{"title":{"en":"Go"},"options":{"textInput":true}}"#, "Go", 0, 1),
            // 5.6, 5.7: sixteen beside English, with a warning from the seventeenth on.
            (#"{"title":\#(languages(16))}"#, "t", 0, 0),
            (#"{"title":\#(languages(17))}"#, "t", 0, 1),
        ] as [(String, String, UInt8, Int)])
    func `an action is read in each form that the reference proposes`(action: String, title: String, options: UInt8, warnings: Int) throws {
        let book = try read(#"{"actions":{"A":\#(action)},"categories":{"C":["A","CLOSE_ID"]}}"#)
        let buttons = book.buttons(of: "C", for: ["ja"])
        #expect(
            buttons == [
                PushButton(id: "A", title: title, options: .init(rawValue: options)), try #require(book.button("CLOSE_ID", for: ["ja"])),
            ])
        #expect(book.warnings.count == warnings, "\(book.warnings)")
    }

    @Test(
        arguments: [
            // 5.7: code, line and column of what is wrong.
            ("", .notJSON, 1, 1),
            ("{\"actions\":\n {},}", .notJSON, 2, 5),
            (#"{"actions":{"A":"# + "\u{1}" + "}}", .notJSON, 1, 17),
            (#"{"actions":{},"actions":{},"categories":{}}"#, .duplicateKey, 1, 15),
            (#"{"actions":{"A":\#(en),"A":\#(en)},"categories":{}}"#, .duplicateKey, 1, 39),
            (#"{"actions":{"A":{"title":{"en":"a","en":"b"}}},"categories":{}}"#, .duplicateKey, 1, 36),
            (#"{"actions":{"A":{"title":{"en":"a","EN":"b"}}},"categories":{}}"#, .duplicateKey, 1, 36),
            ("[]", .wrongType, 1, 1),
            ("{\n\"categories\":{}}", .missingSection, 1, 1),
            (#"{"actions":{}}"#, .missingSection, 1, 1),
            (#"{"actions":[],"categories":{}}"#, .wrongType, 1, 2),
            (#"{"actions":{"A":1},"categories":{}}"#, .wrongType, 1, 13),
            (#"{"actions":{"A":{"title":"Go"}},"categories":{}}"#, .wrongType, 1, 18),
            (#"{"actions":{"A":{"title":{"en":1}}},"categories":{}}"#, .wrongType, 1, 27),
            (#"{"actions":{"A":{"title":{"en":"a","x":"b"}}},"categories":{}}"#, .wrongType, 1, 36),
            (#"{"actions":{"A":{"en":"a","options":true}},"categories":{}}"#, .wrongType, 1, 27),
            (#"{"actions":{"A":{"en":"a","options":["foreground",1]}},"categories":{}}"#, .wrongType, 1, 51),
            (#"{"actions":{"A":{"en":"a","options":{"foreground":1}}},"categories":{}}"#, .wrongType, 1, 38),
            (#"{"actions":{"A":{"en":"a","foreground":"yes"}},"categories":{}}"#, .wrongType, 1, 27),
            (#"{"actions":{"A":{"en":""}},"categories":{}}"#, .wrongTitle, 1, 18),
            (#"{"actions":{"A":{"en":"a\nb"}},"categories":{}}"#, .wrongTitle, 1, 18),
            (#"{"actions":{"A":{"en":"\#(String(repeating: "a", count: 129))"}},"categories":{}}"#, .wrongTitle, 1, 18),
            (#"{"actions":{"":\#(en)},"categories":{}}"#, .wrongId, 1, 13),
            (#"{"actions":{"default":\#(en)},"categories":{}}"#, .wrongId, 1, 13),
            (#"{"actions":{"inline-reply":\#(en)},"categories":{}}"#, .wrongId, 1, 13),
            (#"{"actions":{"play-media":\#(en)},"categories":{}}"#, .wrongId, 1, 13),
            (#"{"actions":{"a b":\#(en)},"categories":{}}"#, .wrongId, 1, 13),
            (#"{"actions":{"\#(String(repeating: "a", count: 65))":\#(en)},"categories":{}}"#, .wrongId, 1, 13),
            (#"{"actions":{},"categories":{"é":["CLOSE_ID"]}}"#, .wrongId, 1, 29),
            (#"{"actions":{},"categories":{"INFO_CATEGORY":["CLOSE_ID"]}}"#, .builtInId, 1, 29),
            (#"{"actions":{},"categories":{"EXECUTE_CATEGORY":["CANCEL_ID","EXECUTE_ID"]}}"#, .builtInId, 1, 29),
            (#"{"actions":{"A":{}},"categories":{}}"#, .missingEnglish, 1, 13),
            (#"{"actions":{"A":{"title":{"ja":"a"}}},"categories":{}}"#, .missingEnglish, 1, 18),
            (#"{"actions":{"A":{"en-GB":"a"}},"categories":{}}"#, .missingEnglish, 1, 13),
            (#"{"actions":{"A":{"title":\#(languages(18))}},"categories":{}}"#, .tooManyLanguages, 1, 18),
            (#"{"actions":{},"categories":{"C":"CLOSE_ID"}}"#, .wrongType, 1, 29),
            (#"{"actions":{},"categories":{"C":[]}}"#, .wrongCategorySize, 1, 29),
            (#"{"actions":{},"categories":{"C":["CLOSE_ID","CONFIRM_ID","SALE_ID","CANCEL_ID"]}}"#, .wrongCategorySize, 1, 29),
            (#"{"actions":{},"categories":{"C":[1]}}"#, .wrongType, 1, 34),
            ("{\"actions\":{},\n\"categories\":{\"C\":[\"CLOSE_ID\",\n  \"NONE\"]}}", .unknownAction, 3, 3),
            (#"{"actions":{"A":\#(en)},"categories":{"C":["A","CLOSE_ID","A"]}}"#, .duplicateAction, 1, 74),
            (#"{"actions":{\#(many(257, en))},"categories":{}}"#, .tooLarge, 1, 2),
            (#"{"actions":{},"categories":{\#(many(257, #"["CLOSE_ID"]"#))}}"#, .tooLarge, 1, 15),
            (String(repeating: " ", count: 256 << 10) + "{}", .tooLarge, 1, 262_145),
        ] as [(String, ActionFileError.Code, Int, Int)])
    func `a wrong file is refused with its own code, line and column`(
        text: String, code: ActionFileError.Code, line: Int, column: Int
    ) throws {
        let error = try #require(refusal(text))
        #expect((error.code, error.line, error.column) == (code, line, column), "\(error.message)")
    }

    @Test func `a file may have as many actions and categories as the limits say`() throws {
        let book = try read(#"{"actions":{\#(Self.many(256, Self.en))},"categories":{\#(Self.many(256, #"["ID255"]"#))}}"#)
        #expect(book.actions.count == 256 && book.buttons(of: "ID255", for: []).first?.title == "Go")
    }

    @Test func `a warning says where, and there are no more than the limit`() throws {
        let book = try read("{\"actions\":{},\n \"more\":1,\"categories\":{}}")
        #expect(book.warnings == ["line 2, column 2: \"more\" is unknown"])
        let many = try read(#"{"actions":{},"categories":{},\#(Self.many(100, "1"))}"#)
        #expect(many.warnings.count == 32)
    }

    @Test func `a byte order mark before the file is passed over, also by the places that are told`() {
        #expect(refusal("\u{FEFF}" + #"{"actions":{"A":{}},"categories":{}}"#)?.code == .missingEnglish)
    }

    @Test func `whatever bytes a file has, it is read or refused`() {
        var random = PushRandom(7)
        let whole = Array(#"{"actions":{"A":{"title":{"en":"Go","ja":"行く"},"options":["foreground"]}},"categories":{"C":["A"]}}"#.utf8)
        var taken = 0
        for _ in 0..<4000 {
            let bytes = random.mutated(whole)
            do throws(ActionFileError) {
                _ = try ActionBook.read(bytes)
                taken += 1
            } catch {
                #expect(error.line >= 1 && error.column >= 1)
            }
        }
        #expect(taken > 10)
    }
}

@Suite struct `Built-in actions of pushes` {
    static let languages = [
        "ar", "de", "en", "es", "fil", "fr", "id", "it", "ja", "ko", "pt", "ru", "th", "tr", "vi", "zh-Hans", "zh-Hant",
    ]

    // 5.6: the table.
    @Test(
        arguments: [
            ("INFO_CATEGORY", ["CONFIRM_ID"]), ("CLOSE_CATEGORY", ["CLOSE_ID"]), ("CONFIRM_CATEGORY", ["CONFIRM_ID", "CLOSE_ID"]),
            ("EXECUTE_CATEGORY", ["EXECUTE_ID", "CANCEL_ID"]), ("ACCEPT_ALL_CATEGORY", ["ACCEPT_ALL_ID", "CLOSE_ID"]),
            ("ACCEPT_NOW_CATEGORY", ["ACCEPT_NOW_ID", "CLOSE_ID"]), ("PURCHASE_CATEGORY", ["PURCHASE_ID", "DECLINE_ID"]),
            ("SALE_CATEGORY", ["SALE_ID", "DECLINE_ID"]), ("ACCEPT_DECISION_CATEGORY", ["ACCEPT_ID", "REJECT_ID", "HOLDING_ID"]),
            ("OTHER_CATEGORY", []), ("", []),
        ])
    func `a category has its actions in order`(category: String, actions: [String]) {
        #expect(ActionBook().buttons(of: category, for: ["en"]).map(\.id) == actions)
        #expect(BuiltInActions.categoryIds.contains(category) == !actions.isEmpty)
    }

    @Test func `there are twelve actions, nine categories and seventeen languages`() {
        #expect(BuiltInActions.actionIds.count == 12 && BuiltInActions.categoryIds.count == 9)
        #expect(BuiltInActions.languages.sorted() == Self.languages)
        #expect(Set(BuiltInActions.categoryIds.flatMap { BuiltInActions.actions(of: $0) ?? [] }) == Set(BuiltInActions.actionIds))
    }

    @Test(arguments: languages) func `each title is there in its language, and none twice where both can be chosen`(language: String) {
        let english = BuiltInActions.actionIds.compactMap { BuiltInActions.button($0, for: ["en"])?.title }
        let titles = BuiltInActions.actionIds.compactMap { BuiltInActions.button($0, for: [language])?.title }
        #expect(Set(titles).count == 12)
        for title in titles { #expect(title.utf8.count <= ActionBook.titleBytesMax && PushText.isPlain(title) && !title.contains("|")) }
        if language != "en" { #expect(zip(titles, english).filter { $0 == $1 }.count <= 1) }
        #expect(PushTexts.newOnes(12, for: [language]).contains("12"))
        let play = ActionBook.playTitle(for: [language])
        #expect(!titles.contains(play) && PushText.isPlain(play) && (language == "en" || play != "Play"))
    }

    // 5.6: the vendor's table has these two in each other's place.
    @Test(arguments: [("CANCEL_ID", "إلغاء"), ("EXECUTE_ID", "تنفيذ"), ("ACCEPT_ID", "قبول"), ("REJECT_ID", "رفض")])
    func `the Arabic titles are those of their actions`(id: String, title: String) {
        #expect(BuiltInActions.button(id, for: ["ar"])?.title == title)
    }

    // 5.6, 5.7: the example of the page is a file of built-in ids.
    @Test func `a file may give what is built in other texts, and nothing else`() throws {
        let book = try ActionBook.read(
            Array(
                #"""
                {"actions":{"CLOSE_ID":{"title":{"en":"Later"}},"CONFIRM_ID":{"en":"Now"},"SALE_ID":{"en":"Sell","options":[]}},
                "categories":{"CONFIRM_CATEGORY":["CONFIRM_ID","CLOSE_ID"],"MINE":["SALE_ID"]}}
                """#.utf8))
        let buttons = book.buttons(of: "CONFIRM_CATEGORY", for: ["ja"])
        #expect(buttons.map(\.id) == ["CONFIRM_ID", "CLOSE_ID"] && buttons.map(\.title) == ["Now", "Later"])
        #expect(buttons.map { $0.options.contains(.foreground) } == [true, false])
        #expect(book.button("SALE_ID", for: [])?.options.isEmpty == true)
        #expect(book.buttons(of: "SALE_CATEGORY", for: ["en"]).map(\.title) == ["Sell", "No thanks"])
    }

    @Test func `an action that only puts the push away leaves the game where it is`() {
        let quiet = BuiltInActions.actionIds.filter { BuiltInActions.button($0, for: [])?.options.contains(.foreground) == false }
        #expect(quiet == ["CLOSE_ID", "CANCEL_ID", "DECLINE_ID", "REJECT_ID", "HOLDING_ID"])
    }
}

@Suite struct `Languages of pushes` {
    // 5.3, 5.7: what there is, what is wanted, what is chosen.
    @Test(
        arguments: [
            (["en", "ja"], ["ja"], "ja"), (["en", "ja"], ["JA"], "ja"), (["en", "ja"], ["ja_JP"], "ja"),
            (["en", "pt-BR"], ["pt-br"], "pt-BR"),
            (["en", "pt"], ["pt-BR"], "pt"), (["en", "pt-PT", "pt"], ["pt-BR"], "pt"), (["en", "pt-PT"], ["pt-BR"], "pt-PT"),
            (["en", "pt-PT", "pt-BR"], ["pt-BR"], "pt-BR"), (["en", "zh-Hans", "zh-Hant"], ["zh-TW"], "zh-Hant"),
            (["en", "zh-Hans", "zh-Hant"], ["zh-HK"], "zh-Hant"), (["en", "zh-Hans", "zh-Hant"], ["zh_MO"], "zh-Hant"),
            (["en", "zh-Hans", "zh-Hant"], ["zh-CN"], "zh-Hans"), (["en", "zh-Hans", "zh-Hant"], ["zh-SG"], "zh-Hans"),
            (["en", "zh-Hant", "zh-Hans"], ["zh"], "zh-Hans"), (["en", "zh-Hans", "zh-Hant"], ["zh-Hant-HK"], "zh-Hant"),
            (["en", "zh-Hans", "zh-Hant"], ["zh-Hans-TW"], "zh-Hans"), (["en", "zh-CN", "zh-TW"], ["zh-Hant"], "zh-TW"),
            (["en", "zh-CN", "zh-TW"], ["zh-HK"], "zh-TW"), (["en", "zh", "zh-Hant"], ["zh-TW"], "zh-Hant"),
            (["en", "zh"], ["zh-TW"], "zh"),
            // Who reads one script of Chinese is not given the other.
            (["en", "zh-Hans"], ["zh-TW"], "en"), (["en", "zh-Hant"], ["zh"], "en"), (["en", "zh-Hans"], ["zh-TW", "ja"], "en"),
            (["en", "sr-Cyrl", "sr-Latn"], ["sr-Latn-RS"], "sr-Latn"), (["en", "sr-Cyrl"], ["sr"], "sr-Cyrl"),
            // The game's language first, the device's second.
            (["en", "ja", "ko"], ["ko", "ja"], "ko"), (["en", "ja"], ["ko", "ja"], "ja"), (["ja", "en"], ["ko", "fr"], "en"),
            (["en", "id", "fil", "he"], ["in"], "id"), (["en", "id", "fil", "he"], ["tl-PH"], "fil"), (["en", "iw"], ["he"], "iw"),
            (["en", "es-419"], ["es-419"], "es-419"), (["en", "es-419"], ["es-MX"], "es-419"), (["en", "es"], ["es-4a9b"], "es"),
            (["en", "es"], ["es-123456789"], "en"), (["en", "es"], ["es-12345678"], "es"), (["en", "es"], ["e1"], "en"),
            (["en", "es"], ["es-" + String(repeating: "ab-", count: 10) + "ab"], "es"),
            (["en", "es"], ["es-" + String(repeating: "ab-", count: 10) + "abc"], "en"),
            (["en", "es"], ["es-" + String(repeating: "ab-", count: 11) + "a"], "en"), (["en", "es"], ["es-09"], "es"),
            (["en", "e1"], ["e1"], "en"), (["en", "1a"], ["1a"], "en"),
            (["en", "es"], ["es-:"], "en"),
            (["ja", "en-GB"], ["ko"], "en-GB"), (["ja"], ["ko"], ""), ([], ["ko"], ""), (["en"], [], "en"),
            // What is no tag is passed over.
            (["en", "ja"], ["", "x", "japanese", "ja-", "日本", "ja"], "ja"), (["", "j", "ja"], ["ja"], "ja"),
        ] as [([String], [String], String)])
    func `the best language that there is is chosen`(offered: [String], wanted: [String], chosen: String) {
        let place = LanguageChoice.choose(offered, for: wanted)
        #expect(place.map { offered[$0] } ?? "" == chosen)
    }
}
