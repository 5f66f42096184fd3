/* Mails that the host sends: a lost password, and whose an address is. */
#include "backend.h"

enum { DAY_MILLISECONDS = 86400000 };

static struct mail {
    int times;
    NCMBMailKind kind;
    char address[256], name[256], key[256], text[2048];
} mail, other_mail; /* the last one of each host */

static void on_mail(
    NCMBMailKind kind, const char *address, const char *name, const char *key, const char *subject, const char *text, void *context) {
    struct mail *sent = context;
    require(*subject && strstr(text, key));
    sent->kind = kind;
    snprintf(sent->address, sizeof sent->address, "%s", address);
    snprintf(sent->name, sizeof sent->name, "%s", name ? name : "(nobody)");
    snprintf(sent->key, sizeof sent->key, "%s", key);
    snprintf(sent->text, sizeof sent->text, "%s", text);
    sent->times++;
}
static void ask_for_password(const char *address) {
    PLAY(&answer, NCMBUser_requestPasswordResetForEmailInBackground_block(address, on_error, &answer));
}
static void ask_for_entry(const char *address) {
    PLAY(&answer, NCMBUser_requestAuthenticationMailInBackground_block(address, on_error, &answer));
}
static void reset_password(const char *key, const char *password) {
    PLAY(&answer, NCMBMail_finishPasswordResetWithKey_password_block(key, password, on_error, &answer));
}
static void enter(const char *key, const char *password) {
    PLAY(&answer, NCMBMail_finishAuthenticationWithKey_password_block(key, password, on_object, &answer));
}
static NCMBUser *sign_up_at(const char *name, const char *address) {
    NCMBUser *user = NCMBUser_user();
    require(NCMBUser_setUserName(user, name) && NCMBUser_setPassword(user, "first") && NCMBUser_setMailAddress(user, address));
    require(NCMBUser_signUp(user, NULL));
    return user;
}
/* The key of a mail that is asked for. */
static const char *key_of(void (*ask)(const char *), const char *address) {
    static char key[256];
    mail.times = 0;
    ask(address);
    require_equal(answer.code, 0);
    require(pump_until(&mail.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(mail.times, 1);
    require_text(mail.address, address);
    snprintf(key, sizeof key, "%s", mail.key);
    return key;
}

PROMISE("without a mail function nobody is promised a mail; a restart forgets it") {
    set_keys();
    sign_up_at("a", "a@example.com");
    ask_for_password("a@example.com");
    require_equal(answer.code, NCMBErrorServiceNotFound);
    NCMBMail_setFunction(on_mail, &mail);
    key_of(ask_for_password, "a@example.com");
    NCMBMail_setFunction(NULL, NULL);
    ask_for_entry("a@example.com");
    require_equal(answer.code, NCMBErrorServiceNotFound);
    NCMBMail_setFunction(on_mail, &mail);
    restart();
    ask_for_password("a@example.com");
    require_equal(answer.code, NCMBErrorServiceNotFound);
    require(!NCMBUser_requestPasswordResetForEmail_error("a@example.com", NULL));
}

PROMISE("a lost password is set anew with the key that the host mailed, once") {
    NCMBMail_setFunction(on_mail, &mail); /* before the keys */
    set_keys();
    NCMBUser *user = sign_up_at("ann", "ann@example.com");
    char early[256];
    snprintf(early, sizeof early, "%s", key_of(ask_for_password, "ann@example.com"));
    const char *key = key_of(ask_for_password, "ann@example.com");
    require_equal(mail.kind, NCMBMailKindPasswordReset);
    require_text(mail.name, "ann");
    require(strcmp(early, key) != 0 && strlen(key) >= 16);
    static const char *const wrong[] = {"x", "0000000000000000000000", "' OR 1"};
    for (int i = 0; i < 3; i++) {
        reset_password(wrong[i], "second");
        require_equal(answer.code, NCMBErrorDataNotFound);
    }
    enter(key, "second"); /* of another kind */
    require_equal(answer.code, NCMBErrorDataNotFound);
    reset_password(key, "");
    require_equal(answer.code, 3);
    reset_password(NULL, "second");
    require_equal(answer.code, 3);
    char tooLong[130] = "";
    memset(tooLong, 'p', 129);
    reset_password(key, tooLong);
    require_equal(answer.code, NCMBErrorDigitTooLarge);
    require(NCMBUser_logInWithUsername_password_error("ann", "first", NULL));

    reset_password(key, "second");
    require_equal(answer.code, 0);
    /* Whoever was logged in is not any more. */
    PLAY(&answer, NCMBObject_fetchInBackgroundWithBlock(user, on_error, &answer));
    require_equal(answer.code, NCMBErrorInvalidAuthHeader);
    require(!NCMBUser_currentUser());
    require(!NCMBUser_logInWithUsername_password_error("ann", "first", NULL));
    require(NCMBUser_logInWithUsername_password_error("ann", "second", NULL));
    for (int i = 0; i < 2; i++) {
        reset_password(i ? early : key, "third");
        require_equal(answer.code, NCMBErrorDataNotFound);
    }
    require(NCMBUser_logInWithUsername_password_error("ann", "second", NULL));
}

PROMISE("a key is of no use after a day") {
    NCMBMail_setFunction(on_mail, &mail);
    set_keys();
    sign_up_at("ann", "ann@example.com");
    const char *key = key_of(ask_for_password, "ann@example.com");
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(DAY_MILLISECONDS, on_error, &answer));
    reset_password(key, "second");
    require_equal(answer.code, NCMBErrorExpiredOnetimeKey);
    require(NCMBUser_logInWithUsername_password_error("ann", "first", NULL));
    key = key_of(ask_for_entry, "new@example.com");
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(DAY_MILLISECONDS, on_error, &answer));
    enter(key, "p");
    require_equal(answer.code, NCMBErrorExpiredOnetimeKey);
}

