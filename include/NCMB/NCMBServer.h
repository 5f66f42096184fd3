/** @file
 * The REST interface of the mobile backend (version 2013-09-01), answered in the same process: its paths, headers, JSON, errors and
 * signatures. No Objective-C counterpart. Since 1.0. For tests of clients of that interface, and for games that serve it over their own
 * network. Objects, users, installations, pushes and files are the same as for the other functions. */
#ifndef NCMB_SERVER_H
#define NCMB_SERVER_H

#include "NCMBError.h"

TCGB_BEGIN

/** Limits of a request. */
typedef enum NCMBServerLimits {
    /** Bytes of a path with its query. */
    NCMB_SERVER_PATH_MAX = 65536,
    /** Headers of a request. */
    NCMB_SERVER_HEADERS_MAX = 64,
    /** Bytes of a body; files have the limit of the service, which is smaller. */
    NCMB_SERVER_BODY_MAX = 16777216
} NCMBServerLimits;

/** An answer. httpStatus: as the interface documents it; 0 after an error. headers: lines of the form "Name: value", each ended by "\r\n";
 * X-NCMB-Response-Signature is among them if the request was authenticated. data, length: the body; it may be empty. error: NULL unless
 * there is no answer at all; a refusal is an answer. All is borrowed. */
typedef void (*NCMBServerCompletion)(
    int32_t httpStatus, const char *headers, const void *data, size_t length, const TCGBError *error, void *context);

/** Answers a request. It must be signed with the keys that the settings name as ncmb.applicationKey and ncmb.clientKey; while they name
 * none, all requests are refused. The header X-NCMB-Apps-Session-Token names the user of the request; without it the request has no user.
 * method: "GET", "POST", "PUT" or "DELETE"; "HEAD" is answered as "GET", and a carrier sends no body. host: of the Host header, which the
 * signature covers. path: with its query of at most 64 parameters, nothing of it decoded, from "/2013-09-01/" on. headers: lines of the
 * form "Name: value", with "\r\n" or "\n" between them; NULL for none. data: length bytes of the body; NULL for none. They are copied.
 * completion: NULL allowed; when it comes, the change is stored.
 * Errors:
 * - 1 neither NCMB nor Gamebase was started
 * - 3 bad argument
 * - 101 no answer in time
 * - 110 shutdown, or the service is unreachable */
TCGB_API void NCMBServer_requestWithMethod_host_path_headers_data_length_completion(const char *method, const char *host, const char *path,
    const char *headers, const void *data, size_t length, NCMBServerCompletion completion, void *context);

TCGB_END

#endif
