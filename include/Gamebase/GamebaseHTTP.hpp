// The engine's own HTTP for C++17. Comes with Gamebase.hpp. Since 1.0.
#ifndef GAMEBASE_HTTP_HPP
#define GAMEBASE_HTTP_HPP

#include "GamebaseCore.hpp"

namespace gamebase {

/// An HTTP client in place of libcurl. start and cancel are called on a thread of the library, do not wait and do not throw (H1 in
/// TCGBHTTP.h). The request is borrowed until start returns.
struct HTTPFunctions {
    std::function<void(const TCGBHTTPRequest &)> start;
    std::function<void(uint64_t number)> cancel;
};

/// Gives an instance that does not run yet HTTP of the game's own. Keep it until shutdown has returned true, or for ever: the library calls
/// it until then.
class HTTP {
public:
    explicit HTTP(HTTPFunctions functions) : functions_(std::move(functions)) {
        TCGBHTTP http = {};
        http.structSize = sizeof http;
        http.start = [](const TCGBHTTPRequest *request, void *context) noexcept {
            auto &start = static_cast<HTTP *>(context)->functions_.start;
            if (start) start(*request);
        };
        http.cancel = [](uint64_t number, void *context) noexcept {
            auto &cancel = static_cast<HTTP *>(context)->functions_.cancel;
            if (cancel) cancel(number);
        };
        http.context = this;
        used_ = TCGBHTTP_use(&http);
    }
    HTTP(const HTTP &) = delete;
    HTTP &operator=(const HTTP &) = delete;

    /// Whether the instance took it.
    explicit operator bool() const noexcept { return used_; }

    static bool received_head(uint64_t number, int32_t status, std::string_view headers) {
        return TCGBHTTP_receivedHead(number, status, detail::Text(headers));
    }
    static bool received(uint64_t number, std::string_view bytes) { return TCGBHTTP_receivedBytes(number, bytes.data(), bytes.size()); }
    static bool ended(uint64_t number) { return TCGBHTTP_ended(number); }
    /// A message with a NUL inside is left out: the request ends in any case.
    static bool failed(uint64_t number, std::string_view message) {
        return TCGBHTTP_failed(number, detail::has_nul(message) ? nullptr : static_cast<const char *>(detail::Text(message)));
    }

private:
    HTTPFunctions functions_;
    bool used_ = false;
};

} // namespace gamebase

#endif
