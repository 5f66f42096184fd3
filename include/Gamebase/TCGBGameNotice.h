/** @file
 * The page with the game's notices. Mirrors TCGBGameNotice. Since 1.0.
 *
 * The console settings say where it is (gameNotice: {"url", "latestNoticeTimeMillis"}). */
#ifndef TCGB_GAME_NOTICE_H
#define TCGB_GAME_NOTICE_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/** Opens the page, in the host's web view or else outside the game (TCGBWebView.h).
 * Mirrors +[TCGBGameNotice openGameNoticeWithViewController:completion:].
 * viewController: passed on to the host; NULL is fine.
 * completion: when the player has closed the page, or it was opened outside. NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 52 no program opens the page
 * - 101 no answer in time
 * - 110 shutdown, or the service is unreachable
 * - 6941 the console has no address
 * - 7002, 7003, 7999 as for a web view
 * - 7004 another web view replaced it */
TCGB_API void TCGBGameNotice_openGameNoticeWithViewController_completion(
    void *viewController, TCGBErrorCompletion completion, void *context);

/** Where the notices are. url: the page, NULL after an error. latestNoticeTimeMillis: when the newest notice was written, -1 when the
 * console does not say, 0 after an error. error: NULL after success. Borrowed. */
typedef void (*TCGBGameNoticeInfoCompletion)(const char *url, int64_t latestNoticeTimeMillis, const TCGBError *error, void *context);

/** Gives the address of the page and the time of its newest notice, for a game that marks its button. The iOS SDK has no such call, other
 * platforms have.
 * Errors:
 * - 1 not initialized
 * - 101 no answer in time
 * - 110 shutdown, or the service is unreachable
 * - 6941 the console has no address */
TCGB_API void TCGBGameNotice_requestGameNoticeInfoWithCompletion(TCGBGameNoticeInfoCompletion completion, void *context);

TCGB_END

#endif
