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

/// The result of such a member lives as long as its object; clang warns about a longer use.
#if defined(__has_cpp_attribute)
#if __has_cpp_attribute(clang::lifetimebound)
#define GAMEBASE_VIEW [[clang::lifetimebound]]
#endif
#endif
#ifndef GAMEBASE_VIEW
#define GAMEBASE_VIEW
#endif

namespace gamebase {

using std::chrono::milliseconds;

namespace detail {

inline std::string_view view(const char *text) noexcept { return text ? std::string_view(text) : std::string_view(); }
inline std::string copy(const char *text) { return text ? std::string(text) : std::string(); }

/// C gets this in place of a text with a NUL inside. It is no UTF-8, so that it is refused: up to its NUL the text would be another one, a
/// password a shorter one.
inline constexpr const char *refused_text = "\xff";

inline bool has_nul(std::string_view text) noexcept { return text.find('\0') != std::string_view::npos; }

/// A text for C: NUL-terminated, or NULL for an absent one.
class Text {
public:
    Text(std::string_view text) { put(text); }
    Text(const std::string &text) { put(text); }
    Text(std::optional<std::string_view> text) {
        if (text) put(*text);
    }
    operator const char *() const noexcept { return text_ ? text_->c_str() : nullptr; }

private:
    void put(std::string_view text) {
        if (has_nul(text)) text_.emplace(refused_text);
        else text_.emplace(text);
    }

    std::optional<std::string> text_;
};

/// A name that is kept for C, with the same refusal.
inline std::string name(std::string_view text) { return std::string(has_nul(text) ? std::string_view(refused_text) : text); }

/// Texts as C takes a list of them, while `texts` lives.
inline std::vector<const char *> pointers(const std::vector<std::string> &texts) {
    std::vector<const char *> list;
    list.reserve(texts.size());
    for (const std::string &text : texts) list.push_back(has_nul(text) ? refused_text : text.c_str());
    return list;
}

/// Moves a callable to the heap; `call` frees it.
template <class Function> void *keep(Function &&function) { return new std::decay_t<Function>(std::forward<Function>(function)); }

/// Whether there is nothing to call: nullptr, a null function pointer, an empty std::function.
template <class Function> bool is_empty(const Function &function) noexcept {
    if constexpr (std::is_same_v<Function, std::nullptr_t>) {
        (void)function;
        return true;
    } else if constexpr (std::is_pointer_v<Function>) {
        return function == nullptr;
    } else {
        return false;
    }
}
template <class Signature> bool is_empty(const std::function<Signature> &function) noexcept { return !function; }

/// Calls a callable that may be empty.
template <class Function, class... Arguments> void call_any(Function &function, Arguments &&...arguments) {
    if constexpr (!std::is_same_v<Function, std::nullptr_t>) {
        if (!is_empty(function)) function(std::forward<Arguments>(arguments)...);
    }
}

/// Functions of the host, behind the context that C passes. A caller keeps them alive during the call, because a function may destroy the
/// object that owns them.
template <class Functions> class Held {
public:
    explicit Held(Functions functions) : box_(std::make_shared<Box>(Box{std::move(functions), {}})) { box_->self = box_; }

    void *context() const noexcept { return box_.get(); }
    Functions *operator->() const noexcept { return &box_->functions; }

    static std::shared_ptr<Functions> of(void *context) noexcept {
        const std::shared_ptr<Box> box = static_cast<Box *>(context)->self.lock();
        return std::shared_ptr<Functions>(box, &box->functions);
    }

private:
    struct Box {
        Functions functions;
        std::weak_ptr<Box> self;
    };

    std::shared_ptr<Box> box_;
};

/// The functions of one call, of which the completion comes last. They live as long as one of them runs, too: it may drain the run loop,
/// and so let the completion come.
template <class Functions> class Together {
public:
    static void *keep(Functions functions) {
        auto kept = std::make_shared<Together>(std::move(functions));
        kept->self_ = kept;
        return kept.get();
    }
    static std::shared_ptr<Functions> of(void *context) {
        Together *const kept = static_cast<Together *>(context);
        return std::shared_ptr<Functions>(kept->self_, &kept->functions_);
    }
    /// For the completion.
    static std::shared_ptr<Functions> last(void *context) {
        const std::shared_ptr<Together> kept = std::move(static_cast<Together *>(context)->self_);
        return std::shared_ptr<Functions>(kept, &kept->functions_);
    }
    explicit Together(Functions functions) : functions_(std::move(functions)) {}

private:
    Functions functions_;
    std::shared_ptr<Together> self_;
};

/// Calls the callable behind a context, unless it is empty, and frees it.
template <class Function, class... Arguments> void call(void *context, Arguments &&...arguments) {
    std::unique_ptr<std::decay_t<Function>> function(static_cast<std::decay_t<Function> *>(context));
    call_any(*function, std::forward<Arguments>(arguments)...);
}

/// The values of a list that C gives one by one.
template <class Value, class Make> std::vector<Value> list_of(size_t count, Make &&make) {
    std::vector<Value> values;
    values.reserve(count);
    for (size_t index = 0; index < count; ++index) values.push_back(make(index));
    return values;
}

/// The window that calls of this thread pass as viewController (class Window).
inline void *&window() noexcept {
    static thread_local void *handle = nullptr;
    return handle;
}

} // namespace detail

/// A window handle that calls of this thread pass on to adapters, stores and the host as viewController, until the scope ends.
class Window {
public:
    explicit Window(void *handle) noexcept : outer_(std::exchange(detail::window(), handle)) {}
    Window(const Window &) = delete;
    Window &operator=(const Window &) = delete;
    ~Window() { detail::window() = outer_; }

private:
    void *outer_;
};

// MARK: Objects

/// How many objects of the library are alive in this process: the same before and after what a game does again and again.
inline std::size_t alive_object_count() noexcept { return TCGBObject_aliveCount(); }

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
    static const T *retain(const T *pointer) noexcept { return pointer ? static_cast<const T *>(TCGBRetain(pointer)) : nullptr; }

