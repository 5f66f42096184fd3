// NHN Cloud in-app purchases for C++17: lambdas, RAII and std::string_view over the C functions. Since 1.0.
// Everything that <Gamebase/Gamebase.hpp> says of completions, texts and objects holds here.
#ifndef NHN_CLOUD_IAP_HPP
#define NHN_CLOUD_IAP_HPP

#include "../Gamebase/GamebaseCore.hpp"
#include "NHNCloudIAP.h"

namespace nhncloud {

namespace detail = gamebase::detail;
using gamebase::Error;
using gamebase::Object;

/// The app's key and the service zone.
class Configuration : public Object<NHNCloudIAPConfiguration> {
public:
    explicit Configuration(std::string_view app_key)
        : Object(adopt(NHNCloudIAPConfiguration_configurationWithAppKey(detail::Text(app_key)))) {}
    Configuration(Object<NHNCloudIAPConfiguration> object) noexcept : Object(std::move(object)) {}
    /// Another object with the same values.
    Configuration copy() const { return Configuration(adopt(NHNCloudIAPConfiguration_copy(get()))); }
    static Configuration from_json(std::string_view json) {
        return Configuration(adopt(NHNCloudIAPConfiguration_configurationFromJsonString(detail::Text(json))));
    }
    std::string_view app_key() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudIAPConfiguration_appKey(get())); }
    int32_t service_zone() const noexcept { return NHNCloudIAPConfiguration_serviceZone(get()); }
    Configuration &service_zone(int32_t value) {
        NHNCloudIAPConfiguration_setServiceZone(mutable_get(), value);
        return *this;
    }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudIAPConfiguration_jsonString(get())); }
};

/// A product under its store's names.
class Product : public Object<NHNCloudProduct> {
public:
    Product() noexcept = default;
    Product(Object<NHNCloudProduct> object) noexcept : Object(std::move(object)) {}

    static Product from_json(std::string_view json) { return Product(adopt(NHNCloudProduct_productFromJsonString(detail::Text(json)))); }
    std::string_view product_identifier() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudProduct_productIdentifier(get())); }
    int64_t product_seq() const noexcept { return NHNCloudProduct_productSeq(get()); }
    std::string_view product_name() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudProduct_productName(get())); }
    int32_t product_type() const noexcept { return NHNCloudProduct_productType(get()); }
    double price_number() const noexcept { return NHNCloudProduct_price(get()); }
    std::string_view price() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudProduct_priceString(get())); }
    std::string_view currency() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudProduct_currency(get())); }
    std::string_view localized_title() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudProduct_localizedTitle(get())); }
    std::string_view localized_description() const noexcept GAMEBASE_VIEW {
        return detail::view(NHNCloudProduct_localizedDescription(get()));
    }
    std::string_view localized_price() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudProduct_localizedPrice(get())); }
    bool is_active() const noexcept { return NHNCloudProduct_isActive(get()); }
    std::string_view store_code() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudProduct_storeCode(get())); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudProduct_jsonString(get())); }
};

/// The products of a store, and those that cannot be bought.
class ProductsResponse : public Object<NHNCloudProductsResponse> {
public:
    ProductsResponse() noexcept = default;
    ProductsResponse(Object<NHNCloudProductsResponse> object) noexcept : Object(std::move(object)) {}

    static ProductsResponse from_json(std::string_view json) {
        return ProductsResponse(adopt(NHNCloudProductsResponse_productsResponseFromJsonString(detail::Text(json))));
    }
    std::vector<Product> products() const {
        return detail::list_of<Product>(NHNCloudProductsResponse_products_count(get()),
            [&](size_t index) { return Product(Product::borrow(NHNCloudProductsResponse_products_at(get(), index))); });
    }
    std::vector<Product> invalidproducts() const {
        return detail::list_of<Product>(NHNCloudProductsResponse_invalidProducts_count(get()),
            [&](size_t index) { return Product(Product::borrow(NHNCloudProductsResponse_invalidProducts_at(get(), index))); });
    }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudProductsResponse_jsonString(get())); }
};

