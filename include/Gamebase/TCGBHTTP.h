/** @file
 * The engine's own HTTP in place of libcurl, for a game whose service is on another machine (TCGBConfiguration_setServiceURL). No
 * Objective-C counterpart: there is NSURLSession. Since 1.0.
 *
 * Without it the library opens libcurl (libcurl.so.4, else libcurl-gnutls.so.4) at the first request, and not before. A game that ships
 * no libcurl, or whose platform has its own network, gives these functions.
 *
 * H1. start and cancel are called on a thread of the library, "gamebase-net", never inside another function of the library. They do not
 *     wait: whoever waits in them holds up all requests, and shutdown runs out of its limit.
 * H2. What comes of a request is told with the TCGBHTTP_... functions, on any thread, also inside start: once the head, then the bytes as
 *     they come, in any pieces, at last TCGBHTTP_ended or TCGBHTTP_failed, once. After cancel nothing more needs to be told, and what is
 *     told is thrown away.
 * H3. The host asks exactly what stands in the request: its method, address, headers and body, none more than once and with no redirect
 *     followed. The library retries by itself, and says when a change is the same one. It believes the server that the host believes: the
 *     host checks the certificate.
 * H4. A stream has no end of its own: its answer comes bit by bit, for hours. Bytes that come are told at once, and silence for less than
 *     timeoutMilliseconds is no failure; 0 is for ever.
 * H5. A number is never given twice. What is told of one that is unknown, or over, does nothing.
 * H6. From the return of shutdown on no function is called, unless shutdown returned false: then the context must live on. */
#ifndef TCGB_HTTP_H
#define TCGB_HTTP_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** A request. All of it is borrowed, and lives until start returns. Later versions add members at the end only. */
typedef struct TCGBHTTPRequest {
    /** The size of what is given, by which the host knows which members there are. */
    size_t structSize;
    /** By which the host says what came of it. */
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

/** What moves bytes. Later versions add members at the end only. */
typedef struct TCGBHTTP {
    /** sizeof(TCGBHTTP), by which the library knows which members the caller's header had. */
    size_t structSize;
    /** Begins a request. Must not be NULL. */
    void (*start)(const TCGBHTTPRequest *request, void *context);
    /** Nobody waits for a request any more: the host closes it, when it likes. Must not be NULL. */
    void (*cancel)(uint64_t number, void *context);
    /** Passed to each of them. */
    void *context;
} TCGBHTTP;

/** Sets the functions of the current instance, before initialize. Forgotten by shutdown.
 * http: copied; NULL is libcurl again.
 * Returns false, and changes nothing, from initialize to shutdown, when structSize is smaller than a size_t, and when a function is
 * missing. */
TCGB_API bool TCGBHTTP_use(const TCGBHTTP *http);

/** Tells how an answer begins.
 * number: of the request. status: of the answer itself, 100 to 999. headers: lines "Name: value", with "\n" or "\r\n" between them; NULL
 * for none. Content-Type, Content-Encoding and Retry-After are read.
 * Returns false when nobody waits for it any more (H5), and for a bad argument. */
TCGB_API bool TCGBHTTP_receivedHead(uint64_t number, int32_t status, const char *headers);

/** Tells some bytes of an answer's body, as they are when nothing is packed.
 * number: of the request. data: copied; length: how many bytes.
 * Returns false when nobody waits for them any more, or too many wait already: then the host cancels by itself. */
TCGB_API bool TCGBHTTP_receivedBytes(uint64_t number, const void *data, size_t length);

/** Tells that an answer is whole.
 * number: of the request. Returns false when nobody waits for it any more. */
TCGB_API bool TCGBHTTP_ended(uint64_t number);

/** Tells that there is no answer, or that it broke off.
 * number: of the request. message: why, for developers; it becomes a part of the error's text. NULL for none.
 * Returns false when nobody waits for it any more, and for text that is not UTF-8. */
TCGB_API bool TCGBHTTP_failed(uint64_t number, const char *message);

TCGB_END

#endif
