// Push for C++17: agreement, registration, notifications. Comes with Gamebase.hpp. Since 1.0.
#ifndef GAMEBASE_PUSH_HPP
#define GAMEBASE_PUSH_HPP

#include "GamebaseCore.hpp"

namespace gamebase {

/// The player's consent.
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
    PushConfiguration(bool enable, bool advertisements, bool advertisements_by_night, std::string_view language)
        : Object(adopt(TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight_displayLanguage(
              enable, advertisements, advertisements_by_night, detail::Text(language)))) {}
    /// A literal would be taken for `always_register`.
    PushConfiguration(bool enable, bool advertisements, bool advertisements_by_night, const char *language)
        : PushConfiguration(enable, advertisements, advertisements_by_night, detail::view(language)) {}
    /// always_register: a bool, or a number.
    template <class Flag, class = std::enable_if_t<std::is_integral<Flag>::value>>
    PushConfiguration(bool enable, bool advertisements, bool advertisements_by_night, Flag always_register)
        : Object(adopt(TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight_alwaysAllowTokenRegistration(
              enable, advertisements, advertisements_by_night, always_register != 0))) {}
    PushConfiguration &always_register(bool always) {
        TCGBPushConfiguration_setAlwaysAllowTokenRegistration(mutable_get(), always);
        return *this;
    }
    bool enabled() const noexcept { return TCGBPushConfiguration_pushEnabled(get()); }
    bool advertisements() const noexcept { return TCGBPushConfiguration_ADAgreement(get()); }
    bool advertisements_by_night() const noexcept { return TCGBPushConfiguration_ADAgreementNight(get()); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushConfiguration_JSONString(get())); }
    static PushConfiguration from_json(std::string_view json) {
        return PushConfiguration(adopt(TCGBPushConfiguration_pushConfigurationWithJSONString(detail::Text(json))));
    }
    PushConfiguration &push_enabled(bool value) {
        TCGBPushConfiguration_setPushEnabled(mutable_get(), value);
        return *this;
    }
    PushConfiguration &ad_agreement(bool value) {
        TCGBPushConfiguration_setADAgreement(mutable_get(), value);
        return *this;
    }
    PushConfiguration &ad_agreement_night(bool value) {
        TCGBPushConfiguration_setADAgreementNight(mutable_get(), value);
        return *this;
    }
    std::string_view display_language_code() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBPushConfiguration_displayLanguageCode(get()));
    }
    bool always_allow_token_registration() const noexcept { return TCGBPushConfiguration_alwaysAllowTokenRegistration(get()); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushConfiguration_JSONPrettyString(get())); }
};

/// How messages are shown.
class NotificationOptions : public Object<TCGBNotificationOptions> {
public:
    NotificationOptions(Object<TCGBNotificationOptions> object) noexcept : Object(std::move(object)) {}
    NotificationOptions(bool foreground, bool badge, bool sound)
        : Object(
              adopt(TCGBNotificationOptions_notificationOptionsWithForegroundEnabled_badgeEnabled_soundEnabled(foreground, badge, sound))) {
    }
    static NotificationOptions from_json(std::string_view json) {
        return NotificationOptions(adopt(TCGBNotificationOptions_notificationOptionsWithJSONString(detail::Text(json))));
    }
    bool foreground_enabled() const noexcept { return TCGBNotificationOptions_foregroundEnabled(get()); }
    NotificationOptions &foreground_enabled(bool value) {
        TCGBNotificationOptions_setForegroundEnabled(mutable_get(), value);
        return *this;
    }
    bool badge_enabled() const noexcept { return TCGBNotificationOptions_badgeEnabled(get()); }
    NotificationOptions &badge_enabled(bool value) {
        TCGBNotificationOptions_setBadgeEnabled(mutable_get(), value);
        return *this;
    }
    bool sound_enabled() const noexcept { return TCGBNotificationOptions_soundEnabled(get()); }
    NotificationOptions &sound_enabled(bool value) {
        TCGBNotificationOptions_setSoundEnabled(mutable_get(), value);
        return *this;
    }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBNotificationOptions_jsonString(get())); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBNotificationOptions_prettyJsonString(get())); }
};

