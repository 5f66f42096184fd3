/* Makes JSON of JSON that is not quite it, and hands it to functions until the time is over. */
#ifndef MUTATION_H
#define MUTATION_H

#include "play.h"
#include <HIVE/HIVE.h>
#include <HIVEExtensions/HIVEExtensions.h>
#include <NHNCloudIAP/NHNCloudIAP.h>
#include <NCMB/NCMB.h>

static uint64_t dice_state;
static uint32_t dice(uint32_t bound) {
    dice_state ^= dice_state << 13;
    dice_state ^= dice_state >> 7;
    dice_state ^= dice_state << 17;
    return (uint32_t)(dice_state % (bound ? bound : 1));
}

static const char *const mutation_seeds[] = {
    SETTINGS,
    "{\"clients\":[{\"storeCode\":\"SANDBOX\",\"version\":\"1.0.0\",\"status\":200}],\"maintenance\":{\"typeCode\":\"APP\",\"beginDate\":\"2020-01-01T00:00:00Z\"}}",
    "{\"token\":{\"sourceIdPCode\":\"guest\",\"accessToken\":\"t\",\"accessTokenSecret\":null},\"member\":{\"userId\":\"U\",\"valid\":\"Y\",\"appId\":\"A\","
    "\"regDate\":1,\"lastLoginDate\":2,\"authList\":[{\"userId\":\"U\",\"authSystem\":\"IDPLogin\",\"idPCode\":\"guest\",\"authKey\":\"k\",\"regDate\":1}]}}",
    "{\"gamebaseProductId\":\"gem\",\"itemSeq\":1001,\"price\":0.99,\"currency\":\"USD\",\"paymentSeq\":\"1\",\"purchaseToken\":\"p\",\"marketItemId\":\"m\","
    "\"productType\":\"CONSUMABLE\",\"userId\":\"U\",\"paymentId\":\"P\",\"purchaseTime\":1,\"expiryTime\":0,\"payload\":\"\\u00e9\\ud83d\\ude00\",\"isActive\":true}",
    "{\"domain\":\"d\",\"code\":3,\"message\":\"m\",\"extras\":{\"ban\":\"{\\\"userId\\\":\\\"U\\\"}\"},\"error\":{\"domain\":\"e\",\"code\":-4,\"message\":null}}",
    "{\"category\":\"observer/network\",\"data\":\"{\\\"code\\\":-1,\\\"message\\\":\\\"m\\\",\\\"extras\\\":null}\",\"extras\":\"\"}",
    "{\"code\":600,\"message\":\"m\",\"idPType\":\"guest\",\"authMappingList\":[\"guest\"],\"extras\":\"x\",\"id\":\"1\",\"title\":\"t\",\"body\":\"b\"}",
    "{\"userIds\":[\"U\"],\"popup\":{\"defaultLanguage\":\"en\",\"messages\":{\"en\":{\"title\":\"t\",\"message\":\"m\"}}},\"logout\":true}",
    "{\"de\":{\"common_ok_button\":\"OK\"},\"pushEnabled\":true,\"ADAgreement\":false,\"agreement\":{\"pushEnabled\":true},\"a\":[[[1,2.5e-3,-0]]]}",
    "[{\"gamebaseProductId\":\"gem\",\"price\":\"1.99\",\"currency\":\"USD\",\"active\":true,\"itemSeq\":9223372036854775807}]",
};
static const char *const mutation_pieces[] = {
    "\"",
    "\\",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\x80",
    "\xc3",
    "\xed\xa0\x80",
    "\xf4\x90",
    "\\u",
    "\\uD800",
    "\\u0000",
    "1e",
    "-",
    "null",
    "00",
    "\xff",
    "\n",
    "\"a\":",
    "\"code\":",
    "9223372036854775808",
    "1e999",
    "true",
    "\"\"",
    "[[[[[[[[",
    "{\"a\":{\"a\":{\"a\":",
};
enum { MUTATION_BYTES_MAX = 8192 };

static size_t splice(char *text, size_t length, size_t from, size_t to, const char *piece, size_t size) {
    if (length - (to - from) + size >= MUTATION_BYTES_MAX) return length;
    memmove(text + from + size, text + to, length - to);
    memcpy(text + from, piece, size);
    return length - (to - from) + size;
}
static void mutated(char *text) {
    const char *seed = mutation_seeds[dice(sizeof mutation_seeds / sizeof *mutation_seeds)];
    size_t length = strlen(seed);
    memcpy(text, seed, length);
    for (uint32_t rounds = dice(4); rounds > 0; rounds--) {
        size_t at = dice((uint32_t)length + 1), to = at + dice(12);
        if (to > length) to = length;
        const char *piece = mutation_pieces[dice(sizeof mutation_pieces / sizeof *mutation_pieces)];
        char copy[16], byte = (char)(1 + dice(255));
        memcpy(copy, text + at, to - at);
        switch (dice(5)) {
        case 0: length = splice(text, length, at, at < length ? at + 1 : at, &byte, 1); break;
        case 1: length = splice(text, length, at, to, "", 0); break;
        case 2: length = splice(text, length, at, at, piece, strlen(piece)); break;
        case 3: length = at; break;
        default: length = splice(text, length, dice((uint32_t)at + 1), at, copy, to - at); break;
        }
    }
    text[length] = 0;
}

static int mutate(int count, char **arguments, int functions, void (*call)(int, const char *)) {
    if (count != 4) return 2;
    dice_state = strtoull(arguments[1], NULL, 10);
    directory = arguments[3];
    start_playing();
    static char text[MUTATION_BYTES_MAX + 1];
    long calls = 0;
    for (int64_t end = milliseconds() + 1000 * atoll(arguments[2]); milliseconds() < end; calls++) {
        mutated(text);
        call((int)dice((uint32_t)functions), text);
        if (calls % 64 == 0) TCGBRunLoop_drain();
    }
    require(calls > functions);
    /* It still does what it is for. */
    PLAY_WELL(&answer, TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
    require(TCGBGamebase_shutdown(10000));
    return 0;
}

#endif
