/** @file
 * Files: bytes with a name at the service. Mirrors NCMBFile, which is an NCMBObject of the class "file". Since 1.0.
 *
 * A file is identified by its name, and has no objectId; a file that is saved under the same name replaces it. Of the functions of
 * NCMBObject these accept a file: NCMBObject_save and its form with a block, NCMBObject_delete and its form with a block, NCMBObject_ACL,
 * NCMBObject_setACL, and the getters. It has no fields that can be set. NCMBFile_query finds files by fileName, mimeType, fileSize and
 * dates; found files have no bytes yet: NCMBFile_getData gets them. Without an ACL everybody may read and replace a file.
 *
 * Bytes are sent in parts of at most 256 KiB, each stored before the next is sent; a part whose answer is lost is sent again. A file
 * becomes visible when it is complete, and the old file stays until then. A transfer may take 5 minutes, a blocking one
 * NCMB_BLOCKING_MILLISECONDS_MAX.
 *
 * A save may fail with
 * - 400003 there are neither bytes nor a change
 * - 400004 a name with "/" or control characters
 * - 400006 the file at the path cannot be read
 * - 403001 the ACL of the file that has the name does not allow it
 * - 413001 more than NCMB_FILE_BYTES_MAX
 * - 429001 the files of the app together have as many bytes as the console allows */
#ifndef NCMB_FILE_H
#define NCMB_FILE_H

#include "NCMBData.h"
#include "NCMBObject.h"
#include "NCMBQuery.h"

TCGB_BEGIN

/** Bytes of one file. */
enum { NCMB_FILE_BYTES_MAX = 10485760 };

/** Makes a file with a random name. Mirrors +[NCMBFile fileWithData:].
 * data: length bytes, copied; NULL for none. Returns an object that the caller releases; NULL for a bad argument, and the log says so. */
TCGB_API TCGB_OWNED NCMBFile *NCMBFile_fileWithData(const void *data, size_t length);

/** Makes a file that is not saved. Mirrors +[NCMBFile fileWithName:data:].
 * name: UTF-8, 1 to 255 bytes. data: length bytes, copied; NULL for a file that the service has, whose bytes NCMBFile_getData brings.
 * Returns an object that the caller releases; NULL for a bad argument, and the log says so. */
TCGB_API TCGB_OWNED NCMBFile *NCMBFile_fileWithName_data(const char *name, const void *data, size_t length);

/** Makes a file from a file of the device, which is read part by part when its bytes are needed, not on the caller's thread: do not change
 * it until the file is saved. Mirrors +[NCMBFile fileWithName:contentsAtPath:].
 * name: UTF-8, 1 to 255 bytes. path: of a regular file. Returns an object that the caller releases; NULL for a bad argument, and the log
 * says so. If the path cannot be read, the save or NCMBFile_getData fails. */
TCGB_API TCGB_OWNED NCMBFile *NCMBFile_fileWithName_contentsAtPath(const char *name, const char *path);

/** Its name. Mirrors .name. It lives as long as the file. NULL for what is not a living file. */
TCGB_API const char *NCMBFile_name(const NCMBFile *file);

/** The path at which the REST interface has it (NCMBServer.h). Mirrors .url. It lives as long as the file. NULL for what is not a living
 * file. */
TCGB_API const char *NCMBFile_url(const NCMBFile *file);

/** The media type of its bytes, such as "image/png". No Objective-C counterpart. NULL when it is not known yet. It lives as long as the
 * file. */
TCGB_API const char *NCMBFile_contentType(const NCMBFile *file);

/** Sets the media type of its bytes; it is saved with them. The default is "application/octet-stream". No Objective-C counterpart.
 * Bytes that the service has already keep theirs.
 * contentType: printable ASCII, at most 255 bytes; NULL means the default. Returns true when it is set; false changes nothing, and the log
 * says why. */
TCGB_API bool NCMBFile_setContentType(NCMBFile *file, const char *contentType);

/** Whether a save would send something: bytes or an ACL that the service does not have. Mirrors .isDirty. */
TCGB_API bool NCMBFile_isDirty(const NCMBFile *file);

/** Whether its bytes are on this device. Mirrors .isDataAvailable. */
TCGB_API bool NCMBFile_isDataAvailable(const NCMBFile *file);

/** Saves the file: its bytes, or its ACL alone where the service has the bytes. Mirrors -[NCMBFile
 * saveInBackgroundWithBlock:progressBlock:].
 * progressBlock: called now and then before block, at last with 100; NULL for none.
 * Errors: as the head of this file says; 110 after NCMBFile_cancel. */
TCGB_API void NCMBFile_saveInBackgroundWithBlock_progressBlock(

    NCMBFile *file, NCMBErrorResultBlock block, void *context, NCMBProgressBlock progressBlock, void *progressContext);

/** The bytes of the file. Blocks until the answer comes. Mirrors -[NCMBFile getData:]. Bytes that are on this device are returned without a
 * request.
 * error: takes why it failed, an object that the caller releases, or NULL after success; may be NULL. Returns an object that the caller
 * releases; NULL after an error.
 * Errors: as the form with InBackground; 11002 inside a callback. */
TCGB_API TCGB_OWNED NCMBData *NCMBFile_getData(NCMBFile *file, TCGB_OWNED TCGBError **error);

/** The bytes of the file. Mirrors -[NCMBFile getDataInBackgroundWithBlock:]. Bytes that are on this device are returned without a request;
 * bytes from the service are kept as long as the file lives.
 * Errors:
 * - 110 NCMBFile_cancel
 * - 400006 the file at the path cannot be read
 * - 403001 its ACL does not allow it
 * - 404001 there is no file of the name
 * - 503001 it was replaced again and again meanwhile */
TCGB_API void NCMBFile_getDataInBackgroundWithBlock(NCMBFile *file, NCMBDataResultBlock block, void *context);

/** The bytes of the file. Mirrors -[NCMBFile getDataInBackgroundWithBlock:progressBlock:].
 * progressBlock: called now and then before resultBlock, at last with 100; NULL for none.
 * Errors: as the form without. */
TCGB_API void NCMBFile_getDataInBackgroundWithBlock_progressBlock(

    NCMBFile *file, NCMBDataResultBlock resultBlock, void *context, NCMBProgressBlock progressBlock, void *progressContext);

/** Cancels the running transfers of the file, each with error 110; a download also when its bytes have arrived and were not delivered yet.
 * Mirrors -[NCMBFile cancel]. A cancelled save does not change the old file of that name; a completed one succeeds. */
TCGB_API void NCMBFile_cancel(NCMBFile *file);

/** A query over files. Mirrors +[NCMBFile query]. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED NCMBQuery *NCMBFile_query(void);

TCGB_END

#endif
