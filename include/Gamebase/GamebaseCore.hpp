// The heart of Gamebase.hpp: objects, instances, run loop, login, events, purchases, metrics, console. Since 1.0.
#ifndef GAMEBASE_CORE_HPP
#define GAMEBASE_CORE_HPP

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "Gamebase.h"

namespace gamebase {

using std::chrono::milliseconds;

namespace detail {

inline std::string_view view(const char *text) noexcept { return text ? std::string_view(text) : std::string_view(); }
inline std::string copy(const char *text) { return text ? std::string(text) : std::string(); }

/// A text for C: NUL-terminated, or NULL for an absent one.
class Text {
public:
    Text(std::string_view text) : text_(text) {}
    Text(std::optional<std::string_view> text) : text_(text ? std::optional<std::string>(*text) : std::nullopt) {}
    operator const char *() const noexcept { return text_ ? text_->c_str() : nullptr; }

private:
    std::optional<std::string> text_;
};

/// Moves a callable to the heap. Whoever takes it out again with `once` frees it.
template <class Function> void *keep(Function &&function) {
    return new std::decay_t<Function>(std::forward<Function>(function));
}

/// The callable behind a context, freed at the end of the scope.
template <class Function> std::unique_ptr<std::decay_t<Function>> once(void *context) noexcept {
    return std::unique_ptr<std::decay_t<Function>>(static_cast<std::decay_t<Function> *>(context));
}

} // namespace detail

// MARK: Objects

/// A counted reference to an object of the C interface. Empty, it stands for NULL.
template <class T> class Object {
public:
    Object() noexcept = default;
    Object(const Object &other) noexcept : pointer_(retain(other.pointer_)) {}
    Object(Object &&other) noexcept : pointer_(std::exchange(other.pointer_, nullptr)) {}
    ~Object() { TCGBRelease(pointer_); }

    Object &operator=(Object other) noexcept {
        std::swap(pointer_, other.pointer_);
        return *this;
    }

    /// Takes over a reference that the caller owns.
    static Object adopt(const T *pointer) noexcept {
        Object object;
        object.pointer_ = pointer;
        return object;
    }

    /// Retains what somebody else owns.
    static Object borrow(const T *pointer) noexcept { return adopt(retain(pointer)); }

    const T *get() const noexcept { return pointer_; }
    explicit operator bool() const noexcept { return pointer_ != nullptr; }

protected:
    /// For setters, which C declares without const.
    T *mutable_get() const noexcept { return const_cast<T *>(pointer_); }

private:
    static const T *retain(const T *pointer) noexcept {
        return pointer ? static_cast<const T *>(TCGBRetain(pointer)) : nullptr;
    }

    const T *pointer_ = nullptr;
};

/// An error; empty is success.
class Error : public Object<TCGBError> {
public:
    Error() noexcept = default;
    Error(Object<TCGBError> object) noexcept : Object(std::move(object)) {}
    explicit Error(int64_t code) : Object(adopt(TCGBError_resultWithCode(code))) {}
    Error(int64_t code, std::string_view message) : Object(adopt(TCGBError_resultWithCode_message(code, detail::Text(message)))) {}
    static Error from_json(std::string_view json) { return Error(adopt(TCGBError_errorFromJsonString(detail::Text(json)))); }

    bool is_success() const noexcept { return TCGBGamebase_isSuccessWithError(get()); }
    int64_t code() const noexcept { return get() ? TCGBError_code(get()) : 0; }
    std::string_view domain() const noexcept { return get() ? detail::view(TCGBError_domain(get())) : std::string_view(); }
    std::string_view message() const noexcept { return get() ? detail::view(TCGBError_message(get())) : std::string_view(); }
    int64_t detail_code() const noexcept { return get() ? TCGBError_detailErrorCode(get()) : 0; }
    std::string_view extras() const noexcept { return get() ? detail::view(TCGBError_extras(get())) : std::string_view(); }
    std::string_view json() const noexcept { return get() ? detail::view(TCGBError_jsonString(get())) : std::string_view(); }
    Error underlying() const noexcept { return get() ? Error(borrow(TCGBError_underlyingError(get()))) : Error(); }
};

class Configuration : public Object<TCGBConfiguration> {
public:
    Configuration(std::string_view app_id, std::string_view app_version)
        : Object(adopt(TCGBConfiguration_configurationWithAppID_appVersion(detail::Text(app_id), detail::Text(app_version)))) {}

