// Pushes, sent and received. Comes with NCMB.hpp. Since 1.0.
#ifndef NCMB_PUSHES_HPP
#define NCMB_PUSHES_HPP

#include "NCMBQueries.hpp"

namespace ncmb {

/// A push. The argument of a setter is a JSON dictionary if its name has Json.
class Push : public Object {
public:
    /// One that is not sent.
    Push() : Object(adopt(NCMBPush_push())) {}
    Push(Base object) noexcept : Object(std::move(object)) {}
    static Query query() { return Query(Query::adopt(NCMBPush_query())); }

    bool set_message(std::string_view message) { return NCMBPush_setMessage(mutable_get(), detail::Text(message)); }
    bool set_title(std::string_view title) { return NCMBPush_setTitle(mutable_get(), detail::Text(title)); }
    bool set_action(std::string_view action) { return NCMBPush_setAction(mutable_get(), detail::Text(action)); }
    bool set_dialog(bool dialog) { return NCMBPush_setDialog(mutable_get(), dialog); }
    bool set_rich_url(std::string_view url) { return NCMBPush_setRichUrl(mutable_get(), detail::Text(url)); }
    bool set_sound(std::string_view name) { return NCMBPush_setSound(mutable_get(), detail::Text(name)); }
    bool set_category(std::string_view category) { return NCMBPush_setCategory(mutable_get(), detail::Text(category)); }
    bool set_group_id(std::string_view group_id) { return NCMBPush_setGroupId(mutable_get(), detail::Text(group_id)); }
    bool set_media_url(std::string_view url) { return NCMBPush_setMediaUrl(mutable_get(), detail::Text(url)); }
    bool set_user_setting_value(const Json &values) { return NCMBPush_setUserSettingValue(mutable_get(), detail::Text(values.text)); }
    bool set_data(const Json &fields) { return NCMBPush_setData(mutable_get(), detail::Text(fields.text)); }

    // MARK: To whom

    bool set_push_to_ios(bool does) { return NCMBPush_setPushToIOS(mutable_get(), does); }
    bool set_push_to_android(bool does) { return NCMBPush_setPushToAndroid(mutable_get(), does); }
    bool set_channel(std::string_view channel) { return NCMBPush_setChannel(mutable_get(), detail::Text(channel)); }
    bool set_channels(const std::vector<std::string> &channels) {
        const std::vector<const char *> list = detail_ncmb::pointers(channels);
        return NCMBPush_setChannels(mutable_get(), list.data(), list.size());
    }
    /// query: over installations.
    bool set_search_condition(const Query &query) { return NCMBPush_setSearchCondition(mutable_get(), query.raw()); }
    bool set_query(const Query &query) { return NCMBPush_setQuery(mutable_get(), query.raw()); }

    // MARK: When

    bool set_delivery_time(Date date) { return NCMBPush_setDeliveryTime(mutable_get(), date.time_since_epoch().count()); }
    bool set_immediate_delivery(bool immediate) { return NCMBPush_setImmediateDeliveryFlag(mutable_get(), immediate); }
    bool expire_at(Date date) { return NCMBPush_expireAtDate(mutable_get(), date.time_since_epoch().count()); }
    /// interval: "1 hour" to "24 hour", "1 day" to "28 day".
    bool expire_after(std::string_view interval) { return NCMBPush_expireAfterTimeInterval(mutable_get(), detail::Text(interval)); }
    bool clear_expiration() { return NCMBPush_clearExpiration(mutable_get()); }

    // MARK: The icon

    bool set_badge_number(int32_t number) { return NCMBPush_setBadgeNumber(mutable_get(), number); }
    bool set_badge_increment(bool increments) { return NCMBPush_setBadgeIncrementFlag(mutable_get(), increments); }
    bool set_content_available(bool available) { return NCMBPush_setContentAvailable(mutable_get(), available); }

    // MARK: Sending: with a completion(Error), or waiting