/// A payment under its store's names.
class PurchaseResult : public Object<NHNCloudPurchaseResult> {
public:
    PurchaseResult() noexcept = default;
    PurchaseResult(Object<NHNCloudPurchaseResult> object) noexcept : Object(std::move(object)) {}

    static PurchaseResult from_json(std::string_view json) {
        return PurchaseResult(adopt(NHNCloudPurchaseResult_purchaseResultFromJsonString(detail::Text(json))));
    }
    std::string_view user_id() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudPurchaseResult_userID(get())); }
    std::string_view store_code() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudPurchaseResult_storeCode(get())); }
    std::string_view product_identifier() const noexcept GAMEBASE_VIEW {
        return detail::view(NHNCloudPurchaseResult_productIdentifier(get()));
    }
    int64_t product_seq() const noexcept { return NHNCloudPurchaseResult_productSeq(get()); }
    int32_t product_type() const noexcept { return NHNCloudPurchaseResult_productType(get()); }
    double price_number() const noexcept { return NHNCloudPurchaseResult_price(get()); }
    std::string_view price() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudPurchaseResult_priceString(get())); }
    std::string_view currency() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudPurchaseResult_currency(get())); }
    std::string_view payment_seq() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudPurchaseResult_paymentSeq(get())); }
    std::string_view access_token() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudPurchaseResult_accessToken(get())); }
    std::string_view transaction_identifier() const noexcept GAMEBASE_VIEW {
        return detail::view(NHNCloudPurchaseResult_transactionIdentifier(get()));
    }
    std::string_view original_transaction_identifier() const noexcept GAMEBASE_VIEW {
        return detail::view(NHNCloudPurchaseResult_originalTransactionIdentifier(get()));
    }
    double purchase_time() const noexcept { return NHNCloudPurchaseResult_purchaseTime(get()); }
    double expiry_time() const noexcept { return NHNCloudPurchaseResult_expiryTime(get()); }
    bool is_store_payment() const noexcept { return NHNCloudPurchaseResult_isStorePayment(get()); }
    bool is_sandbox_payment() const noexcept { return NHNCloudPurchaseResult_isSandboxPayment(get()); }
    std::string_view payload() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudPurchaseResult_payload(get())); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(NHNCloudPurchaseResult_jsonString(get())); }
};

namespace detail_iap {

template <class Function> NHNCloudPurchasesCompletionHandler purchases_completion() noexcept {
    return [](const NHNCloudPurchaseResult *const *purchases, size_t count, const TCGBError *error, void *context) noexcept {
        detail::call<Function>(context, detail::list<PurchaseResult>(purchases, count), Error(Error::borrow(error)));
    };
}

} // namespace detail_iap

// MARK: Beginning

/// Gets the results of purchases. An empty function counts as missing.
struct Delegate {
    std::function<void(const PurchaseResult &)> received;
    std::function<void(std::string_view product_identifier, const Error &)> failed;
    /// Whether a wish from the store's own window is carried on at once.
    std::function<bool(const Product &)> should_add;
};

/// Hears until it is destroyed, by one of its functions too. One at a time for each instance. Destroy it on the thread that drains.
class DelegateScope {
public:
    explicit DelegateScope(Delegate delegate) : instance_(TCGBInstance_current()), delegate_(std::move(delegate)) {
        NHNCloudInAppPurchaseDelegate functions = {};
        functions.structSize = sizeof functions;
        functions.context = delegate_.context();
        if (delegate_->received) {
            functions.didReceivePurchaseResult = [](const NHNCloudPurchaseResult *purchase, void *context) noexcept {
                of(context)->received(PurchaseResult(PurchaseResult::borrow(purchase)));
            };
        }
        if (delegate_->failed) {
            functions.didFailPurchaseProduct_withError = [](const char *product, const TCGBError *error, void *context) noexcept {
                of(context)->failed(detail::view(product), Error(Error::borrow(error)));
            };
        }
        if (delegate_->should_add) {
            functions.shouldAddStorePurchaseForProduct = [](const NHNCloudProduct *product, void *context) noexcept {
                return of(context)->should_add(Product(Product::borrow(product)));
            };
        }
        NHNCloudIAP_setDelegate(&functions);
    }
    DelegateScope(const DelegateScope &) = delete;
    DelegateScope &operator=(const DelegateScope &) = delete;
    ~DelegateScope() {
        gamebase::Current current(instance_);
        if (current) NHNCloudIAP_setDelegate(nullptr);
    }

private:
    static std::shared_ptr<Delegate> of(void *context) noexcept { return detail::Held<Delegate>::of(context); }