    const T *pointer_ = nullptr;
};

/// An error; empty is success.
class Error : public Object<TCGBError> {
public:
    Error() noexcept = default;
    Error(Object<TCGBError> object) noexcept : Object(std::move(object)) {}
    /// A text that C refuses, such as one that is no UTF-8, is replaced by the domain and the text of the code: no error would be success.
    Error(int64_t code, std::string_view domain, std::string_view description, const Error &underlying)
        : Object(made(code, TCGBError_resultWithDomain_code_description_underlyingError(
                                detail::Text(domain), code, detail::Text(description), underlying.get()))) {}
    explicit Error(int64_t code) : Object(adopt(TCGBError_resultWithCode(code))) {}
    /// message: one with a NUL inside, or that is no UTF-8, is left out, for the text of the code.
    Error(int64_t code, std::string_view message) : Object(made(code, TCGBError_resultWithCode_message(code, detail::Text(message)))) {}
    static Error from_json(std::string_view json) { return Error(adopt(TCGBError_errorFromJsonString(detail::Text(json)))); }

    bool is_success() const noexcept { return TCGBGamebase_isSuccessWithError(get()); }
    int64_t code() const noexcept { return get() ? TCGBError_code(get()) : 0; }
    std::string_view domain() const noexcept GAMEBASE_VIEW { return get() ? detail::view(TCGBError_domain(get())) : std::string_view(); }
    std::string_view message() const noexcept GAMEBASE_VIEW { return get() ? detail::view(TCGBError_message(get())) : std::string_view(); }
    int64_t detail_code() const noexcept { return get() ? TCGBError_detailErrorCode(get()) : 0; }
    std::string_view extras() const noexcept GAMEBASE_VIEW { return get() ? detail::view(TCGBError_extras(get())) : std::string_view(); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return get() ? detail::view(TCGBError_jsonString(get())) : std::string_view(); }
    Error underlying() const noexcept { return get() ? Error(borrow(TCGBError_underlyingError(get()))) : Error(); }
    std::string_view detail_error_message() const noexcept GAMEBASE_VIEW { return detail::view(TCGBError_detailErrorMessage(get())); }
    std::string_view transaction_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBError_transactionId(get())); }
    std::string_view description() const noexcept GAMEBASE_VIEW { return detail::view(TCGBError_description(get())); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBError_prettyJsonString(get())); }

