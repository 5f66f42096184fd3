#ifndef TCGB_HOST_H
#define TCGB_HOST_H

#include "TCGBDefines.h"

TCGB_BEGIN

typedef enum TCGBLogLevel {
    TCGBLogLevelDebug = 0, TCGBLogLevelInfo = 1, TCGBLogLevelWarn = 2, TCGBLogLevelError = 3, TCGBLogLevelNone = 5
} TCGBLogLevel;
typedef void (*TCGBLogSink)(TCGBLogLevel level, const char *message, void *context);

typedef struct TCGBAlert TCGBAlert;
TCGB_API const char *TCGBAlert_title(const TCGBAlert *alert);
TCGB_API const char *TCGBAlert_message(const TCGBAlert *alert);
TCGB_API size_t TCGBAlert_buttons_count(const TCGBAlert *alert);
TCGB_API const char *TCGBAlert_buttons_at(const TCGBAlert *alert, size_t index);
TCGB_API void TCGBAlert_finish(const TCGBAlert *alert, int32_t buttonIndex);

typedef struct TCGBHostDelegate {
    size_t structSize;
    bool (*openURL)(const char *url, void *context);
    void (*showAlert)(const TCGBAlert *alert, void *context);
    void (*showToast)(const char *message, int32_t durationMilliseconds, void *context);
    void (*showNotification)(const char *title, const char *body, const char *extras, void *context);
    void *context;
} TCGBHostDelegate;

TCGB_API bool TCGBHost_setDelegate(const TCGBHostDelegate *delegate);
TCGB_API void TCGBHost_setLogSink(TCGBLogLevel minimumLevel, TCGBLogSink sink, void *context);
TCGB_API bool TCGBHost_setStorageDirectory(const char *path);
TCGB_API const char *TCGBHost_storageDirectory(void);
TCGB_API bool TCGBHost_openURL(const char *url);

TCGB_END

#endif
