/* Random documents, as JSON texts: mostly small; some of very many values, very deep, very long, or of bytes that take six in the file. */
#ifndef DOCUMENT_H
#define DOCUMENT_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char *bytes;
    size_t length, size;
};

static uint64_t seed_given, random_state;

static void seed_with(uint64_t seed) { seed_given = seed, random_state = seed * 0x9E3779B97F4A7C15u + 1; }
static uint64_t random_number(void) { /* splitmix64 */
    uint64_t z = (random_state += 0x9E3779B97F4A7C15u);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}
static size_t some(size_t below) { return random_number() % below; }

static void grow(struct text *text, size_t more) {
    if (text->length + more + 1 <= text->size) return;
    text->size = 2 * (text->length + more + 1);
    text->bytes = realloc(text->bytes, text->size);
    if (!text->bytes) abort();
}
static void put(struct text *text, const char *bytes) {
    size_t length = strlen(bytes);
    grow(text, length);
    memcpy(text->bytes + text->length, bytes, length + 1);
    text->length += length;
}
__attribute__((format(printf, 2, 3))) static void print(struct text *text, const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    size_t length = (size_t)vsnprintf(NULL, 0, format, list);
    grow(text, length);
    vsnprintf(text->bytes + text->length, length + 1, format, again);
    text->length += length;
    va_end(list), va_end(again);
}

static void put_string(struct text *text, size_t length) {
    static const char *const PARTS[] = {"a", "b", "7", " ", "\\\"", "\\\\", "\\n", "\\u0001", "\\u001f", "/", "\xC3\xA9", "\xE6\xBC\xA2",
        "\xF0\x9F\x8E\xAE", "\\ud83d\\ude00", "\\u0000", "[", "{", "%", "'", "\xEF\xBB\xBF", "e\xCC\x81"};
    size_t kinds = some(3) ? 4 : sizeof PARTS / sizeof *PARTS;
    put(text, "\"");
    for (size_t each = 0; each < length; each++) {
        const char *part = PARTS[some(kinds)];
        /* NUL is refused by all of them, so that it would hide the rest. */
        put(text, strcmp(part, "\\u0000") == 0 && some(50) ? "z" : part);
    }
    put(text, "\"");
}
static void put_number(struct text *text) {
    static const char *const NUMBERS[] = {"0", "-0", "-0.0", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "18446744073709551616", "1e308", "1e-320", "1.7976931348623157e308", "2e308", "0.1", "1.0", "1e2", "123456789012345678901234567890",
        "1e-9223372036854775808", "4503599627370497.5", "0.30000000000000004", "1E+2", "5e-324"};
    switch (some(4)) {
    case 0: put(text, NUMBERS[some(sizeof NUMBERS / sizeof *NUMBERS)]); break;
    case 1: print(text, "%.*g", 1 + (int)some(17), (double)(int64_t)random_number() / (1 + (double)some(1000000))); break;
    default: print(text, "%lld", (long long)((int64_t)random_number() >> some(64)));
    }
}
static void put_typed(struct text *text) {
    switch (some(4)) {
    case 0:
        print(text, "{\"__type\":\"Date\",\"iso\":\"20%02zu-%02zu-%02zuT01:02:03.%03zuZ\"}", some(100), 1 + some(12), 1 + some(30),
            some(1000));
        break;
    case 1: print(text, "{\"__type\":\"GeoPoint\",\"latitude\":%zu.5,\"longitude\":-%zu}", some(91), some(182)); break;
    case 2: print(text, "{\"__type\":\"Pointer\",\"className\":\"Horse\",\"objectId\":\"h%zu\"}", some(10)); break;
    default: put(text, "{\"__type\":\"Nothing\"}");
    }
}
static void put_value(struct text *text, int depth, int *values) {
    if (--*values < 0) return put(text, "0");
    switch (depth > 0 ? some(10) : some(6)) {
    case 0: return put_string(text, some(some(8) ? 12 : 300));
    case 1:
    case 2: return put_number(text);
    case 3: return put(text, some(2) ? "true" : "false");
    case 4: return put(text, "null");
    case 5: return put_typed(text);
    case 6:
    case 7:
        put(text, "[");
        for (size_t each = 0, count = some(8); each < count; each++) {
            if (each) put(text, ",");
            put_value(text, depth - 1, values);
        }
        return put(text, "]");
    default:
        put(text, "{");
        for (size_t each = 0, count = some(8); each < count; each++) {
            print(text, "%s\"k%zu%s\":", each ? "," : "", each, some(400) ? "" : ".x");
            put_value(text, depth - 1, values);
        }
        put(text, "}");
    }
}

static void put_nested(struct text *text, size_t depth, bool is_list) {
    for (size_t each = 0; each < depth; each++) put(text, is_list ? "[" : "{\"a\":");
    put(text, "1");
    for (size_t each = 0; each < depth; each++) put(text, is_list ? "]" : "}");
}
static void put_list(struct text *text, size_t count, const char *value) {
    put(text, "[");
    for (size_t each = 0; each < count; each++) {
        if (each) put(text, ",");
        put(text, value);
    }
    put(text, "]");
}
static void put_fields(struct text *text, size_t count) {
    put(text, "{");
    for (size_t each = 0; each < count; each++) print(text, "%s\"f%zu\":%zu", each ? "," : "", each, each);
    put(text, "}");
}
static void put_long(struct text *text, size_t count, const char *part) {
    put(text, "\"");
    for (size_t each = 0; each < count; each++) put(text, part);
    put(text, "\"");
}

static struct text make_string(void) {
    struct text text = {0};
    put_string(&text, some(some(6) ? 40 : 1200));
    return text;
}
static struct text make_document(void) {
    struct text text = {0};
    int values = 1 + (int)some(some(10) ? 40 : 400);
    switch (some(120)) {
    case 0: put_nested(&text, 24 + some(16), some(2)); break;
    case 1: put_list(&text, some(8000), some(2) ? "0" : "1.5"); break;
    case 2: put_fields(&text, 900 + some(200)); break;
    case 3: put_long(&text, some(30000), some(2) ? "x" : "\\u0001"); break;
    default: put_value(&text, some(5) ? 4 : 12, &values);
    }
    return text;
}

/* Each documented limit, and one beyond: depth, length of a list, fields of an object, bytes of an object and of a file. */
static struct text make_bound(int place) {
    static const size_t DEPTHS[] = {31, 32, 33, 34, 60, 64, 65, 200}, LISTS[] = {7500, 100000, 100001}, FIELDS[] = {999, 1000, 1001};
    static const size_t BYTES[] = {1000, 4096, 4097, 65000, 66000, 700000, 1 << 20, (4 << 20) - 600, (4 << 20) + 1};
    enum { DEPTH = 8, LIST = 3, FIELD = 3, BYTE = 9 };
    struct text text = {0};
    if (place < 2 * DEPTH) return put_nested(&text, DEPTHS[place / 2], place % 2), text;
    place -= 2 * DEPTH;
    if (place < LIST) return put_list(&text, LISTS[place], "0"), text;
    place -= LIST;
    if (place < FIELD) return put_fields(&text, FIELDS[place]), text;
    place -= FIELD;
    put_long(&text, BYTES[place % BYTE] / (place < BYTE ? 1 : 6), place < BYTE ? "x" : "\\u0001");
    return text;
}
enum { BOUNDS_COUNT = 2 * 8 + 3 + 3 + 2 * 9 };

#endif
