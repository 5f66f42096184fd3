// Pages for C++17: web view, customer service, notices, terms. Comes with Gamebase.hpp. Since 1.0.
#ifndef GAMEBASE_SCREENS_HPP
#define GAMEBASE_SCREENS_HPP

#include "GamebasePush.hpp"

namespace gamebase {

// MARK: Web view

class WebViewConfiguration : public Object<TCGBWebViewConfiguration> {
public:
    WebViewConfiguration() : Object(adopt(TCGBWebViewConfiguration_create())) {}

    WebViewConfiguration &title(std::string_view title) {
        TCGBWebViewConfiguration_setNavigationBarTitle(mutable_get(), detail::Text(title));
        return *this;
    }
    WebViewConfiguration &bar_color(uint32_t argb) {
        TCGBWebViewConfiguration_setNavigationBarColor(mutable_get(), argb);
        return *this;
    }
    WebViewConfiguration &bar_visible(bool visible) {
        TCGBWebViewConfiguration_setIsNavigationBarVisible(mutable_get(), visible);
        return *this;
    }
    WebViewConfiguration &back_button(bool visible) {
        TCGBWebViewConfiguration_setIsBackButtonVisible(mutable_get(), visible);
        return *this;
    }
};

namespace detail {

/// What a page calls: its scheme event any number of times, then its completion, which frees both.
template <class Close, class Scheme> struct Page {
    std::decay_t<Close> close;
    std::decay_t<Scheme> scheme;

    static void closed(const TCGBError *error, void *context) noexcept {
        std::unique_ptr<Page> page(static_cast<Page *>(context));
        page->close(Error(Error::borrow(error)));
    }
    static void went(const char *text, const TCGBError *error, void *context) noexcept {
        static_cast<Page *>(context)->scheme(view(text), Error(Error::borrow(error)));
    }
};

} // namespace detail

/// completion(Error), when the page was closed.
template <class Function>
void show_web_view(std::string_view url, const std::optional<WebViewConfiguration> &configuration, Function &&completion) {
    TCGBWebView_showWebViewWithURL_viewController_configuration_closeCompletion_schemeList_schemeEvent(
        detail::Text(url), nullptr, configuration ? configuration->get() : nullptr, detail::error_completion<Function>(),
        detail::keep(std::forward<Function>(completion)), nullptr, 0, nullptr, nullptr);
}

/// schemes: beginnings of addresses that the game answers itself. scheme_event(std::string_view url, Error); the view ends with the call.
/// completion(Error), when the page was closed.
template <class Function, class Scheme>
void show_web_view(
    std::string_view url, const std::optional<WebViewConfiguration> &configuration, const std::vector<std::string> &schemes,
    Scheme &&scheme_event, Function &&completion) {
    using Page = detail::Page<Function, Scheme>;
    std::vector<const char *> list;
    for (const std::string &scheme : schemes) list.push_back(scheme.c_str());
    Page *page = new Page{std::forward<Function>(completion), std::forward<Scheme>(scheme_event)};
    TCGBWebView_showWebViewWithURL_viewController_configuration_closeCompletion_schemeList_schemeEvent(
        detail::Text(url), nullptr, configuration ? configuration->get() : nullptr, Page::closed, page, list.data(), list.size(),
        Page::went, page);
}

inline void close_web_view() { TCGBWebView_closeWebView(); }
inline void open_web_browser(std::string_view url) { TCGBWebView_openWebBrowserWithURL(detail::Text(url)); }

// MARK: Customer service

class ContactConfiguration : public Object<TCGBContactConfiguration> {
public:
    ContactConfiguration() : Object(adopt(TCGBContactConfiguration_create())) {}