private:
    static Object made(int64_t code, const TCGBError *error) noexcept { return adopt(error ? error : TCGBError_resultWithCode(code)); }
};

class Configuration : public Object<TCGBConfiguration> {
public:
    Configuration(std::string_view app_id, std::string_view app_version)
        : Object(adopt(TCGBConfiguration_configurationWithAppID_appVersion(detail::Text(app_id), detail::Text(app_version)))) {}

    Configuration(std::string_view app_id, std::string_view app_version, std::string_view zone_type)
        : Object(adopt(TCGBConfiguration_configurationWithAppID_appVersion_zoneType(
              detail::Text(app_id), detail::Text(app_version), detail::Text(zone_type)))) {}

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
    Configuration &service_url(std::string_view url) {
        TCGBConfiguration_setServiceURL(mutable_get(), detail::Text(url));
        return *this;
    }
    std::string_view service_url() const noexcept GAMEBASE_VIEW { return detail::view(TCGBConfiguration_serviceURL(get())); }
    std::string_view app_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBConfiguration_appID(get())); }
    std::string_view app_version() const noexcept GAMEBASE_VIEW { return detail::view(TCGBConfiguration_appVersion(get())); }
    std::string_view zone_type() const noexcept GAMEBASE_VIEW { return detail::view(TCGBConfiguration_zoneType(get())); }
    bool is_enable_popup() const noexcept { return TCGBConfiguration_isEnablePopup(get()); }
    Configuration &enable_launching_status_popup(bool value) {
        TCGBConfiguration_enableLaunchingStatusPopup(mutable_get(), value);
        return *this;
    }
    bool is_enable_launching_status_popup() const noexcept { return TCGBConfiguration_isEnableLaunchingStatusPopup(get()); }
    Configuration &enable_ban_popup(bool value) {
        TCGBConfiguration_enableBanPopup(mutable_get(), value);
        return *this;
    }
    bool is_enable_ban_popup() const noexcept { return TCGBConfiguration_isEnableBanPopup(get()); }
    Configuration &enable_kickout_popup(bool value) {
        TCGBConfiguration_enableKickoutPopup(mutable_get(), value);
        return *this;
    }
    bool is_enable_kickout_popup() const noexcept { return TCGBConfiguration_isEnableKickoutPopup(get()); }
    std::string_view store_code() const noexcept GAMEBASE_VIEW { return detail::view(TCGBConfiguration_storeCode(get())); }
    std::string_view display_language_code() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBConfiguration_displayLanguageCode(get()));
    }
};

class AuthToken;

/// The token of a session.
class Token : public Object<TCGBToken> {
public:
    Token() noexcept = default;
    Token(Object<TCGBToken> object) noexcept : Object(std::move(object)) {}

    std::string_view source_idp_code() const noexcept GAMEBASE_VIEW { return detail::view(TCGBToken_sourceIdPCode(get())); }
    std::string_view access_token() const noexcept GAMEBASE_VIEW { return detail::view(TCGBToken_accessToken(get())); }
    std::string_view access_token_secret() const noexcept GAMEBASE_VIEW { return detail::view(TCGBToken_accessTokenSecret(get())); }
    std::string_view sub_code() const noexcept GAMEBASE_VIEW { return detail::view(TCGBToken_subCode(get())); }
    std::string_view third_idp_code() const noexcept GAMEBASE_VIEW { return detail::view(TCGBToken_thirdIdPCode(get())); }
    std::string_view extra_params() const noexcept GAMEBASE_VIEW { return detail::view(TCGBToken_extraParams(get())); }
    int64_t expires_in() const noexcept { return TCGBToken_expiresIn(get()); }
};

/// A provider's account that signs in as a member.
class AuthMapping : public Object<TCGBAuthMappingInfo> {
public:
    AuthMapping() noexcept = default;
    AuthMapping(Object<TCGBAuthMappingInfo> object) noexcept : Object(std::move(object)) {}

