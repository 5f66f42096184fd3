// The host for C++17: log, pop-ups, pages, and facts about the device. Comes with Gamebase.hpp. Since 1.0.
#ifndef GAMEBASE_HOST_HPP
#define GAMEBASE_HOST_HPP

#include "GamebaseScreens.hpp"

namespace gamebase {

/// A pop-up that the host was asked to show; copy it to finish it later.
class Alert : public Object<TCGBAlert> {
public:
    Alert() noexcept = default;
    Alert(Object<TCGBAlert> object) noexcept : Object(std::move(object)) {}

    std::string_view title() const noexcept GAMEBASE_VIEW { return detail::view(TCGBAlert_title(get())); }
    std::string_view message() const noexcept GAMEBASE_VIEW { return detail::view(TCGBAlert_message(get())); }
    std::vector<std::string> buttons() const {
        return detail::list_of<std::string>(
            TCGBAlert_buttons_count(get()), [&](size_t index) { return detail::copy(TCGBAlert_buttons_at(get(), index)); });
    }
    /// button_index: from 0; anything else means that it was closed without one.
    void finish(int32_t button_index) const noexcept { TCGBAlert_finish(get(), button_index); }
};

/// A page that the host was asked to show; copy it to finish it later.
class WebViewRequest : public Object<TCGBWebViewRequest> {
public:
    WebViewRequest() noexcept = default;
    WebViewRequest(Object<TCGBWebViewRequest> object) noexcept : Object(std::move(object)) {}

    TCGBWebViewKind kind() const noexcept { return TCGBWebViewRequest_kind(get()); }
    std::string_view url() const noexcept GAMEBASE_VIEW { return detail::view(TCGBWebViewRequest_url(get())); }
    WebViewConfiguration configuration() const noexcept {
        return WebViewConfiguration(WebViewConfiguration::borrow(TCGBWebViewRequest_configuration(get())));
    }
    std::string_view data() const noexcept GAMEBASE_VIEW { return detail::view(TCGBWebViewRequest_data(get())); }
    void *view_controller() const noexcept { return TCGBWebViewRequest_viewController(get()); }
    void did_load() const noexcept { TCGBWebViewRequest_didLoad(get()); }
    /// Whether the library takes the address; the web view must not load it then.
    bool navigate(std::string_view url) const { return TCGBWebViewRequest_navigate(get(), detail::Text(url)); }
    /// error_code: 0 when the player closed it.
    bool finish(int64_t error_code = 0) const noexcept { return TCGBWebViewRequest_finish(get(), error_code); }
    bool finish_with_answer(std::string_view json) const { return TCGBWebViewRequest_finishWithAnswer(get(), detail::Text(json)); }
};

/// Functions of the host. An empty function counts as missing, as in C.
struct HostFunctions {
    std::function<bool(std::string_view url)> open_url;
    std::function<void(const Alert &)> show_alert;
    std::function<void(std::string_view message, milliseconds duration)> show_toast;
    std::function<void(std::string_view title, std::string_view body, std::string_view extras)> show_notification;
    std::function<void(const WebViewRequest &)> show_web_view;
    std::function<void(const WebViewRequest &, TCGBWebViewCommand, std::string_view url)> control_web_view;
};

/// Answers for the host until it is destroyed, by one of its functions too. One at a time for each instance. Destroy it on the thread that
/// drains.
class HostDelegate {
public:
    explicit HostDelegate(HostFunctions functions) : instance_(TCGBInstance_current()), functions_(std::move(functions)) {
        TCGBHostDelegate delegate = {};
        delegate.structSize = sizeof delegate;
        delegate.context = functions_.context();
        if (functions_->open_url) {
            delegate.openURL = [](const char *url, void *context) noexcept { return of(context)->open_url(detail::view(url)); };
        }
        if (functions_->show_alert) {
            delegate.showAlert = [](const TCGBAlert *alert, void *context) noexcept {
                of(context)->show_alert(Alert(Alert::borrow(alert)));
            };
        }
        if (functions_->show_toast) {
            delegate.showToast = [](const char *message, int32_t duration, void *context) noexcept {
                of(context)->show_toast(detail::view(message), milliseconds(duration));
            };
        }
        if (functions_->show_notification) {
            delegate.showNotification = [](const char *title, const char *body, const char *extras, void *context) noexcept {
                of(context)->show_notification(detail::view(title), detail::view(body), detail::view(extras));
            };
        }
        if (functions_->show_web_view) {
            delegate.showWebView = [](const TCGBWebViewRequest *request, void *context) noexcept {
                of(context)->show_web_view(WebViewRequest(WebViewRequest::borrow(request)));
            };
        }
        if (functions_->control_web_view) {
            delegate.controlWebView = [](const TCGBWebViewRequest *request, TCGBWebViewCommand command, const char *url,
                                          void *context) noexcept {
                of(context)->control_web_view(WebViewRequest(WebViewRequest::borrow(request)), command, detail::view(url));
            };
        }
        set_ = TCGBHost_setDelegate(&delegate);
    }
    HostDelegate(const HostDelegate &) = delete;
    HostDelegate &operator=(const HostDelegate &) = delete;
    ~HostDelegate() {
        if (!set_) return;
        Current current(instance_);
        if (current) TCGBHost_setDelegate(nullptr);
    }

private:
    static std::shared_ptr<HostFunctions> of(void *context) noexcept { return detail::Held<HostFunctions>::of(context); }

