import Boundary
import CGamebase
import Client
import Linux
import PushRules

@_cdecl("HIVEConfiguration_setGameLanguage") @implementation
public func HIVEConfiguration_setGameLanguage(_ language: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("HIVEConfiguration")
    let text = arguments.text(language, "language")
    if let text, LanguageTag(text) == nil { arguments.refuse("language", "is no language tag; pass one such as \"ja\" or \"zh-hant\"") }
    if arguments.refusedIntoLog() { return false }
    Clients.current.notifications.setLanguage(text)
    return true
}

@_cdecl("HIVEConfiguration_getGameLanguage") @implementation
public func HIVEConfiguration_getGameLanguage() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.gameLanguage, Clients.current.notifications.language)
}
