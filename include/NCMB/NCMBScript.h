/** @file
 * Scripts. Mirrors NCMBScript. Since 1.0.
 *
 * The original service ran scripts; this one does not. A game registers a C function for the name of each script, and execute calls it.
 * Without a function execute fails with 404001, and the message says so. */
#ifndef NCMB_SCRIPT_H
#define NCMB_SCRIPT_H

#include "NCMBData.h"

TCGB_BEGIN

/** Bytes of one answer of a script. */
enum { NCMB_SCRIPT_REPLY_BYTES_MAX = 10485760 };

/** How a script is called. Mirrors NCMBScriptRequestMethod. */
typedef enum NCMBScriptRequestMethod {
    /** GET. */
    NCMBExecuteWithGetMethod = 0,
    /** POST, with data. */
    NCMBExecuteWithPostMethod = 1,
    /** PUT, with data. */
    NCMBExecuteWithPutMethod = 2,
    /** DELETE. */
    NCMBExecuteWithDeleteMethod = 3
} NCMBScriptRequestMethod;

/** A script by its name. Mirrors NCMBScript. */
typedef struct NCMBScript NCMBScript;

/** One call of a script, for its registered function. No Objective-C counterpart. */
typedef struct NCMBScriptCall NCMBScriptCall;

/** The answer of a script. Mirrors NCMBScriptExecuteCallback. data: length bytes, borrowed: copy what is needed. NULL after an error. */
typedef void (*NCMBScriptExecuteCallback)(const void *data, size_t length, const TCGBError *error, void *context);

/** The function of a script. It is called inside TCGBRunLoop_drain, on the thread that drains, for
 * NCMBScript_execute_headers_queries_withBlock, and inside NCMBScript_execute_headers_queries_error, on the caller's thread: on several
 * threads at once if the game calls so. It answers with NCMBScriptCall_replyWithStatus_data_length, at once, or later and on any thread if
 * it retains the call. call: borrowed (TCGBRetain keeps it). No Objective-C counterpart. */
typedef void (*NCMBScriptFunction)(NCMBScriptCall *call, void *context);

/** Makes a script. Mirrors +[NCMBScript scriptWithName:method:].
 * name: 1 to 255 bytes. Returns an object that the caller releases; NULL for a bad argument, and the log says so. */
TCGB_API TCGB_OWNED NCMBScript *NCMBScript_scriptWithName_method(const char *name, NCMBScriptRequestMethod method);

/** Makes a script. Mirrors +[NCMBScript scriptWithName:method:endpoint:].
 * name: 1 to 255 bytes. endpoint: stored, but not used, because the registered function is called; NULL for none. Returns an
 * object that the caller releases; NULL for a bad argument, and the log says so. */
TCGB_API TCGB_OWNED NCMBScript *NCMBScript_scriptWithName_method_endpoint(
    const char *name, NCMBScriptRequestMethod method, const char *endpoint);

/** Its name. Mirrors .scriptName. It lives as long as the object. */
TCGB_API const char *NCMBScript_scriptName(const NCMBScript *script);

/** Mirrors -setScriptName:.
 * scriptName: 1 to 255 bytes. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBScript_setScriptName(NCMBScript *script, const char *scriptName);

/** How it is called. Mirrors .method. NCMBExecuteWithGetMethod for what is not a living script. */
TCGB_API NCMBScriptRequestMethod NCMBScript_method(const NCMBScript *script);

/** Mirrors -setMethod:. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBScript_setMethod(NCMBScript *script, NCMBScriptRequestMethod method);

/** The endpoint of scriptWithName_method_endpoint. Mirrors .service.endpoint. NULL without. It lives as long as the object. */
TCGB_API const char *NCMBScript_endpoint(const NCMBScript *script);

/** Calls the script's function on this thread. Blocks until the answer comes. Mirrors -[NCMBScript execute:headers:queries:error:].
 * data, headers, queries, error: as for the form with a block, and for NCMBObject_save. Returns an object that the caller releases; NULL
 * after an error.
 * Errors: as the form with a block; 11002 inside a callback. */
TCGB_API TCGB_OWNED NCMBData *NCMBScript_execute_headers_queries_error(

    NCMBScript *script, const char *data, const char *headers, const char *queries, TCGB_OWNED TCGBError **error);

/** Calls the script's function. Mirrors -[NCMBScript execute:headers:queries:withBlock:].
 * data: a JSON object, for POST and PUT only; ignored for the others. headers, queries: JSON objects. NULL for none of each.
 * Errors:
 * - 100 to 599 the status of the function's answer, if it is not 200 to 299; its bytes are the message
 * - 101 it did not answer in time
 * - 404001 no function is registered for the name
 * - 500001 the function released the call without an answer */
TCGB_API void NCMBScript_execute_headers_queries_withBlock(
    NCMBScript *script, const char *data, const char *headers, const char *queries, NCMBScriptExecuteCallback block, void *context);

/** Registers a function for a script, or replaces it. No Objective-C counterpart. Shutdown resets it.
 * scriptName: 1 to 255 bytes; 256 names at most. function: NULL removes it; running calls are still answered, calls that wait for the drain
 * fail with 404001. context: must live until the function is removed, and until no thread waits for an answer of it.
 * Returns true when it is done; false changes nothing, and the log says why. */
TCGB_API bool NCMBScript_registerFunction(const char *scriptName, NCMBScriptFunction function, void *context);

/** The name of the script. It lives as long as the call. */
TCGB_API const char *NCMBScriptCall_scriptName(const NCMBScriptCall *call);

/** How it was called. NCMBExecuteWithGetMethod for what is not a living call. */
TCGB_API NCMBScriptRequestMethod NCMBScriptCall_method(const NCMBScriptCall *call);

/** The data: a JSON object. NULL without. It lives as long as the call. */
TCGB_API const char *NCMBScriptCall_data(const NCMBScriptCall *call);

/** The headers: a JSON object. NULL without. It lives as long as the call. */
TCGB_API const char *NCMBScriptCall_headers(const NCMBScriptCall *call);

/** The queries: a JSON object. NULL without. It lives as long as the call. */
TCGB_API const char *NCMBScriptCall_queries(const NCMBScriptCall *call);

/** Answers a call, once. No Objective-C counterpart.
 * status: 200 to 299 for success, else 100 to 599. data: length bytes, copied, at most NCMB_SCRIPT_REPLY_BYTES_MAX; NULL for none.
 * Returns true when it is the answer; false when there was one before, or for a bad argument, which the log tells. */
TCGB_API bool NCMBScriptCall_replyWithStatus_data_length(NCMBScriptCall *call, int32_t status, const void *data, size_t length);

TCGB_END

#endif