    Configuration &enable_popup(bool enable) {
        TCGBConfiguration_enablePopup(mutable_get(), enable);
        return *this;
    }
    Configuration &store_code(std::string_view code) {
        TCGBConfiguration_setStoreCode(mutable_get(), detail::Text(code));
        return *this;
    }
    Configuration &display_language(std::string_view code) {
        TCGBConfiguration_setDisplayLanguageCode(mutable_get(), detail::Text(code));
        return *this;
    }
};

class AuthToken : public Object<TCGBAuthToken> {
public:
    AuthToken() noexcept = default;
    AuthToken(Object<TCGBAuthToken> object) noexcept : Object(std::move(object)) {}
    static AuthToken from_json(std::string_view json) {
        return AuthToken(adopt(TCGBAuthToken_authTokenFromJsonString(detail::Text(json))));
    }

    std::string_view user_id() const noexcept { return detail::view(TCGBMember_userId(TCGBAuthToken_tcgbMember(get()))); }
    std::string_view access_token() const noexcept { return detail::view(TCGBToken_accessToken(TCGBAuthToken_tcgbToken(get()))); }
    std::string_view provider() const noexcept { return detail::view(TCGBToken_sourceIdPCode(TCGBAuthToken_tcgbToken(get()))); }
    std::string_view json() const noexcept { return detail::view(TCGBAuthToken_jsonString(get())); }
};

class Item : public Object<TCGBPurchasableItem> {
public:
    Item() noexcept = default;
    Item(Object<TCGBPurchasableItem> object) noexcept : Object(std::move(object)) {}
    static Item from_json(std::string_view json) {
        return Item(adopt(TCGBPurchasableItem_purchasableItemFromJsonString(detail::Text(json))));
    }

    std::string_view product_id() const noexcept { return detail::view(TCGBPurchasableItem_gamebaseProductId(get())); }
    std::string_view name() const noexcept { return detail::view(TCGBPurchasableItem_itemName(get())); }
    std::string_view price() const noexcept { return detail::view(TCGBPurchasableItem_priceString(get())); }
    std::string_view currency() const noexcept { return detail::view(TCGBPurchasableItem_currency(get())); }
    std::string_view localized_price() const noexcept { return detail::view(TCGBPurchasableItem_localizedPrice(get())); }
    std::string_view localized_title() const noexcept { return detail::view(TCGBPurchasableItem_localizedTitle(get())); }
    bool is_active() const noexcept { return TCGBPurchasableItem_isActive(get()); }
    std::string_view json() const noexcept { return detail::view(TCGBPurchasableItem_jsonString(get())); }
};

class Receipt : public Object<TCGBPurchasableReceipt> {
public:
    Receipt() noexcept = default;
    Receipt(Object<TCGBPurchasableReceipt> object) noexcept : Object(std::move(object)) {}
    static Receipt from_json(std::string_view json) {
        return Receipt(adopt(TCGBPurchasableReceipt_purchasableReceiptFromJsonString(detail::Text(json))));
    }

    std::string_view payment_seq() const noexcept { return detail::view(TCGBPurchasableReceipt_paymentSeq(get())); }
    std::string_view purchase_token() const noexcept { return detail::view(TCGBPurchasableReceipt_purchaseToken(get())); }
    std::string_view product_id() const noexcept { return detail::view(TCGBPurchasableReceipt_gamebaseProductId(get())); }
    std::string_view price() const noexcept { return detail::view(TCGBPurchasableReceipt_priceString(get())); }
    std::string_view currency() const noexcept { return detail::view(TCGBPurchasableReceipt_currency(get())); }
    std::string_view payload() const noexcept { return detail::view(TCGBPurchasableReceipt_payload(get())); }
    std::string_view user_id() const noexcept { return detail::view(TCGBPurchasableReceipt_userId(get())); }
    std::string_view store_code() const noexcept { return detail::view(TCGBPurchasableReceipt_storeCode(get())); }
    int64_t purchase_time() const noexcept { return TCGBPurchasableReceipt_purchaseTime(get()); }
    int64_t expiry_time() const noexcept { return TCGBPurchasableReceipt_expiryTime(get()); }
    std::string_view json() const noexcept { return detail::view(TCGBPurchasableReceipt_jsonString(get())); }
};

/// An event. Its parts are copies and may be kept.
struct Event {
    std::string category;
    std::string data;

