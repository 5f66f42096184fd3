// Files, and this installation. Comes with NCMB.hpp. Since 1.0.
#ifndef NCMB_FILES_HPP
#define NCMB_FILES_HPP

#include "NCMBQueries.hpp"

namespace ncmb {

/// Bytes that do not change.
class Data : public gamebase::Object<NCMBData> {
public:
    using Base = gamebase::Object<NCMBData>;

    Data() noexcept = default;
    Data(Base object) noexcept : Base(std::move(object)) {}

    std::string_view bytes() const noexcept GAMEBASE_VIEW {
        return std::string_view(static_cast<const char *>(NCMBData_bytes(get())), NCMBData_length(get()));
    }
};

namespace detail_ncmb {

/// A completion, and what hears the progress until then.
template <class Function> struct Transfer {
    std::function<void(int)> progress;
    std::decay_t<Function> completion;

    static void advance(int32_t percent, void *context) noexcept {
        const std::shared_ptr<Transfer> transfer = detail::Together<Transfer>::of(context);
        if (transfer->progress) transfer->progress(percent);
    }
    static void end(const TCGBError *error, void *context) noexcept {
        detail::call_any(detail::Together<Transfer>::last(context)->completion, Error(Error::borrow(error)));
    }
    static void end_with_data(const void *data, size_t length, const TCGBError *error, void *context) noexcept {
        detail::call_any(detail::Together<Transfer>::last(context)->completion, std::string_view(static_cast<const char *>(data), length),
            Error(Error::borrow(error)));
    }
};

} // namespace detail_ncmb

/// A file: bytes under a name, with rights.
class File : public Object {
public:
    /// No file.
    File() noexcept = default;
    File(Base object) noexcept : Object(std::move(object)) {}
    /// One that is not saved, with a random name.
    static File with_data(std::string_view bytes) { return File(adopt(NCMBFile_fileWithData(bytes.data(), bytes.size()))); }
    static File with_data(std::string_view name, std::string_view bytes) {
        return File(adopt(NCMBFile_fileWithName_data(detail::Text(name), bytes.data(), bytes.size())));
    }
    /// Of a file of the device, read when its bytes are needed.
    static File with_contents(std::string_view name, std::string_view path) {
        return File(adopt(NCMBFile_fileWithName_contentsAtPath(detail::Text(name), detail::Text(path))));
    }
    static Query query() { return Query(Query::adopt(NCMBFile_query())); }

    std::string_view name() const noexcept GAMEBASE_VIEW { return detail::view(NCMBFile_name(get())); }
    std::string_view url() const noexcept GAMEBASE_VIEW { return detail::view(NCMBFile_url(get())); }
    std::string_view content_type() const noexcept GAMEBASE_VIEW { return detail::view(NCMBFile_contentType(get())); }
    bool set_content_type(std::string_view type) { return NCMBFile_setContentType(mutable_get(), detail::Text(type)); }
    bool is_dirty() const noexcept { return NCMBFile_isDirty(get()); }
    bool is_data_available() const noexcept { return NCMBFile_isDataAvailable(get()); }

    using Object::save;
    /// completion(Error); progress: of 100.
    template <class Function> void save(Function &&completion, std::function<void(int)> progress) {
        using Transfer = detail_ncmb::Transfer<Function>;
        void *transfer = detail::Together<Transfer>::keep(Transfer{std::move(progress), std::forward<Function>(completion)});
        NCMBFile_saveInBackgroundWithBlock_progressBlock(mutable_get(), Transfer::end, transfer, Transfer::advance, transfer);
    }
    /// Waits.
    Result<Data> data() {
        return detail_ncmb::found<Data>([&](TCGBError **error) { return NCMBFile_getData(mutable_get(), error); });
    }
    /// completion(std::string_view bytes, Error); the view ends with the call.
    template <class Function> void data(Function &&completion) {
        using Transfer = detail_ncmb::Transfer<Function>;
        NCMBFile_getDataInBackgroundWithBlock(mutable_get(), Transfer::end_with_data,
            detail::Together<Transfer>::keep(Transfer{nullptr, std::forward<Function>(completion)}));
    }
    template <class Function> void data(Function &&completion, std::function<void(int)> progress) {
        using Transfer = detail_ncmb::Transfer<Function>;
        void *transfer = detail::Together<Transfer>::keep(Transfer{std::move(progress), std::forward<Function>(completion)});
        NCMBFile_getDataInBackgroundWithBlock_progressBlock(mutable_get(), Transfer::end_with_data, transfer, Transfer::advance, transfer);
    }
    /// The transfers that are under way.
    void cancel() { NCMBFile_cancel(mutable_get()); }
};

/// The game on this device, for pushes.
class Installation : public Object {
public:
    /// None.
    Installation() noexcept = default;
    Installation(Base object) noexcept : Object(std::move(object)) {}
    static Installation current() { return Installation(borrow(NCMBInstallation_currentInstallation())); }
    static Query query() { return Query(Query::adopt(NCMBInstallation_query())); }

    std::string_view device_token() const noexcept GAMEBASE_VIEW { return detail::view(NCMBInstallation_deviceToken(get())); }
    bool set_device_token(std::string_view token) { return NCMBInstallation_setDeviceToken(mutable_get(), detail::Text(token)); }
    bool set_device_token_bytes(std::string_view bytes) {
        return NCMBInstallation_setDeviceTokenFromData(mutable_get(), bytes.data(), bytes.size());
    }
    std::string_view device_type() const noexcept GAMEBASE_VIEW { return detail::view(NCMBInstallation_deviceType(get())); }
    std::string_view time_zone() const noexcept GAMEBASE_VIEW { return detail::view(NCMBInstallation_timeZone(get())); }
    int64_t badge() const noexcept { return NCMBInstallation_badge(get()); }
    bool set_badge(int64_t number) { return NCMBInstallation_setBadge(mutable_get(), number); }
    std::vector<std::string> channels() const {
        return detail::list_of<std::string>(
            NCMBInstallation_channels_count(get()), [&](size_t index) { return detail::copy(NCMBInstallation_channels_at(get(), index)); });
    }
    bool set_channels(const std::vector<std::string> &channels) {
        const std::vector<const char *> list = detail_ncmb::pointers(channels);
        return NCMBInstallation_setChannels(mutable_get(), list.data(), list.size());
    }
};

} // namespace ncmb

#endif
