// The Accessors room: the exported functions that read one field of a value, one for each row of a table. The compiler holds each against
// the header; the room Boundary answers by class and field. No function that does more comes in.
#include "Gamebase/Gamebase.h"
#include "HIVE/HIVE.h"
#include "NCMB/NCMB.h"
#include "NHNCloudIAP/NHNCloudIAP.h"

#include "accessors.h"

const char *boundaryText(const void *object, uint8_t class, long field, const char *function);
const char *boundaryChangingText(const void *object, uint8_t class, long field, const char *function);
const char *boundaryLaterText(const void *object, uint8_t class, long field, const char *function);
int64_t boundaryNumber(const void *object, uint8_t class, long field, const char *function, int64_t neutral);
bool boundaryFlag(const void *object, uint8_t class, long field, const char *function);
double boundaryReal(const void *object, uint8_t class, long field, const char *function, double neutral);

#define GETTER(type, result, field, kind, ...) \
    result type##_##field(const type *object) { \
        return (result)boundary##kind(object, type##Class, type##Field_##field, #type "_" #field, ##__VA_ARGS__); \
    }

#define CLASS(type, number) enum { type##Class = number };
#define TEXT(type, field) GETTER(type, const char *, field, Text)
#define CHANGING_TEXT(type, field) GETTER(type, const char *, field, ChangingText)
#define LATER_TEXT(type, field) GETTER(type, const char *, field, LaterText)
#define NUMBER(type, result, field, neutral) GETTER(type, result, field, Number, neutral)
#define FLAG(type, field) GETTER(type, bool, field, Flag)
#define REAL(type, result, field, neutral) GETTER(type, result, field, Real, neutral)
#define OTHER(type, field)
#define END

#include "rows.inc"
