#ifndef TCGB_CONSOLE_H
#define TCGB_CONSOLE_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

typedef void (*TCGBConsoleJsonCompletion)(const char *json, const TCGBError *error, void *context);

TCGB_API void TCGBConsole_loadSettings_completion(const char *settingsJson, TCGBErrorCompletion completion, void *context);
TCGB_API void TCGBConsole_loadSettingsFromFile_completion(const char *path, TCGBErrorCompletion completion, void *context);
TCGB_API void TCGBConsole_saveSettingsWithCompletion(TCGBConsoleJsonCompletion completion, void *context);
TCGB_API void TCGBConsole_setLaunchingStatus_message_completion(
    int32_t status, const char *message, TCGBErrorCompletion completion, void *context);
TCGB_API void TCGBConsole_setMaintenance_completion(const char *maintenanceJson, TCGBErrorCompletion completion, void *context);
TCGB_API void TCGBConsole_setCatalogue_completion(const char *productsJson, TCGBErrorCompletion completion, void *context);
TCGB_API void TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion(
    const char *outcome, int64_t delayMilliseconds, TCGBErrorCompletion completion, void *context);
TCGB_API void TCGBConsole_kickout_completion(const char *kickoutJson, TCGBErrorCompletion completion, void *context);
TCGB_API void TCGBConsole_banUser_type_message_endDate_completion(
    const char *userId, const char *type, const char *message, int64_t endDate, TCGBErrorCompletion completion, void *context);
TCGB_API void TCGBConsole_releaseBanOfUser_completion(const char *userId, TCGBErrorCompletion completion, void *context);
TCGB_API void TCGBConsole_advanceClockByMilliseconds_completion(int64_t milliseconds, TCGBErrorCompletion completion, void *context);
TCGB_API void TCGBConsole_reportWithCompletion(TCGBConsoleJsonCompletion completion, void *context);
TCGB_API bool TCGBConsole_setServiceSuspended(bool suspended);

TCGB_END

#endif
