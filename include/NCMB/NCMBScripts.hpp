// Scripts, and functions that stand for them. Comes with NCMB.hpp. Since 1.0.
#ifndef NCMB_SCRIPTS_HPP
#define NCMB_SCRIPTS_HPP

#include "NCMBFiles.hpp"

namespace ncmb {

/// A script by its name. Arguments of a call are JSON dictionaries, or empty.
class Script : public gamebase::Object<NCMBScript> {
public:
    using Base = gamebase::Object<NCMBScript>;

    Script(std::string_view name, NCMBScriptRequestMethod method)
        : Base(adopt(NCMBScript_scriptWithName_method(detail::Text(name), method))) {}
    Script(std::string_view name, NCMBScriptRequestMethod method, std::string_view endpoint)
        : Base(adopt(NCMBScript_scriptWithName_method_endpoint(detail::Text(name), method, detail::Text(endpoint)))) {}
    Script(Base object) noexcept : Base(std::move(object)) {}

    std::string_view name() const noexcept GAMEBASE_VIEW { return detail::view(NCMBScript_scriptName(get())); }
    bool set_name(std::string_view name) { return NCMBScript_setScriptName(mutable_get(), detail::Text(name)); }
    NCMBScriptRequestMethod method() const noexcept { return NCMBScript_method(get()); }
    bool set_method(NCMBScriptRequestMethod method) { return NCMBScript_setMethod(mutable_get(), method); }
    std::string_view endpoint() const noexcept GAMEBASE_VIEW { return detail::view(NCMBScript_endpoint(get())); }

    /// Waits.
    Result<Data> execute(const Json &data = {}, const Json &headers = {}, const Json &queries = {}) {
        return detail_ncmb::found<Data>([&](TCGBError **error) {
            return NCMBScript_execute_headers_queries_error(mutable_get(), text(data), text(headers), text(queries), error);
        });
    }
    /// completion(std::string_view answer, Error); the view ends with the call.
    template <class Function> void execute(const Json &data, const Json &headers, const Json &queries, Function &&completion) {
        NCMBScript_execute_headers_queries_withBlock(
            mutable_get(), text(data), text(headers), text(queries),
            [](const void *answer, size_t length, const TCGBError *error, void *context) noexcept {
                detail::call<Function>(context, std::string_view(static_cast<const char *>(answer), length), Error(Error::borrow(error)));
            },
            detail::keep(std::forward<Function>(completion)));
    }

private:
    static detail::Text text(const Json &json) {
        return json.text.empty() ? detail::Text(std::optional<std::string_view>()) : detail::Text(json.text);
    }
};

/// One call of a script, for the function that stands for it.
class ScriptCall : public gamebase::Object<NCMBScriptCall> {
public:
    using Base = gamebase::Object<NCMBScriptCall>;

    ScriptCall() noexcept = default;
    ScriptCall(Base object) noexcept : Base(std::move(object)) {}

    std::string_view script_name() const noexcept GAMEBASE_VIEW { return detail::view(NCMBScriptCall_scriptName(get())); }
    NCMBScriptRequestMethod method() const noexcept { return NCMBScriptCall_method(get()); }
    std::string_view data() const noexcept GAMEBASE_VIEW { return detail::view(NCMBScriptCall_data(get())); }
    std::string_view headers() const noexcept GAMEBASE_VIEW { return detail::view(NCMBScriptCall_headers(get())); }
    std::string_view queries() const noexcept GAMEBASE_VIEW { return detail::view(NCMBScriptCall_queries(get())); }
    /// Once.
    bool reply(int32_t status, std::string_view bytes) {
        return NCMBScriptCall_replyWithStatus_data_length(mutable_get(), status, bytes.data(), bytes.size());
    }
};

/// Stands for a script until it is destroyed; the function may destroy it. Destroy it on the thread that drains.
class ScriptFunction {
public:
    ScriptFunction(std::string_view name, std::function<void(ScriptCall)> function)
        : instance_(TCGBInstance_current()), name_(detail::name(name)), function_(std::move(function)) {
        NCMBScript_registerFunction(
            name_.c_str(),
            [](NCMBScriptCall *call, void *context) noexcept {
                detail::call_any(*detail::Held<Function>::of(context), ScriptCall(ScriptCall::borrow(call)));
            },
            function_.context());
    }
    ScriptFunction(const ScriptFunction &) = delete;
    ScriptFunction &operator=(const ScriptFunction &) = delete;
    ~ScriptFunction() {
        gamebase::Current current(instance_);
        if (current) NCMBScript_registerFunction(name_.c_str(), nullptr, nullptr);
    }

private:
    using Function = std::function<void(ScriptCall)>;

    TCGBInstance *instance_;
    std::string name_;
    detail::Held<Function> function_;
};

} // namespace ncmb

#endif
