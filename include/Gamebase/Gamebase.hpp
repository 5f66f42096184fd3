// Gamebase for C++17: lambdas, RAII and std::string_view over the C functions, in headers alone. Since 1.0.
//
// A completion is any callable with the arguments that its function names. It is moved to the heap, called exactly once inside
// gamebase::drain() or run_until(), and freed then. It must not throw: an exception that leaves it ends the process. nullptr, a null
// function pointer and an empty std::function stand for nobody: the call is made, and nobody hears how it ended.
// Arguments of completions own what they hold (they retain it), so they may be kept by copying them.
// Texts that go in are UTF-8 without NUL bytes. A std::string_view that comes out lives as long as the object it was asked of.
// What the calls do, when completions come and with which errors, the C headers say: each function names its own.
#ifndef GAMEBASE_HPP
#define GAMEBASE_HPP

#include "GamebaseCore.hpp"
#include "GamebaseAccounts.hpp"
#include "GamebaseConsole.hpp"
#include "GamebaseEvents.hpp"
#include "GamebaseHost.hpp"
#include "GamebaseHTTP.hpp"
#include "GamebaseLeaderboard.hpp"
#include "GamebasePurchases.hpp"
#include "GamebasePush.hpp"
#include "GamebaseScreens.hpp"
#include "GamebaseStores.hpp"
#include "GamebaseTransfer.hpp"

#endif