    std::string_view user_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBAuthMappingInfo_userId(get())); }
    std::string_view auth_system() const noexcept GAMEBASE_VIEW { return detail::view(TCGBAuthMappingInfo_authSystem(get())); }
    std::string_view idp_code() const noexcept GAMEBASE_VIEW { return detail::view(TCGBAuthMappingInfo_idPCode(get())); }
    std::string_view auth_key() const noexcept GAMEBASE_VIEW { return detail::view(TCGBAuthMappingInfo_authKey(get())); }
    int64_t reg_date() const noexcept { return TCGBAuthMappingInfo_regDate(get()); }
};

/// When a temporary withdrawal becomes one; empty when none was asked for. date() is epoch milliseconds.
class TemporaryWithdrawal : public Object<TCGBTemporaryWithdrawalInfo> {
public:
    TemporaryWithdrawal() noexcept = default;
    TemporaryWithdrawal(Object<TCGBTemporaryWithdrawalInfo> object) noexcept : Object(std::move(object)) {}
    explicit TemporaryWithdrawal(const AuthToken &token);

    int64_t date() const noexcept { return TCGBTemporaryWithdrawalInfo_gracePeriodDate(get()); }
};

/// The payments of a member since its grace ban was set.
class PaymentStatus : public Object<TCGBPaymentStatus> {
public:
    PaymentStatus() noexcept = default;
    PaymentStatus(Object<TCGBPaymentStatus> object) noexcept : Object(std::move(object)) {}

    double amount_number() const noexcept { return TCGBPaymentStatus_amount(get()); }
    std::string_view amount() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPaymentStatus_amountString(get())); }
    int32_t count() const noexcept { return TCGBPaymentStatus_count(get()); }
    std::string_view currency() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPaymentStatus_currency(get())); }
};

/// The payment that lifts a member's grace ban.
class ReleaseRule : public Object<TCGBReleaseRuleCondition> {
public:
    ReleaseRule() noexcept = default;
    ReleaseRule(Object<TCGBReleaseRuleCondition> object) noexcept : Object(std::move(object)) {}

    double amount_number() const noexcept { return TCGBReleaseRuleCondition_amount(get()); }
    std::string_view amount() const noexcept GAMEBASE_VIEW { return detail::view(TCGBReleaseRuleCondition_amountString(get())); }
    int32_t count() const noexcept { return TCGBReleaseRuleCondition_count(get()); }
    std::string_view currency() const noexcept GAMEBASE_VIEW { return detail::view(TCGBReleaseRuleCondition_currency(get())); }
    std::string_view condition_type() const noexcept GAMEBASE_VIEW { return detail::view(TCGBReleaseRuleCondition_conditionType(get())); }
};

/// A ban that comes into force unless something is paid first; empty when the player has none.
class GraceBanInfo : public Object<TCGBGraceBanInfo> {
public:
    GraceBanInfo() noexcept = default;
    GraceBanInfo(Object<TCGBGraceBanInfo> object) noexcept : Object(std::move(object)) {}
    explicit GraceBanInfo(const AuthToken &token);

    static GraceBanInfo from_json(std::string_view json) {
        return GraceBanInfo(adopt(TCGBGraceBanInfo_graceBanInfoWithJSONString(detail::Text(json))));
    }
    int64_t date() const noexcept { return TCGBGraceBanInfo_gracePeriodDate(get()); }
    std::string_view message() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGraceBanInfo_message(get())); }
    PaymentStatus payment_status() const noexcept { return PaymentStatus(PaymentStatus::borrow(TCGBGraceBanInfo_paymentStatus(get()))); }
    ReleaseRule release_rule_condition() const noexcept {
        return ReleaseRule(ReleaseRule::borrow(TCGBGraceBanInfo_releaseRuleCondition(get())));
    }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGraceBanInfo_jsonString(get())); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGraceBanInfo_prettyJsonString(get())); }
};
/// The member that a session is for.
class Member : public Object<TCGBMember> {
public:
    Member() noexcept = default;
    Member(Object<TCGBMember> object) noexcept : Object(std::move(object)) {}

