// The values of fields, and the ends of calls. Comes with NCMB.hpp. Since 1.0.
#ifndef NCMB_VALUES_HPP
#define NCMB_VALUES_HPP

#include "../Gamebase/GamebaseCore.hpp"
#include "NCMB.h"

namespace ncmb {

namespace detail = gamebase::detail;
using gamebase::Error;

/// To the millisecond, of the years 1 to 9999.
using Date = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

/// A value of any kind as JSON text.
struct Json {
    std::string text;
};
/// A list as JSON text.
struct List : Json {};
/// A dictionary as JSON text.
struct Dictionary : Json {};

/// How a call that waits ended: a value, or why there is none.
template <class Value> struct Result {
    Value value{};
    Error error;

    explicit operator bool() const noexcept { return !error; }
};

/// A place on the earth.
class GeoPoint : public gamebase::Object<NCMBGeoPoint> {
public:
    /// 0, 0.
    GeoPoint() : Object(adopt(NCMBGeoPoint_geoPoint())) {}
    GeoPoint(double latitude, double longitude) : Object(adopt(NCMBGeoPoint_geoPointWithLatitude_longitude(latitude, longitude))) {}
    GeoPoint(Object<NCMBGeoPoint> object) noexcept : Object(std::move(object)) {}

    double latitude() const noexcept { return NCMBGeoPoint_latitude(get()); }
    double longitude() const noexcept { return NCMBGeoPoint_longitude(get()); }
    GeoPoint &latitude(double degrees) {
        NCMBGeoPoint_setLatitude(mutable_get(), degrees);
        return *this;
    }
    GeoPoint &longitude(double degrees) {
        NCMBGeoPoint_setLongitude(mutable_get(), degrees);
        return *this;
    }
};

/// The name of a field, and the type of what it holds: as a static member of a subclass, or wherever a name is asked for.
template <class Value> struct Field {
    const char *name;

    constexpr operator std::string_view() const noexcept { return name; }
};

namespace detail_ncmb {

/// As what a value is handed over: for a field with a type, the type of the field.
template <class Key, class Value> struct Given {
    using Type = Value;
};
template <class Value> struct Given<Field<std::string>, Value> {
    using Type = std::string_view;
};
template <class Kept, class Value> struct Given<Field<Kept>, Value> {
    using Type = Kept;
};

inline Date date(int64_t milliseconds) { return Date(std::chrono::milliseconds(milliseconds)); }

using detail::pointers;

/// The error that a call that waits hands over.
class ErrorPlace {
public:
    ErrorPlace() = default;
    ErrorPlace(const ErrorPlace &) = delete;
    ErrorPlace &operator=(const ErrorPlace &) = delete;

    operator TCGBError **() noexcept { return &error_; }
    Error take() noexcept { return Error(Error::adopt(std::exchange(error_, nullptr))); }
    ~ErrorPlace() { TCGBRelease(error_); }

private:
    TCGBError *error_ = nullptr;
};

/// Makes a call that waits, and says how it ended.
template <class Call> Error waited(Call &&call) {
    ErrorPlace place;
    call(place);
    return place.take();
}

/// The same for a call that returns an object of the caller's.
template <class Value, class Call> Result<Value> found(Call &&call) {
    ErrorPlace place;
    Value value(Value::adopt(call(place)));
    return {std::move(value), place.take()};
}

/// For completions that give one object.
template <class Value, class Function> NCMBObjectResultBlock object_completion() noexcept {
    return [](NCMBObject *object, const TCGBError *error, void *context) noexcept {
        detail::call<Function>(context, Value(Value::borrow(object)), Error(Error::borrow(error)));
    };
}

} // namespace detail_ncmb
} // namespace ncmb

#endif
