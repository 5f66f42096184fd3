// Push for C++17: agreement, registration, notifications. Comes with Gamebase.hpp. Since 1.0.
#ifndef GAMEBASE_PUSH_HPP
#define GAMEBASE_PUSH_HPP

#include "GamebaseCore.hpp"

namespace gamebase {

/// What the player agreed to.
class PushConfiguration : public Object<TCGBPushConfiguration> {
public:
    PushConfiguration() noexcept = default;
    PushConfiguration(Object<TCGBPushConfiguration> object) noexcept : Object(std::move(object)) {}
    PushConfiguration(bool enable, bool advertisements, bool advertisements_by_night)
        : Object(adopt(TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight(
              enable, advertisements, advertisements_by_night))) {}

    PushConfiguration &language(std::string_view code) {
        TCGBPushConfiguration_setDisplayLanguageCode(mutable_get(), detail::Text(code));
        return *this;
    }
    PushConfiguration &always_register(bool always) {
        TCGBPushConfiguration_setAlwaysAllowTokenRegistration(mutable_get(), always);
        return *this;
    }
    bool enabled() const noexcept { return TCGBPushConfiguration_pushEnabled(get()); }
    bool advertisements() const noexcept { return TCGBPushConfiguration_ADAgreement(get()); }
    bool advertisements_by_night() const noexcept { return TCGBPushConfiguration_ADAgreementNight(get()); }
    std::string_view json() const noexcept { return detail::view(TCGBPushConfiguration_JSONString(get())); }
};

/// How messages are shown.
class NotificationOptions : public Object<TCGBNotificationOptions> {
public:
    NotificationOptions(bool foreground, bool badge, bool sound)
        : Object(adopt(TCGBNotificationOptions_notificationOptionsWithForegroundEnabled_badgeEnabled_soundEnabled(
              foreground, badge, sound))) {}
};

/// A registration, as the service has it.
class PushTokenInfo : public Object<TCGBPushTokenInfo> {
public:
    PushTokenInfo() noexcept = default;
    PushTokenInfo(Object<TCGBPushTokenInfo> object) noexcept : Object(std::move(object)) {}

    std::string_view token() const noexcept { return detail::view(TCGBPushTokenInfo_token(get())); }
    std::string_view user_id() const noexcept { return detail::view(TCGBPushTokenInfo_userId(get())); }
    std::string_view language() const noexcept { return detail::view(TCGBPushTokenInfo_languageCode(get())); }
    bool enabled() const noexcept { return TCGBPushAgreement_pushEnabled(TCGBPushTokenInfo_agreement(get())); }
    bool advertisements() const noexcept { return TCGBPushAgreement_ADAgreement(TCGBPushTokenInfo_agreement(get())); }
    bool advertisements_by_night() const noexcept { return TCGBPushAgreement_ADAgreementNight(TCGBPushTokenInfo_agreement(get())); }
    std::string_view json() const noexcept { return detail::view(TCGBPushTokenInfo_jsonString(get())); }
};

/// completion(Error)
template <class Function> void register_push(const PushConfiguration &configuration, Function &&completion) {
    TCGBPush_registerPushWithPushConfiguration_completion(
        configuration.get(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(Error)
template <class Function>
void register_push(const PushConfiguration &configuration, const NotificationOptions &options, Function &&completion) {
    TCGBPush_registerPushWithPushConfiguration_notificationOptions_completion(
        configuration.get(), options.get(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(PushTokenInfo, Error)
template <class Function> void query_push_token(Function &&completion) {
    TCGBPush_queryTokenInfoWithCompletion(
        detail::value_completion<PushTokenInfo, TCGBPushTokenInfo, Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(bool, Error)
template <class Function> void query_notifications_allowed(Function &&completion) {
    TCGBPush_queryNotificationAllowedWithCompletion(
        [](bool is_allowed, const TCGBError *error, void *context) noexcept {
            (*detail::once<Function>(context))(is_allowed, Error(Error::borrow(error)));
        },
        detail::keep(std::forward<Function>(completion)));
}

} // namespace gamebase

#endif
