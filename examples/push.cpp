// Push on the desktop in C++17: a group, and a button that the player presses there or in the game.
//
//     c++ -std=c++17 push.cpp $(pkg-config --cflags --libs gamebase) && ./a.out DIRECTORY
#include <Gamebase/Gamebase.hpp>
#include <HIVE/HIVE.hpp>
#include <cstdlib>
#include <iostream>

using namespace std::chrono_literals;

static void check(const gamebase::Error &error, const char *step) {
    if (!error) return;
    std::cerr << step << ": " << error.message() << "\n";
    std::exit(1);
}

int main(int count, char **arguments) {
    if (count < 2 || !gamebase::set_storage_directory(arguments[1])) return std::cerr << "usage: push DIRECTORY\n", 2;
    std::string newest;
    bool pressed = false;
    hive::PushDelegate delegate;
    delegate.didReceive = [&](const hive::PushMessage &push) {
        std::cout << push.title() << std::endl;
        newest = push.identifier();
    };
    delegate.didPressAction = [&](const hive::PushMessage &push, std::string_view, std::string_view action, std::string_view) {
        std::cout << push.title() << ": " << action << std::endl;
        pressed = true;
    };
    const hive::PushDelegateScope scope(delegate);
    hive::Push::setActive(false); // the window lost the focus: nothing lies over a game that is looked at
    bool done = false;
    const auto wait = [&] {
        while (!done) gamebase::run_until(1000ms); // a game goes on drawing
        done = false;
    };
    gamebase::initialize(gamebase::Configuration("QuickStart", "1.0.0"), [&](std::string_view, const gamebase::Error &error) {
        check(error, "start");
        done = true;
    });
    wait();
    gamebase::login(kTCGBAuthGuest, [&](const gamebase::AuthToken &, const gamebase::Error &error) {
        check(error, "login");
        done = true;
    });
    wait();
    hive::Push::setRemotePush(hive::RemotePush(true, false), [&](const hive::ResultAPI &result, const hive::RemotePush &) {
        check(result.error(), "register");
        done = true;
    });
    wait();
    for (const char *push : {R"({"title":"Your oak is cut","groupId":"wood"})", R"({"title":"Your fir is cut","groupId":"wood"})",
             R"({"title":"A gift","category":"ACCEPT_NOW_CATEGORY"})"}) { // sent by your server, one day
        gamebase::send_push(push, [&](std::string_view, const gamebase::Error &error) {
            check(error, "push");
            done = true;
        });
        wait();
    }
    for (int rounds = 0; rounds < 30 && !pressed; rounds++) gamebase::run_until(100ms); // the player's time on the desktop
    if (!pressed && hive::PushInbox::press(newest, "ACCEPT_NOW_ID")) gamebase::run_until(1000ms); // a screen of the game
    return gamebase::shutdown(2000ms) && pressed ? 0 : 1;
}