    std::string_view user_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBMember_userId(get())); }
    std::string_view app_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBMember_appId(get())); }
    std::string_view valid() const noexcept GAMEBASE_VIEW { return detail::view(TCGBMember_valid(get())); }
    int64_t reg_date() const noexcept { return TCGBMember_regDate(get()); }
    int64_t last_login_date() const noexcept { return TCGBMember_lastLoginDate(get()); }
    std::vector<AuthMapping> auth_list() const {
        return detail::list_of<AuthMapping>(TCGBMember_authList_count(get()),
            [&](size_t index) { return AuthMapping(AuthMapping::borrow(TCGBMember_authList_at(get(), index))); });
    }
    TemporaryWithdrawal temporary_withdrawal() const noexcept {
        return TemporaryWithdrawal(TemporaryWithdrawal::borrow(TCGBMember_temporaryWithdrawal(get())));
    }
    GraceBanInfo grace_ban_info() const noexcept { return GraceBanInfo(GraceBanInfo::borrow(TCGBMember_graceBanInfo(get()))); }
};

/// The result of a login.
class AuthToken : public Object<TCGBAuthToken> {
public:
    AuthToken() noexcept = default;
    AuthToken(Object<TCGBAuthToken> object) noexcept : Object(std::move(object)) {}
    static AuthToken from_json(std::string_view json) {
        return AuthToken(adopt(TCGBAuthToken_authTokenFromJsonString(detail::Text(json))));
    }

    std::string_view user_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBMember_userId(TCGBAuthToken_tcgbMember(get()))); }
    std::string_view access_token() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBToken_accessToken(TCGBAuthToken_tcgbToken(get())));
    }
    std::string_view provider() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBToken_sourceIdPCode(TCGBAuthToken_tcgbToken(get())));
    }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBAuthToken_jsonString(get())); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBAuthToken_prettyJsonString(get())); }
};

inline GraceBanInfo::GraceBanInfo(const AuthToken &token)
    : Object(borrow(TCGBMember_graceBanInfo(TCGBAuthToken_tcgbMember(token.get())))) {}
inline TemporaryWithdrawal::TemporaryWithdrawal(const AuthToken &token)
    : Object(borrow(TCGBMember_temporaryWithdrawal(TCGBAuthToken_tcgbMember(token.get())))) {}

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

/// Lets the functions below speak for an instance on this thread until the scope ends. An empty instance, one that was moved from or could
/// not be made, is not entered: the scope is false, and the functions still speak for the instance before.
class Current {
public:
    explicit Current(const Instance &instance) noexcept
        : outer_(TCGBInstance_current()), entered_(instance && TCGBInstance_makeCurrent(instance.get())) {}
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
    return [](const TCGBError *error, void *context) noexcept { call<Function>(context, Error(Error::borrow(error))); };
}

/// For completions that give one object.
template <class Value, class T, class Function> auto value_completion() noexcept -> void (*)(const T *, const TCGBError *, void *) {
    return [](const T *value, const TCGBError *error, void *context) noexcept {
        call<Function>(context, Value(Value::borrow(value)), Error(Error::borrow(error)));
    };
}

template <class Function> TCGBLoginCompletion login_completion() noexcept {
    return [](const TCGBAuthToken *token, const TCGBError *error, void *context) noexcept {
        call<Function>(context, AuthToken(AuthToken::borrow(token)), Error(Error::borrow(error)));
    };
}

template <class Value, class T> std::vector<Value> list(const T *const *items, size_t count) {
    std::vector<Value> values;
    values.reserve(count);
    for (size_t index = 0; index < count; ++index) values.emplace_back(Value::borrow(items[index]));
    return values;
}

