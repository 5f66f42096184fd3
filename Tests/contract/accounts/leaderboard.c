/* Ranks of players: the game's server registers scores, players read them. */
#include "play.h"

#define BOARD "/tcgb-leaderboard/v1.3/apps/Contract/factors/1/users"
#define CONSOLE \
    "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\",\"secretKey\":\"contract-secret\"}," \
    "\"idPs\":{\"google\":{\"clientId\":\"c\"}}," \
    "\"leaderboards\":[{\"factor\":1,\"name\":\"points\"},{\"factor\":2}]}"

enum { PLAYERS = 5 };
static struct answer ranks;
static char order[PLAYERS * 64];
static int found_rank, has_rank;
static double found_score;
static int64_t users;

static void on_rank(const TCGBLeaderboardRank *rank, const TCGBError *error, void *context) {
    struct answer *played = context;
    played->times++;
    played->code = TCGBError_code(error);
    has_rank = rank != NULL;
    found_rank = (int)TCGBLeaderboardRank_rank(rank);
    found_score = TCGBLeaderboardRank_score(rank);
    users = TCGBLeaderboardRank_totalUserCountInFactor(rank);
    if (!rank) return;
    TCGBLeaderboardRank *kept = TCGBLeaderboardRank_leaderboardRankFromJsonString(TCGBLeaderboardRank_jsonString(rank));
    require_text(TCGBLeaderboardRank_date(kept), TCGBLeaderboardRank_date(rank));
    require(TCGBLeaderboardRank_score(kept) == found_score);
    TCGBRelease(kept);
}
static void on_ranks(const TCGBLeaderboardRank *const *list, size_t count, const TCGBError *error, void *context) {
    struct answer *played = context;
    played->times++;
    played->code = TCGBError_code(error);
    played->count = (int)count;
    order[0] = 0;
    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(order);
        snprintf(order + used, sizeof order - used, "%lld:%g:%s ", (long long)TCGBLeaderboardRank_rank(list[i]),
            TCGBLeaderboardRank_score(list[i]), TCGBLeaderboardRank_extra(list[i]) ? TCGBLeaderboardRank_extra(list[i]) : "-");
    }
}
static void own(int factor) { PLAY(&ranks, TCGBLeaderboard_requestRankWithFactor_completion(factor, on_rank, &ranks)); }
static void around(int before, int after) {
    PLAY(&ranks, TCGBLeaderboard_requestRanksAroundWithFactor_before_after_completion(1, before, after, on_ranks, &ranks));
}
static void page(int64_t start, int count) {
    PLAY(&ranks, TCGBLeaderboard_requestRanksWithFactor_start_count_completion(1, start, count, on_ranks, &ranks));
}
static void play_as(int player) {
    char credential[128];
    snprintf(credential, sizeof credential, "{\"provider_name\":\"google\",\"access_token\":\"player-%d\"}", player);
    PLAY_WELL(&answer, TCGBGamebase_loginWithCredential_viewController_completion(credential, NULL, on_login, &answer));
}
static void leave(void) { PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer)); }
static void score(const char *body) {
    char path[256];
    snprintf(path, sizeof path, BOARD "/%s/score-with-extra", TCGBGamebase_userID());
    struct answer served;
    serve(&served, "POST", path, body);
    require(strstr(served.json, "\"isSuccessful\":true"));
}

PROMISE("a player reads its own rank, those around it and a page, and none where it has no score") {
    initialize_here();
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(CONSOLE, on_error, &answer));
    static const char *const bodies[PLAYERS] = {"{\"score\":10,\"extra\":\"a\"}", "{\"score\":50.5,\"extra\":\"b\"}",
        "{\"score\":30,\"extra\":\"c\"}", "{\"score\":40,\"extra\":\"d\"}", "{\"score\":20,\"extra\":\"e\"}"};
    own(1);
    require_equal(ranks.code, TCGB_ERROR_NOT_LOGGED_IN);
    for (int i = 0; i < PLAYERS; i++) {
        play_as(i);
        own(1);
        require_equal(ranks.code, 0);
        require(!has_rank);
        around(1, 1);
        require_equal(ranks.code, 0);
        require_equal(ranks.count, 0);
        score(bodies[i]);
        if (i < PLAYERS - 1) leave();
    }
    /* The last of them has 20: the fourth of five. */
    own(1);
    require_equal(ranks.code, 0);
    require(has_rank);
    require_equal(found_rank, 4);
    require(found_score == 20);
    require_equal(users, PLAYERS);
    around(1, 0);
    require_text(order, "3:30:c 4:20:e ");
    around(0, 50);
    require_text(order, "4:20:e 5:10:a ");
    around(50, 50);
    require_text(order, "1:50.5:b 2:40:d 3:30:c 4:20:e 5:10:a ");
    page(2, 2);
    require_text(order, "2:40:d 3:30:c ");
    page(5, 100);
    require_text(order, "5:10:a ");
    page(6, 1);
    require_equal(ranks.count, 0);
    own(2);
    require_equal(ranks.code, 0);
    require(!has_rank);
}

PROMISE("a player who withdraws leaves the leaderboard, and those behind move up") {
    initialize_here();
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(CONSOLE, on_error, &answer));
    play_as(0);
    score("{\"score\":10,\"extra\":\"a\"}");
    leave();
    play_as(1);
    score("{\"score\":20,\"extra\":\"b\"}");
    page(1, 100);
    require_text(order, "1:20:b 2:10:a ");
    PLAY_WELL(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    play_as(0);
    page(1, 100);
    require_text(order, "1:10:a ");
    own(1);
    require_equal(found_rank, 1);
    require_equal(users, 1);
}

PROMISE("what a player asks of a leaderboard within no limits is refused with the argument") {
    initialize_here();
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(CONSOLE, on_error, &answer));
    play_as(0);
    own(3);
    require_equal(ranks.code, TCGB_ERROR_INVALID_PARAMETER);
    own(-1);
    require_equal(ranks.code, TCGB_ERROR_INVALID_PARAMETER);
    static const int wrong[][2] = {{-1, 0}, {0, -1}, {51, 0}, {0, 51}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        around(wrong[i][0], wrong[i][1]);
        require_equal(ranks.code, TCGB_ERROR_INVALID_PARAMETER);
    }
    static const int pages[][2] = {{0, 1}, {1, 0}, {1, 101}, {-1, 1}};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        page(pages[i][0], pages[i][1]);
        require_equal(ranks.code, TCGB_ERROR_INVALID_PARAMETER);
    }
    page(INT64_MAX, 100);
    require_equal(ranks.code, 0);
    require_equal(ranks.count, 0);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
