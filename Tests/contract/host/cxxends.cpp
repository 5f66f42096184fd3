// Functions of the host in C++ that end the object they belong to, that are empty, or that throw. Each object that holds functions is
// destroyed by each kind of them: an address sanitizer sees what is touched afterwards.
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

#include <Gamebase/Gamebase.hpp>
#include <HIVE/HIVE.hpp>
#include <NCMB/NCMB.hpp>
#include <NHNCloudIAP/NHNCloudIAP.hpp>

#include "promise.h"

namespace gb = gamebase;
using namespace std::chrono_literals;

namespace {

template <class Condition> void wait(Condition &&condition) {
    for (int64_t began = milliseconds(); !condition(); gb::run_until(20ms)) require(milliseconds() - began < 20000);
}
template <class Call> void well(Call &&call) {
    std::optional<int64_t> code;
    call([&](auto... arguments) { code = std::get<sizeof...(arguments) - 1>(std::make_tuple(arguments...)).code(); });
    wait([&] { return code.has_value(); });
    require_equal(*code, 0);
}
void begin() {
    require(gb::set_storage_directory(directory));
    well([](auto done) { gb::initialize(gb::Configuration("Contract", "1.0.0"), done); });
    well([](auto done) {
        gb::load_console_settings(R"({"app":{"appId":"Contract","typeCode":"SANDBOX"},"idPs":{"guest":{},"google":{}},)"
                                  R"("stores":[{"storeCode":"SANDBOX"},{"storeCode":"STEAM"}],)"
                                  R"("products":[{"gamebaseProductId":"gem","storeCode":"SANDBOX","productType":"CONSUMABLE",)"
                                  R"("marketItemId":"m.gem","price":"0.99","currency":"USD"},{"gamebaseProductId":"sword",)"
                                  R"("storeCode":"STEAM","productType":"CONSUMABLE","marketItemId":"1","price":"1","currency":"USD"}]})",
            done);
    });
}
void set_keys() { ncmb::set_keys("application-key", "client-key"); }

/// What a function captured, on the heap: it is read after the object that the function belongs to has ended.
struct Kept {
    std::shared_ptr<std::string> text = std::make_shared<std::string>("still here, on the heap and not in the callable itself");
    int heard = 0;
};

} // namespace

PROMISE("in C++ a log sink, a host delegate and a sign-in adapter may be destroyed by their own functions") {
    begin();
    Kept kept;
    std::optional<gb::LogSink> sink;
    sink.emplace(TCGBLogLevelDebug, [&, text = *kept.text](TCGBLogLevel, std::string_view) {
        sink.reset();
        kept.heard += text == *kept.text;
    });
    gb::log("one");
    gb::log("two");
    wait([&] { return kept.heard > 0; });
    require_equal(kept.heard, 1);

    std::optional<gb::HostDelegate> host;
    gb::HostFunctions functions;
    functions.open_url = [&, text = *kept.text](std::string_view) {
        host.reset();
        kept.heard += text == *kept.text;
        return true;
    };
    functions.show_alert = [](const gb::Alert &alert) { alert.finish(0); };
    host.emplace(std::move(functions));
    require(gb::open_url("https://example.com"));
    wait([&] { return kept.heard == 2; });
    require(!gb::open_url("https://example.com"));

    std::optional<gb::SignInAdapter> adapter;
    adapter.emplace("google", [&, text = *kept.text](const gb::CredentialRequest &request) {
        adapter.reset();
        kept.heard += text == *kept.text;
        request.fail(3001);
    });
    bool ended = false;
    gb::login("google", [&](const gb::AuthToken &, const gb::Error &) { ended = true; });
    wait([&] { return ended; });
    require_equal(kept.heard, 3);
    require(gb::shutdown(2000ms));
}

PROMISE("in C++ a sender of mails, a receiver of pushes and a script's function may be destroyed by themselves") {
    require(gb::set_storage_directory(directory));
    set_keys();
    Kept kept;
    ncmb::User ann = ncmb::User::user();
    require(ann.set_user_name("ann") && ann.set_password("secret"));
    well([&](auto done) { ann.sign_up(done); });
    require(ann.set_mail_address("ann@example.com") && !ann.save());
    std::optional<ncmb::MailSender> sender;
    sender.emplace([&, text = *kept.text](const ncmb::Mail &) {
        sender.reset();
        kept.heard += text == *kept.text;
    });
    well([](auto done) { ncmb::request_authentication_mail("ann@example.com", done); });
    wait([&] { return kept.heard == 1; });

    ncmb::Installation here = ncmb::Installation::current();
    require(here.set_device_token_bytes("\x01\xff") && here.set_channels({"a"}) && !here.save());
    std::optional<ncmb::PushReceiver> receiver;
    receiver.emplace([&, text = *kept.text](std::string_view) {
        receiver.reset();
        kept.heard += text == *kept.text;
    });
    ncmb::Push push;
    require(push.set_message("Hello") && push.set_channel("a") && push.set_immediate_delivery(true) && !push.send());
    wait([&] { return kept.heard == 2; });

    std::optional<ncmb::ScriptFunction> script;
    script.emplace("echo", [&, text = *kept.text](ncmb::ScriptCall call) {
        script.reset();
        kept.heard += text == *kept.text;
        call.reply(200, "");
    });
    well([](auto done) { ncmb::Script("echo", NCMBExecuteWithGetMethod).execute({}, {}, {}, done); });
    require_equal(kept.heard, 3);
    require(gb::shutdown(2000ms));
}

