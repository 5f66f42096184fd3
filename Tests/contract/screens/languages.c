/* Texts appear in the language of the player, ours or the game's. */
#include "popup.h"

static void maintenance_title_in(const char *language, const char *title) {
    int before = popup.shown;
    TCGBGamebase_setDisplayLanguageCode(language);
    set_status(INSPECTING_SERVICE, "");
    wait_for_popup(before + 1);
    require_text(popup.title, title);
    set_status(IN_SERVICE, "");
    await_for(TCGBLaunching_launchingStatus() == IN_SERVICE, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
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

/* Texts for so many languages, each with one text of so many bytes. */
static bool sets_languages(int count, int bytes) {
    static char text[4200], json[700000];
    memset(text, 'x', sizeof text);
    size_t at = 0;
    for (int i = 0; i < count; i++)
        at += (size_t)snprintf(json + at, sizeof json - at, "%s\"l%d\":{\"key\":\"%.*s\"}", i ? "," : "{", i, bytes, text);
    snprintf(json + at, sizeof json - at, "}");
    return TCGBHost_setLocalizedStrings(json);
}
PROMISE("128 languages and texts of 4,096 bytes are taken, and one more of either is refused") {
    require(sets_languages(128, 4096));
    require(!sets_languages(129, 1));
    require(!sets_languages(1, 4097));
    begin_with_popups("l127");
    require_text(TCGBGamebase_displayLanguageCode(), "l127");
    require(TCGBGamebase_shutdown(2000));
}

/* Initializes as a device that speaks a language, with a game that asks for one, and a console whose default is one. */
static void begin_in(const char *device, const char *asked, const char *console) {
    char json[128];
    setenv("LC_ALL", device, 1);
    require(TCGBGamebase_isInitialized() || TCGBHost_setStorageDirectory(directory));
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBConfiguration_setDisplayLanguageCode(configuration, asked);
    PLAY_WELL(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
    snprintf(json, sizeof json, "{\"app\":{\"appId\":\"Contract\",\"defaultLanguage\":\"%s\"}}", console);
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(json, on_error, &answer));
    PLAY_WELL(&answer, TCGBLaunching_refreshWithCompletion(on_json, &answer));
}
static void in_effect(const char *device, const char *asked, const char *console, const char *effective) {
    begin_in(device, asked, console);
    require_text(TCGBGamebase_displayLanguageCode(), effective);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("the language in effect is the game's, else the device's, the console's, or English") {
    in_effect("ko_KR.UTF-8", "ja", "th", "ja");
    in_effect("ko_KR.UTF-8", "fr", "th", "ko"); /* fr has no texts */
    in_effect("ko_KR.UTF-8", NULL, "th", "ko");
    in_effect("fr_FR.UTF-8", "de", "th", "th");
    in_effect("fr_FR.UTF-8", "de", "it", "it"); /* without texts, which appear in English */
    in_effect("zh_TW.UTF-8", NULL, "ja", "zh-TW");
    in_effect("C", NULL, "ja", "en"); /* a device that states nothing speaks English */
}

PROMISE("each of the sixteen codes takes effect when the game brings its texts") {
    const char *const codes[] = {
        kTCGBDisplayLanguageCodeGerman,
        kTCGBDisplayLanguageCodeEnglish,
        kTCGBDisplayLanguageCodeSpanish,
        kTCGBDisplayLanguageCodeFinnish,
        kTCGBDisplayLanguageCodeFrench,
        kTCGBDisplayLanguageCodeIndonesian,
        kTCGBDisplayLanguageCodeItalian,
        kTCGBDisplayLanguageCodeJapanese,
        kTCGBDisplayLanguageCodeKorean,
        kTCGBDisplayLanguageCodePortuguese,
        kTCGBDisplayLanguageCodeRussian,
        kTCGBDisplayLanguageCodeThai,
        kTCGBDisplayLanguageCodeVietnamese,
        kTCGBDisplayLanguageCodeMalay,
        kTCGBDisplayLanguageCodeChineseSimplified,
        kTCGBDisplayLanguageCodeChineseTraditional,
    };
    char json[128], other[16];
    require_equal(sizeof codes / sizeof *codes, 16);
    begin_in("C", NULL, "en");
    for (size_t i = 0; i < 16; i++) {
        snprintf(json, sizeof json, "{\"%s\":{\"common_ok_button\":\"!\"}}", codes[i]);
        require(TCGBHost_setLocalizedStrings(json));
        TCGBGamebase_setDisplayLanguageCode(codes[i]);
        require_text(TCGBGamebase_displayLanguageCode(), codes[i]);
        require_text(TCGBHost_requestedDisplayLanguageCode(), codes[i]);
        copy_text(other, sizeof other, codes[i]);
        other[0] = (char)(other[0] - 'a' + 'A');
        TCGBGamebase_setDisplayLanguageCode(other); /* "Ko" names no language */
        require_text(TCGBGamebase_displayLanguageCode(), "en");
        require_text(TCGBHost_requestedDisplayLanguageCode(), other);
    }
    TCGBGamebase_setDisplayLanguageCode("zh-cn");
    require_text(TCGBGamebase_displayLanguageCode(), "en");
    require(TCGBGamebase_shutdown(2000));
    require(TCGBHost_requestedDisplayLanguageCode() == NULL);
}

PROMISE("the device's language is that of the moment of initialize, until the next one") {
    begin_in("ko_KR.UTF-8", NULL, "en");
    setenv("LC_ALL", "ja_JP.UTF-8", 1);
    TCGBGamebase_setDisplayLanguageCode("fr");
    require_text(TCGBGamebase_displayLanguageCode(), "ko");
    require_text(TCGBGamebase_deviceLanguageCode(), "ko");
    require_text(TCGBGamebase_deviceCountryCode(), "KR");
    require(TCGBGamebase_shutdown(2000));
    begin_in("ja_JP.UTF-8", "fr", "en");
    require_text(TCGBGamebase_displayLanguageCode(), "ja");
    require_text(TCGBGamebase_deviceCountryCode(), "JP");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a language chosen before initialize counts unless the configuration has one") {
    require(TCGBGamebase_displayLanguageCode() == NULL);
    TCGBGamebase_setDisplayLanguageCode("th");
    begin_in("C", NULL, "en");
    require_text(TCGBGamebase_displayLanguageCode(), "th");
    begin_in("C", "ja", "en");
    require_text(TCGBGamebase_displayLanguageCode(), "ja");
    begin_in("C", NULL, "en");
    require_text(TCGBGamebase_displayLanguageCode(), "ja");
    require(TCGBGamebase_shutdown(2000));
    TCGBGamebase_setDisplayLanguageCode("th");
    begin_in("C", "ko", "en");
    require_text(TCGBGamebase_displayLanguageCode(), "ko");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("the console's default language may change while the game runs") {
    begin_in("fr_FR.UTF-8", "de", "th");
    require_text(TCGBGamebase_displayLanguageCode(), "th");
    PLAY_WELL(
        &answer, TCGBConsole_loadSettings_completion("{\"app\":{\"appId\":\"Contract\",\"defaultLanguage\":\"ko\"}}", on_error, &answer));
    await_for(strcmp(TCGBGamebase_displayLanguageCode(), "ko") == 0, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