/// The consent of a registration.
class PushAgreement : public Object<TCGBPushAgreement> {
public:
    PushAgreement() noexcept = default;
    PushAgreement(Object<TCGBPushAgreement> object) noexcept : Object(std::move(object)) {}

    bool push_enabled() const noexcept { return TCGBPushAgreement_pushEnabled(get()); }
    bool ad_agreement() const noexcept { return TCGBPushAgreement_ADAgreement(get()); }
    bool ad_agreement_night() const noexcept { return TCGBPushAgreement_ADAgreementNight(get()); }
};

/// A registration, as the service has it.
class PushTokenInfo : public Object<TCGBPushTokenInfo> {
public:
    PushTokenInfo() noexcept = default;
    PushTokenInfo(Object<TCGBPushTokenInfo> object) noexcept : Object(std::move(object)) {}

    std::string_view token() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushTokenInfo_token(get())); }
    std::string_view user_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushTokenInfo_userId(get())); }
    std::string_view language() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushTokenInfo_languageCode(get())); }
    bool enabled() const noexcept { return TCGBPushAgreement_pushEnabled(TCGBPushTokenInfo_agreement(get())); }
    bool advertisements() const noexcept { return TCGBPushAgreement_ADAgreement(TCGBPushTokenInfo_agreement(get())); }
    bool advertisements_by_night() const noexcept { return TCGBPushAgreement_ADAgreementNight(TCGBPushTokenInfo_agreement(get())); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushTokenInfo_jsonString(get())); }
    static PushTokenInfo from_json(std::string_view json) {
        return PushTokenInfo(adopt(TCGBPushTokenInfo_pushTokenInfoFromJsonString(detail::Text(json))));
    }
    std::string_view push_type() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushTokenInfo_pushType(get())); }
    std::string_view device_country_code() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushTokenInfo_deviceCountryCode(get())); }
    std::string_view timezone() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushTokenInfo_timezone(get())); }
    std::string_view registered_date_time() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBPushTokenInfo_registeredDateTime(get()));
    }
    bool sandbox() const noexcept { return TCGBPushTokenInfo_sandbox(get()); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushTokenInfo_prettyJsonString(get())); }
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

/// The options of the last registration; empty before the first.
inline NotificationOptions notification_options() {
    return NotificationOptions(NotificationOptions::borrow(TCGBPush_notificationOptions()));
}

/// The player's consent. completion(PushConfiguration, Error)
template <class Function> void query_push(Function &&completion) {
    TCGBPush_queryPushWithCompletion(
        detail::value_completion<PushConfiguration, TCGBPushConfiguration, Function>(), detail::keep(std::forward<Function>(completion)));
}

inline void set_push_sandbox_mode(bool sandbox) { TCGBPush_setSandboxMode(sandbox); }
/// message_json: the extras of show_notification.
inline bool click_message(std::string_view message_json) { return TCGBPush_clickMessage(detail::Text(message_json)); }
inline bool click_action(std::string_view message_json, std::string_view action_type, std::optional<std::string_view> user_text) {
    return TCGBPush_clickAction_actionType_userText(detail::Text(message_json), detail::Text(action_type), detail::Text(user_text));
}

/// completion(bool, Error)
template <class Function> void query_notifications_allowed(Function &&completion) {
    TCGBPush_queryNotificationAllowedWithCompletion(
        [](bool is_allowed, const TCGBError *error, void *context) noexcept {
            detail::call<Function>(context, is_allowed, Error(Error::borrow(error)));
        },
        detail::keep(std::forward<Function>(completion)));
}

} // namespace gamebase

#endif
