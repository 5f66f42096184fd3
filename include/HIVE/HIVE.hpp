// Push of the Hive SDK for C++17, in the names of its C++ headers, over the C functions. Since 1.0.
// Everything that <Gamebase/Gamebase.hpp> says of completions, texts and objects holds here.
#ifndef HIVE_HPP
#define HIVE_HPP

#include "../Gamebase/GamebaseCore.hpp"
#include "../HIVEExtensions/HIVEExtensions.h"
#include "HIVE.h"

namespace hive {

namespace detail = gamebase::detail;
using gamebase::Object;

/// How a call ended.
class ResultAPI : public Object<HIVEResultAPI> {
public:
    ResultAPI(Object<HIVEResultAPI> object) noexcept : Object(std::move(object)) {}
    bool isSuccess() const noexcept { return HIVEResultAPI_isSuccess(get()); }
    /// The coarse code.
    int32_t errorCode() const noexcept { return HIVEResultAPI_errorCode(get()); }
    /// The fine code.
    int32_t code() const noexcept { return HIVEResultAPI_code(get()); }
    std::string_view errorMessage() const noexcept GAMEBASE_VIEW { return detail::view(HIVEResultAPI_errorMessage(get())); }
    gamebase::Error error() const noexcept { return gamebase::Error(gamebase::Error::borrow(HIVEResultAPI_error(get()))); }
};

/// A push that the game gives itself.
class LocalPush : public Object<HIVELocalPush> {
public:
    LocalPush() : Object(adopt(HIVELocalPush_create())) {}
    LocalPush(Object<HIVELocalPush> object) noexcept : Object(std::move(object)) {}
    LocalPush(int64_t noticeId, std::string_view title, std::string_view msg, int64_t after)
        : Object(adopt(HIVELocalPush_initWithNoticeId_title_msg_after(noticeId, detail::Text(title), detail::Text(msg), after))) {}
    static LocalPush from_json(std::string_view json) {
        return LocalPush(adopt(HIVELocalPush_localPushFromJsonString(detail::Text(json))));
    }
    int64_t noticeId() const noexcept { return HIVELocalPush_noticeId(get()); }
    LocalPush &noticeId(int64_t value) {
        HIVELocalPush_setNoticeId(mutable_get(), value);
        return *this;
    }
    std::string_view title() const noexcept GAMEBASE_VIEW { return detail::view(HIVELocalPush_title(get())); }
    LocalPush &title(std::string_view value) {
        HIVELocalPush_setTitle(mutable_get(), detail::Text(value));
        return *this;
    }
    std::string_view msg() const noexcept GAMEBASE_VIEW { return detail::view(HIVELocalPush_msg(get())); }
    LocalPush &msg(std::string_view value) {
        HIVELocalPush_setMsg(mutable_get(), detail::Text(value));
        return *this;
    }
    int64_t after() const noexcept { return HIVELocalPush_after(get()); }
    LocalPush &after(int64_t seconds) {
        HIVELocalPush_setAfter(mutable_get(), seconds);
        return *this;
    }
    std::string_view groupId() const noexcept GAMEBASE_VIEW { return detail::view(HIVELocalPush_groupId(get())); }
    LocalPush &groupId(std::string_view value) {
        HIVELocalPush_setGroupId(mutable_get(), detail::Text(value));
        return *this;
    }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(HIVELocalPush_jsonString(get())); }
};

/// The player's consent.
class RemotePush : public Object<HIVERemotePush> {
public:
    RemotePush(Object<HIVERemotePush> object) noexcept : Object(std::move(object)) {}
    RemotePush(bool isAgreeNotice, bool isAgreeNight)
        : Object(adopt(HIVERemotePush_initWithIsAgreeNotice_isAgreeNight(isAgreeNotice, isAgreeNight))) {}
    bool isAgreeNotice() const noexcept { return HIVERemotePush_isAgreeNotice(get()); }
    RemotePush &isAgreeNotice(bool value) {
        HIVERemotePush_setIsAgreeNotice(mutable_get(), value);
        return *this;
    }
    bool isAgreeNight() const noexcept { return HIVERemotePush_isAgreeNight(get()); }
    RemotePush &isAgreeNight(bool value) {
        HIVERemotePush_setIsAgreeNight(mutable_get(), value);
        return *this;
    }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(HIVERemotePush_jsonString(get())); }
};