    TCGBInstance *instance_;
    detail::Held<HostFunctions> functions_;
    bool set_ = false;
};

/// Hears log lines until it is destroyed; the sink may destroy it. One at a time for each instance. Destroy it on the thread that drains.
class LogSink {
public:
    LogSink(TCGBLogLevel level, std::function<void(TCGBLogLevel, std::string_view)> sink)
        : instance_(TCGBInstance_current()), sink_(std::move(sink)) {
        TCGBHost_setLogSink(level, hear, sink_.context());
    }
    LogSink(const LogSink &) = delete;
    LogSink &operator=(const LogSink &) = delete;
    ~LogSink() {
        Current current(instance_);
        if (current) TCGBHost_setLogSink(TCGBLogLevelNone, nullptr, nullptr);
    }

private:
    using Sink = std::function<void(TCGBLogLevel, std::string_view)>;

    static void hear(TCGBLogLevel level, const char *message, void *context) noexcept {
        detail::call_any(*detail::Held<Sink>::of(context), level, detail::view(message));
    }

    TCGBInstance *instance_;
    detail::Held<Sink> sink_;
};

inline bool open_url(std::string_view url) { return TCGBHost_openURL(detail::Text(url)); }
inline std::string storage_directory() { return detail::copy(TCGBHost_storageDirectory()); }
inline bool set_localized_strings(std::string_view json) { return TCGBHost_setLocalizedStrings(detail::Text(json)); }
inline bool set_localized_strings_from_file(std::string_view path) { return TCGBHost_setLocalizedStringsFromFile(detail::Text(path)); }
inline std::string requested_display_language() { return detail::copy(TCGBHost_requestedDisplayLanguageCode()); }
inline bool set_advertising_identifier(std::string_view identifier) { return TCGBHost_setAdvertisingIdentifier(detail::Text(identifier)); }
inline void set_uses_secret_service(bool uses) { TCGBHost_setUsesSecretService(uses); }
inline bool set_vendor_identifier(std::string_view identifier) { return TCGBHost_setVendorIdentifier(detail::Text(identifier)); }

// MARK: Help and facts

inline std::string idfa() { return detail::copy(TCGBUtil_idfa()); }
inline std::string idfv() { return detail::copy(TCGBUtil_idfv()); }
inline std::string uuid() { return detail::copy(TCGBUtil_uuid()); }
inline std::string os_version() { return detail::copy(TCGBUtil_osVersion()); }
inline std::string device_model() { return detail::copy(TCGBUtil_deviceModel()); }
inline std::string bundle_id() { return detail::copy(TCGBUtil_bundleID()); }
inline int64_t unix_epoch_time() { return TCGBUtil_unixEpochTime(); }
/// path: such as launching.status.code or tcIap[0].storeCode; "" when there is nothing.
inline std::string json_value(std::string_view json, std::string_view path) {
    return detail::copy(TCGBUtil_extractValueFrom_searchString(detail::Text(json), detail::Text(path)));
}
inline bool is_url_encoded(std::string_view text) { return TCGBUtil_isURLEncoded(detail::Text(text)); }
inline std::string url_encoded(std::string_view bytes) {
    return detail::copy(TCGBUtil_URLEncodedStringWithData(bytes.data(), bytes.size()));
}
inline void log(std::string_view line) { TCGBUtil_logWithString(detail::Text(line)); }
inline void show_toast(std::string_view message, bool is_long = false) {
    TCGBUtil_showToastWithMessage_length(detail::Text(message), is_long ? TCGBToastLengthLong : TCGBToastLengthShort);
}

/// completion(), when the player has closed it.
template <class Function> void show_alert(std::string_view title, std::string_view message, Function &&completion) {
    TCGBUtil_showAlertWithTitle_message_completion(
        detail::Text(title), detail::Text(message), [](void *context) noexcept { detail::call<Function>(context); },
        detail::keep(std::forward<Function>(completion)));
}

} // namespace gamebase

#endif
