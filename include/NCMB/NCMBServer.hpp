// The REST interface in the same process. Comes with NCMB.hpp. Since 1.0.
#ifndef NCMB_SERVER_HPP
#define NCMB_SERVER_HPP

#include "NCMBValues.hpp"

namespace ncmb {

/// headers: lines of the form "Name: value"; empty for none. completion(int32_t http_status, std::string_view headers, std::string_view
/// body, Error); the views end with the call.
template <class Function> void request(std::string_view method, std::string_view host, std::string_view path, std::string_view headers,
    std::string_view body, Function &&completion) {
    NCMBServer_requestWithMethod_host_path_headers_data_length_completion(
        detail::Text(method), detail::Text(host), detail::Text(path), detail::Text(headers), body.data(), body.size(),
        [](int32_t status, const char *lines, const void *data, size_t length, const TCGBError *error, void *context) noexcept {
            detail::call<Function>(context, status, detail::view(lines), std::string_view(static_cast<const char *>(data), length),
                Error(Error::borrow(error)));
        },
        detail::keep(std::forward<Function>(completion)));
}

} // namespace ncmb

#endif