template <class Function> TCGBConsoleJsonCompletion json_completion() noexcept {
    return [](const char *json, const TCGBError *error, void *context) noexcept {
        call<Function>(context, view(json), Error(Error::borrow(error)));
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

/// launch_options: a JSON object. completion(std::string_view launching_info, Error); the view ends with the call.
template <class Function> void initialize(const Configuration &configuration, std::string_view launch_options, Function &&completion) {
    TCGBGamebase_initializeWithConfiguration_launchOptions_completion(configuration.get(), detail::Text(launch_options),
        detail::json_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// A descriptor that can be read while callbacks are due; -1 while the instance does not run.
inline int32_t file_descriptor() { return TCGBRunLoop_fileDescriptor(); }
/// The thread that runs callbacks: the thread that drains, or the library's.
inline bool set_delivery(TCGBRunLoopDelivery delivery) { return TCGBRunLoop_setDelivery(delivery); }
inline TCGBRunLoopDelivery delivery() { return TCGBRunLoop_delivery(); }

// MARK: Launching and environment

/// Reads the launching information again. completion(std::string_view launching_info, Error); the view ends with the call.
template <class Function> void refresh_launching(Function &&completion) {
    TCGBLaunching_refreshWithCompletion(detail::json_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// Asks for the service's time. completion(int64_t epoch_milliseconds, Error).
template <class Function> void request_server_time(Function &&completion) {
    TCGBLaunching_requestServerTimeWithCompletion(
        [](int64_t date, const TCGBError *error, void *context) noexcept {
            detail::call<Function>(context, date, Error(Error::borrow(error)));
        },
        detail::keep(std::forward<Function>(completion)));
}

inline int32_t launching_status() { return TCGBLaunching_launchingStatus(); }
inline std::string launching_information() { return detail::copy(TCGBLaunching_launchingInformations()); }
inline std::string launching_part() { return detail::copy(TCGBLaunching_TCGBLaunchingInformations()); }
inline std::string launching_products() { return detail::copy(TCGBLaunching_tcProductInformations()); }
inline std::string launching_console_text() { return detail::copy(TCGBLaunching_tcLaunchingInformations()); }
inline std::string launching_stores() { return detail::copy(TCGBLaunching_tcIAPInformations()); }
inline std::string version() { return detail::copy(TCGBGamebase_SDKVersion()); }
inline std::string app_id() { return detail::copy(TCGBGamebase_appID()); }
inline bool is_sandbox() { return TCGBGamebase_isSandbox(); }
inline void set_debug_mode(bool debug_mode) { TCGBGamebase_setDebugMode(debug_mode); }
inline bool is_debug_mode() { return TCGBGamebase_isDebugMode(); }
inline std::string device_language() { return detail::copy(TCGBGamebase_deviceLanguageCode()); }
inline std::string device_country() { return detail::copy(TCGBGamebase_deviceCountryCode()); }
inline std::string user_id() { return detail::copy(TCGBGamebase_userID()); }
inline std::string access_token() { return detail::copy(TCGBGamebase_accessToken()); }
inline std::string last_logged_in_provider() { return detail::copy(TCGBGamebase_lastLoggedInProvider()); }
inline std::string display_language() { return detail::copy(TCGBGamebase_displayLanguageCode()); }
inline void set_display_language(std::string_view code) { TCGBGamebase_setDisplayLanguageCode(detail::Text(code)); }
inline bool set_storage_directory(std::string_view path) { return TCGBHost_setStorageDirectory(detail::Text(path)); }
inline void set_allows_plain_http(bool allows) { TCGBHost_setAllowsPlainHTTP(allows); }

inline bool is_connected() { return TCGBNetwork_isConnected(); }
inline int32_t network_type() { return TCGBNetwork_type(); }
inline TCGBNetworkMetered network_metered() { return TCGBNetwork_metered(); }
inline void set_network_metered(TCGBNetworkMetered metered) { TCGBNetwork_setMetered(metered); }
inline std::string network_type_name() { return detail::copy(TCGBNetwork_typeName()); }

// MARK: Login

/// completion(AuthToken, Error)
template <class Function> void login(std::string_view type, Function &&completion) {
    TCGBGamebase_loginWithType_viewController_completion(
        detail::Text(type), detail::window(), detail::login_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// additional_info: a JSON object. completion(AuthToken, Error)
template <class Function> void login(std::string_view type, std::string_view additional_info, Function &&completion) {
    TCGBGamebase_loginWithType_additionalInfo_viewController_completion(detail::Text(type), detail::Text(additional_info), detail::window(),
        detail::login_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(AuthToken, Error)
template <class Function> void login_for_last_logged_in_provider(Function &&completion) {
    TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(
        detail::window(), detail::login_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(Error)
template <class Function> void logout(Function &&completion) {
    TCGBGamebase_logoutWithViewController_completion(
        detail::window(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(Error)
template <class Function> void withdraw(Function &&completion) {
    TCGBGamebase_withdrawWithViewController_completion(
        detail::window(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
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

} // namespace gamebase

#endif
