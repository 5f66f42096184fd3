// The C++ header over the C calls: each wrapper is played once, and no callable outlives its completion.
#include <Gamebase/Gamebase.hpp>
#include <NHNCloudIAP/NHNCloudIAP.hpp>

#include "promise.h"

namespace gb = gamebase;
using namespace std::chrono_literals;

namespace {

const char *const settings = R"({"app":{"appId":"Contract","typeCode":"SANDBOX"},"idPs":{"guest":{},"google":{},"steam":{}},)"
                             R"("customerService":{"type":"CUSTOM","url":"https://example.com/help"},)"
                             R"("terms":[{"termsSeq":1,"termsVersion":"1.0","termsCountryType":"ETC","contents":[)"
                             R"({"termsContentSeq":11,"name":"Rules","required":true,"node1DepthPosition":1},)"
                             R"({"termsContentSeq":12,"name":"News","node1DepthPosition":2}]}]})";

/// Counts the callables that live: what a completion captured must be freed with it.
struct Witness {
    static int alive;
    Witness() { ++alive; }
    Witness(const Witness &) { ++alive; }
    Witness(Witness &&) noexcept { ++alive; }
    ~Witness() { --alive; }
};
int Witness::alive = 0;

template <class Condition> void wait(Condition &&condition) {
    for (int64_t began = milliseconds(); !condition(); gb::run_until(20ms)) require(milliseconds() - began < 20000);
}

/// Makes a call with a completion whose last argument is its error, and waits for it.
template <class... Arguments, class Call> gb::Error play(Call &&call) {
    int times = 0;
    gb::Error error;
    call([&, witness = Witness()](Arguments..., gb::Error result) {
        error = result;
        ++times;
    });
    require(times == 0);
    wait([&] { return times > 0; });
    require_equal(times, 1);
    require_equal(Witness::alive, 0);
    return error;
}
#define WELL(...) \
    do { \
        gb::Error error_ = __VA_ARGS__; \
        if (!error_.is_success()) broken_text(__FILE__, __LINE__, #__VA_ARGS__, std::string(error_.json()).c_str(), "success"); \
    } while (0)

void begin(const char *name) {
    require(gb::set_storage_directory(std::string(directory) + "/" + name));
    WELL(play<std::string_view>([](auto done) { gb::initialize(gb::Configuration("Contract", "1.0.0"), done); }));
}
void load() {
    WELL(play<>([](auto done) { gb::load_console_settings(settings, done); }));
}
std::string credential(const char *provider, const char *player) {
    return std::string("{\"provider_name\":\"") + provider + "\",\"access_token\":\"" + player + "\"}";
}
gb::Error sign_in(const char *provider, const char *player) {
    return play<gb::AuthToken>([&](auto done) { gb::login_with_credential(credential(provider, player), done); });
}
void guest() {
    WELL(play<gb::AuthToken>([](auto done) { gb::login(kTCGBAuthGuest, done); }));
}

PROMISE("in C++ two devices map, meet, take over and change by ticket") {
    gb::Instance one;
    gb::MappingTicket ticket;
    std::string first;
    {
        gb::Current current(one);
        begin("one");
        load();
        WELL(sign_in("google", "ann"));
        first = gb::user_id();
        WELL(play<gb::AuthToken>([](auto done) { gb::add_mapping_with_credential(credential("steam", "ann"), done); }));
        require(gb::mapped_providers() == (std::vector<std::string>{"google", "steam"}));
        require(gb::provider_user_id("steam") == "ann" && gb::provider_access_token("google") == "ann");
        require(gb::provider_profile("facebook").empty());
        require(gb::current_provider() == "google");
        WELL(play<>([](auto done) { gb::remove_mapping("steam", done); }));
    }
    gb::Instance two = gb::Instance::sharing_service_of(one);
    gb::Current current(two);
    begin("two");
    guest();
    std::string second = gb::user_id();
    gb::Error taken = play<gb::AuthToken>([](auto done) { gb::add_mapping_with_credential(credential("google", "ann"), done); });
    require_equal(taken.code(), TCGB_ERROR_AUTH_ADD_MAPPING_ALREADY_MAPPED_TO_OTHER_MEMBER);
    ticket = gb::MappingTicket(taken);
    require(ticket && ticket.user_id() == second && ticket.mapped_user_id() == first && ticket.provider() == "google");
    require(!gb::MappingTicket(gb::Error(3302)) && !gb::BanInfo(taken));
    WELL(play<gb::AuthToken>([&](auto done) { gb::change_login(ticket, done); }));
    require(gb::user_id() == first);
    require_equal(play<gb::AuthToken>([&](auto done) { gb::add_mapping_forcibly(ticket, done); }).code(),
        TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_NOT_EXIST_KEY);
    {
        gb::Instance third;
        gb::Instance fourth = std::move(third);
        gb::Current none(third);
        require(!none && TCGBInstance_current() == two.get());
        gb::Current entered(fourth);
        require(entered && TCGBInstance_current() == fourth.get());
    }
    require(TCGBInstance_current() == two.get());
}

PROMISE("in C++ an adapter is a callable that answers at once or later, until its object ends") {
    begin("one");
    load();
    gb::CredentialRequest kept;
    {
        gb::SignInAdapter adapter("google", [&](const gb::CredentialRequest &request) {
            require(request.provider() == "google");
            kept = request;
        });
        require(static_cast<bool>(adapter));
        int times = 0;
        gb::login("google", [&](const gb::AuthToken &token, const gb::Error &error) {
            WELL(error);
            require(token.provider() == "google");
            ++times;
        });
        wait([&] { return static_cast<bool>(kept); });
        require(kept.succeed("{\"access_token\":\"ann\"}") && !kept.fail(3001));
        wait([&] { return times == 1; });
        WELL(play<>([](auto done) { gb::logout(done); }));
        gb::login("google",
            [&](const gb::AuthToken &, const gb::Error &error) { times += error.code() == TCGB_ERROR_AUTH_USER_CANCELED ? 1 : 10; });
        require(gb::cancel_login());
        wait([&] { return times == 2; });
    }
    require_equal(play<gb::AuthToken>([](auto done) { gb::login("google", done); }).code(), TCGB_ERROR_AUTH_NOT_SUPPORTED_PROVIDER);
    require(!gb::SignInAdapter(kTCGBAuthGuest, [](const gb::CredentialRequest &) {}));
    require(gb::shutdown(2s));
}

PROMISE("in C++ a ban, a temporary withdrawal and the network are objects and values") {
    begin("one");
    load();
    guest();
    std::string user = gb::user_id();
    gb::TemporaryWithdrawal pending;
    int times = 0;
    gb::request_temporary_withdrawal([&](const gb::TemporaryWithdrawal &info, const gb::Error &error) {
        WELL(error);
        pending = info;
        ++times;
    });
    wait([&] { return times == 1; });
    require(pending.date() > 1700000000000);
    WELL(play<>([](auto done) { gb::cancel_temporary_withdrawal(done); }));
    require_equal(play<>([](auto done) { gb::cancel_temporary_withdrawal(done); }).code(), TCGB_ERROR_AUTH_WITHDRAW_NOT_TEMPORARY_WITHDRAW);
    WELL(play<>([](auto done) { gb::logout(done); }));
    WELL(play<>([&](auto done) { gb::ban(user, "cheating", std::nullopt, done); }));
    gb::Error banned = play<gb::AuthToken>([](auto done) { gb::login(kTCGBAuthGuest, done); });
    require_equal(banned.code(), TCGB_ERROR_BANNED_MEMBER);
    gb::BanInfo ban(banned);
    require(ban && ban.user_id() == user && ban.type() == "PERMANENT" && ban.message() == "cheating" && ban.end_date() == 0);
    WELL(play<>([&](auto done) { gb::release_ban(user, done); }));
    guest();
    WELL(play<>([](auto done) { gb::withdraw_immediately(done); }));
    guest();
    require(gb::user_id() != user);
    require(gb::is_connected() == (gb::network_type() >= 0) && !gb::network_type_name().empty());
    WELL(play<>([](auto done) { gb::set_launching_status(INSPECTING_SERVICE, "later", done); }));
    wait([] { return gb::launching_status() == INSPECTING_SERVICE; });
    require(gb::shutdown(2s));
}

const TCGBWebViewRequest *page;
void show(const TCGBWebViewRequest *request, void *) { page = static_cast<const TCGBWebViewRequest *>(TCGBRetain(request)); }
void notify(const char *, const char *, const char *, void *) {}
void host() {
    TCGBHostDelegate delegate = {};
    delegate.structSize = sizeof delegate;
    delegate.showWebView = show;
    delegate.showNotification = notify;
    require(TCGBHost_setDelegate(&delegate));
}
void finish() {
    wait([] { return page != nullptr; });
    require(TCGBWebViewRequest_finish(page, 0));
    TCGBRelease(page);
    page = nullptr;
}

PROMISE("in C++ pages, customer service and notices end with one completion, and scheme events come before it") {
    begin("one");
    load();
    host();
    int times = 0;
    std::vector<std::string> went;
    gb::show_web_view(
        "https://example.com/", gb::WebViewConfiguration().title("Shop").back_button(false), {"mygame://"},
        [&, witness = Witness()](std::string_view url, const gb::Error &) { went.emplace_back(url); },
        [&, witness = Witness()](const gb::Error &error) {
            WELL(error);
            ++times;
        });
    wait([] { return page != nullptr; });
    require_text(TCGBWebViewRequest_url(page), "https://example.com/");
    require(TCGBWebViewRequest_navigate(page, "mygame://a") && TCGBWebViewRequest_navigate(page, "mygame://b"));
    wait([&] { return went.size() == 2; });
    require_equal(Witness::alive, 2);
    finish();
    wait([&] { return times == 1; });
    require_equal(Witness::alive, 0);
    require(went == (std::vector<std::string>{"mygame://a", "mygame://b"}));
    gb::show_image_notices([witness = Witness()](std::string_view, const gb::Error &) {},
        [&, witness = Witness()](const gb::Error &error) {
            WELL(error); /* there are none */
            ++times;
        });
    wait([&] { return times == 2; });
    std::string url;
    gb::request_contact_url(gb::ContactConfiguration().parameter("level", "7"), [&](std::string_view text, const gb::Error &error) {
        WELL(error);
        url = text;
    });
    wait([&] { return !url.empty(); });
    require_text(url.c_str(), "https://example.com/help?level=7");
    gb::Error none = play<std::string_view, int64_t>([](auto done) { gb::request_game_notice_info(done); });
    require_equal(none.code(), TCGB_ERROR_UI_GAME_NOTICE_FAIL_INVALID_URL);
    /* One that shutdown ends is freed as well. */
    gb::show_web_view(
        "https://example.com/", std::nullopt, [&, witness = Witness()](const gb::Error &error) { times += error.code() ? 1 : 10; });
    require(gb::shutdown(2s));
    require_equal(times, 3);
    require_equal(Witness::alive, 0);
    if (page) TCGBRelease(page);
}

PROMISE("in C++ terms and push are asked for, agreed to and read back") {
    setenv("LC_ALL", "en_US.UTF-8", 1);
    begin("one");
    load();
    host();
    guest();
    gb::Terms terms;
    int times = 0;
    auto ask = [&] {
        times = 0;
        gb::query_terms([&](const gb::Terms &result, const gb::Error &error) {
            WELL(error);
            terms = result;
            ++times;
        });
        wait([&] { return times == 1; });
    };
    ask();
    require_equal(terms.seq(), 1);
    require(terms.version() == "1.0" && terms.items().size() == 2 && terms.items()[0].name == "Rules" && terms.items()[0].required);
    WELL(play<>([&](auto done) { gb::update_terms(terms, {{11, true}, {12, true}}, done); }));
    ask();
    require(terms.items()[0].agreed && terms.items()[1].agreed);

    gb::PushConfiguration agreement(true, true, false);
    agreement.language("ja");
    WELL(play<>([&](auto done) { gb::register_push(agreement, gb::NotificationOptions(true, false, true), done); }));
    gb::PushTokenInfo info;
    times = 0;
    gb::query_push_token([&](const gb::PushTokenInfo &result, const gb::Error &error) {
        WELL(error);
        info = result;
        ++times;
    });
    wait([&] { return times == 1; });
    require(info.user_id() == gb::user_id() && info.language() == "ja" && info.enabled() && info.advertisements() &&
            !info.advertisements_by_night());
    require(gb::shutdown(2s));
}

PROMISE("in C++ a push configuration takes its language as a literal, too") {
    gb::PushConfiguration literal(true, true, false, "ja"), text(true, true, false, std::string("ja")), always(true, true, false, true);
    require(literal.display_language_code() == "ja" && !literal.always_allow_token_registration());
    require(text.display_language_code() == "ja" && !text.always_allow_token_registration());
    require(always.always_allow_token_registration() && always.display_language_code() != "ja");
}

PROMISE("in C++ a guest moves to another device with the id and the password it was given") {
    const char *const permitted =
        R"({"app":{"appId":"Contract","typeCode":"SANDBOX"},"idPs":{"guest":{}},"transferAccount":{"enabled":true,"type":"ID_PASSWORD",)"
        R"("idCharacters":"NUMBER","idLength":12,"passwordCharacters":"NUMBER_LOWER","passwordLength":10,"block":{"attempts":1}}})";
    gb::Instance one;
    std::string user, id, password;
    {
        gb::Current current(one);
        begin("one");
        WELL(play<>([&](auto done) { gb::load_console_settings(permitted, done); }));
        guest();
        user = gb::user_id();
        gb::TransferAccount account;
        int times = 0;
        auto keep = [&](const gb::TransferAccount &result, const gb::Error &error) {
            WELL(error);
            account = result;
            ++times;
        };
        gb::issue_transfer_account(keep);
        wait([&] { return times == 1; });
        id = account.id();
        require(id.size() == 12 && account.password().size() == 10 && account.expiration_date() == 0);
        gb::renew_transfer_account(gb::TransferRenewal::by_service(false), keep);
        wait([&] { return times == 2; });
        require(account.id() == id);
        password = account.password();
        gb::query_transfer_account(keep);
        wait([&] { return times == 3; });
        require(account.id() == id && account.password().empty());
    }
    gb::Instance two = gb::Instance::sharing_service_of(one);
    gb::Current current(two);
    begin("two");
    WELL(play<gb::AuthToken>([&](auto done) { gb::transfer_account(id, password, done); }));
    require(gb::user_id() == user);
    require(!gb::TransferBlock(gb::Error(3042)));
}

// defect 22
PROMISE("in C++ nullptr, a null function pointer and an empty std::function hear nothing, and end nothing") {
    void (*nobody)(gb::Error) = nullptr;
    begin("nobody");
    gb::load_console_settings(settings, nullptr);
    gb::load_console_settings("{", nobody);
    gb::logout(std::function<void(gb::Error)>());
    gb::login(kTCGBAuthGuest, std::function<void(gb::AuthToken, gb::Error)>());
    wait([] { return !gb::user_id().empty(); });
    gb::EventListener listener{std::function<void(const gb::Event &)>()};
    gb::LogSink log(TCGBLogLevelDebug, nullptr);
    gb::request_items(nullptr);
    gb::request_contact_url(gb::ContactConfiguration(), nullptr);
    gb::server_request("GET", "/nowhere", std::nullopt, std::nullopt, nullptr);
    gb::show_image_notices(nullptr, nullptr);
    gb::open_game_notice(nullptr);
    gb::purchase("gem", std::nullopt, nullptr);
    gb::kickout("{}", nullptr);
    for (int round = 0; round < 20; round++) gb::run_until(20ms);
    require(gb::shutdown(2000ms));
}

PROMISE("in C++ a payment is bought, consumed at the service and reported once, and events bring their data as objects") {
    begin("shop");
    WELL(play<>([](auto done) {
        gb::load_console_settings(
            R"({"app":{"appId":"Contract","typeCode":"SANDBOX","secretKey":"s"},"idPs":{"guest":{}},)"
            R"("stores":[{"storeCode":"SANDBOX","storeAppId":"contract"}],"products":[{"gamebaseProductId":"gem","storeCode":"SANDBOX",)"
            R"("itemName":"Gem","productType":"CONSUMABLE","marketItemId":"m.gem","price":"0.99","currency":"USD","itemSeq":1}]})",
            done);
    }));
    WELL(play<gb::AuthToken>([](auto done) { gb::login(kTCGBAuthGuest, done); }));
    int lines = 0;
    gb::LogSink log(TCGBLogLevelDebug, [&](TCGBLogLevel, std::string_view line) { lines += line == "hello"; });
    gb::log("hello");
    gb::Receipt bought;
    gb::purchase("gem", [&](const gb::Receipt &receipt, const gb::Error &) { bought = receipt; });
    wait([&] { return static_cast<bool>(bought); });
    require(bought.market_item_id() == "m.gem" && bought.price() == "0.99" && bought.sandbox_payment());
    WELL(play<>([&](auto done) { gb::consume(bought, "s", done); }));
    require(play<>([&](auto done) { gb::consume(bought, "s", done); }).code() != 0);
    require(!play<>([&](auto done) { gb::consume(bought, "wrong", done); }).message().empty());
    WELL(play<std::vector<gb::Receipt>>([](auto done) { gb::request_not_consumed(gb::PurchasableConfiguration(true), done); }));
    require(lines == 1);
    gb::ServerPush push;
    int observed = 0;
    gb::EventListener listener([&](const gb::Event &event) {
        if (event.is(kTCGBServerPushAppKickout)) push = event.server_push();
        if (event.observed()) observed++;
        require(!event.receipt() && !event.push_action());
    });
    gb::kickout(R"({"extras":"noon","logout":false})", nullptr);
    wait([&] { return static_cast<bool>(push); });
    require(push.extras() == "noon");
    WELL(play<>([](auto done) { gb::set_launching_status(TCGB_IN_BETA, "beta", done); }));
    wait([&] { return observed > 0; });
    WELL(play<std::string_view>([](auto done) { gb::check_ledger(done); }));
    require(gb::file_descriptor() >= 0);
    require(gb::set_delivery(TCGBRunLoopDeliveryPumped) && gb::delivery() == TCGBRunLoopDeliveryPumped);
    require(gb::shutdown(2000ms));
}

PROMISE("in C++ a window handle reaches adapters and the host, and host functions are callables") {
    int window = 0;
    void *seen = nullptr;
    std::string opened, title;
    begin("window");
    load();
    gb::SignInAdapter adapter(kTCGBAuthGoogle, [&](const gb::CredentialRequest &request) {
        seen = request.view_controller();
        request.fail(3001);
    });
    {
        gb::Window scope(&window);
        gb::login(kTCGBAuthGoogle, nullptr);
    }
    wait([&] { return seen == &window; });
    gb::HostFunctions functions;
    functions.open_url = [&](std::string_view url) {
        opened = url;
        return true;
    };
    functions.show_alert = [&](const gb::Alert &alert) {
        title = alert.title();
        alert.finish(0);
    };
    gb::HostDelegate host(std::move(functions));
    require(gb::open_url("https://example.com"));
    bool closed = false;
    gb::show_alert("Title", "Text", [&] { closed = true; });
    wait([&] { return closed && !opened.empty(); });
    require(title == "Title" && opened == "https://example.com");
    require(gb::json_value(R"({"a":[{"b":7}]})", "a[0].b") == "7");
    require(gb::shutdown(2000ms));
}

PROMISE("in C++ NHN Cloud purchases are bought, listed and consumed, and the delegate is two callables") {
    namespace nhn = nhncloud;
    require(gb::set_storage_directory(std::string(directory) + "/iap"));
    nhn::PurchaseResult received;
    int failed = 0;
    nhn::DelegateScope delegate(
        {[&](const nhn::PurchaseResult &result) { received = result; }, [&](std::string_view, const gb::Error &) { failed++; }, nullptr});
    nhn::initialize(nhn::Configuration("Contract"));
    nhn::set_user_id("player");
    WELL(play<>([](auto done) {
        gb::load_console_settings(
            R"({"app":{"appId":"Contract","typeCode":"SANDBOX"},"stores":[{"storeCode":"SANDBOX","storeAppId":"c"}],)"
            R"("products":[{"gamebaseProductId":"gem","storeCode":"SANDBOX","itemName":"Gem","productType":"CONSUMABLE",)"
            R"("marketItemId":"m.gem","price":"0.99","currency":"USD","itemSeq":1}]})",
            done);
    }));
    size_t count = 0;
    nhn::request_products([&](const nhn::ProductsResponse &response, const gb::Error &) { count = response.products().size(); });
    wait([&] { return count == 1; });
    nhn::purchase("m.none");
    wait([&] { return failed == 1; });
    nhn::purchase("m.gem", "note");
    wait([&] { return static_cast<bool>(received); });
    require(received.payload() == "note" && received.product_type() == NHNCloudProductTypeConsumable);
    WELL(play<>([&](auto done) { nhn::consume(received, done); }));
    WELL(play<std::vector<nhn::PurchaseResult>>([](auto done) { nhn::request_consumable_purchases(done); }));
    nhn::restore(nullptr);
    require(gb::shutdown(2000ms));
}

PROMISE("in C++ a call is cancelled by its number, and its callable is freed with its completion") {
    begin("one");
    load();
    guest();
    gb::set_retries(0, 100ms);
    require(gb::set_service_suspended(true));
    int times = 0;
    gb::request_items([&, witness = Witness()](const std::vector<gb::Item> &items, const gb::Error &error) {
        require(items.empty() && error.code() == TCGB_ERROR_SOCKET_ERROR);
        ++times;
    });
    require(gb::cancel_call(gb::last_call()));
    require_equal(Witness::alive, 1);
    wait([&] { return times == 1; });
    require_equal(Witness::alive, 0);
    require(gb::shutdown(2s));
}

} // namespace

int main(int count, char **arguments) { return run_promise(count, arguments); }
