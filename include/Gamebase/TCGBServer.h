#ifndef TCGB_SERVER_H
#define TCGB_SERVER_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

typedef void (*TCGBServerCompletion)(int32_t httpStatus, const char *responseBody, const TCGBError *error, void *context);

TCGB_API void TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(
    const char *method, const char *path, const char *secretKey, const char *transactionId, const char *body,
    TCGBServerCompletion completion, void *context);

TCGB_END

#endif
