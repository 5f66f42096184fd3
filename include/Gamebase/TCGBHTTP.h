/** @file
 * The engine's own HTTP in place of libcurl, for a game whose service is on another machine (TCGBConfiguration_setServiceURL). No
 * Objective-C counterpart: there is NSURLSession. Since 1.0.
 *
 * Without it the library opens libcurl (libcurl.so.4, else libcurl-gnutls.so.4) at the first request, and not before. A game that ships
 * no libcurl, or whose platform has its own network, gives these functions.
 *
 * H1. start and cancel are called on a thread of the library, "gamebase-net", never inside another function of the library. They must not
 *     block: a function that blocks delays all requests, and shutdown exceeds its limit.
 * H2. The host reports the answer with the TCGBHTTP_... functions, on any thread, also inside start: the head once, then the bytes as they
 *     arrive, in any pieces, and at last TCGBHTTP_ended or TCGBHTTP_failed, once. After cancel the host need not report anything, and the
 *     library ignores reports.
 * H3. The host sends the request once and unchanged: method, address, headers and body. It follows no redirect. The library retries by
 *     itself, with an idempotency key. The host checks the server's certificate; the library trusts its decision.
 * H4. The answer of a stream arrives in pieces for hours. The host reports bytes as they arrive. Silence for less than timeoutMilliseconds
 *     is no failure; 0 means no limit.
 * H5. Each request has a new number. A report about an unknown or finished request does nothing.
 * H6. After shutdown returned true no function is called. After it returned false functions may be called: keep the context alive. */
#ifndef TCGB_HTTP_H
#define TCGB_HTTP_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** A request. All of it is borrowed, and lives until start returns. Later versions add members only at the end. */
typedef struct TCGBHTTPRequest {
    /** The size of the struct that is given, which tells the host which members it has. */
    size_t structSize;
    /** The number that the host passes to the TCGBHTTP_... functions. */
    uint64_t number;
    /** "GET" or "POST". */
    const char *method;
    /** The whole address. */
    const char *url;
    /** headerCount lines "Name: value", without an end. Some hold secrets: they belong in no log. */
    const char *const *headers;
    /** How many headers there are. */
    size_t headerCount;
    /** The body, bodyLength bytes; not NULL, also when there are none. */
    const void *body;
    /** How long the body is. */
    size_t bodyLength;
    /** After how much silence the host may give up; 0: never. */
    int64_t timeoutMilliseconds;
    /** Whether it is a stream (H4). */
    bool isStream;
} TCGBHTTPRequest;

/** An HTTP client. Later versions add members only at the end. */
typedef struct TCGBHTTP {
    /** sizeof(TCGBHTTP), which tells the library the members of the caller's header. */
    size_t structSize;
    /** Begins a request. Must not be NULL. */
    void (*start)(const TCGBHTTPRequest *request, void *context);
    /** The answer of a request is not needed any more: the host may close it. Must not be NULL. */
    void (*cancel)(uint64_t number, void *context);
    /** Passed to each function. */
    void *context;
} TCGBHTTP;

/** Sets the functions of the current instance, before initialize. Shutdown removes them.
 * http: copied; NULL means libcurl.
 * Returns false, and changes nothing, from initialize to shutdown, when structSize is smaller than a size_t, and when a function is
 * missing. */
TCGB_API bool TCGBHTTP_use(const TCGBHTTP *http);

/** Reports the head of an answer.
 * number: of the request. status: of the answer itself, 100 to 999. headers: lines "Name: value", with "\n" or "\r\n" between them; NULL
 * for none. Content-Type, Content-Encoding and Retry-After are read.
 * Returns false when the request is unknown, cancelled or finished (H5), and for a bad argument. */
TCGB_API bool TCGBHTTP_receivedHead(uint64_t number, int32_t status, const char *headers);

/** Reports some bytes of an answer's body, decoded: without any content encoding.
 * number: of the request. data: copied; length: how many bytes.
 * Returns false when the request is unknown, cancelled or finished, or too many bytes wait already: then the host ends the request. */
TCGB_API bool TCGBHTTP_receivedBytes(uint64_t number, const void *data, size_t length);

/** Reports the end of a complete answer.
 * number: of the request. Returns false when the request is unknown, cancelled or finished. */
TCGB_API bool TCGBHTTP_ended(uint64_t number);

/** Reports that there is no answer, or that it ended early.
 * number: of the request. message: why, for developers; it becomes a part of the error's text. NULL for none.
 * Returns false when the request is unknown, cancelled or finished, and for text that is not UTF-8. */
TCGB_API bool TCGBHTTP_failed(uint64_t number, const char *message);

TCGB_END

#endif