PROMISE("in C++ a delegate of purchases may be destroyed by its own function") {
    begin();
    well([](auto done) { gb::login(kTCGBAuthGuest, done); });
    namespace nhn = nhncloud;
    nhn::initialize(nhn::Configuration("Contract"));
    Kept kept;
    std::optional<nhn::DelegateScope> delegate;
    nhn::Delegate functions;
    functions.failed = [&, text = *kept.text](std::string_view, const gb::Error &) {
        delegate.reset();
        kept.heard += text == *kept.text;
    };
    delegate.emplace(std::move(functions));
    nhn::set_user_id("player");
    nhn::purchase("m.none");
    wait([&] { return kept.heard == 1; });
    require(gb::shutdown(2000ms));
}

PROMISE("in C++ a page's event and a file's progress may let the completion come that ends them") {
    begin();
    set_keys();
    Kept kept;
    bool ended = false;
    const auto rest = [&] { wait([&] { return ended; }); };
    gb::HostFunctions functions;
    functions.show_web_view = [](const gb::WebViewRequest &request) { request.navigate("game://x"); };
    gb::HostDelegate host(std::move(functions));
    gb::show_web_view(
        "https://example.com", std::nullopt, {"game://"},
        [&, text = *kept.text](std::string_view, const gb::Error &) {
            gb::close_web_view();
            rest();
            kept.heard += text == *kept.text;
        },
        [&](const gb::Error &) { ended = true; });
    wait([&] { return kept.heard == 1; });

    ended = false;
    ncmb::File file = ncmb::File::with_data("a", std::string(1 << 20, 'a'));
    file.save([&](const ncmb::Error &error) { ended = !error; },
        [&, text = *kept.text](int) {
            if (!ended) rest();
            kept.heard += text == *kept.text;
        });
    rest();
    require(kept.heard > 1);

    ended = false;
    const int before = kept.heard;
    gb::export_ncmb(
        std::string(directory) + "/out",
        [&, text = *kept.text](const gb::TransferProgress &) {
            if (!ended) rest();
            kept.heard += text == *kept.text;
        },
        [&](std::string_view, const gb::Error &) { ended = true; });
    rest();
    require(kept.heard > before);
    require(gb::shutdown(2000ms));
}

PROMISE("in C++ what was destroyed while a question to it waits is not asked") {
    begin();
    set_keys();
    well([](auto done) { gb::login(kTCGBAuthGuest, done); });
    Kept kept;
    std::optional<int64_t> code;
    std::optional<ncmb::ScriptFunction> script;
    script.emplace("echo", [&, text = *kept.text](ncmb::ScriptCall) { kept.heard += text == *kept.text; });
    ncmb::Script("echo", NCMBExecuteWithGetMethod).execute({}, {}, {}, [&](std::string_view, const gb::Error &error) {
        code = error.code();
    });
    script.reset();
    wait([&] { return code.has_value(); });
    require_equal(*code, NCMBErrorDataNotFound);

    code.reset();
    std::optional<gb::SignInAdapter> adapter;
    adapter.emplace("google", [&, text = *kept.text](const gb::CredentialRequest &) { kept.heard += text == *kept.text; });
    gb::add_mapping("google", [&](const gb::AuthToken &, const gb::Error &error) { code = error.code(); });
    adapter.reset();
    wait([&] { return code.has_value(); });
    require_equal(*code, TCGB_ERROR_AUTH_NOT_SUPPORTED_PROVIDER);
    require_equal(kept.heard, 0);

    code.reset();
    std::optional<gb::StoreAdapter> store;
    gb::StoreFunctions functions;
    functions.begin = [&](const gb::StoreRequest &request) {
        request.succeed(R"({"status":"INIT","pollAfterMilliseconds":10})");
        store.reset();
    };
    functions.poll = [&, text = *kept.text](const gb::StoreRequest &) { kept.heard += text == *kept.text; };
    functions.finish = [](const gb::StoreRequest &) {};
    store.emplace("STEAM", std::move(functions));
    gb::set_store_code("STEAM");
    gb::purchase("sword", [&](const gb::Receipt &, const gb::Error &error) { code = error.code(); });
    wait([&] { return code.has_value(); });
    require_equal(*code, TCGB_ERROR_SOCKET_ERROR);
    require_equal(kept.heard, 0);
    require(gb::shutdown(2000ms));
}

PROMISE("in C++ empty functions are as good as none") {
    begin();
    set_keys();
    require(!ncmb::Object("Horse").save());
    const std::string place = std::string(directory) + "/out";
    gb::export_ncmb(place, {}, std::function<void(std::string_view, gb::Error)>());
    ncmb::File file = ncmb::File::with_data("a", "bytes");
    file.save(std::function<void(ncmb::Error)>(), {});
    file.data(std::function<void(std::string_view, ncmb::Error)>(), {});
    gb::LogSink log(TCGBLogLevelDebug, {});
    gb::SignInAdapter adapter("google", {});
    gb::HostDelegate host(gb::HostFunctions{});
    ncmb::PushReceiver receiver({});
    ncmb::MailSender sender({});
    ncmb::ScriptFunction script("none", {});
    gb::PromotionListener promotions({});
    hive::PushDelegateScope pushes(hive::PushDelegate{});
    gb::login(kTCGBAuthGuest, std::function<void(gb::AuthToken, gb::Error)>());
    well([](auto done) { gb::save_console_settings([done](std::string_view, gb::Error error) mutable { done(error); }); });
    require(gb::shutdown(5000ms));
}

PROMISE("in C++ an exception from a function of the host ends the process, as documented, and no storage is harmed") {
    const pid_t child = fork();
    require(child >= 0);
    if (child == 0) {
        close(2); // terminate says why
        begin();
        gb::LogSink log(TCGBLogLevelDebug, [](TCGBLogLevel, std::string_view) { throw std::runtime_error("a mistake"); });
        gb::log("one");
        wait([] { return false; });
        _exit(0);
    }
    int status = 0;
    require(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    begin();
    require(gb::shutdown(2000ms));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
