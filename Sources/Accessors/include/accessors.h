// The fields of each class, made of its rows: enums that Swift switches over, so that a row without its case does not compile.
#pragma once

#define CLASS(type, number) enum __attribute__((enum_extensibility(closed))) type##Field : long {
#define FIELD(type, field) type##Field_##field __attribute__((swift_name(#field))),
#define TEXT(type, field) FIELD(type, field)
#define CHANGING_TEXT(type, field) FIELD(type, field)
#define LATER_TEXT(type, field) FIELD(type, field)
#define NUMBER(type, result, field, neutral) FIELD(type, field)
#define FLAG(type, field) FIELD(type, field)
#define REAL(type, result, field, neutral) FIELD(type, field)
#define OTHER(type, field) FIELD(type, field)
#define END \
    } \
    ;

#include "../rows.inc"

#undef CLASS
#undef FIELD
#undef TEXT
#undef CHANGING_TEXT
#undef LATER_TEXT
#undef NUMBER
#undef FLAG
#undef REAL
#undef OTHER
#undef END
