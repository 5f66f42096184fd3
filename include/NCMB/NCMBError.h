/** @file
 * Errors of the mobile backend: TCGBError objects with domains and codes of their own. Mirrors NCMBError. Since 1.0.
 *
 * Errors that the service gave have the domain "com.nifcloud.mbaas" (kNCMBServiceErrorDomain) and the code of the REST interface
 * without its letter: E404001 is 404001. Errors that the client found have the domain "NCMBErrorDomain" (kNCMBErrorDomain) and one of the
 * same codes, or one of Gamebase's (TCGBError.h). Any call may fail with
 * - 1 the keys are not set, or the library did not start
 * - 3 a bad argument
 * - 101 no answer in time; the outcome is unknown
 * - 110 a shutdown or a cancel ended the call
 * - 8001 the service could not write its file
 * - 11002 65,536 calls are open, 1,024 requests of the object wait, or a call that waits was made inside a callback
 * - 401001 the session has ended: nobody is logged in any more */
#ifndef NCMB_ERROR_H
#define NCMB_ERROR_H

#include "NCMBConstants.h"

TCGB_BEGIN

/** The domain of errors that the client found: "NCMBErrorDomain". */
TCGB_API extern const char *const kNCMBErrorDomain;

/** The domain of errors that the service gave: "com.nifcloud.mbaas". */
TCGB_API extern const char *const kNCMBServiceErrorDomain;

/** The codes, under the names that the SDK gives their texts. */
typedef enum NCMBErrorCode {
    /** E400000. The request is malformed. */
    NCMBErrorBadRequest = 400000,
    /** E400001. The JSON is malformed. */
    NCMBErrorInvalidJson = 400001,
    /** E400002. A value, or an operation on a field, is of the wrong type. */
    NCMBErrorInvalidType = 400002,
    /** E400003. A required value is empty: the objectId of an object to fetch or delete, name or password of a user. */
    NCMBErrorRequired = 400003,
    /** E400004. A name or a value has the wrong form. */
    NCMBErrorInvalidFormat = 400004,
    /** E400005. A value is not allowed. Here: too many objects would have to be saved before one, or a password is to be saved
     * eventually. */
    NCMBErrorNotEfficientValue = 400005,
    /** E400006. A value is missing. */
    NCMBErrorMissingValue = 400006,
    /** E400008. Fields that exclude each other. */
    NCMBErrorNotCoexistValue = 400008,
    /** E400009. Too long, too many, too deep. */
    NCMBErrorDigitTooLarge = 400009,
    /** E401000. Not authorized. */
    NCMBErrorUnauthorized = 401000,
    /** E401001. The session has ended or never was; the current user is dropped. */
    NCMBErrorInvalidAuthHeader = 401001,
    /** E401002. Wrong name, mail address or password. */
    NCMBErrorAuthFailure = 401002,
    /** E401003. The data of a sign-in provider is wrong. */
    NCMBErrorOAuthFailure = 401003,
    /** E403000. Forbidden. */
    NCMBErrorForbidden = 403000,
    /** E403001. The object's ACL does not allow it. */
    NCMBErrorOperationForbiddenByACL = 403001,
    /** E403002. Only for operators. */
    NCMBErrorOperationForbiddenByUserType = 403002,
    /** E403003. The operation is prohibited, such as a role inside itself. */
    NCMBErrorOperationForbidden = 403003,
    /** E403004. A one-time key has expired. */
    NCMBErrorExpiredOnetimeKey = 403004,
    /** E403005. A field that may not be set, such as a provider that is not known. */
    NCMBErrorInvalidSettingName = 403005,
    /** E403006. An invalid place, or an invalid search by place. */
    NCMBErrorInvalidGeoPoint = 403006,
    /** E404001. There is no such object, or the user may not read it. */
    NCMBErrorDataNotFound = 404001,
    /** E404002. There is no such service. */
    NCMBErrorServiceNotFound = 404002,
    /** E404003. There is no such field. */
    NCMBErrorFieldNotFound = 404003,
    /** E404004. There is no such device token. */
    NCMBErrorDeviceTokenNotFound = 404004,
    /** E404005. There is no such application. */
    NCMBErrorApplicationNotFound = 404005,
    /** E404006. There is no such user. */
    NCMBErrorUserNotFound = 404006,
    /** E405001. Not allowed at this address. */
    NCMBErrorMethodNotAllowed = 405001,
    /** E409001. Another object has the value: a user name, a mail address, the name of a role, a device token. Or somebody else has
     * changed the object, see NCMBObject_setRequiresUnchanged. */
    NCMBErrorDuplicateValue = 409001,
    /** E413001. The file is too large. */
    NCMBErrorFileTooLarge = 413001,
    /** E413002. The object is too large. */
    NCMBErrorEntityTooLarge = 413002,
    /** E413003. Too much at once: a query that would look at too many objects names the index that it needs. */
    NCMBErrorTooManyOperations = 413003,
    /** E415001. The media type is not known. */
    NCMBErrorUnsupportedMediaType = 415001,
    /** E429001. The quota is used up. */
    NCMBErrorRestricted = 429001,
    /** E429002. Too many requests: a name rests for a while after ten wrong passwords. */
    NCMBErrorTooManyRequests = 429002,
    /** E500001. The service failed. */
    NCMBErrorInternalServerError = 500001,
    /** E502001. The storage failed. */
    NCMBErrorStorageError = 502001,
    /** E502002. The mail could not be sent. */
    NCMBErrorMailError = 502002,
    /** E502003. The database failed. */
    NCMBErrorDatabaseError = 502003,
    /** E503001. The service is not available. */
    NCMBErrorUnavailable = 503001
} NCMBErrorCode;

TCGB_END

#endif
