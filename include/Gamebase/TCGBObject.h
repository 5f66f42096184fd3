#ifndef TCGB_OBJECT_H
#define TCGB_OBJECT_H

#include "TCGBDefines.h"

TCGB_BEGIN

TCGB_API const void *TCGBRetain(const void *object);
TCGB_API void TCGBRelease(const void *object);

TCGB_END

#endif
