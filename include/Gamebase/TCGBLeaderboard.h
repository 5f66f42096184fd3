/** @file
 * Ranks of players: the player's own, those around it, and a page of a leaderboard. Since 1.0.
 *
 * The console settings name the leaderboards ("leaderboards": [{"factor": 1, "period": "WEEK", …}], console.schema.json), and the game's
 * server registers scores by the Gamebase Server API (TCGBServer.h, POST …/factors/{factor}/users/{userId}/score). The SDKs have no calls
 * for players; the values are those of the Server API guide ("Leaderboard").
 *
 * Ranks count from 1. A leaderboard of a period begins anew with each period. Every player who is logged in may read every leaderboard,
 * with the user ids and the extra texts of its players. The objects are values that do not change. For anything but a living one, getters
 * return NULL or 0. */
#ifndef TCGB_LEADERBOARD_H
#define TCGB_LEADERBOARD_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/** A player's place in a leaderboard. */
typedef struct TCGBLeaderboardRank TCGBLeaderboardRank;

/** Reads a rank from JSON text, as TCGBLeaderboardRank_jsonString writes it. jsonString: an object with userId and rank at least.
 * Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBLeaderboardRank *TCGBLeaderboardRank_leaderboardRankFromJsonString(const char *jsonString);

/** The user id of the player. */
TCGB_API const char *TCGBLeaderboardRank_userId(const TCGBLeaderboardRank *rank);

/** The place, from 1. */
TCGB_API int64_t TCGBLeaderboardRank_rank(const TCGBLeaderboardRank *rank);

/** The place before the last change of the score; 0 when there was none. */
TCGB_API int64_t TCGBLeaderboardRank_preRank(const TCGBLeaderboardRank *rank);

/** The score. */
TCGB_API double TCGBLeaderboardRank_score(const TCGBLeaderboardRank *rank);

/** The text that came with the score, at most 16 bytes; NULL when there was none. */
TCGB_API const char *TCGBLeaderboardRank_extra(const TCGBLeaderboardRank *rank);

/** When the score was registered, ISO 8601 in UTC: "2026-11-27T20:15:00.000Z". */
TCGB_API const char *TCGBLeaderboardRank_date(const TCGBLeaderboardRank *rank);

/** How many players the leaderboard has. */
TCGB_API int64_t TCGBLeaderboardRank_totalUserCountInFactor(const TCGBLeaderboardRank *rank);

/** The whole as JSON text. */
TCGB_API const char *TCGBLeaderboardRank_jsonString(const TCGBLeaderboardRank *rank);

/** rank: borrowed; NULL after an error, and when the player has no score there. error: NULL after success. Borrowed. */
typedef void (*TCGBLeaderboardRankCompletion)(const TCGBLeaderboardRank *rank, const TCGBError *error, void *context);

/** ranks: count objects, the first rank first; the array and the objects are borrowed. error: NULL after success. Borrowed. */
typedef void (*TCGBLeaderboardRanksCompletion)(
    const TCGBLeaderboardRank *const *ranks, size_t count, const TCGBError *error, void *context);

/** Asks for the player's own rank.
 * factor: of the leaderboard, as the settings number it.
 * completion: with the rank, or with neither a rank nor an error when the player has no score. NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 2 not logged in
 * - 3 there is no such factor
 * - 101 no answer in time
 * - 110 shutdown, or the service is unreachable */
TCGB_API void TCGBLeaderboard_requestRankWithFactor_completion(int32_t factor, TCGBLeaderboardRankCompletion completion, void *context);

/** Asks for the player's own rank and those around it.
 * before, after: how many ranks before and behind the player's own, 0 to 50 each.
 * completion: with the ranks; with none when the player has no score. NULL allowed.
 * Errors: as TCGBLeaderboard_requestRankWithFactor_completion, and
 * - 3 before or after is out of range */
TCGB_API void TCGBLeaderboard_requestRanksAroundWithFactor_before_after_completion(
    int32_t factor, int32_t before, int32_t after, TCGBLeaderboardRanksCompletion completion, void *context);

/** Asks for a page of a leaderboard.
 * start: the first rank, from 1. count: 1 to 100.
 * completion: with the ranks; with fewer or none where the leaderboard ends. NULL allowed.
 * Errors: as TCGBLeaderboard_requestRankWithFactor_completion, and
 * - 3 start or count is out of range */
TCGB_API void TCGBLeaderboard_requestRanksWithFactor_start_count_completion(
    int32_t factor, int64_t start, int32_t count, TCGBLeaderboardRanksCompletion completion, void *context);

TCGB_END

#endif
