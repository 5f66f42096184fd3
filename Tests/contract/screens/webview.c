/* Web pages are requests to the host: shown once, closed once; without a host, the desktop's browser has them. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#include "desktop.h"
#include "screens.h"

static struct answer closed, other;
static char event[8][256];
static int events;
static void on_scheme(const char *url, const TCGBError *error, void *context) {
    require(!error && context == &events);
    copy_text(event[events++], sizeof event[0], url);
}
static void show(const char *url, struct answer *result, const TCGBWebViewConfiguration *configuration) {
    static const char *const schemes[] = {"mygame://", "https://example.com/shop"};
    fresh(result);
    TCGBWebView_showWebViewWithURL_viewController_configuration_closeCompletion_schemeList_schemeEvent(
        url, &screen, configuration, on_error, result, schemes, 2, on_scheme, &events);
    require_equal(result->times, 0);
}
static void begin(void) {
    set_screen_host();
    initialize_here();
}

PROMISE("a web view has the game's address, look and window, and completes once") {
    begin();
    TCGBWebViewConfiguration *look = TCGBWebViewConfiguration_create();
    TCGBWebViewConfiguration_setNavigationBarTitle(look, "News");
    TCGBWebViewConfiguration_setNavigationBarColor(look, 0xFF102030);
    TCGBWebViewConfiguration_setOrientationMask(look, TCGBWebViewOrientationLandscapeLeft | TCGBWebViewOrientationLandscapeRight);
    TCGBWebViewConfiguration_setOrientationMask(look, 16);
    TCGBWebViewConfiguration_setIsBackButtonVisible(look, false);
    show("https://example.com/news?a=1#top", &closed, look);
    TCGBRelease(look);
    wait_for_page(1);
    require_equal(screen.kind[0], TCGBWebViewKindWeb);
    require_text(screen.url[0], "https://example.com/news?a=1#top");
    const TCGBWebViewConfiguration *seen = TCGBWebViewRequest_configuration(screen.page[0]);
    require_text(TCGBWebViewConfiguration_navigationBarTitle(seen), "News");
    require(TCGBWebViewConfiguration_navigationBarColor(seen) == 0xFF102030);
    require_equal(TCGBWebViewConfiguration_orientationMask(seen), 12);
    require(!TCGBWebViewConfiguration_isBackButtonVisible(seen));
    require(TCGBWebViewConfiguration_isNavigationBarVisible(seen));
    require(TCGBWebViewConfiguration_navigationBarHeight(seen) == 50);
    require(TCGBWebViewRequest_viewController(screen.page[0]) == &screen);
    require(!TCGBWebViewRequest_data(screen.page[0]));
    pump_for(100);
    require_equal(closed.times, 0);
    finish_page(0, 0);
    wait_for_answer(&closed);
    require_equal(closed.code, 0);
    pump_till(closed.times == 1, 50);
    require_equal(closed.times, 1);
    require(TCGBGamebase_shutdown(2000));
    require_equal(closed.times, 1);
}

PROMISE("a web view without a configuration has the default one, which shutdown forgets") {
    begin();
    TCGBWebViewConfiguration *look = TCGBWebViewConfiguration_create();
    TCGBWebViewConfiguration_setNavigationBarTitle(look, "Ours");
    TCGBWebView_setDefaultWebConfiguration(TCGBWebView_sharedTCGBWebView(), look);
    TCGBRelease(look);
    require_text(TCGBWebViewConfiguration_navigationBarTitle(TCGBWebView_defaultWebConfiguration(TCGBWebView_sharedTCGBWebView())), "Ours");
    show("https://example.com/", &closed, NULL);
    wait_for_page(1);
    require_text(TCGBWebViewConfiguration_navigationBarTitle(TCGBWebViewRequest_configuration(screen.page[0])), "Ours");
    finish_page(0, 0);
    wait_for_answer(&closed);
    require(TCGBGamebase_shutdown(2000));
    require(!TCGBWebViewConfiguration_navigationBarTitle(TCGBWebView_defaultWebConfiguration(TCGBWebView_sharedTCGBWebView())));
}

PROMISE("the library's own addresses act in upper and lower case, and are never loaded") {
    begin();
    load_settings();
    log_in();
    show("https://example.com/", &closed, NULL);
    wait_for_page(1);
    const TCGBWebViewRequest *page = screen.page[0];
    require(!TCGBWebViewRequest_navigate(page, "https://example.com/gamebase://dismiss"));
    require(!TCGBWebViewRequest_navigate(page, "gamebases://dismiss"));
    require(TCGBWebViewRequest_navigate(page, "gamebase://goBack"));
    require(TCGBWebViewRequest_navigate(page, "GAMEBASE://showWebView?x=1&Link=https%3A%2F%2Fexample.com%2F%3Fq%3Da%26b%23c"));
    require(TCGBWebViewRequest_navigate(page, "gamebase://openBrowser?link=https%3A%2F%2Fexample.org%2F"));
    require(TCGBWebViewRequest_navigate(page, "gamebase://getUserID/"));
    require(TCGBWebViewRequest_navigate(page, "gamebase://showwebview?link=no%20address"));
    require(TCGBWebViewRequest_navigate(page, "gamebase://formatdisk"));
    pump_till(screen.commands == 2, 100);
    require_equal(screen.commands, 2);
    require_text(screen.command[0], "back");
    require_text(screen.command[1], "load https://example.com/?q=a&b#c");
    require(screen.commanded[1] == page);
    require_equal(screen.opened, 1);
    require_text(screen.opened_url, "https://example.org/");
    require_equal(screen.alerts, 1);
    require_text(screen.alert, TCGBGamebase_userID());
    require_equal(closed.times, 0);
    require(TCGBWebViewRequest_navigate(page, "gamebase://DISMISS"));
    wait_for_answer(&closed);
    require_equal(closed.code, 0);
    require_text(screen.command[2], "close");
    require_equal(events, 0);
    /* What comes after the end has no effect. */
    require(!TCGBWebViewRequest_navigate(page, "gamebase://goback"));
    require(!TCGBWebViewRequest_finish(page, 0));
    TCGBRelease(page);
    pump_till(screen.commands == 3, 50);
    require_equal(screen.commands, 3);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("an address of the game's scheme list goes to the scheme event, others are loaded") {
    begin();
    show("https://example.com/", &closed, NULL);
    wait_for_page(1);
    require(TCGBWebViewRequest_navigate(screen.page[0], "MyGame://buy?item=7"));
    require(TCGBWebViewRequest_navigate(screen.page[0], "https://example.com/SHOP/hats"));
    require(!TCGBWebViewRequest_navigate(screen.page[0], "https://example.com/sho"));
    require(!TCGBWebViewRequest_navigate(screen.page[0], "yourgame://buy"));
    require(!TCGBWebViewRequest_navigate(screen.page[0], NULL));
    require_equal(events, 0); /* not from inside the host's call */
    pump_till(events == 2, 50);
    require_equal(events, 2);
    require_text(event[0], "MyGame://buy?item=7");
    require_text(event[1], "https://example.com/SHOP/hats");
    finish_page(0, 0);
    wait_for_answer(&closed);
    require(TCGBGamebase_shutdown(2000));
}