    ContactConfiguration &user_name(std::string_view name) {
        TCGBContactConfiguration_setUserName(mutable_get(), detail::Text(name));
        return *this;
    }
    ContactConfiguration &additional_url(std::string_view url) {
        TCGBContactConfiguration_setAdditionalURL(mutable_get(), detail::Text(url));
        return *this;
    }
    ContactConfiguration &parameter(std::string_view key, std::string_view value) {
        TCGBContactConfiguration_setAdditionalParameters(mutable_get(), detail::Text(key), detail::Text(value));
        return *this;
    }
    ContactConfiguration &extra_data(std::string_view key, std::string_view value) {
        TCGBContactConfiguration_setExtraData(mutable_get(), detail::Text(key), detail::Text(value));
        return *this;
    }
};

/// completion(Error), when the page was closed.
template <class Function> void open_contact(const ContactConfiguration &configuration, Function &&completion) {
    TCGBContact_openContactWithViewController_configuration_completion(
        nullptr, configuration.get(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::string_view url, Error); the view ends with the call.
template <class Function> void request_contact_url(const ContactConfiguration &configuration, Function &&completion) {
    TCGBContact_requestContactURLWithConfiguration_completion(
        configuration.get(), detail::json_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

// MARK: Notices

/// completion(Error), when the images were closed, or there are none.
template <class Function> void show_image_notices(Function &&completion) {
    TCGBImageNotice_showImageNoticesWithViewController_closeCompletion(
        nullptr, detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// scheme_event(std::string_view payload, Error), when an image with an address of the game's own was clicked; the view ends with the call.
/// completion(Error), when the images were closed, or there are none.
template <class Scheme, class Function> void show_image_notices(Scheme &&scheme_event, Function &&completion) {
    using Page = detail::Page<Function, Scheme>;
    Page *page = new Page{std::forward<Function>(completion), std::forward<Scheme>(scheme_event)};
    TCGBImageNotice_showImageNoticesWithViewController_configuration_closeCompletion_schemeEvent(
        nullptr, nullptr, Page::closed, page, Page::went, page);
}

inline void close_image_notices() { TCGBImageNotice_closeImageNoticesWithViewController(nullptr); }

/// completion(Error), when the page was closed.
template <class Function> void open_game_notice(Function &&completion) {
    TCGBGameNotice_openGameNoticeWithViewController_completion(
        nullptr, detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::string_view url, int64_t latest_notice_time, Error); the view ends with the call.
template <class Function> void request_game_notice_info(Function &&completion) {
    TCGBGameNotice_requestGameNoticeInfoWithCompletion(
        [](const char *url, int64_t latest, const TCGBError *error, void *context) noexcept {
            (*detail::once<Function>(context))(detail::view(url), latest, Error(Error::borrow(error)));
        },
        detail::keep(std::forward<Function>(completion)));
}

// MARK: Terms

/// The terms for the country of this device.
class Terms : public Object<TCGBQueryTermsResult> {
public:
    struct Item {
        int32_t seq;
        std::string name;
        bool required, agreed;
        std::string detail_page_url;
    };

    Terms() noexcept = default;
    Terms(Object<TCGBQueryTermsResult> object) noexcept : Object(std::move(object)) {}

    int32_t seq() const noexcept { return TCGBQueryTermsResult_termsSeq(get()); }
    std::string_view version() const noexcept { return detail::view(TCGBQueryTermsResult_termsVersion(get())); }
    std::string_view json() const noexcept { return detail::view(TCGBQueryTermsResult_jsonString(get())); }
    std::vector<Item> items() const {
        std::vector<Item> items;
        size_t count = TCGBQueryTermsResult_contents_count(get());
        for (size_t index = 0; index < count; ++index) {
            const TCGBTermsContentDetail *item = TCGBQueryTermsResult_contents_at(get(), index);
            items.push_back(Item{
                TCGBTermsContentDetail_termsContentSeq(item), detail::copy(TCGBTermsContentDetail_name(item)),
                TCGBTermsContentDetail_required(item), TCGBTermsContentDetail_agreed(item),
                detail::copy(TCGBTermsContentDetail_detailPageUrl(item))});
        }
        return items;
    }
};

/// completion(Terms, Error)
template <class Function> void query_terms(Function &&completion) {
    TCGBTerms_queryTermsWithViewController_completion(
        nullptr, detail::value_completion<Terms, TCGBQueryTermsResult, Function>(), detail::keep(std::forward<Function>(completion)));
}

/// agreed: what the player says to items, by their seq. completion(Error)
template <class Function>
void update_terms(const Terms &terms, const std::vector<std::pair<int32_t, bool>> &agreed, Function &&completion) {
    std::vector<Object<TCGBTermsContent>> owned;
    std::vector<const TCGBTermsContent *> contents;
    for (const auto &[seq, agrees] : agreed) {
        owned.push_back(Object<TCGBTermsContent>::adopt(TCGBTermsContent_termsContentWithTermsContentSeq_agreed(seq, agrees)));
        contents.push_back(owned.back().get());
    }
    auto configuration = Object<TCGBUpdateTermsConfiguration>::adopt(
        TCGBUpdateTermsConfiguration_configurationWithTermsVersion_termsSeq_contents(
            detail::Text(terms.version()), terms.seq(), contents.data(), contents.size()));
    TCGBTerms_updateTermsWithViewController_configuration_completion(
        nullptr, configuration.get(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(PushConfiguration, Error): what to register for push with after the login; empty when the player was not asked.
template <class Function> void show_terms_view(Function &&completion) {
    TCGBTerms_showTermsViewWithViewController_completion(
        nullptr,
        [](const TCGBDataContainer *container, const TCGBError *error, void *context) noexcept {
            (*detail::once<Function>(context))(
                PushConfiguration(PushConfiguration::adopt(TCGBPushConfiguration_fromDataContainer(container))),
                Error(Error::borrow(error)));
        },
        detail::keep(std::forward<Function>(completion)));
}

} // namespace gamebase

#endif
