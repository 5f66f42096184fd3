// Users, sessions and roles. Comes with NCMB.hpp. Since 1.0.
#ifndef NCMB_USERS_HPP
#define NCMB_USERS_HPP

#include "NCMBQueries.hpp"

namespace ncmb {

/// A user: an object with a name, a password and a session.
class User : public Object {
public:
    /// No user.
    User() noexcept = default;
    User(Base object) noexcept : Object(std::move(object)) {}
    /// One that is not signed up.
    static User user() { return User(adopt(NCMBUser_user())); }
    static Query query() { return Query(Query::adopt(NCMBUser_query())); }
    /// One that may be seen.
    static Result<User> with_id(std::string_view object_id) {
        return detail_ncmb::found<User>(
            [&](TCGBError **error) { return NCMBQuery_getUserObjectWithId_error(detail::Text(object_id), error); });
    }
    /// Empty: nobody is logged in.
    static User current() { return User(borrow(NCMBUser_currentUser())); }

    std::string_view user_name() const noexcept GAMEBASE_VIEW { return detail::view(NCMBUser_userName(get())); }
    bool set_user_name(std::string_view name) { return NCMBUser_setUserName(mutable_get(), detail::Text(name)); }
    std::string_view password() const noexcept GAMEBASE_VIEW { return detail::view(NCMBUser_password(get())); }
    bool set_password(std::string_view password) { return NCMBUser_setPassword(mutable_get(), detail::Text(password)); }
    std::string_view mail_address() const noexcept GAMEBASE_VIEW { return detail::view(NCMBUser_mailAddress(get())); }
    bool set_mail_address(std::string_view address) { return NCMBUser_setMailAddress(mutable_get(), detail::Text(address)); }
    std::string_view session_token() const noexcept GAMEBASE_VIEW { return detail::view(NCMBUser_sessionToken(get())); }
    void set_session_token(std::optional<std::string_view> token) { NCMBUser_setSessionToken(mutable_get(), detail::Text(token)); }
    bool is_new() const noexcept { return NCMBUser_isNew(get()); }
    bool is_authenticated() const noexcept { return NCMBUser_isAuthenticated(get()); }
    bool is_mail_address_confirmed() const noexcept { return NCMBUser_isMailAddressConfirm(get()); }
    bool is_anonymous() const noexcept { return NCMBAnonymousUtils_isLinkedWithUser(get()); }
    /// provider: facebook, twitter, google, apple or anonymous.
    bool is_linked_with(std::string_view provider) const { return NCMBUser_isLinkedWith(get(), detail::Text(provider)); }

    // MARK: Sign-up: with a completion(Error), or waiting

