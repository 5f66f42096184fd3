// Moving a guest to another device, for C++17. Comes with Gamebase.hpp. Since 1.0.
#ifndef GAMEBASE_TRANSFER_HPP
#define GAMEBASE_TRANSFER_HPP

#include "GamebaseCore.hpp"

namespace gamebase {

/// Id and password of an account.
class TransferCredentials : public Object<TCGBTransferAccountInfoAccount> {
public:
    TransferCredentials() noexcept = default;
    TransferCredentials(Object<TCGBTransferAccountInfoAccount> object) noexcept : Object(std::move(object)) {}

    std::string_view account_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBTransferAccountInfoAccount_accountId(get())); }
    std::string_view account_password() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBTransferAccountInfoAccount_accountPassword(get()));
    }
};

/// How often and how long an account is good.
class TransferCondition : public Object<TCGBTransferAccountInfoCondition> {
public:
    TransferCondition() noexcept = default;
    TransferCondition(Object<TCGBTransferAccountInfoCondition> object) noexcept : Object(std::move(object)) {}

    std::string_view transfer_account_type() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBTransferAccountInfoCondition_transferAccountType(get()));
    }
    std::string_view expiration_type() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBTransferAccountInfoCondition_expirationType(get()));
    }
    int64_t expiration_date() const noexcept { return TCGBTransferAccountInfoCondition_expirationDate(get()); }
};

/// The account that a guest can be moved with.
class TransferAccount : public Object<TCGBTransferAccountInfo> {
public:
    TransferAccount() noexcept = default;
    TransferAccount(Object<TCGBTransferAccountInfo> object) noexcept : Object(std::move(object)) {}

    std::string_view id() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBTransferAccountInfoAccount_accountId(TCGBTransferAccountInfo_account(get())));
    }
    /// While it is known: after issue and renew.
    std::string_view password() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBTransferAccountInfoAccount_accountPassword(TCGBTransferAccountInfo_account(get())));
    }
    /// 0 when it does not expire.
    int64_t expiration_date() const noexcept {
        return TCGBTransferAccountInfoCondition_expirationDate(TCGBTransferAccountInfo_condition(get()));
    }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBTransferAccountInfo_jsonString(get())); }
    static TransferAccount from_json(std::string_view json) {
        return TransferAccount(adopt(TCGBTransferAccountInfo_transferAccountInfoFromJsonString(detail::Text(json))));
    }
    std::string_view issued_type() const noexcept GAMEBASE_VIEW { return detail::view(TCGBTransferAccountInfo_issuedType(get())); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBTransferAccountInfo_prettyJsonString(get())); }
};

/// Why a transfer is blocked (error 3042); empty for an error that does not say.
class TransferBlock : public Object<TCGBTransferAccountFailInfo> {
public:
    explicit TransferBlock(const Error &error) : Object(adopt(TCGBTransferAccountFailInfo_transferAccountFailInfoFromError(error.get()))) {}

    std::string_view id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBTransferAccountFailInfo_accountId(get())); }
    int64_t failures() const noexcept { return TCGBTransferAccountFailInfo_failCount(get()); }
    /// 0 when it has no end.
    int64_t end_date() const noexcept { return TCGBTransferAccountFailInfo_blockEndDate(get()); }
    std::string_view app_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBTransferAccountFailInfo_appId(get())); }
    std::string_view status() const noexcept GAMEBASE_VIEW { return detail::view(TCGBTransferAccountFailInfo_status(get())); }
    int64_t reg_date() const noexcept { return TCGBTransferAccountFailInfo_regDate(get()); }
};

/// The parts to renew, and who chooses them.
class TransferRenewal : public Object<TCGBTransferAccountRenewConfiguration> {
public:
    /// The service makes a new password, or a new id and password.
    static TransferRenewal by_service(bool id_too) {
        return TransferRenewal(adopt(TCGBTransferAccountRenewConfiguration_autoRenewConfigurationWithRenewalTarget(
            id_too ? TCGBTransferAccountRenewalTargetTypeIdPassword : TCGBTransferAccountRenewalTargetTypePassword)));
    }
    static TransferRenewal password(std::string_view password) {
        return TransferRenewal(
            adopt(TCGBTransferAccountRenewConfiguration_manualRenewConfigurationWithAccountPassword(detail::Text(password))));
    }
    static TransferRenewal id(std::string_view id, std::optional<std::string_view> password) {
        return TransferRenewal(adopt(TCGBTransferAccountRenewConfiguration_manualRenewConfigurationWithAccountId_accountPassword(
            detail::Text(id), detail::Text(password))));
    }
    static TransferRenewal from_json(std::string_view json) {
        return TransferRenewal(
            adopt(TCGBTransferAccountRenewConfiguration_transferAccountRenewConfigurationFromJsonString(detail::Text(json))));
    }
    int32_t renewal_mode() const noexcept { return TCGBTransferAccountRenewConfiguration_renewalMode(get()); }
    int32_t renewal_target() const noexcept { return TCGBTransferAccountRenewConfiguration_renewalTarget(get()); }
    std::string_view account_id() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBTransferAccountRenewConfiguration_accountId(get()));
    }
    std::string_view account_password() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBTransferAccountRenewConfiguration_accountPassword(get()));
    }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBTransferAccountRenewConfiguration_jsonString(get())); }

private:
    explicit TransferRenewal(Object<TCGBTransferAccountRenewConfiguration> object) noexcept : Object(std::move(object)) {}
};

/// completion(TransferAccount, Error)
template <class Function> void issue_transfer_account(Function &&completion) {
    TCGBGamebase_issueTransferAccountWithCompletion(
        detail::value_completion<TransferAccount, TCGBTransferAccountInfo, Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(TransferAccount, Error)
template <class Function> void query_transfer_account(Function &&completion) {
    TCGBGamebase_queryTransferAccountWithCompletion(
        detail::value_completion<TransferAccount, TCGBTransferAccountInfo, Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(TransferAccount, Error)
template <class Function> void renew_transfer_account(const TransferRenewal &renewal, Function &&completion) {
    TCGBGamebase_renewTransferAccountWithConfiguration_completion(renewal.get(),
        detail::value_completion<TransferAccount, TCGBTransferAccountInfo, Function>(), detail::keep(std::forward<Function>(completion)));
}

/// password: nothing for an account without one. completion(AuthToken, Error)
template <class Function> void transfer_account(std::string_view id, std::optional<std::string_view> password, Function &&completion) {
    TCGBGamebase_transferAccountWithIdPLoginWithAccountId_accountPassword_completion(
        detail::Text(id), detail::Text(password), detail::login_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

} // namespace gamebase

#endif
