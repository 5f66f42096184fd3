#ifndef TCGB_RUN_LOOP_H
#define TCGB_RUN_LOOP_H

#include "TCGBDefines.h"

TCGB_BEGIN

typedef enum TCGBRunLoopDelivery { TCGBRunLoopDeliveryPumped = 0, TCGBRunLoopDeliveryLibraryThread = 1 } TCGBRunLoopDelivery;

TCGB_API int32_t TCGBRunLoop_drain(void);
TCGB_API int32_t TCGBRunLoop_runUntil(int64_t timeoutMilliseconds);
TCGB_API int32_t TCGBRunLoop_fileDescriptor(void);
TCGB_API bool TCGBRunLoop_setDelivery(TCGBRunLoopDelivery delivery);
TCGB_API TCGBRunLoopDelivery TCGBRunLoop_delivery(void);

TCGB_API bool TCGBGamebase_isInitialized(void);
TCGB_API bool TCGBGamebase_shutdown(int64_t timeoutMilliseconds);

TCGB_END

#endif
