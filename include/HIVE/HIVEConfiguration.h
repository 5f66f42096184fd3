/** @file
 * Settings for all of Hive: the language of the game. Mirrors HIVEConfiguration. Since 1.0. */
#ifndef HIVE_CONFIGURATION_H
#define HIVE_CONFIGURATION_H

#include "../Gamebase/TCGBDefines.h"

TCGB_BEGIN

/** Sets the language in which players read pushes: the buttons of their categories, the line of a group, and a game's own texts in
 * hive_push_actions.json. Mirrors +[HIVEConfiguration setGameLanguage:]. The library has its texts in ar, de, en, es, fil, fr, id, it, ja,
 * ko, pt, ru, th, tr, vi, zh-Hans and zh-Hant, whatever languages Gamebase's own texts have; en stands for any other. Notifications on the
 * desktop stay as they are. Without this call the language is that of TCGBGamebase_setDisplayLanguageCode, else the desktop's. Shutdown
 * resets it.
 * language: a tag such as "ja", "zh-hant" or "pt-BR", in any case; NULL removes the setting. Returns false, and changes nothing, for an
 * invalid tag; the log says so. */
TCGB_API bool HIVEConfiguration_setGameLanguage(const char *language);

/** The language that HIVEConfiguration_setGameLanguage set, as it was spelt. Mirrors +[HIVEConfiguration getGameLanguage]. NULL when none
 * is set. It lives as O4 in TCGBObject.h says. */
TCGB_API const char *HIVEConfiguration_getGameLanguage(void);

TCGB_END

#endif