    bool is(const char *name) const noexcept { return category == name; }
};

// MARK: Instances

/// A second library beside the default one; destroyed with its owner, within `limit`.
class Instance {
public:
    explicit Instance(milliseconds limit = milliseconds(5000)) : Instance(TCGBInstance_create(), limit) {}
    static Instance sharing_service_of(const Instance &other, milliseconds limit = milliseconds(5000)) {
        return Instance(TCGBInstance_createSharingServiceOf(other.instance_), limit);
    }
    Instance(Instance &&other) noexcept : instance_(std::exchange(other.instance_, nullptr)), limit_(other.limit_) {}
    Instance(const Instance &) = delete;
    Instance &operator=(Instance) = delete;
    ~Instance() {
        if (instance_) TCGBInstance_destroy(instance_, limit_.count());
    }

    TCGBInstance *get() const noexcept { return instance_; }
    explicit operator bool() const noexcept { return instance_ != nullptr; }

private:
    Instance(TCGBInstance *instance, milliseconds limit) noexcept : instance_(instance), limit_(limit) {}

    TCGBInstance *instance_;
    milliseconds limit_;
};

/// Lets the functions below speak for an instance on this thread until the scope ends.
class Current {
public:
    explicit Current(const Instance &instance) noexcept : Current(instance.get()) {}
    explicit Current(TCGBInstance *instance) noexcept : outer_(TCGBInstance_current()), entered_(TCGBInstance_makeCurrent(instance)) {}
    Current(const Current &) = delete;
    Current &operator=(const Current &) = delete;
    ~Current() {
        // The outer instance may have been destroyed meanwhile: then the default one speaks.
        if (entered_ && !TCGBInstance_makeCurrent(outer_)) TCGBInstance_makeCurrent(nullptr);
    }