/// The pushes that are shown while the game is in front.
class PushSetting : public Object<HIVEPushSetting> {
public:
    PushSetting(Object<HIVEPushSetting> object) noexcept : Object(std::move(object)) {}
    PushSetting(bool useForegroundRemotePush, bool useForegroundLocalPush)
        : Object(adopt(
              HIVEPushSetting_initWithUseForegroundRemotePush_useForegroundLocalPush(useForegroundRemotePush, useForegroundLocalPush))) {}
    bool useForegroundRemotePush() const noexcept { return HIVEPushSetting_useForegroundRemotePush(get()); }
    PushSetting &useForegroundRemotePush(bool value) {
        HIVEPushSetting_setUseForegroundRemotePush(mutable_get(), value);
        return *this;
    }
    bool useForegroundLocalPush() const noexcept { return HIVEPushSetting_useForegroundLocalPush(get()); }
    PushSetting &useForegroundLocalPush(bool value) {
        HIVEPushSetting_setUseForegroundLocalPush(mutable_get(), value);
        return *this;
    }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(HIVEPushSetting_jsonString(get())); }
};

/// A push that came.
class PushMessage : public Object<HIVEPushMessage> {
public:
    PushMessage(Object<HIVEPushMessage> object) noexcept : Object(std::move(object)) {}
    static PushMessage from_json(std::string_view json) {
        return PushMessage(adopt(HIVEPushMessage_pushMessageFromJsonString(detail::Text(json))));
    }
    std::string_view identifier() const noexcept GAMEBASE_VIEW { return detail::view(HIVEPushMessage_identifier(get())); }
    bool isLocal() const noexcept { return HIVEPushMessage_isLocal(get()); }
    int64_t noticeId() const noexcept { return HIVEPushMessage_noticeId(get()); }
    std::string_view title() const noexcept GAMEBASE_VIEW { return detail::view(HIVEPushMessage_title(get())); }
    std::string_view body() const noexcept GAMEBASE_VIEW { return detail::view(HIVEPushMessage_body(get())); }
    std::string_view groupId() const noexcept GAMEBASE_VIEW { return detail::view(HIVEPushMessage_groupId(get())); }
    std::string_view category() const noexcept GAMEBASE_VIEW { return detail::view(HIVEPushMessage_category(get())); }
    std::string_view link() const noexcept GAMEBASE_VIEW { return detail::view(HIVEPushMessage_link(get())); }
    std::string_view mediaUrl() const noexcept GAMEBASE_VIEW { return detail::view(HIVEPushMessage_mediaUrl(get())); }
    std::string_view mediaPath() const noexcept GAMEBASE_VIEW { return detail::view(HIVEPushMessage_mediaPath(get())); }
    std::string_view extras() const noexcept GAMEBASE_VIEW { return detail::view(HIVEPushMessage_extras(get())); }
    int64_t sentAt() const noexcept { return HIVEPushMessage_sentAt(get()); }
    bool isRead() const noexcept { return HIVEPushMessage_isRead(get()); }
    bool isLate() const noexcept { return HIVEPushMessage_isLate(get()); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(HIVEPushMessage_jsonString(get())); }
    /// The ids and the titles of its buttons.
    std::vector<std::pair<std::string, std::string>> buttons() const {
        return detail::list_of<std::pair<std::string, std::string>>(HIVEPushMessage_buttonIds_count(get()), [&](size_t index) {
            return std::make_pair(
                detail::copy(HIVEPushMessage_buttonIds_at(get(), index)), detail::copy(HIVEPushMessage_buttonTitles_at(get(), index)));
        });
    }
};

namespace detail_hive {

inline ResultAPI result(const HIVEResultAPI *result) { return ResultAPI(ResultAPI::borrow(result)); }

template <class Value, class T> std::vector<Value> list(const T *const *values, size_t count) {
    return detail::list_of<Value>(count, [&](size_t index) { return Value(Value::borrow(values[index])); });
}

template <class Value, class T, class Function> auto value_callback() noexcept {
    return [](const HIVEResultAPI *ended, const T *value, void *context) noexcept {
        detail::call<Function>(context, result(ended), Value(Value::borrow(value)));
    };
}

template <class Function> HIVEPushResultCallback result_callback() noexcept {
    return [](const HIVEResultAPI *ended, void *context) noexcept { detail::call<Function>(context, result(ended)); };
}

} // namespace detail_hive

/// The functions that get pushes. An empty function counts as missing.
struct PushDelegate {
    std::function<void(const PushMessage &)> didReceive;
    std::function<void(const PushMessage &)> didClick;
    std::function<void(const PushMessage &, std::string_view categoryId, std::string_view actionId, std::string_view text)> didPressAction;
    std::function<void(std::string_view activationToken)> raise;
    std::function<void(const PushMessage &)> show;
    std::function<void(std::string_view key)> hide;
};

