// Gamebase for C++17: lambdas, RAII and std::string_view over the C functions, in headers alone. Since 1.0.
//
// A completion is any callable with the arguments that its function names. It is moved to the heap, called exactly once inside
// gamebase::drain() or run_until(), and freed then. It must not throw: an exception that leaves it ends the process. With nullptr,
// a null function pointer or an empty std::function the call is made, and its outcome is dropped.
// Arguments of completions retain their objects, so a copy stays valid.
// Texts that go in are UTF-8 without NUL bytes. A returned std::string_view lives as long as the object of the call.
// The C headers describe the calls, their completions and errors: each function names its C function.
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