    explicit operator bool() const noexcept { return entered_; }

private:
    TCGBInstance *outer_;
    bool entered_;
};

// MARK: Completions, as C function pointers over a callable on the heap

namespace detail {

template <class Function> TCGBErrorCompletion error_completion() noexcept {
    return [](const TCGBError *error, void *context) noexcept { (*once<Function>(context))(Error(Error::borrow(error))); };
}

/// For completions that hand over one object.
template <class Value, class T, class Function> auto value_completion() noexcept -> void (*)(const T *, const TCGBError *, void *) {
    return [](const T *value, const TCGBError *error, void *context) noexcept {
        (*once<Function>(context))(Value(Value::borrow(value)), Error(Error::borrow(error)));
    };
}

template <class Function> TCGBLoginCompletion login_completion() noexcept {
    return [](const TCGBAuthToken *token, const TCGBError *error, void *context) noexcept {
        (*once<Function>(context))(AuthToken(AuthToken::borrow(token)), Error(Error::borrow(error)));
    };
}

template <class Function> TCGBPurchaseCompletion purchase_completion() noexcept {
    return [](const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) noexcept {
        (*once<Function>(context))(Receipt(Receipt::borrow(receipt)), Error(Error::borrow(error)));
    };
}

template <class Value, class T> std::vector<Value> list(const T *const *items, size_t count) {
    std::vector<Value> values;
    values.reserve(count);
    for (size_t index = 0; index < count; ++index) values.emplace_back(Value::borrow(items[index]));
    return values;
}

template <class Function> TCGBPurchasableItemsCompletion items_completion() noexcept {
    return [](const TCGBPurchasableItem *const *items, size_t count, const TCGBError *error, void *context) noexcept {
        (*once<Function>(context))(list<Item>(items, count), Error(Error::borrow(error)));
    };
}

template <class Function> TCGBPurchasableReceiptsCompletion receipts_completion() noexcept {
    return [](const TCGBPurchasableReceipt *const *receipts, size_t count, const TCGBError *error, void *context) noexcept {
        (*once<Function>(context))(list<Receipt>(receipts, count), Error(Error::borrow(error)));
    };
}

template <class Function> TCGBConsoleJsonCompletion json_completion() noexcept {
    return [](const char *json, const TCGBError *error, void *context) noexcept {
        (*once<Function>(context))(view(json), Error(Error::borrow(error)));
    };
}

} // namespace detail

// MARK: Run loop and lifecycle

inline int32_t drain() { return TCGBRunLoop_drain(); }
inline int32_t run_until(milliseconds timeout) { return TCGBRunLoop_runUntil(timeout.count()); }
inline bool shutdown(milliseconds limit) { return TCGBGamebase_shutdown(limit.count()); }
inline void set_call_timeout(milliseconds timeout) { TCGBRunLoop_setCallTimeout(timeout.count()); }
/// Repeats what the service could not take, at most `retries` times; 0 turns it off.
inline void set_retries(int32_t retries, milliseconds first_delay) {
    TCGBRunLoop_setRetries_firstDelayMilliseconds(retries, first_delay.count());
}
/// The number of the call that this thread made last, for cancel_call; 0 when it was refused.
inline int64_t last_call() { return TCGBRunLoop_lastCall(); }
inline bool cancel_call(int64_t call) { return TCGBRunLoop_cancelCall(call); }
inline bool is_initialized() { return TCGBGamebase_isInitialized(); }

/// completion(std::string_view launching_info, Error); the view ends with the call.
template <class Function> void initialize(const Configuration &configuration, Function &&completion) {
    TCGBGamebase_initializeWithConfiguration_completion(
        configuration.get(), detail::json_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

inline int32_t launching_status() { return TCGBLaunching_launchingStatus(); }
inline std::string launching_information() { return detail::copy(TCGBLaunching_launchingInformations()); }
inline std::string user_id() { return detail::copy(TCGBGamebase_userID()); }
inline std::string access_token() { return detail::copy(TCGBGamebase_accessToken()); }
inline std::string last_logged_in_provider() { return detail::copy(TCGBGamebase_lastLoggedInProvider()); }
inline std::string display_language() { return detail::copy(TCGBGamebase_displayLanguageCode()); }
inline void set_display_language(std::string_view code) { TCGBGamebase_setDisplayLanguageCode(detail::Text(code)); }
inline bool set_storage_directory(std::string_view path) { return TCGBHost_setStorageDirectory(detail::Text(path)); }

inline bool is_connected() { return TCGBNetwork_isConnected(); }
inline int32_t network_type() { return TCGBNetwork_type(); }
inline std::string network_type_name() { return detail::copy(TCGBNetwork_typeName()); }

// MARK: Login

/// completion(AuthToken, Error)
template <class Function> void login(std::string_view type, Function &&completion) {
    TCGBGamebase_loginWithType_viewController_completion(
        detail::Text(type), nullptr, detail::login_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// additional_info: a JSON object. completion(AuthToken, Error)
template <class Function> void login(std::string_view type, std::string_view additional_info, Function &&completion) {
    TCGBGamebase_loginWithType_additionalInfo_viewController_completion(
        detail::Text(type), detail::Text(additional_info), nullptr, detail::login_completion<Function>(),
        detail::keep(std::forward<Function>(completion)));
}

/// completion(AuthToken, Error)
template <class Function> void login_for_last_logged_in_provider(Function &&completion) {
    TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(
        nullptr, detail::login_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(Error)
template <class Function> void logout(Function &&completion) {
    TCGBGamebase_logoutWithViewController_completion(
        nullptr, detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(Error)
template <class Function> void withdraw(Function &&completion) {
    TCGBGamebase_withdrawWithViewController_completion(
        nullptr, detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

// MARK: Events

/// Listens until it is destroyed; the handler may destroy its own listener. Destroy it on the thread that drains.
class EventListener {
public:
    EventListener() noexcept = default;
    explicit EventListener(std::function<void(const Event &)> handler)
        : state_(std::make_shared<State>(State{std::move(handler), TCGBInstance_current(), {}})) {
        state_->self = state_;
        TCGBGamebase_addEventHandler(hear, state_.get());
    }
    EventListener(EventListener &&other) noexcept = default;
    EventListener &operator=(EventListener &&other) noexcept {
        std::swap(state_, other.state_);
        return *this;
    }
    ~EventListener() {
        if (!state_) return;
        Current current(state_->instance);
        if (current) TCGBGamebase_removeEventHandler(hear, state_.get());
    }

private:
    struct State {
        std::function<void(const Event &)> handler;
        TCGBInstance *instance;
        std::weak_ptr<State> self;
    };

    static void hear(const TCGBGamebaseEventMessage *message, void *context) noexcept {
        // Kept alive here, because the handler may end its listener.
        if (auto state = static_cast<State *>(context)->self.lock()) {
            state->handler(
                Event{detail::copy(TCGBGamebaseEventMessage_category(message)), detail::copy(TCGBGamebaseEventMessage_data(message))});
        }
    }

    std::shared_ptr<State> state_;
};

// MARK: Purchases

/// completion(Receipt, Error)
template <class Function> void purchase(std::string_view product_id, std::optional<std::string_view> payload, Function &&completion) {
    TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(
        detail::Text(product_id), detail::Text(payload), nullptr, detail::purchase_completion<Function>(),
        detail::keep(std::forward<Function>(completion)));
}

/// completion(std::vector<Item>, Error)
template <class Function> void request_items(Function &&completion) {
    TCGBPurchase_requestItemListPurchasableWithCompletion(
        detail::items_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::vector<Receipt>, Error)
template <class Function> void request_not_consumed(Function &&completion) {
    TCGBPurchase_requestItemListOfNotConsumedWithCompletion(
        detail::receipts_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::vector<Receipt>, Error)
template <class Function> void request_activated(Function &&completion) {
    TCGBPurchase_requestActivatedPurchasesWithCompletion(
        detail::receipts_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::vector<Receipt>, Error)
template <class Function> void request_restore(Function &&completion) {
    TCGBPurchase_requestRestoreWithCompletion(
        detail::receipts_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

// MARK: Analytics

struct GameUserData {
    int32_t user_level = 0;
    std::optional<std::string_view> channel_id, character_id, class_id;
};

inline void set_game_user_data(const GameUserData &data) {
    TCGBAnalyticsGameUserData *object = TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(data.user_level);
    TCGBAnalyticsGameUserData_setChannelId(object, detail::Text(data.channel_id));
    TCGBAnalyticsGameUserData_setCharacterId(object, detail::Text(data.character_id));
    TCGBAnalyticsGameUserData_setClassId(object, detail::Text(data.class_id));
    TCGBAnalytics_setGameUserData(object);
    TCGBRelease(object);
}

inline void trace_level_up(int32_t user_level, int64_t level_up_time) {
    TCGBAnalyticsLevelUpData *object = TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(user_level, level_up_time);
    if (object) TCGBAnalytics_traceLevelUpWithLevelUpData(object);
    TCGBRelease(object);
}

// MARK: Game server and console

/// completion(int32_t http_status, std::string_view body, Error); the view ends with the call.
template <class Function>
void server_request(
    std::string_view method, std::string_view path, std::optional<std::string_view> secret_key, std::optional<std::string_view> body,
    Function &&completion) {
    TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(
        detail::Text(method), detail::Text(path), detail::Text(secret_key), nullptr, detail::Text(body),
        [](int32_t status, const char *text, const TCGBError *error, void *context) noexcept {
            (*detail::once<Function>(context))(status, detail::view(text), Error(Error::borrow(error)));
        },
        detail::keep(std::forward<Function>(completion)));
}

/// completion(Error)
template <class Function> void load_console_settings(std::string_view json, Function &&completion) {
    TCGBConsole_loadSettings_completion(
        detail::Text(json), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(Error)
template <class Function> void load_console_settings_from_file(std::string_view path, Function &&completion) {
    TCGBConsole_loadSettingsFromFile_completion(
        detail::Text(path), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// message: for players. completion(Error)
template <class Function> void set_launching_status(int32_t status, std::optional<std::string_view> message, Function &&completion) {
    TCGBConsole_setLaunchingStatus_message_completion(
        status, detail::Text(message), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// end_date: epoch milliseconds for a temporary ban, nothing for a permanent one. completion(Error)
template <class Function>
void ban(std::string_view user_id, std::optional<std::string_view> message, std::optional<int64_t> end_date, Function &&completion) {
    TCGBConsole_banUser_type_message_endDate_completion(
        detail::Text(user_id), end_date ? "TEMPORARY" : "PERMANENT", detail::Text(message), end_date.value_or(0),
        detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(Error)
template <class Function> void release_ban(std::string_view user_id, Function &&completion) {
    TCGBConsole_releaseBanOfUser_completion(
        detail::Text(user_id), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

inline bool set_service_suspended(bool suspended) { return TCGBConsole_setServiceSuspended(suspended); }

/// completion(Error)
template <class Function> void kickout(std::string_view json, Function &&completion) {
    TCGBConsole_kickout_completion(
        detail::Text(json), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

} // namespace gamebase

#endif