/// Hears until it is destroyed, by one of its functions too. One at a time for each instance. Destroy it on the thread that drains.
class PushDelegateScope {
public:
    explicit PushDelegateScope(PushDelegate delegate) : instance_(TCGBInstance_current()), delegate_(std::move(delegate)) {
        HIVEPushDelegate functions = {};
        functions.structSize = sizeof functions;
        functions.context = delegate_.context();
        functions.didReceive = [](const HIVEPushMessage *message, void *context) noexcept {
            tell(&PushDelegate::didReceive, message, context);
        };
        functions.didClick = [](const HIVEPushMessage *message, void *context) noexcept {
            tell(&PushDelegate::didClick, message, context);
        };
        functions.didPressAction = [](const HIVEPushMessage *message, const char *category, const char *action, const char *text,
                                       void *context) noexcept {
            if (auto heard = of(context); heard->didPressAction)
                heard->didPressAction(
                    PushMessage(PushMessage::borrow(message)), detail::view(category), detail::view(action), detail::view(text));
        };
        functions.raise = [](const char *token, void *context) noexcept {
            if (auto heard = of(context); heard->raise) heard->raise(detail::view(token));
        };
        functions.show = [](const HIVEPushMessage *message, void *context) noexcept { tell(&PushDelegate::show, message, context); };
        functions.hide = [](const char *key, void *context) noexcept {
            if (auto heard = of(context); heard->hide) heard->hide(detail::view(key));
        };
        HIVEPush_setDelegate(&functions);
    }
    PushDelegateScope(const PushDelegateScope &) = delete;
    PushDelegateScope &operator=(const PushDelegateScope &) = delete;
    ~PushDelegateScope() {
        gamebase::Current current(instance_);
        if (current) HIVEPush_setDelegate(nullptr);
    }

private:
    static std::shared_ptr<PushDelegate> of(void *context) noexcept { return detail::Held<PushDelegate>::of(context); }
    static void tell(std::function<void(const PushMessage &)> PushDelegate::*function, const HIVEPushMessage *message, void *context) {
        if (auto delegate = of(context); (*delegate).*function) ((*delegate).*function)(PushMessage(PushMessage::borrow(message)));
    }

    TCGBInstance *instance_;
    detail::Held<PushDelegate> delegate_;
};

/// The calls. Each hands its callback a ResultAPI first.
class Push {
public:
    /// callback(ResultAPI, RemotePush)
    template <class Function> static void getRemotePush(Function &&callback) {
        HIVEPush_getRemotePush(
            detail_hive::value_callback<RemotePush, HIVERemotePush, Function>(), detail::keep(std::forward<Function>(callback)));
    }
    /// callback(ResultAPI, RemotePush)
    template <class Function> static void setRemotePush(const RemotePush &remotePush, Function &&callback) {
        HIVEPush_setRemotePush_handler(remotePush.get(), detail_hive::value_callback<RemotePush, HIVERemotePush, Function>(),
            detail::keep(std::forward<Function>(callback)));
    }
    /// callback(ResultAPI, LocalPush)
    template <class Function> static void registerLocalPush(const LocalPush &localPush, Function &&callback) {
        HIVEPush_registerLocalPush_handler(localPush.get(), detail_hive::value_callback<LocalPush, HIVELocalPush, Function>(),
            detail::keep(std::forward<Function>(callback)));
    }
    static void unregisterLocalPush(int64_t noticeId) { HIVEPush_unregisterLocalPush(noticeId); }
    static void unregisterLocalPushes(const std::vector<int64_t> &noticeIds) {
        HIVEPush_unregisterLocalPushes(noticeIds.data(), noticeIds.size());
    }
    static void unregisterAllLocalPushes() { HIVEPush_unregisterAllLocalPushes(); }
    /// callback(ResultAPI, std::vector<LocalPush>)
    template <class Function> static void getLocalPushes(Function &&callback) {
        HIVEPush_getLocalPushes(
            [](const HIVEResultAPI *ended, const HIVELocalPush *const *values, size_t count, void *context) noexcept {
                detail::call<Function>(context, detail_hive::result(ended), detail_hive::list<LocalPush>(values, count));
            },
            detail::keep(std::forward<Function>(callback)));
    }
    /// callback(ResultAPI, PushSetting)
    template <class Function> static void getForegroundPush(Function &&callback) {
        HIVEPush_getForegroundPush(
            detail_hive::value_callback<PushSetting, HIVEPushSetting, Function>(), detail::keep(std::forward<Function>(callback)));
    }
    /// callback(ResultAPI, PushSetting)
    template <class Function> static void setForegroundPush(const PushSetting &pushSetting, Function &&callback) {
        HIVEPush_setForegroundPush_handler(pushSetting.get(), detail_hive::value_callback<PushSetting, HIVEPushSetting, Function>(),
            detail::keep(std::forward<Function>(callback)));
    }
    static void requestPushPermission() { HIVEPush_requestPushPermission(); }
    static void setDisplay(HIVEPushDisplay display) { HIVEPush_setDisplay(display); }
    static void setActive(bool isActive) { HIVEPush_setActive(isActive); }
    static void setApplication(std::optional<std::string_view> name, std::optional<std::string_view> desktopEntry = std::nullopt,
        std::optional<std::string_view> icon = std::nullopt) {
        HIVEPush_setApplication(detail::Text(name), detail::Text(desktopEntry), detail::Text(icon));
    }
    static void setMediaExceptions(bool allowsInsecureHTTP, bool allowsLocalNetwork) {
        HIVEPush_setMediaExceptions(allowsInsecureHTTP, allowsLocalNetwork);
    }
    static bool setMediaTimeout(std::chrono::milliseconds timeout) { return HIVEPush_setMediaTimeout(timeout.count()); }
    static bool setPushActions(std::string_view json) { return HIVEPush_setPushActions(detail::Text(json)); }
};

