// Mails that the host sends. Comes with NCMB.hpp. Since 1.0.
#ifndef NCMB_MAIL_HPP
#define NCMB_MAIL_HPP

#include "NCMBUsers.hpp"

namespace ncmb {

/// A mail of the host. The views end with the call.
struct Mail {
    NCMBMailKind kind;
    std::string_view address;
    /// Empty: nobody has the address.
    std::string_view user_name;
    std::string_view key;
    std::string_view subject;
    std::string_view text;
};

/// Sends mails until it is destroyed; its function may destroy it. One at a time for each instance. Destroy it on the thread that drains.
class MailSender {
public:
    explicit MailSender(std::function<void(const Mail &)> send) : instance_(TCGBInstance_current()), send_(std::move(send)) {
        NCMBMail_setFunction(
            [](NCMBMailKind kind, const char *address, const char *name, const char *key, const char *subject, const char *text,
                void *context) noexcept {
                detail::call_any(*detail::Held<Send>::of(context),
                    Mail{kind, detail::view(address), detail::view(name), detail::view(key), detail::view(subject), detail::view(text)});
            },
            send_.context());
    }
    MailSender(const MailSender &) = delete;
    MailSender &operator=(const MailSender &) = delete;
    ~MailSender() {
        gamebase::Current current(instance_);
        if (current) NCMBMail_setFunction(nullptr, nullptr);
    }

private:
    using Send = std::function<void(const Mail &)>;

    TCGBInstance *instance_;
    detail::Held<Send> send_;
};

/// completion(Error)
template <class Function> void finish_password_reset(std::string_view key, std::string_view password, Function &&completion) {
    NCMBMail_finishPasswordResetWithKey_password_block(
        detail::Text(key), detail::Text(password), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}
/// password: of a new user. completion(User, Error); the user is empty when one that was there confirmed the address.
template <class Function>
void finish_authentication(std::string_view key, std::optional<std::string_view> password, Function &&completion) {
    NCMBMail_finishAuthenticationWithKey_password_block(detail::Text(key), detail::Text(password),
        detail_ncmb::object_completion<User, Function>(), detail::keep(std::forward<Function>(completion)));
}

} // namespace ncmb

#endif
