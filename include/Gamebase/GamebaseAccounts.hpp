// Accounts for C++17: credentials, sign-in adapters, mapping, withdrawal, bans. Comes with Gamebase.hpp. Since 1.0.
#ifndef GAMEBASE_ACCOUNTS_HPP
#define GAMEBASE_ACCOUNTS_HPP

#include "GamebaseCore.hpp"

namespace gamebase {

// MARK: Values

/// The ban in an error 7; empty for any other error.
class BanInfo : public Object<TCGBBanInfo> {
public:
    explicit BanInfo(const Error &error) : Object(adopt(TCGBBanInfo_banInfoFromError(error.get()))) {}

    std::string_view user_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBBanInfo_userId(get())); }
    std::string_view type() const noexcept GAMEBASE_VIEW { return detail::view(TCGBBanInfo_banType(get())); }
    int64_t begin_date() const noexcept { return TCGBBanInfo_beginDate(get()); }
    int64_t end_date() const noexcept { return TCGBBanInfo_endDate(get()); }
    std::string_view message() const noexcept GAMEBASE_VIEW { return detail::view(TCGBBanInfo_message(get())); }
    std::string_view help_url() const noexcept GAMEBASE_VIEW { return detail::view(TCGBBanInfo_csUrl(get())); }
    std::string_view cs_info() const noexcept GAMEBASE_VIEW { return detail::view(TCGBBanInfo_csInfo(get())); }
};

/// Where a version that is not registered (error 2004) finds its update; empty for an error that does not say.
class UpdateInfo : public Object<TCGBUpdateInfo> {
public:
    UpdateInfo(Object<TCGBUpdateInfo> object) noexcept : Object(std::move(object)) {}
    explicit UpdateInfo(const Error &error) : Object(adopt(TCGBUpdateInfo_updateInfoFromError(error.get()))) {}

    std::string_view install_url() const noexcept GAMEBASE_VIEW { return detail::view(TCGBUpdateInfo_installUrl(get())); }
    std::string_view detail_url() const noexcept GAMEBASE_VIEW { return detail::view(TCGBUpdateInfo_detailUrl(get())); }
    std::string_view message() const noexcept GAMEBASE_VIEW { return detail::view(TCGBUpdateInfo_message(get())); }
    static UpdateInfo from_json(std::string_view json) {
        return UpdateInfo(adopt(TCGBUpdateInfo_updateInfoFromJsonString(detail::Text(json))));
    }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBUpdateInfo_jsonString(get())); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBUpdateInfo_prettyJsonString(get())); }
};

/// The ticket in an error 3302 for an account of another member; empty for any other error.
class MappingTicket : public Object<TCGBForcingMappingTicket> {
public:
    MappingTicket() noexcept = default;
    MappingTicket(Object<TCGBForcingMappingTicket> object) noexcept : Object(std::move(object)) {}
    explicit MappingTicket(const Error &error) : Object(adopt(TCGBForcingMappingTicket_forcingMappingTicketFromError(error.get()))) {}

    std::string_view user_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBForcingMappingTicket_userId(get())); }
    std::string_view mapped_user_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBForcingMappingTicket_mappedUserId(get())); }
    std::string_view provider() const noexcept GAMEBASE_VIEW { return detail::view(TCGBForcingMappingTicket_idPCode(get())); }
    int64_t expiration_date() const noexcept { return TCGBForcingMappingTicket_expirationDate(get()); }
    static MappingTicket from_json(std::string_view json) {
        return MappingTicket(adopt(TCGBForcingMappingTicket_forcingMappingTicketFromJsonString(detail::Text(json))));
    }
    std::string_view mapped_user_valid() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBForcingMappingTicket_mappedUserValid(get()));
    }
    std::string_view forcing_mapping_key() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBForcingMappingTicket_forcingMappingKey(get()));
    }
    std::string_view access_token() const noexcept GAMEBASE_VIEW { return detail::view(TCGBForcingMappingTicket_accessToken(get())); }
    std::string_view sub_code() const noexcept GAMEBASE_VIEW { return detail::view(TCGBForcingMappingTicket_subCode(get())); }
    std::string_view extra_params() const noexcept GAMEBASE_VIEW { return detail::view(TCGBForcingMappingTicket_extraParams(get())); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBForcingMappingTicket_jsonString(get())); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBForcingMappingTicket_prettyJsonString(get())); }
};

// MARK: Sign-in adapters

/// A question to an adapter; copy it to answer later. Without an answer the call fails with 3009.
class CredentialRequest : public Object<TCGBAuthAdapterRequest> {
public:
    CredentialRequest() noexcept = default;
    CredentialRequest(Object<TCGBAuthAdapterRequest> object) noexcept : Object(std::move(object)) {}

    std::string_view provider() const noexcept GAMEBASE_VIEW { return detail::view(TCGBAuthAdapterRequest_providerName(get())); }
    std::string_view additional_info() const noexcept GAMEBASE_VIEW { return detail::view(TCGBAuthAdapterRequest_additionalInfo(get())); }
    std::string_view settings() const noexcept GAMEBASE_VIEW { return detail::view(TCGBAuthAdapterRequest_providerSettings(get())); }
    bool is_cancelled() const noexcept { return TCGBAuthAdapterRequest_isCancelled(get()); }
    bool succeed(std::string_view credential) const { return TCGBAuthAdapterRequest_succeed(get(), detail::Text(credential)); }
    bool fail(int64_t code, std::optional<std::string_view> message = std::nullopt) const {
        return TCGBAuthAdapterRequest_fail(get(), code, detail::Text(message));
    }
    void *view_controller() const noexcept { return TCGBAuthAdapterRequest_viewController(get()); }
};

