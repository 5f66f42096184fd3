/* Texts appear in the language of the player, ours or the game's. */
#include "popup.h"

static void maintenance_title_in(const char *language, const char *title) {
    int before = popup.shown;
    TCGBGamebase_setDisplayLanguageCode(language);
    set_status(INSPECTING_SERVICE, "");
    wait_for_popup(before + 1);
    require_text(popup.title, title);
    set_status(IN_SERVICE, "");
    for (int64_t began = milliseconds(); TCGBLaunching_launchingStatus() != IN_SERVICE; TCGBRunLoop_runUntil(20))
        require(milliseconds() - began < PLAY_LIMIT_MILLISECONDS);
}

/* defect 17 */
PROMISE("texts come in six languages with the library") {
    begin_with_popups("en");
    maintenance_title_in("en", "Maintenance");
    maintenance_title_in("ko", "점검 중");
    maintenance_title_in("ja", "メンテナンス中");
    maintenance_title_in("zh-CN", "维护中");
    maintenance_title_in("zh-TW", "維護中");
    maintenance_title_in("th", "ปิดปรับปรุง");
    require(TCGBGamebase_shutdown(2000));
}

/* defect 17 */
PROMISE("a game's own language is used text by text, and what it lacks appears in English") {
    require(TCGBHost_setLocalizedStrings("{\"de\":{\"launching_maintenance_title\":\"Wartung\"}}")); /* before initialize */
    begin_with_popups("de");
    require_text(TCGBGamebase_displayLanguageCode(), "de");
    maintenance_title_in("de", "Wartung");
    require_text(popup.button[0], "Close");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a game may replace a text of ours after initialize") {
    begin_with_popups("en");
    require(TCGBHost_setLocalizedStrings("{\"en\":{\"launching_maintenance_title\":\"Tea break\"}}"));
    maintenance_title_in("en", "Tea break");
    require(TCGBGamebase_shutdown(2000));
}

/* defect 17 */
PROMISE("a language without any text is not defined, and codes are compared exactly") {
    require(TCGBHost_setLocalizedStrings("{\"de\":{},\"vi\":{\"common_ok_button\":\"OK\"}}"));
    begin_with_popups("de");
    require(strcmp(TCGBGamebase_displayLanguageCode(), "de") != 0);
    TCGBGamebase_setDisplayLanguageCode("VI");
    require(strcmp(TCGBGamebase_displayLanguageCode(), "VI") != 0);
    TCGBGamebase_setDisplayLanguageCode("vi");
    require_text(TCGBGamebase_displayLanguageCode(), "vi");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("localized strings that are not JSON, or of a wrong type, are refused and change nothing") {
    require(TCGBHost_setLocalizedStrings("{\"de\":{\"common_ok_button\":\"Gut\"}}"));
    require(!TCGBHost_setLocalizedStrings(NULL));
    require(!TCGBHost_setLocalizedStrings("{"));
    require(!TCGBHost_setLocalizedStrings("[]"));
    require(!TCGBHost_setLocalizedStrings("{\"de\":1}"));
    require(!TCGBHost_setLocalizedStrings("{\"de\":{\"common_ok_button\":1}}"));
    require(!TCGBHost_setLocalizedStrings("{\"de\":{\"a\":\"b\"},\"de\":{\"a\":\"c\"}}"));
    begin_with_popups("de");
    require_text(TCGBGamebase_displayLanguageCode(), "de");
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
