#ifndef TCGB_INSTANCE_H
#define TCGB_INSTANCE_H

#include "TCGBDefines.h"

TCGB_BEGIN

typedef struct TCGBInstance TCGBInstance;

TCGB_API TCGBInstance *TCGBInstance_create(void);
TCGB_API TCGBInstance *TCGBInstance_createSharingServiceOf(const TCGBInstance *other);
TCGB_API bool TCGBInstance_destroy(TCGBInstance *instance, int64_t timeoutMilliseconds);
TCGB_API bool TCGBInstance_makeCurrent(TCGBInstance *instance);
TCGB_API TCGBInstance *TCGBInstance_current(void);

TCGB_END

#endif