    Error sign_up() {
        return detail_ncmb::waited([&](TCGBError **error) { NCMBUser_signUp(mutable_get(), error); });
    }
    template <class Function> void sign_up(Function &&completion) {
        NCMBUser_signUpInBackgroundWithBlock(
            mutable_get(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    Error sign_up_from_anonymous(std::string_view name, std::string_view password) {
        return detail_ncmb::waited([&](TCGBError **error) {
            NCMBUser_signUpFromAnonymous_password_error(mutable_get(), detail::Text(name), detail::Text(password), error);
        });
    }
    template <class Function> void sign_up_from_anonymous(std::string_view name, std::string_view password, Function &&completion) {
        NCMBUser_signUpFromAnonymousInBackgroundWithBlock_password_block(mutable_get(), detail::Text(name), detail::Text(password),
            detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }

    // MARK: Providers: completion(Error). info: what the provider gave the player, as the header of C says

    template <class Function> void sign_up_with_google(const Json &info, Function &&completion) {
        NCMBUser_signUpWithGoogleToken_withBlock(
            mutable_get(), detail::Text(info.text), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    template <class Function> void link_with_google(const Json &info, Function &&completion) {
        NCMBUser_linkWithGoogleToken_withBlock(
            mutable_get(), detail::Text(info.text), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    template <class Function> void sign_up_with_twitter(const Json &info, Function &&completion) {
        NCMBUser_signUpWithTwitterToken_withBlock(
            mutable_get(), detail::Text(info.text), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    template <class Function> void link_with_twitter(const Json &info, Function &&completion) {
        NCMBUser_linkWithTwitterToken_withBlock(
            mutable_get(), detail::Text(info.text), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    template <class Function> void sign_up_with_facebook(const Json &info, Function &&completion) {
        NCMBUser_signUpWithFacebookToken_withBlock(
            mutable_get(), detail::Text(info.text), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    template <class Function> void link_with_facebook(const Json &info, Function &&completion) {
        NCMBUser_linkWithFacebookToken_withBlock(
            mutable_get(), detail::Text(info.text), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    template <class Function> void sign_up_with_apple(const Json &info, Function &&completion) {
        NCMBUser_signUpWithAppleToken_withBlock(
            mutable_get(), detail::Text(info.text), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    template <class Function> void link_with_apple(const Json &info, Function &&completion) {
        NCMBUser_linkWithAppleToken_withBlock(
            mutable_get(), detail::Text(info.text), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    /// provider: facebook, twitter, google, apple or anonymous.
    template <class Function> void unlink(std::string_view provider, Function &&completion) {
        NCMBUser_unlink_withBlock(
            mutable_get(), detail::Text(provider), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
};

/// A role: users that share rights.
class Role : public Object {
public:
    /// No role.
    Role() noexcept = default;
    Role(Base object) noexcept : Object(std::move(object)) {}
    /// One that is not saved.
    static Role with_name(std::string_view name) { return Role(adopt(NCMBRole_roleWithName(detail::Text(name)))); }
    static Query query() { return Query(Query::adopt(NCMBRole_query())); }

    std::string_view name() const noexcept GAMEBASE_VIEW { return detail::view(NCMBRole_roleName(get())); }
    bool add_user(const User &user) { return NCMBRole_addUser(mutable_get(), user.raw()); }
    bool add_role(const Role &child) { return NCMBRole_addRole(mutable_get(), child.raw()); }
    Relation users() { return Relation(Relation::borrow(NCMBRole_relationForUser(mutable_get()))); }
    Relation roles() { return Relation(Relation::borrow(NCMBRole_relationForRole(mutable_get()))); }
};

// MARK: Log-in: with a completion(User, Error), or waiting

inline Result<User> log_in(std::string_view name, std::string_view password) {
    return detail_ncmb::found<User>(
        [&](TCGBError **error) { return NCMBUser_logInWithUsername_password_error(detail::Text(name), detail::Text(password), error); });
}
template <class Function> void log_in(std::string_view name, std::string_view password, Function &&completion) {
    NCMBUser_logInWithUsernameInBackground_password_block(detail::Text(name), detail::Text(password),
        detail_ncmb::object_completion<User, Function>(), detail::keep(std::forward<Function>(completion)));
}
inline Result<User> log_in_with_mail_address(std::string_view address, std::string_view password) {
    return detail_ncmb::found<User>([&](TCGBError **error) {
        return NCMBUser_logInWithMailAddress_password_error(detail::Text(address), detail::Text(password), error);
    });
}
template <class Function> void log_in_with_mail_address(std::string_view address, std::string_view password, Function &&completion) {
    NCMBUser_logInWithMailAddressInBackground_password_block(detail::Text(address), detail::Text(password),
        detail_ncmb::object_completion<User, Function>(), detail::keep(std::forward<Function>(completion)));
}
inline Result<User> log_in_anonymously() {
    return detail_ncmb::found<User>([](TCGBError **error) { return NCMBAnonymousUtils_logIn(error); });
}
template <class Function> void log_in_anonymously(Function &&completion) {
    NCMBAnonymousUtils_logInWithBlock(detail_ncmb::object_completion<User, Function>(), detail::keep(std::forward<Function>(completion)));
}
/// From now on automatic_user makes anonymous users.
inline void enable_automatic_user() { NCMBUser_enableAutomaticUser(); }
template <class Function> void automatic_user(Function &&completion) {
    NCMBUser_automaticCurrentUserWithBlock(
        detail_ncmb::object_completion<User, Function>(), detail::keep(std::forward<Function>(completion)));
}
inline void log_out() { NCMBUser_logOut(); }
/// completion(Error)
template <class Function> void log_out(Function &&completion) {
    NCMBUser_logOutInBackgroundWithBlock(detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

// MARK: Mails: with a completion(Error), or waiting

inline Error request_password_reset(std::string_view address) {
    return detail_ncmb::waited([&](TCGBError **error) { NCMBUser_requestPasswordResetForEmail_error(detail::Text(address), error); });
}
template <class Function> void request_password_reset(std::string_view address, Function &&completion) {
    NCMBUser_requestPasswordResetForEmailInBackground_block(
        detail::Text(address), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}
inline Error request_authentication_mail(std::string_view address) {
    return detail_ncmb::waited([&](TCGBError **error) { NCMBUser_requestAuthenticationMail_error(detail::Text(address), error); });
}
template <class Function> void request_authentication_mail(std::string_view address, Function &&completion) {
    NCMBUser_requestAuthenticationMailInBackground_block(
        detail::Text(address), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

// MARK: Rights of users and roles

inline ACL::ACL(const User &user) : Base(adopt(NCMBACL_ACLWithUser(user.get()))) {}
inline ACL &ACL::read(const Role &role, bool allowed) {
    NCMBACL_setReadAccess_forRole(mutable_get(), allowed, role.get());
    return *this;
}
inline bool ACL::read(const Role &role) const { return NCMBACL_isReadAccessForRole(get(), role.get()); }
inline ACL &ACL::write(const Role &role, bool allowed) {
    NCMBACL_setWriteAccess_forRole(mutable_get(), allowed, role.get());
    return *this;
}
inline bool ACL::write(const Role &role) const { return NCMBACL_isWriteAccessForRole(get(), role.get()); }
inline ACL &ACL::read(const User &user, bool allowed) {
    NCMBACL_setReadAccess_forUser(mutable_get(), allowed, user.get());
    return *this;
}
inline bool ACL::read(const User &user) const { return NCMBACL_isReadAccessForUser(get(), user.get()); }
inline ACL &ACL::write(const User &user, bool allowed) {
    NCMBACL_setWriteAccess_forUser(mutable_get(), allowed, user.get());
    return *this;
}
inline bool ACL::write(const User &user) const { return NCMBACL_isWriteAccessForUser(get(), user.get()); }

} // namespace ncmb

#endif
