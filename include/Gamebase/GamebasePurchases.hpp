// Purchases for C++17: products, payments, lists, promotions. Comes with Gamebase.hpp. Since 1.0.
#ifndef GAMEBASE_PURCHASES_HPP
#define GAMEBASE_PURCHASES_HPP

#include "GamebaseCore.hpp"

namespace gamebase {

class Item : public Object<TCGBPurchasableItem> {
public:
    Item() noexcept = default;
    Item(Object<TCGBPurchasableItem> object) noexcept : Object(std::move(object)) {}
    static Item from_json(std::string_view json) {
        return Item(adopt(TCGBPurchasableItem_purchasableItemFromJsonString(detail::Text(json))));
    }

    std::string_view product_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableItem_gamebaseProductId(get())); }
    std::string_view name() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableItem_itemName(get())); }
    std::string_view price() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableItem_priceString(get())); }
    std::string_view currency() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableItem_currency(get())); }
    std::string_view localized_price() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableItem_localizedPrice(get())); }
    std::string_view localized_title() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableItem_localizedTitle(get())); }
    bool is_active() const noexcept { return TCGBPurchasableItem_isActive(get()); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableItem_jsonString(get())); }
    float price_number() const noexcept { return TCGBPurchasableItem_price(get()); }
    std::string_view market_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableItem_marketId(get())); }
    std::string_view market_item_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableItem_marketItemId(get())); }
    std::string_view product_type() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableItem_productType(get())); }
    std::string_view localized_description() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBPurchasableItem_localizedDescription(get()));
    }
    std::string_view badge() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableItem_badge(get())); }
    int64_t item_seq() const noexcept { return TCGBPurchasableItem_itemSeq(get()); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableItem_prettyJsonString(get())); }
};

class Receipt : public Object<TCGBPurchasableReceipt> {
public:
    Receipt() noexcept = default;
    Receipt(Object<TCGBPurchasableReceipt> object) noexcept : Object(std::move(object)) {}
    static Receipt from_json(std::string_view json) {
        return Receipt(adopt(TCGBPurchasableReceipt_purchasableReceiptFromJsonString(detail::Text(json))));
    }

    std::string_view payment_seq() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableReceipt_paymentSeq(get())); }
    std::string_view purchase_token() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableReceipt_purchaseToken(get())); }
    std::string_view product_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableReceipt_gamebaseProductId(get())); }
    std::string_view price() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableReceipt_priceString(get())); }
    std::string_view currency() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableReceipt_currency(get())); }
    std::string_view payload() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableReceipt_payload(get())); }
    std::string_view user_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableReceipt_userId(get())); }
    std::string_view store_code() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableReceipt_storeCode(get())); }
    int64_t purchase_time() const noexcept { return TCGBPurchasableReceipt_purchaseTime(get()); }
    int64_t expiry_time() const noexcept { return TCGBPurchasableReceipt_expiryTime(get()); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableReceipt_jsonString(get())); }
    float price_number() const noexcept { return TCGBPurchasableReceipt_price(get()); }
    std::string_view market_item_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableReceipt_marketItemId(get())); }
    std::string_view product_type() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableReceipt_productType(get())); }
    std::string_view payment_id() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableReceipt_paymentId(get())); }
    std::string_view original_payment_id() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBPurchasableReceipt_originalPaymentId(get()));
    }
    int64_t item_seq() const noexcept { return TCGBPurchasableReceipt_itemSeq(get()); }
    bool sandbox_payment() const noexcept { return TCGBPurchasableReceipt_sandboxPayment(get()); }
    bool promotion_payment() const noexcept { return TCGBPurchasableReceipt_promotionPayment(get()); }
    /// Why kTCGBPurchaseUpdated came with it; empty for every other receipt.
    std::string_view update_kind() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableReceipt_updateKind(get())); }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBPurchasableReceipt_prettyJsonString(get())); }
};

/// The payments that a retry completed.
class RetryResult : public Object<TCGBPurchasableRetryTransactionResult> {
public:
    RetryResult() noexcept = default;
    RetryResult(Object<TCGBPurchasableRetryTransactionResult> object) noexcept : Object(std::move(object)) {}

    std::vector<Receipt> success_list() const {
        return detail::list_of<Receipt>(TCGBPurchasableRetryTransactionResult_successList_count(get()),
            [&](size_t index) { return Receipt(Receipt::borrow(TCGBPurchasableRetryTransactionResult_successList_at(get(), index))); });
    }
    std::vector<Receipt> fail_list() const {
        return detail::list_of<Receipt>(TCGBPurchasableRetryTransactionResult_failList_count(get()),
            [&](size_t index) { return Receipt(Receipt::borrow(TCGBPurchasableRetryTransactionResult_failList_at(get(), index))); });
    }
};

