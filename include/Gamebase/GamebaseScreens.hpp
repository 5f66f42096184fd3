// Pages for C++17: web view, customer service, notices, terms. Comes with Gamebase.hpp. Since 1.0.
#ifndef GAMEBASE_SCREENS_HPP
#define GAMEBASE_SCREENS_HPP

#include "GamebasePush.hpp"

namespace gamebase {

// MARK: Web view

class WebViewConfiguration : public Object<TCGBWebViewConfiguration> {
public:
    WebViewConfiguration() : Object(adopt(TCGBWebViewConfiguration_create())) {}
    WebViewConfiguration(Object<TCGBWebViewConfiguration> object) noexcept : Object(std::move(object)) {}

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
    std::string_view navigation_bar_title() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBWebViewConfiguration_navigationBarTitle(get()));
    }
    uint32_t navigation_bar_color() const noexcept { return TCGBWebViewConfiguration_navigationBarColor(get()); }
    double navigation_bar_height() const noexcept { return TCGBWebViewConfiguration_navigationBarHeight(get()); }
    WebViewConfiguration &navigation_bar_height(double value) {
        TCGBWebViewConfiguration_setNavigationBarHeight(mutable_get(), value);
        return *this;
    }
    bool is_navigation_bar_visible() const noexcept { return TCGBWebViewConfiguration_isNavigationBarVisible(get()); }
    bool is_back_button_visible() const noexcept { return TCGBWebViewConfiguration_isBackButtonVisible(get()); }
    int32_t orientation_mask() const noexcept { return TCGBWebViewConfiguration_orientationMask(get()); }
    WebViewConfiguration &orientation_mask(int32_t value) {
        TCGBWebViewConfiguration_setOrientationMask(mutable_get(), value);
        return *this;
    }
    int32_t content_mode() const noexcept { return TCGBWebViewConfiguration_contentMode(get()); }
    WebViewConfiguration &content_mode(int32_t value) {
        TCGBWebViewConfiguration_setContentMode(mutable_get(), value);
        return *this;
    }
    std::string_view go_back_image_path_for_full_screen_navigation() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBWebViewConfiguration_goBackImagePathForFullScreenNavigation(get()));
    }
    WebViewConfiguration &go_back_image_path_for_full_screen_navigation(std::optional<std::string_view> value) {
        TCGBWebViewConfiguration_setGoBackImagePathForFullScreenNavigation(mutable_get(), detail::Text(value));
        return *this;
    }
    std::string_view close_image_path_for_full_screen_navigation() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBWebViewConfiguration_closeImagePathForFullScreenNavigation(get()));
    }
    WebViewConfiguration &close_image_path_for_full_screen_navigation(std::optional<std::string_view> value) {
        TCGBWebViewConfiguration_setCloseImagePathForFullScreenNavigation(mutable_get(), detail::Text(value));
        return *this;
    }
};

namespace detail {

/// The callbacks of a page: its scheme event any number of times, then its completion.
template <class Close, class Scheme> struct Page {
    std::decay_t<Close> close;
    std::decay_t<Scheme> scheme;

    static void closed(const TCGBError *error, void *context) noexcept {
        call_any(Together<Page>::last(context)->close, Error(Error::borrow(error)));
    }
    static void went(const char *text, const TCGBError *error, void *context) noexcept {
        call_any(Together<Page>::of(context)->scheme, view(text), Error(Error::borrow(error)));
    }
};

} // namespace detail

/// completion(Error), when the page was closed.
template <class Function>
void show_web_view(std::string_view url, const std::optional<WebViewConfiguration> &configuration, Function &&completion) {
    TCGBWebView_showWebViewWithURL_viewController_configuration_closeCompletion_schemeList_schemeEvent(detail::Text(url), detail::window(),
        configuration ? configuration->get() : nullptr, detail::error_completion<Function>(),
        detail::keep(std::forward<Function>(completion)), nullptr, 0, nullptr, nullptr);
}

/// schemes: beginnings of addresses that the game answers itself. scheme_event(std::string_view url, Error); the view ends with the call.
/// completion(Error), when the page was closed.
template <class Function, class Scheme> void show_web_view(std::string_view url, const std::optional<WebViewConfiguration> &configuration,
    const std::vector<std::string> &schemes, Scheme &&scheme_event, Function &&completion) {
    using Page = detail::Page<Function, Scheme>;
    const std::vector<const char *> list = detail::pointers(schemes);
    void *page = detail::Together<Page>::keep(Page{std::forward<Function>(completion), std::forward<Scheme>(scheme_event)});
    TCGBWebView_showWebViewWithURL_viewController_configuration_closeCompletion_schemeList_schemeEvent(detail::Text(url), detail::window(),
        configuration ? configuration->get() : nullptr, Page::closed, page, list.data(), list.size(), Page::went, page);
}