PROMISE("a user confirms the address with the key, and who is none signs up by it") {
    NCMBMail_setFunction(on_mail, &mail);
    set_keys();
    NCMBUser *user = sign_up_at("ann", "ann@example.com");
    require(!NCMBUser_isMailAddressConfirm(user));
    const char *key = key_of(ask_for_entry, "ann@example.com");
    require_equal(mail.kind, NCMBMailKindAuthentication);
    require_text(mail.name, "ann");
    enter(key, NULL);
    require_equal(answer.code, 0);
    require_equal(answer.count, 0);
    require(NCMBUser_currentUser() == user);
    PLAY_WELL(&answer, NCMBObject_fetchInBackgroundWithBlock(user, on_error, &answer));
    require(NCMBUser_isMailAddressConfirm(user));
    enter(key, NULL);
    require_equal(answer.code, NCMBErrorDataNotFound);

    key = key_of(ask_for_entry, "new@example.com");
    require_text(mail.name, "(nobody)");
    enter(key, NULL);
    require_equal(answer.code, NCMBErrorRequired);
    enter(key, "secret");
    require_equal(answer.code, 0);
    NCMBUser *newcomer = NCMBUser_currentUser();
    require(newcomer == user_found && newcomer != user && NCMBUser_isNew(newcomer) && NCMBUser_isAuthenticated(newcomer));
    PLAY_WELL(&answer, NCMBObject_fetchInBackgroundWithBlock(newcomer, on_error, &answer));
    require_text(NCMBUser_mailAddress(newcomer), "new@example.com");
    require(NCMBUser_isMailAddressConfirm(newcomer));
    require(NCMBUser_logInWithMailAddress_password_error("new@example.com", "secret", NULL));
    enter(key, "secret");
    require_equal(answer.code, NCMBErrorDataNotFound);
}

PROMISE("an address gets five mails of a kind at a time, and nobody learns whose it is") {
    NCMBMail_setFunction(on_mail, &mail);
    set_keys();
    sign_up_at("ann", "ann@example.com");
    mail.times = 0;
    for (int i = 0; i < 8; i++) {
        ask_for_password("ann@example.com");
        require_equal(answer.code, 0);
        ask_for_password("nobody@example.com");
        require_equal(answer.code, 0);
    }
    pump_till(mail.times == 5, 50);
    require_equal(mail.times, 5);
    ask_for_password("no address");
    require_equal(answer.code, NCMBErrorInvalidFormat);
}

PROMISE("of two instances that share a service, the one that set its function last sends") {
    NCMBMail_setFunction(on_mail, &mail);
    set_keys();
    sign_up_at("ann", "ann@example.com");
    TCGBInstance *other = TCGBInstance_createSharingServiceOf(NULL);
    TCGBInstance_makeCurrent(other);
    NCMB_setApplicationKey_clientKey("application-key", "client-key");
    NCMBMail_setFunction(on_mail, &other_mail);
    TCGBInstance_makeCurrent(NULL);
    ask_for_password("ann@example.com");
    TCGBInstance_makeCurrent(other);
    require(pump_until(&other_mail.times, PLAY_LIMIT_MILLISECONDS));
    TCGBInstance_makeCurrent(NULL);
    TCGBRunLoop_drain();
    require_equal(mail.times, 0);
    require(TCGBInstance_destroy(other, 5000));
    ask_for_password("ann@example.com");
    require(pump_until(&mail.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other_mail.times, 1);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
