// Events for C++17, with their data as objects. Comes with Gamebase.hpp. Since 1.0.
#ifndef GAMEBASE_EVENTS_HPP
#define GAMEBASE_EVENTS_HPP

#include "GamebasePurchases.hpp"

namespace gamebase {

/// A provider took its consent back.
class IdpRevoked : public Object<TCGBGamebaseEventIdPRevokedData> {
public:
    IdpRevoked() noexcept = default;
    IdpRevoked(Object<TCGBGamebaseEventIdPRevokedData> object) noexcept : Object(std::move(object)) {}

    static IdpRevoked from_json(std::string_view json) {
        return IdpRevoked(adopt(TCGBGamebaseEventIdPRevokedData_gamebaseEventIdPRevokedDataFromJsonString(detail::Text(json))));
    }
    int64_t code() const noexcept { return TCGBGamebaseEventIdPRevokedData_code(get()); }
    std::string_view idp_type() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGamebaseEventIdPRevokedData_idPType(get())); }
    std::vector<std::string> auth_mapping_list() const {
        return detail::list_of<std::string>(TCGBGamebaseEventIdPRevokedData_authMappingList_count(get()),
            [&](size_t index) { return detail::copy(TCGBGamebaseEventIdPRevokedData_authMappingList_at(get(), index)); });
    }
    std::string_view extras() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGamebaseEventIdPRevokedData_extras(get())); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGamebaseEventIdPRevokedData_jsonString(get())); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBGamebaseEventIdPRevokedData_prettyJsonString(get()));
    }
};

/// The session was ended from outside.
class LoggedOut : public Object<TCGBGamebaseEventLoggedOutData> {
public:
    LoggedOut() noexcept = default;
    LoggedOut(Object<TCGBGamebaseEventLoggedOutData> object) noexcept : Object(std::move(object)) {}

    static LoggedOut from_json(std::string_view json) {
        return LoggedOut(adopt(TCGBGamebaseEventLoggedOutData_gamebaseEventLoggedOutDataFromJsonString(detail::Text(json))));
    }
    std::string_view message() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGamebaseEventLoggedOutData_message(get())); }
    std::string_view extras() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGamebaseEventLoggedOutData_extras(get())); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGamebaseEventLoggedOutData_jsonString(get())); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBGamebaseEventLoggedOutData_prettyJsonString(get()));
    }
};

/// A message of the service to its players.
class ServerPush : public Object<TCGBGamebaseEventServerPushData> {
public:
    ServerPush() noexcept = default;
    ServerPush(Object<TCGBGamebaseEventServerPushData> object) noexcept : Object(std::move(object)) {}

    static ServerPush from_json(std::string_view json) {
        return ServerPush(adopt(TCGBGamebaseEventServerPushData_gamebaseEventServerPushDataFromJsonString(detail::Text(json))));
    }
    std::string_view extras() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGamebaseEventServerPushData_extras(get())); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGamebaseEventServerPushData_jsonString(get())); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBGamebaseEventServerPushData_prettyJsonString(get()));
    }
};

/// A change of the status, the network or the member: code() says which.
class Observed : public Object<TCGBGamebaseEventObserverData> {
public:
    Observed() noexcept = default;
    Observed(Object<TCGBGamebaseEventObserverData> object) noexcept : Object(std::move(object)) {}

    static Observed from_json(std::string_view json) {
        return Observed(adopt(TCGBGamebaseEventObserverData_gamebaseEventObserverDataFromJsonString(detail::Text(json))));
    }
    int64_t code() const noexcept { return TCGBGamebaseEventObserverData_code(get()); }
    std::string_view message() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGamebaseEventObserverData_message(get())); }
    std::string_view extras() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGamebaseEventObserverData_extras(get())); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGamebaseEventObserverData_jsonString(get())); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBGamebaseEventObserverData_prettyJsonString(get()));
    }
};

/// A push message.
class PushMessage : public Object<TCGBPushMessage> {
public:
    PushMessage() noexcept = default;
    PushMessage(Object<TCGBPushMessage> object) noexcept : Object(std::move(object)) {}

    static PushMessage from_json(std::string_view json) {
        return PushMessage(adopt(TCGBPushMessage_pushMessageFromJsonString(detail::Text(json))));
    }
    std::string_view id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushMessage_identifier(get())); }
    std::string_view title() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushMessage_title(get())); }
    std::string_view body() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushMessage_body(get())); }
    std::string_view extras() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushMessage_extras(get())); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushMessage_jsonString(get())); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushMessage_prettyJsonString(get())); }
};

/// A button of a push message that was pressed.
class PushAction : public Object<TCGBPushAction> {
public:
    PushAction() noexcept = default;
    PushAction(Object<TCGBPushAction> object) noexcept : Object(std::move(object)) {}

    static PushAction from_json(std::string_view json) {
        return PushAction(adopt(TCGBPushAction_pushActionFromJsonString(detail::Text(json))));
    }
    std::string_view action_type() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushAction_actionType(get())); }
    PushMessage message() const noexcept { return PushMessage(PushMessage::borrow(TCGBPushAction_message(get()))); }
    std::string_view user_text() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushAction_userText(get())); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushAction_jsonString(get())); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPushAction_prettyJsonString(get())); }
};

/// A message as C has it.
class EventMessage : public Object<TCGBGamebaseEventMessage> {
public:
    EventMessage() noexcept = default;
    EventMessage(Object<TCGBGamebaseEventMessage> object) noexcept : Object(std::move(object)) {}
    static EventMessage from_json(std::string_view json) {
        return EventMessage(adopt(TCGBGamebaseEventMessage_gamebaseEventMessageFromJsonString(detail::Text(json))));
    }
    std::string_view category() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGamebaseEventMessage_category(get())); }
    std::string_view data() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGamebaseEventMessage_data(get())); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGamebaseEventMessage_jsonString(get())); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBGamebaseEventMessage_prettyJsonString(get())); }
};

/// An event. Its parts are copies and may be kept. The data as an object is empty for an event of another category.
struct Event {
    std::string category;
    std::string data;
    EventMessage message;

    bool is(const char *name) const noexcept { return category == name; }

    LoggedOut logged_out() const { return typed<LoggedOut>(TCGBGamebaseEventMessage_loggedOutData); }
    IdpRevoked idp_revoked() const { return typed<IdpRevoked>(TCGBGamebaseEventMessage_idPRevokedData); }
    ServerPush server_push() const { return typed<ServerPush>(TCGBGamebaseEventMessage_serverPushData); }
    Observed observed() const { return typed<Observed>(TCGBGamebaseEventMessage_observerData); }
    Receipt receipt() const { return typed<Receipt>(TCGBGamebaseEventMessage_purchasableReceipt); }
    PushMessage push_message() const { return typed<PushMessage>(TCGBGamebaseEventMessage_pushMessage); }
    PushAction push_action() const { return typed<PushAction>(TCGBGamebaseEventMessage_pushAction); }

    template <class Value, class Get> Value typed(Get get) const { return message ? Value(Value::borrow(get(message.get()))) : Value(); }
};

// MARK: Listening

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
            const EventMessage heard(EventMessage::borrow(message));
            detail::call_any(state->handler, Event{std::string(heard.category()), std::string(heard.data()), heard});
        }
    }

    std::shared_ptr<State> state_;
};

/// Takes away every listener of the current instance; listeners that are destroyed later do nothing more.
inline void remove_all_event_listeners() { TCGBGamebase_removeAllEventHandler(); }

} // namespace gamebase

#endif
