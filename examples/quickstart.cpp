// The quickstart in C++17: sign in as a guest, buy, let the game server grant and consume, hear an event, come back.
//
//     c++ -std=c++17 quickstart.cpp $(pkg-config --cflags --libs gamebase) && ./a.out DIRECTORY console.json
//
// A call returns at once; its lambda runs inside run_until, which a game calls (or drain) once a frame.
#include <Gamebase/Gamebase.hpp>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>

using namespace std::chrono_literals;
namespace gb = gamebase;

static constexpr std::string_view secret = "quickstart-secret"; // known to the game server, never to the client

[[noreturn]] static void fail(std::string_view step, std::string_view why) {
    std::cerr << step << ": " << why << "\n";
    std::exit(1);
}

static void check(const gb::Error &error, std::string_view step) {
    if (!error.is_success()) fail(step, error.json());
}

static void run_until(const bool &done) {
    while (!done) gb::run_until(1000ms);
}

static void start() {
    bool done = false;
    gb::initialize(gb::Configuration("QuickStart", "1.0.0"), [&](std::string_view, const gb::Error &error) {
        check(error, "initialize");
        done = true;
    });
    run_until(done);
}

static std::string login() {
    bool done = false;
    gb::login(kTCGBAuthGuest, [&](const gb::AuthToken &, const gb::Error &error) {
        check(error, "login");
        done = true;
    });
    run_until(done);
    return gb::user_id();
}

static std::vector<gb::Receipt> not_consumed() {
    bool done = false;
    std::vector<gb::Receipt> receipts;
    gb::request_not_consumed([&](std::vector<gb::Receipt> list, const gb::Error &error) {
        check(error, "not-consumed list");
        receipts = std::move(list);
        done = true;
    });
    run_until(done);
    return receipts;
}

// The game server's side: it would ask the same over HTTP.
static std::string serve(std::string_view method, const std::string &path, const std::string &body) {
    bool done = false;
    std::string reply;
    gb::server_request(method, "/tcgb-inapp/v1.3/apps/QuickStart" + path, secret, body,
        [&](int32_t status, std::string_view text, const gb::Error &error) {
            check(error, path);
            reply = text;
            if (status != 200 || gb::json_value(reply, "header.isSuccessful") != "true") fail(path, reply);
            done = true;
        });
    run_until(done);
    return reply;
}

int main(int count, char **arguments) {
    if (count < 3) fail("usage", "quickstart DIRECTORY console.json");
    // The library takes absolute paths only: a game may change its directory while it runs.
    if (!gb::set_storage_directory(std::filesystem::absolute(arguments[1]).string())) fail(arguments[1], "is no path");
    start();
    bool loaded = false;
    gb::load_console_settings_from_file(arguments[2], [&](const gb::Error &error) {
        check(error, "console settings");
        loaded = true;
    });
    run_until(loaded);
    const std::string guest = login();
    std::cout << "launching status " << gb::launching_status() << ", logged in as " << guest << "\n";

    bool bought = false;
    gb::purchase("gem_100", "slot 7", [&](const gb::Receipt &receipt, const gb::Error &error) {
        check(error, "purchase");
        std::cout << "bought " << receipt.product_id() << " for " << receipt.price() << " " << receipt.currency() << ", payload "
                  << receipt.payload() << "\n";
        bought = true;
    });
    run_until(bought);

    std::set<std::string> granted; // by paymentSeq; a real game keeps this in its database
    for (const gb::Receipt &receipt : not_consumed()) {
        const std::string sequence(receipt.payment_seq()), token(receipt.purchase_token());
        if (serve("GET", "/payment/transaction?accessToken=" + token, "").find(sequence) == std::string::npos) fail("payment", sequence);
        if (granted.insert(sequence).second) std::cout << "granted payment " << sequence << "\n";
        serve("POST", "/consume", "{\"paymentSeq\":\"" + sequence + "\",\"accessToken\":\"" + token + "\"}");
    }
    if (!not_consumed().empty()) fail("not-consumed list", "a consumed payment is still there");

    gb::set_game_user_data({9, "channel-1", "Ayla", "ranger"});
    gb::trace_level_up(10, TCGBUtil_unixEpochTime());

    bool kicked = false;
    {
        gb::EventListener listener([&](const gb::Event &event) {
            std::cout << "event " << event.category << " " << event.data << "\n";
            kicked = kicked || event.is(kTCGBServerPushAppKickout);
        });
        gb::kickout(R"({"extras":"maintenance at noon","logout":false})", [](const gb::Error &error) { check(error, "kickout"); });
        run_until(kicked);
    }
    bool left = false;
    gb::logout([&](const gb::Error &error) {
        check(error, "logout");
        left = true;
    });
    run_until(left);
    gb::shutdown(2000ms);

    start();
    if (login() != guest) fail("login", "another guest came back");
    gb::shutdown(2000ms);
    std::cout << "done\n";
}