    TCGBInstance *instance_;
    detail::Held<Delegate> delegate_;
};

/// Set a delegate before it to hear of purchases (DelegateScope).
inline void initialize(const Configuration &configuration) { NHNCloudIAP_initWithConfiguration(configuration.get()); }
/// Nothing is a logout.
inline void set_user_id(std::optional<std::string_view> user_id) { NHNCloudSDK_setUserID(detail::Text(user_id)); }
inline std::string user_id() { return detail::copy(NHNCloudSDK_userID()); }
inline std::string version() { return detail::copy(NHNCloudIAP_version()); }
inline std::string core_version() { return detail::copy(NHNCloudSDK_version()); }
inline void set_debug_mode(bool debug_mode) { NHNCloudSDK_setDebugMode(debug_mode); }
inline bool is_debug_mode() { return NHNCloudSDK_isDebugMode(); }
inline void set_optional_policy(const std::vector<std::string> &policies) {
    const std::vector<const char *> list = detail::pointers(policies);
    NHNCloudSDK_setOptionalPolicyWithArray(list.data(), list.size());
}

// MARK: Purchases: the delegate hears how they end

inline void purchase(const Product &product, std::optional<std::string_view> payload = std::nullopt) {
    NHNCloudIAP_purchaseWithProduct_payload(product.get(), detail::Text(payload));
}
inline void purchase(std::string_view product_identifier, std::optional<std::string_view> payload = std::nullopt) {
    NHNCloudIAP_purchaseWithProductIdentifier_payload(detail::Text(product_identifier), detail::Text(payload));
}

/// completion(ProductsResponse, Error)
template <class Function> void request_products(Function &&completion) {
    NHNCloudIAP_requestProductsWithCompletionHandler(
        detail::value_completion<ProductsResponse, NHNCloudProductsResponse, Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::vector<PurchaseResult>, Error)
template <class Function> void request_active_subscriptions(Function &&completion) {
    NHNCloudIAP_requestActiveSubscriptionsWithCompletionHandler(
        detail_iap::purchases_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::vector<PurchaseResult>, Error)
template <class Function> void request_all_markets_active_subscriptions(Function &&completion) {
    NHNCloudIAP_requestAllMarketsActiveSubscriptionsWithCompletionHandler(
        detail_iap::purchases_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::vector<PurchaseResult>, Error)
template <class Function> void request_consumable_purchases(Function &&completion) {
    NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(
        detail_iap::purchases_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::vector<PurchaseResult>, Error)
template <class Function> void request_all_markets_consumable_purchases(Function &&completion) {
    NHNCloudIAP_requestAllMarketsConsumablePurchasesWithCompletionHandler(
        detail_iap::purchases_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::vector<PurchaseResult>, Error)
template <class Function> void restore(Function &&completion) {
    NHNCloudIAP_restoreWithCompletionHandler(
        detail_iap::purchases_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::vector<PurchaseResult>, Error)
template <class Function> void process_incomplete_purchases(Function &&completion) {
    NHNCloudIAP_processesIncompletePurchasesWithCompletionHandler(
        detail_iap::purchases_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(Error)
template <class Function> void consume(const PurchaseResult &result, Function &&completion) {
    NHNCloudIAP_consumeWithPurchaseResult_completionHandler(
        result.get(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

} // namespace nhncloud

#endif