static const TCGBWebViewRequest *moving;
static int over, late;
static void on_moving(const TCGBWebViewRequest *request, void *context) { (void)context, moving = TCGBRetain(request); }
static void on_move(const char *url, const TCGBError *error, void *context) { (void)url, (void)error, (void)context, late += over; }
static void on_over(const TCGBError *error, void *context) { (void)error, (void)context, over = 1; }
static void *move(void *context) {
    while (TCGBWebViewRequest_navigate(moving, "mygame://on")) {}
    return context;
}

PROMISE("of a page that goes on while another thread finishes it nothing is heard when its end was told") {
    static const char *const schemes[] = {"mygame://"};
    const TCGBHostDelegate host = {.structSize = sizeof host, .showWebView = on_moving};
    initialize_here();
    require(TCGBHost_setDelegate(&host));
    for (int i = 0; i < 1000; i++) {
        pthread_t thread;
        moving = NULL, over = 0;
        TCGBWebView_showWebViewWithURL_viewController_configuration_closeCompletion_schemeList_schemeEvent(
            "https://example.com", NULL, NULL, on_over, NULL, schemes, 1, on_move, NULL);
        await_for(moving, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
        require(pthread_create(&thread, NULL, move, NULL) == 0);
        usleep(100 + (useconds_t)(i % 50));
        require(TCGBWebViewRequest_finish(moving, 0));
        require(pthread_join(thread, NULL) == 0);
        await_for(over, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
        TCGBRunLoop_drain();
        TCGBRelease(moving);
    }
    require_equal(late, 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a second web view takes the place of the first, which is closed and ends with 7004") {
    begin();
    show("https://example.com/1", &closed, NULL);
    wait_for_page(1);
    show("https://example.com/2", &other, NULL);
    wait_for_answer(&closed);
    require_equal(closed.code, TCGB_ERROR_WEBVIEW_OPENED_NEW_BROWSER_BEFORE_CLOSE);
    wait_for_page(2);
    require_equal(screen.commands, 1);
    require_text(screen.command[0], "close");
    require(screen.commanded[0] == screen.page[0]);
    require_equal(other.times, 0);
    TCGBWebView_closeWebView();
    wait_for_answer(&other);
    require_equal(other.code, 0);
    require(screen.commanded[1] == screen.page[1]);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a web view that the game closes before its host was asked to show it is never shown") {
    begin();
    show("https://example.com/", &closed, NULL);
    TCGBWebView_closeWebView();
    wait_for_answer(&closed);
    require_equal(closed.code, 0);
    pump_for(50);
    require_equal(screen.shown + screen.commands, 0);
    require(TCGBGamebase_shutdown(2000));
    require_equal(closed.times, 1);
}

PROMISE("a web view that is open at shutdown is told to close and ends once with 110") {
    begin();
    show("https://example.com/", &closed, NULL);
    wait_for_page(1);
    require(TCGBGamebase_shutdown(2000));
    require_equal(closed.times, 1);
    require_equal(closed.code, TCGB_ERROR_SOCKET_ERROR);
    require_equal(screen.commands, 1);
    require_text(screen.command[0], "close");
    require(!TCGBWebViewRequest_finish(screen.page[0], 0));
    TCGBRelease(screen.page[0]);
}

PROMISE("a host that lets go of a page without a word has closed it") {
    begin();
    screen.lets_go = true;
    show("https://example.com/", &closed, NULL);
    wait_for_answer(&closed);
    require_equal(closed.code, 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a failure of the host's web view is the error of the completion") {
    begin();
    const int64_t codes[] = {7002, 7003, 7001, 404, -1, INT64_MIN}, wanted[] = {7002, 7003, 7001, 7999, 7999, 7999};
    for (int i = 0; i < 6; i++) {
        show("https://example.com/", &closed, NULL);
        wait_for_page(i + 1);
        finish_page(i, codes[i]);
        wait_for_answer(&closed);
        require_equal(closed.code, wanted[i]);
    }
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a web view needs an address (7001) and an initialized library (1)") {
    show("https://example.com/", &closed, NULL);
    wait_for_answer(&closed);
    require_equal(closed.code, TCGB_ERROR_NOT_INITIALIZED);
    begin();
    const char *const bad[] = {
        "", "example.com", "https:", "http s://x", "https://exam ple.com/", "//example.com", "1http://x", ":x", NULL};
    for (int i = 0; i < 9; i++) {
        show(bad[i], &closed, NULL);
        wait_for_answer(&closed);
        require_equal(closed.code, TCGB_ERROR_WEBVIEW_INVALID_URL);
    }
    require_equal(screen.shown, 0);
    require(TCGBGamebase_shutdown(2000));
}

/* ---- without a host that shows it: the desktop */

/* What the page's program inherited. */
#define INHERITED "ls /proc/self/fd | tr '\\n' ' '; echo; grep Sig[BI] /proc/$$/status | tr -s '\\t\\n' ' '; echo; readlink /proc/$$/fd/0;"

static volatile sig_atomic_t child_signals;
static void on_child(int number) { (void)number, child_signals++; }

PROMISE("without a host a page goes to xdg-open, without a shell, child or descriptor") {
    const char *record = fake_desktop(INHERITED);
    struct sigaction action = {.sa_handler = on_child};
    require(sigaction(SIGCHLD, &action, NULL) == 0);
    int left_open = open("/dev/null", O_RDONLY); /* not close-on-exec */
    require(left_open > 2 && dup2(left_open, 77) == 77);
    initialize_here();
    const char *const url = "https://example.com/?a=$(touch%20x)&b=`id`;c='\"|d\\n*";
    show(url, &closed, NULL);
    wait_for_answer(&closed);
    require_equal(closed.code, 0);
    wait_for_record(record);
    char wanted[1024];
    snprintf(wanted, sizeof wanted, "1 %s\n", url);
    require(strncmp(recorded, wanted, strlen(wanted)) == 0);
    char *rest = recorded + strlen(wanted);
    require(strncmp(rest, "0 1 2 3 \n", 9) == 0); /* 3 is ls's own */
    require(strstr(rest, "SigBlk: 0000000000000000"));
    require(strstr(rest, "/dev/null"));
    /* No child, of any kind. */
    require(waitpid(-1, NULL, WNOHANG | 0x40000000) == -1 && errno == ECHILD);
    require_equal(child_signals, 0);
    struct sigaction now;
    require(sigaction(SIGCHLD, NULL, &now) == 0 && now.sa_handler == on_child);
    TCGBWebView_openWebBrowserWithURL("https://example.com/browser");
    wait_for_record(record);
    require(strncmp(recorded, "1 https://example.com/browser\n", 30) == 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("xdg-open is given web addresses only, and without it a page ends with 52") {
    const char *record = fake_desktop(INHERITED);
    initialize_here();
    const char *const others[] = {"file:///etc/passwd", "steam://run/1", "--help:x", "https:///nohost", "mailto:a@example.com"};
    for (int i = 0; i < 5; i++) {
        show(others[i], &closed, NULL);
        wait_for_answer(&closed);
        require_equal(closed.code, i == 2 ? TCGB_ERROR_WEBVIEW_INVALID_URL : TCGB_ERROR_IOS_CANNOT_OPEN_URL);
    }
    require(setenv("PATH", directory, 1) == 0);
    show("https://example.com/", &closed, NULL);
    wait_for_answer(&closed);
    require_equal(closed.code, TCGB_ERROR_IOS_CANNOT_OPEN_URL);
    require(access(record, F_OK) != 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a host with openURL and no web view decides about a page alone") {
    const char *record = fake_desktop(INHERITED);
    TCGBHostDelegate delegate = {.structSize = sizeof delegate, .openURL = on_open_outside};
    require(TCGBHost_setDelegate(&delegate));
    initialize_here();
    show("steam://run/1", &closed, NULL);
    wait_for_answer(&closed);
    require_equal(closed.code, 0);
    require_text(screen.opened_url, "steam://run/1");
    screen.cannot_open = true;
    show("https://example.com/", &closed, NULL);
    wait_for_answer(&closed);
    require_equal(closed.code, TCGB_ERROR_IOS_CANNOT_OPEN_URL);
    pump_for(200);
    require(access(record, F_OK) != 0);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