/// Signs players in with a provider until it is destroyed; its function may destroy it. Destroy it on the thread that drains.
class SignInAdapter {
public:
    SignInAdapter(std::string_view provider, std::function<void(const CredentialRequest &)> request)
        : provider_(detail::name(provider)), instance_(TCGBInstance_current()), request_(std::move(request)) {
        TCGBAuthAdapter adapter = {};
        adapter.structSize = sizeof adapter;
        adapter.requestCredential = [](const TCGBAuthAdapterRequest *asked, void *context) noexcept {
            detail::call_any(*detail::Held<Request>::of(context), CredentialRequest(CredentialRequest::borrow(asked)));
        };
        adapter.context = request_.context();
        registered_ = TCGBAuthAdapter_register(provider_.c_str(), &adapter);
    }
    SignInAdapter(const SignInAdapter &) = delete;
    SignInAdapter &operator=(const SignInAdapter &) = delete;
    ~SignInAdapter() {
        if (!registered_) return;
        Current current(instance_);
        if (current) TCGBAuthAdapter_register(provider_.c_str(), nullptr);
    }

    /// Whether it was registered.
    explicit operator bool() const noexcept { return registered_; }

private:
    using Request = std::function<void(const CredentialRequest &)>;

    std::string provider_;
    TCGBInstance *instance_;
    detail::Held<Request> request_;
    bool registered_ = false;
};

// MARK: Login

/// credential: a JSON object. completion(AuthToken, Error)
template <class Function> void login_with_credential(std::string_view credential, Function &&completion) {
    TCGBGamebase_loginWithCredential_viewController_completion(
        detail::Text(credential), detail::window(), detail::login_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

inline bool cancel_login() { return TCGBGamebase_cancelLogin(); }
inline std::string current_provider() { return detail::copy(TCGBGamebase_currentProvider()); }

// MARK: Mapping

/// completion(AuthToken, Error)
template <class Function> void add_mapping(std::string_view type, Function &&completion) {
    TCGBGamebase_addMappingWithType_viewController_completion(
        detail::Text(type), detail::window(), detail::login_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// additional_info: a JSON object for the adapter. completion(AuthToken, Error)
template <class Function> void add_mapping(std::string_view type, std::string_view additional_info, Function &&completion) {
    TCGBGamebase_addMappingWithType_additionalInfo_viewController_completion(detail::Text(type), detail::Text(additional_info),
        detail::window(), detail::login_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// credential: a JSON object. completion(AuthToken, Error)
template <class Function> void add_mapping_with_credential(std::string_view credential, Function &&completion) {
    TCGBGamebase_addMappingWithCredential_viewController_completion(
        detail::Text(credential), detail::window(), detail::login_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(AuthToken, Error)
template <class Function> void add_mapping_forcibly(const MappingTicket &ticket, Function &&completion) {
    TCGBGamebase_addMappingForciblyWithTicket_viewController_completion(
        ticket.get(), detail::window(), detail::login_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(AuthToken, Error)
template <class Function> void change_login(const MappingTicket &ticket, Function &&completion) {
    TCGBGamebase_changeLoginWithForcingMappingTicket_viewController_completion(
        ticket.get(), detail::window(), detail::login_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(Error)
template <class Function> void remove_mapping(std::string_view type, Function &&completion) {
    TCGBGamebase_removeMappingWithType_viewController_completion(
        detail::Text(type), detail::window(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// The providers that sign in as the player who is logged in, oldest first.
inline std::vector<std::string> mapped_providers() {
    return detail::list_of<std::string>(
        TCGBGamebase_authMappingList_count(), [](size_t index) { return detail::copy(TCGBGamebase_authMappingList_at(index)); });
}

inline std::string provider_user_id(std::string_view provider) {
    return detail::copy(TCGBGamebase_authProviderUserIDWithIDPCode(detail::Text(provider)));
}
inline std::string provider_access_token(std::string_view provider) {
    return detail::copy(TCGBGamebase_authProviderAccessTokenWithIDPCode(detail::Text(provider)));
}
/// The provider's profile of the player, a JSON object; empty without one.
inline std::string provider_profile(std::string_view provider) {
    const auto profile = Object<TCGBAuthProviderProfile>::adopt(TCGBGamebase_authProviderProfileWithIDPCode(detail::Text(provider)));
    return detail::copy(TCGBAuthProviderProfile_information(profile.get()));
}

// MARK: Withdrawal

/// completion(TemporaryWithdrawal, Error)
template <class Function> void request_temporary_withdrawal(Function &&completion) {
    TCGBGamebase_requestTemporaryWithdrawalWithViewController_completion(detail::window(),
        detail::value_completion<TemporaryWithdrawal, TCGBTemporaryWithdrawalInfo, Function>(),
        detail::keep(std::forward<Function>(completion)));
}

/// completion(Error)
template <class Function> void cancel_temporary_withdrawal(Function &&completion) {
    TCGBGamebase_cancelTemporaryWithdrawalWithViewController_completion(
        detail::window(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(Error)
template <class Function> void withdraw_immediately(Function &&completion) {
    TCGBGamebase_withdrawImmediatelyWithViewController_completion(
        detail::window(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

} // namespace gamebase

#endif