/// Which stores a list is asked of: the current one, or all.
class PurchasableConfiguration : public Object<TCGBPurchasableConfiguration> {
public:
    explicit PurchasableConfiguration(bool all_stores = false) : Object(adopt(TCGBPurchasableConfiguration_create())) {
        TCGBPurchasableConfiguration_setAllStores(mutable_get(), all_stores);
    }
    bool all_stores() const noexcept { return TCGBPurchasableConfiguration_allStores(get()); }
};

namespace detail {

template <class Function> TCGBPurchaseCompletion purchase_completion() noexcept {
    return [](const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) noexcept {
        call<Function>(context, Receipt(Receipt::borrow(receipt)), Error(Error::borrow(error)));
    };
}

template <class Function> TCGBPurchasableItemsCompletion items_completion() noexcept {
    return [](const TCGBPurchasableItem *const *items, size_t count, const TCGBError *error, void *context) noexcept {
        call<Function>(context, list<Item>(items, count), Error(Error::borrow(error)));
    };
}

template <class Function> TCGBPurchasableReceiptsCompletion receipts_completion() noexcept {
    return [](const TCGBPurchasableReceipt *const *receipts, size_t count, const TCGBError *error, void *context) noexcept {
        call<Function>(context, list<Receipt>(receipts, count), Error(Error::borrow(error)));
    };
}

} // namespace detail

// MARK: Buying

/// completion(Receipt, Error)
template <class Function> void purchase(std::string_view product_id, Function &&completion) {
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion(detail::Text(product_id), detail::window(),
        detail::purchase_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(Receipt, Error)
template <class Function> void purchase(std::string_view product_id, std::optional<std::string_view> payload, Function &&completion) {
    TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(detail::Text(product_id), detail::Text(payload),
        detail::window(), detail::purchase_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::vector<Item>, Error)
/// By the number that older consoles gave a product. completion(Receipt, Error)
template <class Function> void purchase_item_seq(int64_t item_seq, Function &&completion) {
    TCGBPurchase_requestPurchaseWithItemSeq_viewController_completion(
        item_seq, detail::window(), detail::purchase_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

// MARK: Lists

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
    TCGBPurchase_requestRestoreWithCompletion(detail::receipts_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// The console's products, also disabled ones. completion(std::vector<Item>, Error)
template <class Function> void request_console_items(Function &&completion) {
    TCGBPurchase_requestItemListAtIAPConsoleWithCompletion(
        detail::items_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::vector<Receipt>, Error)
template <class Function> void request_not_consumed(const PurchasableConfiguration &configuration, Function &&completion) {
    TCGBPurchase_requestItemListOfNotConsumedWithConfiguration_completion(
        configuration.get(), detail::receipts_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::vector<Receipt>, Error)
template <class Function> void request_activated(const PurchasableConfiguration &configuration, Function &&completion) {
    TCGBPurchase_requestActivatedPurchasesWithConfiguration_completion(
        configuration.get(), detail::receipts_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(RetryResult, Error)
template <class Function> void request_retry(Function &&completion) {
    TCGBPurchase_requestRetryTransactionWithCompletion(
        detail::value_completion<RetryResult, TCGBPurchasableRetryTransactionResult, Function>(),
        detail::keep(std::forward<Function>(completion)));
}

inline void set_store_code(std::string_view code) { TCGBPurchase_setStoreCode(detail::Text(code)); }
inline std::string store_code() { return detail::copy(TCGBPurchase_storeCode()); }

// MARK: Promotions

/// Gets purchases that began in the store's own window, until it is destroyed; the handler may destroy it. One for each instance at a time.
/// Destroy it on the thread that drains.
class PromotionListener {
public:
    explicit PromotionListener(std::function<void(const Receipt &, const Error &)> handler)
        : instance_(TCGBInstance_current()), handler_(std::move(handler)) {
        TCGBPurchase_setPromotionIAPHandler(
            [](const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) noexcept {
                detail::call_any(*detail::Held<Handler>::of(context), Receipt(Receipt::borrow(receipt)), Error(Error::borrow(error)));
            },
            handler_.context());
    }
    PromotionListener(const PromotionListener &) = delete;
    PromotionListener &operator=(const PromotionListener &) = delete;
    ~PromotionListener() {
        Current current(instance_);
        if (current) TCGBPurchase_setPromotionIAPHandler(nullptr, nullptr);
    }

private:
    using Handler = std::function<void(const Receipt &, const Error &)>;

    TCGBInstance *instance_;
    detail::Held<Handler> handler_;
};

} // namespace gamebase

#endif
