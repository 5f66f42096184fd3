// Users and their accounts at Facebook and Twitter. Comes with NCMB.hpp. Since 1.0.
#ifndef NCMB_PROVIDERS_HPP
#define NCMB_PROVIDERS_HPP

#include "NCMBUsers.hpp"

namespace ncmb {

namespace facebook {

inline void initialize() { NCMBFacebookUtils_initializeFacebook(); }
inline void initialize(std::string_view url_scheme_suffix) {
    NCMBFacebookUtils_initializeFacebookWithUrlSchemeSuffix(detail::Text(url_scheme_suffix));
}
inline bool handle_open_url(std::string_view url) { return NCMBFacebookUtils_handleOpenURL(detail::Text(url)); }
inline bool is_linked(const User &user) noexcept { return NCMBFacebookUtils_isLinkedWithUser(user.get()); }
/// JSON text; empty when nobody is linked.
inline std::string_view session() noexcept { return detail::view(NCMBFacebookUtils_session()); }

/// At Facebook's page. completion(User, Error)
template <class Function> void log_in(Function &&completion) {
    NCMBFacebookUtils_logInWithPermissions_block(
        nullptr, 0, detail_ncmb::object_completion<User, Function>(), detail::keep(std::forward<Function>(completion)));
}
/// At Facebook's page. completion(Error)
template <class Function> void link(const User &user, Function &&completion) {
    NCMBFacebookUtils_linkUser_permissions_block(
        user.raw(), nullptr, 0, detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}
/// completion(User, Error)
template <class Function>
void log_in(std::string_view facebook_id, std::string_view access_token, Date expiration_date, Function &&completion) {
    NCMBFacebookUtils_logInWithFacebookId_accessToken_expirationDate_block(detail::Text(facebook_id), detail::Text(access_token),
        expiration_date.time_since_epoch().count(), detail_ncmb::object_completion<User, Function>(),
        detail::keep(std::forward<Function>(completion)));
}
/// completion(Error)
template <class Function>
void link(const User &user, std::string_view facebook_id, std::string_view access_token, Date expiration_date, Function &&completion) {
    NCMBFacebookUtils_linkUser_facebookId_accessToken_expirationDate_block(user.raw(), detail::Text(facebook_id),
        detail::Text(access_token), expiration_date.time_since_epoch().count(), detail::error_completion<Function>(),
        detail::keep(std::forward<Function>(completion)));
}
inline Error unlink(const User &user) {
    return detail_ncmb::waited([&](TCGBError **error) { NCMBFacebookUtils_unlinkUser_error(user.raw(), error); });
}
/// completion(Error)
template <class Function> void unlink(const User &user, Function &&completion) {
    NCMBFacebookUtils_unlinkUserInBackground_block(
        user.raw(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

} // namespace facebook

namespace twitter {

inline void initialize(std::string_view consumer_key, std::string_view consumer_secret) {
    NCMBTwitterUtils_initializeWithConsumerKey_consumerSecret(detail::Text(consumer_key), detail::Text(consumer_secret));
}
inline bool is_linked(const User &user) noexcept { return NCMBTwitterUtils_isLinkedWithUser(user.get()); }
/// At Twitter's page. completion(User, Error)
template <class Function> void log_in(Function &&completion) {
    NCMBTwitterUtils_logInWithBlock(detail_ncmb::object_completion<User, Function>(), detail::keep(std::forward<Function>(completion)));
}
/// At Twitter's page. completion(Error)
template <class Function> void link(const User &user, Function &&completion) {
    NCMBTwitterUtils_linkUser_block(user.raw(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}
/// completion(User, Error)
template <class Function> void log_in(std::string_view twitter_id, std::string_view screen_name, std::string_view auth_token,
    std::string_view auth_token_secret, Function &&completion) {
    NCMBTwitterUtils_logInWithTwitterId_screenName_authToken_authTokenSecret_block(detail::Text(twitter_id), detail::Text(screen_name),
        detail::Text(auth_token), detail::Text(auth_token_secret), detail_ncmb::object_completion<User, Function>(),
        detail::keep(std::forward<Function>(completion)));
}
/// completion(Error)
template <class Function> void link(const User &user, std::string_view twitter_id, std::string_view screen_name,
    std::string_view auth_token, std::string_view auth_token_secret, Function &&completion) {
    NCMBTwitterUtils_linkUser_twitterId_screenName_authToken_authTokenSecret_block(user.raw(), detail::Text(twitter_id),
        detail::Text(screen_name), detail::Text(auth_token), detail::Text(auth_token_secret), detail::error_completion<Function>(),
        detail::keep(std::forward<Function>(completion)));
}
inline Error unlink(const User &user) {
    return detail_ncmb::waited([&](TCGBError **error) { NCMBTwitterUtils_unlinkUser_error(user.raw(), error); });
}
/// completion(Error)
template <class Function> void unlink(const User &user, Function &&completion) {
    NCMBTwitterUtils_unlinkUserInBackground_block(
        user.raw(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

} // namespace twitter

} // namespace ncmb

#endif