/// The configuration of web views that are opened without one.
inline WebViewConfiguration default_web_view_configuration() {
    return WebViewConfiguration(WebViewConfiguration::borrow(TCGBWebView_defaultWebConfiguration(TCGBWebView_sharedTCGBWebView())));
}
inline void set_default_web_view_configuration(const WebViewConfiguration &configuration) {
    TCGBWebView_setDefaultWebConfiguration(const_cast<TCGBWebView *>(TCGBWebView_sharedTCGBWebView()), configuration.get());
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
    std::string_view user_name() const noexcept GAMEBASE_VIEW { return detail::view(TCGBContactConfiguration_userName(get())); }
    std::string_view additional_url() const noexcept GAMEBASE_VIEW { return detail::view(TCGBContactConfiguration_additionalURL(get())); }
    std::string_view additional_parameters() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBContactConfiguration_additionalParameters(get()));
    }
    std::string_view extra_data() const noexcept GAMEBASE_VIEW { return detail::view(TCGBContactConfiguration_extraData(get())); }
};

/// completion(Error), when the page was closed.
template <class Function> void open_contact(Function &&completion) {
    TCGBContact_openContactWithViewController_completion(
        detail::window(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(Error), when the page was closed.
template <class Function> void open_contact(const ContactConfiguration &configuration, Function &&completion) {
    TCGBContact_openContactWithViewController_configuration_completion(
        detail::window(), configuration.get(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::string_view url, Error); the view ends with the call.
template <class Function> void request_contact_url(Function &&completion) {
    TCGBContact_requestContactURLWithCompletion(detail::json_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::string_view url, Error); the view ends with the call.
template <class Function> void request_contact_url(const ContactConfiguration &configuration, Function &&completion) {
    TCGBContact_requestContactURLWithConfiguration_completion(
        configuration.get(), detail::json_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

// MARK: Notices

/// How image notices are shown.
class ImageNoticeConfiguration : public Object<TCGBImageNoticeConfiguration> {
public:
    ImageNoticeConfiguration() : Object(adopt(TCGBImageNoticeConfiguration_create())) {}
    uint32_t background_color() const noexcept { return TCGBImageNoticeConfiguration_backgroundColor(get()); }
    ImageNoticeConfiguration &background_color(uint32_t value) {
        TCGBImageNoticeConfiguration_setBackgroundColor(mutable_get(), value);
        return *this;
    }
    int64_t timeout_ms() const noexcept { return TCGBImageNoticeConfiguration_timeoutMS(get()); }
    ImageNoticeConfiguration &timeout_ms(int64_t value) {
        TCGBImageNoticeConfiguration_setTimeoutMS(mutable_get(), value);
        return *this;
    }
    bool enable_auto_close_by_custom_scheme() const noexcept { return TCGBImageNoticeConfiguration_enableAutoCloseByCustomScheme(get()); }
    ImageNoticeConfiguration &enable_auto_close_by_custom_scheme(bool value) {
        TCGBImageNoticeConfiguration_setEnableAutoCloseByCustomScheme(mutable_get(), value);
        return *this;
    }
};

/// completion(Error), when the images were closed, or there are none.
template <class Function> void show_image_notices(Function &&completion) {
    TCGBImageNotice_showImageNoticesWithViewController_closeCompletion(
        detail::window(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// scheme_event(std::string_view payload, Error), when an image with an address of the game's own was clicked; the view ends with the call.
/// completion(Error), when the images were closed, or there are none.
template <class Scheme, class Function>
void show_image_notices(const ImageNoticeConfiguration &configuration, Scheme &&scheme_event, Function &&completion) {
    using Page = detail::Page<Function, Scheme>;
    void *page = detail::Together<Page>::keep(Page{std::forward<Function>(completion), std::forward<Scheme>(scheme_event)});
    TCGBImageNotice_showImageNoticesWithViewController_configuration_closeCompletion_schemeEvent(
        detail::window(), configuration.get(), Page::closed, page, Page::went, page);
}

/// The same as they are shown unless configured.
template <class Scheme, class Function> void show_image_notices(Scheme &&scheme_event, Function &&completion) {
    using Page = detail::Page<Function, Scheme>;
    void *page = detail::Together<Page>::keep(Page{std::forward<Function>(completion), std::forward<Scheme>(scheme_event)});
    TCGBImageNotice_showImageNoticesWithViewController_configuration_closeCompletion_schemeEvent(
        detail::window(), nullptr, Page::closed, page, Page::went, page);
}

inline void close_image_notices() { TCGBImageNotice_closeImageNoticesWithViewController(detail::window()); }

/// completion(Error), when the page was closed.
template <class Function> void open_game_notice(Function &&completion) {
    TCGBGameNotice_openGameNoticeWithViewController_completion(
        detail::window(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(std::string_view url, int64_t latest_notice_time, Error); the view ends with the call.
template <class Function> void request_game_notice_info(Function &&completion) {
    TCGBGameNotice_requestGameNoticeInfoWithCompletion(
        [](const char *url, int64_t latest, const TCGBError *error, void *context) noexcept {
            detail::call<Function>(context, detail::view(url), latest, Error(Error::borrow(error)));
        },
        detail::keep(std::forward<Function>(completion)));
}

// MARK: Terms

/// How the terms view is shown.
class TermsConfiguration : public Object<TCGBTermsConfiguration> {
public:
    explicit TermsConfiguration(bool force_show) : Object(adopt(TCGBTermsConfiguration_create())) {
        TCGBTermsConfiguration_setForceShow(mutable_get(), force_show);
    }
    bool force_show() const noexcept { return TCGBTermsConfiguration_forceShow(get()); }
};

/// One item of the terms, as C has it.
class TermsItem : public Object<TCGBTermsContentDetail> {
public:
    TermsItem() noexcept = default;
    TermsItem(Object<TCGBTermsContentDetail> object) noexcept : Object(std::move(object)) {}

    int32_t terms_content_seq() const noexcept { return TCGBTermsContentDetail_termsContentSeq(get()); }
    std::string_view name() const noexcept GAMEBASE_VIEW { return detail::view(TCGBTermsContentDetail_name(get())); }
    bool required() const noexcept { return TCGBTermsContentDetail_required(get()); }
    std::string_view agree_push() const noexcept GAMEBASE_VIEW { return detail::view(TCGBTermsContentDetail_agreePush(get())); }
    bool agreed() const noexcept { return TCGBTermsContentDetail_agreed(get()); }
    int32_t node1_depth_position() const noexcept { return TCGBTermsContentDetail_node1DepthPosition(get()); }
    int32_t node2_depth_position() const noexcept { return TCGBTermsContentDetail_node2DepthPosition(get()); }
    std::string_view detail_page_url() const noexcept GAMEBASE_VIEW { return detail::view(TCGBTermsContentDetail_detailPageUrl(get())); }
};

/// The player's answer to one item.
class TermsAnswer : public Object<TCGBTermsContent> {
public:
    TermsAnswer(int32_t seq, bool agreed) : Object(adopt(TCGBTermsContent_termsContentWithTermsContentSeq_agreed(seq, agreed))) {}
    TermsAnswer(Object<TCGBTermsContent> object) noexcept : Object(std::move(object)) {}

    int32_t terms_content_seq() const noexcept { return TCGBTermsContent_termsContentSeq(get()); }
    TermsAnswer &terms_content_seq(int32_t value) {
        TCGBTermsContent_setTermsContentSeq(mutable_get(), value);
        return *this;
    }
    bool agreed() const noexcept { return TCGBTermsContent_agreed(get()); }
    TermsAnswer &agreed(bool value) {
        TCGBTermsContent_setAgreed(mutable_get(), value);
        return *this;
    }
};

/// How the terms view ended.
class TermsViewResult : public Object<TCGBShowTermsViewResult> {
public:
    TermsViewResult() noexcept = default;
    TermsViewResult(Object<TCGBShowTermsViewResult> object) noexcept : Object(std::move(object)) {}

    bool is_terms_uiopened() const noexcept { return TCGBShowTermsViewResult_isTermsUIOpened(get()); }
    PushConfiguration push_configuration() const noexcept {
        return PushConfiguration(PushConfiguration::borrow(TCGBShowTermsViewResult_pushConfiguration(get())));
    }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBShowTermsViewResult_jsonString(get())); }
};

/// The data of the terms view, from which an object of a class is made.
class DataContainer : public Object<TCGBDataContainer> {
public:
    DataContainer() noexcept = default;
    DataContainer(Object<TCGBDataContainer> object) noexcept : Object(std::move(object)) {}

    static DataContainer from_json(std::string_view json) {
        return DataContainer(adopt(TCGBDataContainer_dataContainerFromJsonString(detail::Text(json))));
    }
    /// Empty for a container of something else.
    TermsViewResult terms_view_result() const {
        return TermsViewResult(TermsViewResult::adopt(TCGBShowTermsViewResult_fromDataContainer(get())));
    }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBDataContainer_jsonString(get())); }
};

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
    std::string_view version() const noexcept GAMEBASE_VIEW { return detail::view(TCGBQueryTermsResult_termsVersion(get())); }
    std::string_view json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBQueryTermsResult_jsonString(get())); }
    std::vector<Item> items() const {
        std::vector<Item> items;
        size_t count = TCGBQueryTermsResult_contents_count(get());
        for (size_t index = 0; index < count; ++index) {
            const TCGBTermsContentDetail *item = TCGBQueryTermsResult_contents_at(get(), index);
            items.push_back(Item{TCGBTermsContentDetail_termsContentSeq(item), detail::copy(TCGBTermsContentDetail_name(item)),
                TCGBTermsContentDetail_required(item), TCGBTermsContentDetail_agreed(item),
                detail::copy(TCGBTermsContentDetail_detailPageUrl(item))});
        }
        return items;
    }
    static Terms from_json(std::string_view json) {
        return Terms(adopt(TCGBQueryTermsResult_queryTermsResultFromJsonString(detail::Text(json))));
    }
    std::string_view terms_country_type() const noexcept GAMEBASE_VIEW {
        return detail::view(TCGBQueryTermsResult_termsCountryType(get()));
    }
    std::string_view pretty_json() const noexcept GAMEBASE_VIEW { return detail::view(TCGBQueryTermsResult_prettyJsonString(get())); }
};

/// completion(Terms, Error)
template <class Function> void query_terms(Function &&completion) {
    TCGBTerms_queryTermsWithViewController_completion(detail::window(), detail::value_completion<Terms, TCGBQueryTermsResult, Function>(),
        detail::keep(std::forward<Function>(completion)));
}

/// The player's answer to the terms.
class TermsUpdate : public Object<TCGBUpdateTermsConfiguration> {
public:
    TermsUpdate() noexcept = default;
    TermsUpdate(std::string_view version, int32_t seq, const std::vector<TermsAnswer> &answers) {
        std::vector<const TCGBTermsContent *> contents;
        for (const TermsAnswer &answer : answers) contents.push_back(answer.get());
        *this = TermsUpdate(adopt(TCGBUpdateTermsConfiguration_configurationWithTermsVersion_termsSeq_contents(
            detail::Text(version), seq, contents.data(), contents.size())));
    }
    TermsUpdate(Object<TCGBUpdateTermsConfiguration> object) noexcept : Object(std::move(object)) {}

    std::string_view terms_version() const noexcept GAMEBASE_VIEW { return detail::view(TCGBUpdateTermsConfiguration_termsVersion(get())); }
    int32_t terms_seq() const noexcept { return TCGBUpdateTermsConfiguration_termsSeq(get()); }
    std::vector<TermsAnswer> contents() const {
        return detail::list_of<TermsAnswer>(TCGBUpdateTermsConfiguration_contents_count(get()),
            [&](size_t index) { return TermsAnswer(TermsAnswer::borrow(TCGBUpdateTermsConfiguration_contents_at(get(), index))); });
    }
};

/// agreed: what the player says to items, by their seq. completion(Error)
template <class Function>
void update_terms(const Terms &terms, const std::vector<std::pair<int32_t, bool>> &agreed, Function &&completion) {
    std::vector<TermsAnswer> answers;
    for (const auto &[seq, agrees] : agreed) answers.emplace_back(seq, agrees);
    const TermsUpdate configuration(terms.version(), terms.seq(), answers);
    TCGBTerms_updateTermsWithViewController_configuration_completion(
        detail::window(), configuration.get(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

/// completion(PushConfiguration, Error): what to register for push with after the login; empty when the player was not asked.
template <class Function> void show_terms_view(Function &&completion) {
    TCGBTerms_showTermsViewWithViewController_completion(
        detail::window(),
        [](const TCGBDataContainer *container, const TCGBError *error, void *context) noexcept {
            detail::call<Function>(context, PushConfiguration(PushConfiguration::adopt(TCGBPushConfiguration_fromDataContainer(container))),
                Error(Error::borrow(error)));
        },
        detail::keep(std::forward<Function>(completion)));
}

/// With a configuration, handing over all that the view said. completion(DataContainer, Error)
template <class Function> void show_terms_view(const TermsConfiguration &configuration, Function &&completion) {
    TCGBTerms_showTermsViewWithConfiguration_viewController_completion(configuration.get(), detail::window(),
        detail::value_completion<DataContainer, TCGBDataContainer, Function>(), detail::keep(std::forward<Function>(completion)));
}

inline bool is_showing_terms_view() { return TCGBTerms_isShowingTermsView(); }

} // namespace gamebase

#endif
