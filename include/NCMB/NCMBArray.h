/** @file
 * Objects that a function returns: what NSArray is for -[NCMBQuery findObjects:]. Since 1.0. */
#ifndef NCMB_ARRAY_H
#define NCMB_ARRAY_H

#include "NCMBConstants.h"

TCGB_BEGIN

/** Objects in an order that does not change. Stands for NSArray. */
typedef struct NCMBArray NCMBArray;

/** How many objects it has. Mirrors -[NSArray count]. */
TCGB_API size_t NCMBArray_count(const NCMBArray *array);

/** One of them. Mirrors -[NSArray objectAtIndex:]. index: from 0.
 * Returns NULL beyond the last one. It is borrowed: it lives as long as the array; TCGBRetain keeps it. */
TCGB_API NCMBObject *NCMBArray_objectAtIndex(const NCMBArray *array, size_t index);

TCGB_END

#endif
