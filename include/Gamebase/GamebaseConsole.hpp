// The game server and the console for C++17. Comes with Gamebase.hpp. Since 1.0.
#ifndef GAMEBASE_CONSOLE_HPP
#define GAMEBASE_CONSOLE_HPP

#include <cstdlib>
#include <functional>
#include <memory>

#include "GamebasePurchases.hpp"

namespace gamebase {

// MARK: Game server

/// completion(int32_t http_status, std::string_view body, Error); the view ends with the call.
template <class Function> void server_request(std::string_view method, std::string_view path, std::optional<std::string_view> secret_key,
    std::optional<std::string_view> body, Function &&completion) {
    TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(
        detail::Text(method), detail::Text(path), detail::Text(secret_key), nullptr, detail::Text(body),
        [](int32_t status, const char *text, const TCGBError *error, void *context) noexcept {
            detail::call<Function>(context, status, detail::view(text), Error(Error::borrow(error)));
        },
        detail::keep(std::forward<Function>(completion)));
}

/// Consumes a payment at the service inside the library, as the game server does for a game that has one: grant the item first, once for
/// each
/// payment_seq. secret_key: of the console settings; none for a sandbox app without one. completion(Error): 5018 when it was consumed
/// before.
template <class Function> void consume(const Receipt &receipt, std::optional<std::string_view> secret_key, Function &&completion) {
    const std::string path = "/tcgb-inapp/v1.3/apps/" + detail::copy(TCGBGamebase_appID()) + "/consume";
    const std::string body =
        "{\"paymentSeq\":\"" + std::string(receipt.payment_seq()) + "\",\"accessToken\":\"" + std::string(receipt.purchase_token()) + "\"}";
    server_request("POST", path, secret_key, body,
        [completion = std::decay_t<Function>(std::forward<Function>(completion))](
            int32_t, std::string_view answer, const Error &error) mutable {
            Error result = error;
            if (result.is_success()) {
                const std::string text(answer);
                const std::string code = detail::copy(TCGBUtil_extractValueFrom_searchString(text.c_str(), "header.resultCode"));
                if (code != "0") {
                    const std::string why = detail::copy(TCGBUtil_extractValueFrom_searchString(text.c_str(), "header.resultMessage"));
                    result = Error(std::strtoll(code.c_str(), nullptr, 10), "TCGB.Gamebase.TCGBServer", why, Error());
                    if (result.code() == 0) result = Error(TCGB_ERROR_SERVER_INVALID_RESPONSE, text);
                }
            }
            detail::call_any(completion, result);
        });
}

// MARK: Console

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
    TCGBConsole_banUser_type_message_endDate_completion(detail::Text(user_id), end_date ? "TEMPORARY" : "PERMANENT", detail::Text(message),
        end_date.value_or(0), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(Error)
template <class Function> void release_ban(std::string_view user_id, Function &&completion) {
    TCGBConsole_releaseBanOfUser_completion(
        detail::Text(user_id), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// Sets the files of a storage directory that cannot be used aside, so that the next initialize begins with a new player. app_id: whose
/// default directory is meant; nothing when set_storage_directory was called.
inline bool start_anew(std::optional<std::string_view> app_id = std::nullopt) { return TCGBConsole_startAnew(detail::Text(app_id)); }

/// How far an import or an export is.
struct TransferProgress {
    int64_t files, objects, bytes, bytes_in_all;
};

namespace detail {

/// A completion, and what hears the progress until then.
template <class Function> struct Transfer {
    std::function<void(const TransferProgress &)> progress;
    std::decay_t<Function> completion;

    static void advance(int64_t files, int64_t objects, int64_t bytes, int64_t bytes_in_all, void *context) noexcept {
        const std::shared_ptr<Transfer> transfer = Together<Transfer>::of(context);
        if (transfer->progress) transfer->progress(TransferProgress{files, objects, bytes, bytes_in_all});
    }
    static void end(const char *json, const TCGBError *error, void *context) noexcept {
        call_any(Together<Transfer>::last(context)->completion, view(json), Error(Error::borrow(error)));
    }
};

} // namespace detail

/// Takes in the data of a mobile backend from a directory. completion(std::string_view json, Error); the view ends with the call.
template <class Function>
void import_ncmb(std::string_view directory, std::function<void(const TransferProgress &)> progress, Function &&completion) {
    using Transfer = detail::Transfer<Function>;
    void *transfer = detail::Together<Transfer>::keep(Transfer{std::move(progress), std::forward<Function>(completion)});
    TCGBConsole_importNCMBFromDirectory_progress_completion(detail::Text(directory), Transfer::advance, transfer, Transfer::end, transfer);
}

/// Writes the data of the mobile backend into a directory. completion(std::string_view json, Error); the view ends with the call.
template <class Function>
void export_ncmb(std::string_view directory, std::function<void(const TransferProgress &)> progress, Function &&completion) {
    using Transfer = detail::Transfer<Function>;
    void *transfer = detail::Together<Transfer>::keep(Transfer{std::move(progress), std::forward<Function>(completion)});
    TCGBConsole_exportNCMBToDirectory_progress_completion(detail::Text(directory), Transfer::advance, transfer, Transfer::end, transfer);
}

/// Of a service on another machine; nothing: the environment's.
inline bool set_operator_key(std::optional<std::string_view> key) { return TCGBConsole_setOperatorKey(detail::Text(key)); }

inline bool set_service_suspended(bool suspended) { return TCGBConsole_setServiceSuspended(suspended); }

/// completion(Error)
template <class Function> void kickout(std::string_view json, Function &&completion) {
    TCGBConsole_kickout_completion(
        detail::Text(json), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// The settings in effect. completion(std::string_view json, Error)
template <class Function> void save_console_settings(Function &&completion) {
    TCGBConsole_saveSettingsWithCompletion(detail::json_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// json: a maintenance; nothing ends it. completion(Error)
template <class Function> void set_maintenance(std::optional<std::string_view> json, Function &&completion) {
    TCGBConsole_setMaintenance_completion(
        detail::Text(json), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// products_json: an array. completion(Error)
template <class Function> void set_catalogue(std::string_view products_json, Function &&completion) {
    TCGBConsole_setCatalogue_completion(
        detail::Text(products_json), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// outcome: "APPROVE", "DECLINE", "CANCEL", "PENDING" and more. completion(Error)
template <class Function> void set_sandbox_outcome(std::string_view outcome, milliseconds delay, Function &&completion) {
    TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion(
        detail::Text(outcome), delay.count(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// user_id: nothing means everybody. completion(Error)
template <class Function>
void settle_pending_purchases(std::optional<std::string_view> user_id, std::string_view outcome, Function &&completion) {
    TCGBConsole_settlePendingPurchasesOfUser_outcome_completion(detail::Text(user_id), detail::Text(outcome),
        detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// kind: "REFUND" or "CHARGEBACK". completion(Error)
template <class Function> void refund(std::string_view payment_seq, std::string_view kind, Function &&completion) {
    TCGBConsole_refundPayment_kind_completion(detail::Text(payment_seq), detail::Text(kind), detail::error_completion<Function>(),
        detail::keep(std::forward<Function>(completion)));
}

/// action: "CANCEL", "RESTART", "PAUSE" and more. completion(Error)
template <class Function> void change_subscription(std::string_view payment_seq, std::string_view action, Function &&completion) {
    TCGBConsole_changeSubscriptionOfPayment_action_completion(detail::Text(payment_seq), detail::Text(action),
        detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// user_id: nothing means the player who is logged in, when paid is false. completion(Error)
template <class Function>
void start_promotion(std::string_view product_id, std::optional<std::string_view> user_id, bool paid, Function &&completion) {
    TCGBConsole_startPromotionOfProduct_userId_paid_completion(detail::Text(product_id), detail::Text(user_id), paid,
        detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(Error)
template <class Function> void verify_payment(std::string_view payment_seq, bool verified, Function &&completion) {
    TCGBConsole_verifyPayment_verified_completion(
        detail::Text(payment_seq), verified, detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// All payments of a member. completion(std::string_view json, Error)
template <class Function> void request_payments(std::string_view user_id, Function &&completion) {
    TCGBConsole_paymentsOfUser_completion(
        detail::Text(user_id), detail::json_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// The result of the ledger's check. completion(std::string_view json, Error)
template <class Function> void check_ledger(Function &&completion) {
    TCGBConsole_checkLedgerWithCompletion(detail::json_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// A summary of the metrics. completion(std::string_view json, Error)
template <class Function> void request_report(Function &&completion) {
    TCGBConsole_reportWithCompletion(detail::json_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// Players and payments by day. completion(std::string_view json, Error)
template <class Function> void request_figures(std::string_view query_json, Function &&completion) {
    TCGBConsole_figures_completion(
        detail::Text(query_json), detail::json_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::string_view json, Error)
template <class Function> void send_push(std::string_view push_json, Function &&completion) {
    TCGBConsole_sendPush_completion(
        detail::Text(push_json), detail::json_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::string_view json, Error)
template <class Function> void cancel_push(std::string_view message_id, Function &&completion) {
    TCGBConsole_cancelPush_completion(
        detail::Text(message_id), detail::json_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// json: a suspended ban; nothing takes it away. completion(Error)
template <class Function> void set_grace_ban(std::string_view user_id, std::optional<std::string_view> json, Function &&completion) {
    TCGBConsole_setGraceBanOfUser_graceBanJson_completion(
        detail::Text(user_id), detail::Text(json), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(Error)
template <class Function> void revoke_idp(std::string_view idp_code, std::string_view auth_key, Function &&completion) {
    TCGBConsole_revokeIdP_authKey_completion(detail::Text(idp_code), detail::Text(auth_key), detail::error_completion<Function>(),
        detail::keep(std::forward<Function>(completion)));
}

/// Moves the service's clock forward. Sandbox apps only. completion(Error)
template <class Function> void advance_clock(milliseconds duration, Function &&completion) {
    TCGBConsole_advanceClockByMilliseconds_completion(
        duration.count(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

} // namespace gamebase

#endif