    Error send() {
        return detail_ncmb::waited([&](TCGBError **error) { NCMBPush_sendPush(mutable_get(), error); });
    }
    template <class Function> void send(Function &&completion) {
        NCMBPush_sendPushInBackgroundWithBlock(
            mutable_get(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    static Error send_message(std::string_view channel, std::string_view message) {
        return detail_ncmb::waited([&](TCGBError **error) {
            NCMBPush_sendPushMessageToChannel_withMessage_error(detail::Text(channel), detail::Text(message), error);
        });
    }
    template <class Function> static void send_message(std::string_view channel, std::string_view message, Function &&completion) {
        NCMBPush_sendPushMessageToChannelInBackground_withMessage_block(detail::Text(channel), detail::Text(message),
            detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    static Error send_message(const Query &query, std::string_view message) {
        return detail_ncmb::waited(
            [&](TCGBError **error) { NCMBPush_sendPushMessageToQuery_withMessage_error(query.raw(), detail::Text(message), error); });
    }
    template <class Function> static void send_message(const Query &query, std::string_view message, Function &&completion) {
        NCMBPush_sendPushMessageToQueryInBackground_withMessage_block(
            query.raw(), detail::Text(message), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    static Error send_data(std::string_view channel, const Json &fields) {
        return detail_ncmb::waited([&](TCGBError **error) {
            NCMBPush_sendPushDataToChannel_withData_error(detail::Text(channel), detail::Text(fields.text), error);
        });
    }
    template <class Function> static void send_data(std::string_view channel, const Json &fields, Function &&completion) {
        NCMBPush_sendPushDataToChannelInBackground_withData_block(detail::Text(channel), detail::Text(fields.text),
            detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    static Error send_data(const Query &query, const Json &fields) {
        return detail_ncmb::waited(
            [&](TCGBError **error) { NCMBPush_sendPushDataToQuery_withData_error(query.raw(), detail::Text(fields.text), error); });
    }
    template <class Function> static void send_data(const Query &query, const Json &fields, Function &&completion) {
        NCMBPush_sendPushDataToQueryInBackground_withData_block(
            query.raw(), detail::Text(fields.text), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
};

// MARK: Received pushes: the JSON text that a PushReceiver gets

/// Shows its text in a pop-up.
inline bool handle_push(std::string_view user_info) { return NCMBPush_handlePush(detail::Text(user_info)); }
/// Opens its page.
inline bool handle_rich_push(std::string_view user_info) { return NCMBPush_handleRichPush(detail::Text(user_info)); }
/// launch_options: JSON text, as the game was started with.
inline bool track_app_opened(std::optional<std::string_view> launch_options) {
    return NCMBAnalytics_trackAppOpenedWithLaunchOptions(detail::Text(launch_options));
}
inline bool track_push_opened(std::string_view user_info) {
    return NCMBAnalytics_trackAppOpenedWithRemoteNotificationPayload(detail::Text(user_info));
}

/// Hears pushes until it is destroyed; its function may destroy it. One at a time for each instance. Destroy it on the thread that drains.
class PushReceiver {
public:
    explicit PushReceiver(std::function<void(std::string_view user_info)> receive)
        : instance_(TCGBInstance_current()), receive_(std::move(receive)) {
        NCMBPush_setRemoteNotificationHandler(
            [](const char *user_info, void *context) noexcept {
                detail::call_any(*detail::Held<Receive>::of(context), detail::view(user_info));
            },
            receive_.context());
    }
    PushReceiver(const PushReceiver &) = delete;
    PushReceiver &operator=(const PushReceiver &) = delete;
    ~PushReceiver() {
        gamebase::Current current(instance_);
        if (current) NCMBPush_setRemoteNotificationHandler(nullptr, nullptr);
    }

private:
    using Receive = std::function<void(std::string_view)>;

    TCGBInstance *instance_;
    detail::Held<Receive> receive_;
};

} // namespace ncmb

#endif
