// Stores of the game's own for C++17. Comes with Gamebase.hpp. Since 1.0.
#ifndef GAMEBASE_STORES_HPP
#define GAMEBASE_STORES_HPP

#include "GamebaseCore.hpp"

namespace gamebase {

/// A question to a store adapter; copy it to answer later.
class StoreRequest : public Object<TCGBStoreRequest> {
public:
    StoreRequest() noexcept = default;
    StoreRequest(Object<TCGBStoreRequest> object) noexcept : Object(std::move(object)) {}

    std::string_view store_code() const noexcept GAMEBASE_VIEW { return detail::view(TCGBStoreRequest_storeCode(get())); }
    std::string_view order_key() const noexcept GAMEBASE_VIEW { return detail::view(TCGBStoreRequest_orderKey(get())); }
    int64_t order_number() const noexcept { return TCGBStoreRequest_orderNumber(get()); }
    std::string_view user_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBStoreRequest_userId(get())); }
    std::string_view market_item_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBStoreRequest_marketItemId(get())); }
    std::string_view price() const noexcept GAMEBASE_VIEW { return detail::view(TCGBStoreRequest_price(get())); }
    std::string_view currency() const noexcept GAMEBASE_VIEW { return detail::view(TCGBStoreRequest_currency(get())); }
    std::string_view product_type() const noexcept GAMEBASE_VIEW { return detail::view(TCGBStoreRequest_productType(get())); }
    std::string_view language_code() const noexcept GAMEBASE_VIEW { return detail::view(TCGBStoreRequest_languageCode(get())); }
    void *view_controller() const noexcept { return TCGBStoreRequest_viewController(get()); }
    std::string_view event() const noexcept GAMEBASE_VIEW { return detail::view(TCGBStoreRequest_event(get())); }
    std::vector<std::string> market_item_ids() const {
        return detail::list_of<std::string>(TCGBStoreRequest_marketItemIds_count(get()),
            [&](size_t index) { return detail::copy(TCGBStoreRequest_marketItemIds_at(get(), index)); });
    }
    bool is_cancelled() const noexcept { return TCGBStoreRequest_isCancelled(get()); }
    bool succeed(std::string_view json) const { return TCGBStoreRequest_succeed(get(), detail::Text(json)); }
    bool fail(int64_t code, std::optional<std::string_view> message = std::nullopt) const {
        return TCGBStoreRequest_fail(get(), code, detail::Text(message));
    }
};

/// The functions of a store. begin, poll and finish are needed, capture too for a capture-last store.
struct StoreFunctions {
    uint64_t capabilities = 0;
    std::function<void(const StoreRequest &)> products, begin, poll, on_event, capture, finish, open, restore;
    std::function<void()> close;
};

/// A store of the game's until it is destroyed. Destroy it on the thread that drains.
class StoreAdapter {
public:
    StoreAdapter(std::string_view store_code, StoreFunctions functions)
        : store_code_(detail::name(store_code)), instance_(TCGBInstance_current()),
          functions_(std::make_shared<StoreFunctions>(std::move(functions))) {
        TCGBStoreAdapter adapter = {};
        adapter.structSize = sizeof adapter;
        adapter.capabilities = functions_->capabilities;
        adapter.products = asked<&StoreFunctions::products>();
        adapter.begin = asked<&StoreFunctions::begin>();
        adapter.poll = asked<&StoreFunctions::poll>();
        adapter.onEvent = asked<&StoreFunctions::on_event>();
        adapter.capture = asked<&StoreFunctions::capture>();
        adapter.finish = asked<&StoreFunctions::finish>();
        adapter.open = asked<&StoreFunctions::open>();
        adapter.restore = asked<&StoreFunctions::restore>();
        // The library's own reference: it asks until it closes, which may be after this object's end.
        auto *owner = new std::shared_ptr<StoreFunctions>(functions_);
        adapter.close = [](void *context) noexcept {
            std::unique_ptr<std::shared_ptr<StoreFunctions>> closed(static_cast<std::shared_ptr<StoreFunctions> *>(context));
            detail::call_any((*closed)->close);
        };
        adapter.context = owner;
        registered_ = TCGBStoreAdapter_register(store_code_.c_str(), &adapter);
        if (!registered_) delete owner;
    }
    StoreAdapter(const StoreAdapter &) = delete;
    StoreAdapter &operator=(const StoreAdapter &) = delete;
    ~StoreAdapter() {
        if (!registered_) return;
        Current current(instance_);
        if (current) TCGBStoreAdapter_register(store_code_.c_str(), nullptr);
    }

    /// Whether it was registered.
    explicit operator bool() const noexcept { return registered_; }
    /// Passes on what the store sent by itself; on_event reads it.
    bool handle_event(std::string_view event) const { return TCGBStoreAdapter_handleEvent(store_code_.c_str(), detail::Text(event)); }

private:
    using Asked = void (*)(const TCGBStoreRequest *, void *);

    template <auto member> Asked asked() const noexcept {
        if (!((*functions_).*member)) return nullptr;
        return [](const TCGBStoreRequest *request, void *context) noexcept {
            const std::shared_ptr<StoreFunctions> functions = *static_cast<std::shared_ptr<StoreFunctions> *>(context);
            ((*functions).*member)(StoreRequest(StoreRequest::borrow(request)));
        };
    }

    std::string store_code_;
    TCGBInstance *instance_;
    std::shared_ptr<StoreFunctions> functions_;
    bool registered_ = false;
};

/// A store that gamebased asks itself. account: who the player is at it, such as the Steam id. Returns whether it was registered.
inline bool register_server_store(std::string_view store_code, std::optional<std::string_view> account = std::nullopt) {
    return TCGBStoreAdapter_registerServerStore(detail::Text(store_code), detail::Text(account));
}

} // namespace gamebase

#endif
