import Codecs
import Testing

@testable import Client

private func read(_ variables: [String: String]) -> DeviceLocale { DeviceLocale.read { variables[$0] } }

@Test func `the first variable that is not empty names the locale`() {
    #expect(read(["LC_ALL": "ja_JP.UTF-8", "LC_MESSAGES": "ko_KR", "LANG": "en_US"]) == DeviceLocale(language: "ja", country: "JP"))
    #expect(read(["LC_ALL": "", "LC_MESSAGES": "ko_KR.UTF-8", "LANG": "en_US"]) == DeviceLocale(language: "ko", country: "KR"))
    #expect(read(["LANG": "th_TH"]) == DeviceLocale(language: "th", country: "TH"))
    #expect(read(["LC_CTYPE": "ja_JP"]) == DeviceLocale(language: "en", country: "ZZ"))
}

@Test func `nothing, C and POSIX are English of an unknown country`() {
    for name in ["", "C", "POSIX", "C.UTF-8", "C.utf8", "/usr/lib/locale/x", "j", "_JP", "12_JP", "日本語", "japanese", ".", "@", "____"] {
        #expect(read(["LANG": name]) == DeviceLocale(language: "en", country: "ZZ"), "\(name)")
    }
    #expect(read([:]) == DeviceLocale(language: "en", country: "ZZ"))
}

@Test func `the LANGUAGE list goes before the locale, but not before C`() {
    #expect(read(["LANG": "en_US.UTF-8", "LANGUAGE": "ja:en"]) == DeviceLocale(language: "ja", country: "US"))
    #expect(read(["LANG": "en", "LANGUAGE": "ja_JP:en"]) == DeviceLocale(language: "ja", country: "JP"))
    #expect(read(["LANG": "fr_FR", "LANGUAGE": ":::ko_KR"]) == DeviceLocale(language: "ko", country: "FR"))
    #expect(read(["LANG": "fr_FR", "LANGUAGE": "C:1:ko_KR:ja"]) == DeviceLocale(language: "ko", country: "FR"))
    #expect(read(["LANG": "fr_FR", "LANGUAGE": ""]) == DeviceLocale(language: "fr", country: "FR"))
    #expect(read(["LANG": "C", "LANGUAGE": "ja"]) == DeviceLocale(language: "en", country: "ZZ"))
    #expect(read(["LC_ALL": "POSIX", "LANG": "ja_JP", "LANGUAGE": "ja"]) == DeviceLocale(language: "en", country: "ZZ"))
    #expect(read(["LANGUAGE": "ja"]) == DeviceLocale(language: "en", country: "ZZ"))
}

@Test func `Chinese is told by its country or script`() {
    for (name, code) in [
        "zh_CN.UTF-8": "zh-CN", "zh_SG": "zh-CN", "zh": "zh-CN", "zh_TW.UTF-8": "zh-TW", "zh_HK.big5hkscs": "zh-TW", "zh_MO": "zh-TW",
        "zh_Hant": "zh-TW", "zh_Hans_CN": "zh-CN",
    ] {
        #expect(read(["LANG": name]).language == code, "\(name)")
    }
    #expect(read(["LANG": "zh_Hant_HK"]) == DeviceLocale(language: "zh-TW", country: "HK"))
}

@Test func `charset, modifier and case do not matter to the device's language`() {
    #expect(read(["LANG": "ja_JP.eucJP"]) == DeviceLocale(language: "ja", country: "JP"))
    #expect(read(["LANG": "sr_RS.UTF-8@latin"]) == DeviceLocale(language: "sr", country: "RS"))
    #expect(read(["LANG": "de@euro"]) == DeviceLocale(language: "de", country: "ZZ"))
    #expect(read(["LANG": "JA_jp"]) == DeviceLocale(language: "ja", country: "JP"))
    #expect(read(["LANG": "es_419"]) == DeviceLocale(language: "es", country: "ZZ"))
}

@Test func `the display language is the requested, the device's, the console's, or English`() {
    let defined: Set = ["en", "ja", "ko", "th"]
    func effective(_ requested: String?, _ device: String, _ consoleDefault: String?) -> String {
        DisplayLanguage.effective(requested: requested, device: device, consoleDefault: consoleDefault, defined: defined)
    }
    #expect(effective("ja", "ko", "th") == "ja")
    #expect(effective("de", "ko", "th") == "ko")
    #expect(effective(nil, "ko", "th") == "ko")
    #expect(effective("de", "fr", "th") == "th")
    #expect(effective("de", "fr", "it") == "it")
    #expect(effective("de", "fr", "") == "en")
    #expect(effective(nil, "", nil) == "en")
    #expect(DisplayLanguage.effective(requested: nil, device: "", consoleDefault: nil, defined: []) == "en")
}

@Test func `language codes are case-sensitive`() {
    #expect(DisplayLanguage.effective(requested: "KO", device: "JA", consoleDefault: nil, defined: DisplayLanguage.builtIn) == "en")
}

@Test func `a language without texts is not defined`() throws {
    let strings = try JSON.parse(#"{"en":{"common_ok_button":"OK"},"de":{},"ja":{"a":"b"},"fr":[],"it":"x","ko":null}"#)
    #expect(DisplayLanguage.defined(in: strings) == ["en", "ja"])
    #expect(DisplayLanguage.defined(in: []) == [])
}