/// Settings of Hive.
class Configuration {
public:
    static bool setGameLanguage(std::optional<std::string_view> language) {
        return HIVEConfiguration_setGameLanguage(detail::Text(language));
    }
    static std::string_view getGameLanguage() noexcept { return detail::view(HIVEConfiguration_getGameLanguage()); }
};

/// The media of pushes that a host is handed by others.
class NotificationService {
public:
    /// contentHandler(ResultAPI, PushMessage)
    template <class Function> static void didReceiveNotificationRequest(const PushMessage &request, Function &&contentHandler) {
        HIVENotificationService_didReceiveNotificationRequest_withContentHandler(request.get(),
            detail_hive::value_callback<PushMessage, HIVEPushMessage, Function>(), detail::keep(std::forward<Function>(contentHandler)));
    }
    static void serviceExtensionTimeWillExpire() { HIVENotificationService_serviceExtensionTimeWillExpire(); }
};

/// The pushes that came. Without a group: all.
class PushInbox {
public:
    using Group = std::optional<std::string_view>;

    /// callback(ResultAPI, std::vector<PushMessage>)
    template <class Function> static void getMessages(Group groupId, Function &&callback) {
        HIVEPushInbox_getMessages(
            detail::Text(groupId),
            [](const HIVEResultAPI *ended, const HIVEPushMessage *const *values, size_t count, void *context) noexcept {
                detail::call<Function>(context, detail_hive::result(ended), detail_hive::list<PushMessage>(values, count));
            },
            detail::keep(std::forward<Function>(callback)));
    }
    static size_t unreadCount(Group groupId = std::nullopt) { return HIVEPushInbox_unreadCount(detail::Text(groupId)); }
    /// callback(ResultAPI)
    template <class Function> static void markRead(std::string_view identifier, Function &&callback) {
        HIVEPushInbox_markRead(
            detail::Text(identifier), detail_hive::result_callback<Function>(), detail::keep(std::forward<Function>(callback)));
    }
    /// callback(ResultAPI)
    template <class Function> static void markAllRead(Group groupId, Function &&callback) {
        HIVEPushInbox_markAllRead(
            detail::Text(groupId), detail_hive::result_callback<Function>(), detail::keep(std::forward<Function>(callback)));
    }
    /// callback(ResultAPI)
    template <class Function> static void remove(std::string_view identifier, Function &&callback) {
        HIVEPushInbox_remove(
            detail::Text(identifier), detail_hive::result_callback<Function>(), detail::keep(std::forward<Function>(callback)));
    }
    /// callback(ResultAPI)
    template <class Function> static void removeAll(Group groupId, Function &&callback) {
        HIVEPushInbox_removeAll(
            detail::Text(groupId), detail_hive::result_callback<Function>(), detail::keep(std::forward<Function>(callback)));
    }
    static bool press(std::string_view identifier, std::optional<std::string_view> actionId = std::nullopt,
        std::optional<std::string_view> text = std::nullopt) {
        return HIVEPushInbox_press(detail::Text(identifier), detail::Text(actionId), detail::Text(text));
    }
};

} // namespace hive

#endif
