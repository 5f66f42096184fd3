// Queries: which objects of a class, in which order. Comes with NCMB.hpp. Since 1.0.
#ifndef NCMB_QUERIES_HPP
#define NCMB_QUERIES_HPP

#include "NCMBObjects.hpp"

namespace ncmb {

namespace detail_ncmb {

/// The C functions of a comparison, one for each comparable type.
struct Comparison {
    bool (*string)(NCMBQuery *, const char *, const char *);
    bool (*int64)(NCMBQuery *, const char *, int64_t);
    bool (*real)(NCMBQuery *, const char *, double);
    bool (*date)(NCMBQuery *, const char *, int64_t);
    bool (*json)(NCMBQuery *, const char *, const char *);
};

/// Of what can be equal alone.
struct Equality : Comparison {
    bool (*boolean)(NCMBQuery *, const char *, bool);
    bool (*object)(NCMBQuery *, const char *, const NCMBObject *);
    bool (*geo_point)(NCMBQuery *, const char *, const NCMBGeoPoint *);
};

/// Of lists.
struct ListComparison {
    bool (*strings)(NCMBQuery *, const char *, const char *const *, size_t);
    bool (*int64s)(NCMBQuery *, const char *, const int64_t *, size_t);
    bool (*json)(NCMBQuery *, const char *, const char *);
};

inline constexpr Comparison less_calls = {NCMBQuery_whereKey_lessThan_string, NCMBQuery_whereKey_lessThan_int64,
    NCMBQuery_whereKey_lessThan_double, NCMBQuery_whereKey_lessThan_date, NCMBQuery_whereKey_lessThan_json};
inline constexpr Comparison at_most_calls = {NCMBQuery_whereKey_lessThanOrEqualTo_string, NCMBQuery_whereKey_lessThanOrEqualTo_int64,
    NCMBQuery_whereKey_lessThanOrEqualTo_double, NCMBQuery_whereKey_lessThanOrEqualTo_date, NCMBQuery_whereKey_lessThanOrEqualTo_json};
inline constexpr Comparison greater_calls = {NCMBQuery_whereKey_greaterThan_string, NCMBQuery_whereKey_greaterThan_int64,
    NCMBQuery_whereKey_greaterThan_double, NCMBQuery_whereKey_greaterThan_date, NCMBQuery_whereKey_greaterThan_json};
inline constexpr Comparison at_least_calls = {NCMBQuery_whereKey_greaterThanOrEqualTo_string, NCMBQuery_whereKey_greaterThanOrEqualTo_int64,
    NCMBQuery_whereKey_greaterThanOrEqualTo_double, NCMBQuery_whereKey_greaterThanOrEqualTo_date,
    NCMBQuery_whereKey_greaterThanOrEqualTo_json};
inline constexpr Equality equal_calls = {
    {NCMBQuery_whereKey_equalTo_string, NCMBQuery_whereKey_equalTo_int64, NCMBQuery_whereKey_equalTo_double,
        NCMBQuery_whereKey_equalTo_date, NCMBQuery_whereKey_equalTo_json},
    NCMBQuery_whereKey_equalTo_bool, NCMBQuery_whereKey_equalTo_object, NCMBQuery_whereKey_equalTo_geoPoint};
inline constexpr Equality not_equal_calls = {
    {NCMBQuery_whereKey_notEqualTo_string, NCMBQuery_whereKey_notEqualTo_int64, NCMBQuery_whereKey_notEqualTo_double,
        NCMBQuery_whereKey_notEqualTo_date, NCMBQuery_whereKey_notEqualTo_json},
    NCMBQuery_whereKey_notEqualTo_bool, NCMBQuery_whereKey_notEqualTo_object, NCMBQuery_whereKey_notEqualTo_geoPoint};
inline constexpr ListComparison in_calls = {
    NCMBQuery_whereKey_containedIn_strings, NCMBQuery_whereKey_containedIn_int64s, NCMBQuery_whereKey_containedIn_json};
inline constexpr ListComparison not_in_calls = {
    NCMBQuery_whereKey_notContainedIn_strings, NCMBQuery_whereKey_notContainedIn_int64s, NCMBQuery_whereKey_notContainedIn_json};
inline constexpr ListComparison any_of_calls = {
    NCMBQuery_whereKey_containedInArray_strings, NCMBQuery_whereKey_containedInArray_int64s, NCMBQuery_whereKey_containedInArray_json};
inline constexpr ListComparison none_of_calls = {NCMBQuery_whereKey_notContainedInArray_strings,
    NCMBQuery_whereKey_notContainedInArray_int64s, NCMBQuery_whereKey_notContainedInArray_json};
inline constexpr ListComparison all_of_calls = {NCMBQuery_whereKey_containsAllObjectsInArray_strings,
    NCMBQuery_whereKey_containsAllObjectsInArray_int64s, NCMBQuery_whereKey_containsAllObjectsInArray_json};

template <class Calls, class Value> bool compare(NCMBQuery *query, const Calls &calls, const char *key, const Value &value) {
    constexpr bool is_equality = std::is_same_v<Calls, Equality>;
    if constexpr (std::is_same_v<Value, bool> && is_equality) return calls.boolean(query, key, value);
    else if constexpr (std::is_integral_v<Value>) {
        if (!is_int64(value)) return calls.json(query, key, std::to_string(value).c_str());
        return calls.int64(query, key, static_cast<int64_t>(value));
    } else if constexpr (std::is_floating_point_v<Value>) return calls.real(query, key, value);
    else if constexpr (std::is_same_v<Value, Date>) return calls.date(query, key, value.time_since_epoch().count());
    else if constexpr (std::is_base_of_v<Json, Value>) return calls.json(query, key, detail::Text(value.text));
    else if constexpr (std::is_same_v<Value, GeoPoint> && is_equality) return calls.geo_point(query, key, value.get());
    else if constexpr (std::is_base_of_v<Object, Value> && is_equality) return calls.object(query, key, value.get());
    else return calls.string(query, key, detail::Text(std::string_view(value)));
}

inline bool among(NCMBQuery *query, const ListComparison &calls, const char *key, const std::vector<std::string> &values) {
    const std::vector<const char *> list = pointers(values);
    return calls.strings(query, key, list.data(), list.size());
}
inline bool among(NCMBQuery *query, const ListComparison &calls, const char *key, const std::vector<int64_t> &values) {
    return calls.int64s(query, key, values.data(), values.size());
}
inline bool among(NCMBQuery *query, const ListComparison &calls, const char *key, const Json &values) {
    return calls.json(query, key, detail::Text(values.text));
}

} // namespace detail_ncmb

/// A query over one class. A function that adds a condition returns false when it changes nothing, and the log says why. Values are
/// those of Object::set; lists are std::vector of std::string or int64_t, or List. A key may be a Field.
class Query : public gamebase::Object<NCMBQuery> {
public:
    using Base = gamebase::Object<NCMBQuery>;

    Query() noexcept = default;
    Query(Base object) noexcept : Base(std::move(object)) {}
    explicit Query(std::string_view class_name) : Base(adopt(NCMBQuery_queryWithClassName(detail::Text(class_name)))) {}
    /// The objects that any of them finds; all queries are of one class.
    static Query any_of(const std::vector<Query> &queries) {
        std::vector<const NCMBQuery *> list;
        list.reserve(queries.size());
        for (const Query &query : queries) list.push_back(query.get());
        return Query(adopt(NCMBQuery_orQueryWithSubqueries(list.data(), list.size())));
    }

    std::string_view class_name() const noexcept GAMEBASE_VIEW { return detail::view(NCMBQuery_ncmbClassName(get())); }

    // MARK: Conditions

    template <class Value> bool where_equal(std::string_view key, const Value &value) {
        return detail_ncmb::compare(mutable_get(), detail_ncmb::equal_calls, detail::Text(key), value);
    }
    template <class Value> bool where_not_equal(std::string_view key, const Value &value) {
        return detail_ncmb::compare(mutable_get(), detail_ncmb::not_equal_calls, detail::Text(key), value);
    }
    template <class Value> bool where_less(std::string_view key, const Value &value) {
        return detail_ncmb::compare(mutable_get(), detail_ncmb::less_calls, detail::Text(key), value);
    }
    template <class Value> bool where_at_most(std::string_view key, const Value &value) {
        return detail_ncmb::compare(mutable_get(), detail_ncmb::at_most_calls, detail::Text(key), value);
    }
    template <class Value> bool where_greater(std::string_view key, const Value &value) {
        return detail_ncmb::compare(mutable_get(), detail_ncmb::greater_calls, detail::Text(key), value);
    }
    template <class Value> bool where_at_least(std::string_view key, const Value &value) {
        return detail_ncmb::compare(mutable_get(), detail_ncmb::at_least_calls, detail::Text(key), value);
    }
    /// The value is one of these.
    template <class Value> bool where_in(std::string_view key, const Value &value) {
        return detail_ncmb::among(mutable_get(), detail_ncmb::in_calls, detail::Text(key), value);
    }
    template <class Value> bool where_not_in(std::string_view key, const Value &value) {
        return detail_ncmb::among(mutable_get(), detail_ncmb::not_in_calls, detail::Text(key), value);
    }
    /// The list has one of these, none of them, or all.
    template <class Value> bool where_any_of(std::string_view key, const Value &value) {
        return detail_ncmb::among(mutable_get(), detail_ncmb::any_of_calls, detail::Text(key), value);
    }
    template <class Value> bool where_none_of(std::string_view key, const Value &value) {
        return detail_ncmb::among(mutable_get(), detail_ncmb::none_of_calls, detail::Text(key), value);
    }
    template <class Value> bool where_all_of(std::string_view key, const Value &value) {
        return detail_ncmb::among(mutable_get(), detail_ncmb::all_of_calls, detail::Text(key), value);
    }
    bool where_exists(std::string_view key) { return NCMBQuery_whereKeyExists(mutable_get(), detail::Text(key)); }
    bool where_missing(std::string_view key) { return NCMBQuery_whereKeyDoesNotExist(mutable_get(), detail::Text(key)); }
    /// The object that the field names is found by the other query.
    bool where_matches(std::string_view key, const Query &query) {
        return NCMBQuery_whereKey_matchesQuery(mutable_get(), detail::Text(key), query.get());
    }
    /// The value is that of a field of an object that the other query finds.
    bool where_matches(std::string_view key, std::string_view other_key, const Query &query) {
        return NCMBQuery_whereKey_matchesKey_inQuery(mutable_get(), detail::Text(key), detail::Text(other_key), query.get());
    }
    /// The nearest first.
    bool where_near(std::string_view key, const GeoPoint &place) {
        return NCMBQuery_whereKey_nearGeoPoint(mutable_get(), detail::Text(key), place.get());
    }
    bool where_within_kilometers(std::string_view key, const GeoPoint &place, double distance) {
        return NCMBQuery_whereKey_nearGeoPoint_withinKilometers(mutable_get(), detail::Text(key), place.get(), distance);
    }
    bool where_within_miles(std::string_view key, const GeoPoint &place, double distance) {
        return NCMBQuery_whereKey_nearGeoPoint_withinMiles(mutable_get(), detail::Text(key), place.get(), distance);
    }
    bool where_within_radians(std::string_view key, const GeoPoint &place, double distance) {
        return NCMBQuery_whereKey_nearGeoPoint_withinRadians(mutable_get(), detail::Text(key), place.get(), distance);
    }
    bool where_within_box(std::string_view key, const GeoPoint &southwest, const GeoPoint &northeast) {
        return NCMBQuery_whereKey_withinGeoBoxFromSouthwest_toNortheast(mutable_get(), detail::Text(key), southwest.get(), northeast.get());
    }
    /// Members of a relation of one object.
    bool related_to(std::string_view class_name, std::string_view object_id, std::string_view key) {
        return NCMBQuery_relatedTo_objectId_key(mutable_get(), detail::Text(class_name), detail::Text(object_id), detail::Text(key));
    }

    // MARK: Results, and their order

    void limit(int32_t limit) { NCMBQuery_setLimit(mutable_get(), limit); }
    int32_t limit() const noexcept { return NCMBQuery_limit(get()); }
    void skip(int32_t skip) { NCMBQuery_setSkip(mutable_get(), skip); }
    int32_t skip() const noexcept { return NCMBQuery_skip(get()); }
    void include(std::optional<std::string_view> key) { NCMBQuery_includeKey(mutable_get(), detail::Text(key)); }
    bool order_by_ascending(std::string_view key) { return NCMBQuery_orderByAscending(mutable_get(), detail::Text(key)); }
    bool order_by_descending(std::string_view key) { return NCMBQuery_orderByDescending(mutable_get(), detail::Text(key)); }
    bool then_ascending(std::string_view key) { return NCMBQuery_addAscendingOrder(mutable_get(), detail::Text(key)); }
    bool then_descending(std::string_view key) { return NCMBQuery_addDescendingOrder(mutable_get(), detail::Text(key)); }

    // MARK: Requests: with a completion, or waiting

    Result<std::vector<ncmb::Object>> find() const {
        detail_ncmb::ErrorPlace place;
        const auto array = gamebase::Object<NCMBArray>::adopt(NCMBQuery_findObjects(get(), place));
        return {detail::list_of<ncmb::Object>(NCMBArray_count(array.get()),
                    [&](size_t index) { return ncmb::Object(ncmb::Object::borrow(NCMBArray_objectAtIndex(array.get(), index))); }),
            place.take()};
    }
    /// completion(std::vector<Object>, Error)
    template <class Function> void find(Function &&completion) const {
        NCMBQuery_findObjectsInBackgroundWithBlock(
            get(),
            [](NCMBObject *const *objects, size_t count, const TCGBError *error, void *context) noexcept {
                detail::call<Function>(context, detail::list<ncmb::Object>(objects, count), Error(Error::borrow(error)));
            },
            detail::keep(std::forward<Function>(completion)));
    }
    /// Without an error and empty when there is none.
    Result<ncmb::Object> first() const {
        return detail_ncmb::found<ncmb::Object>([&](TCGBError **error) { return NCMBQuery_getFirstObject(get(), error); });
    }
    /// completion(Object, Error)
    template <class Function> void first(Function &&completion) const {
        NCMBQuery_getFirstObjectInBackgroundWithBlock(
            get(), detail_ncmb::object_completion<ncmb::Object, Function>(), detail::keep(std::forward<Function>(completion)));
    }
    Result<ncmb::Object> object(std::string_view object_id) const {
        return detail_ncmb::found<ncmb::Object>(
            [&](TCGBError **error) { return NCMBQuery_getObjectWithId_error(get(), detail::Text(object_id), error); });
    }
    /// completion(Object, Error)
    template <class Function> void object(std::string_view object_id, Function &&completion) const {
        NCMBQuery_getObjectInBackgroundWithId_block(get(), detail::Text(object_id),
            detail_ncmb::object_completion<ncmb::Object, Function>(), detail::keep(std::forward<Function>(completion)));
    }
    static Result<ncmb::Object> object_of_class(std::string_view class_name, std::string_view object_id) {
        return detail_ncmb::found<ncmb::Object>([&](TCGBError **error) {
            return NCMBQuery_getObjectOfClass_objectId_error(detail::Text(class_name), detail::Text(object_id), error);
        });
    }
    Result<int64_t> count() const {
        detail_ncmb::ErrorPlace place;
        const int64_t number = NCMBQuery_countObjects(get(), place);
        return {number, place.take()};
    }
    /// completion(int32_t, Error)
    template <class Function> void count(Function &&completion) const {
        NCMBQuery_countObjectsInBackgroundWithBlock(
            get(),
            [](int32_t number, const TCGBError *error, void *context) noexcept {
                detail::call<Function>(context, number, Error(Error::borrow(error)));
            },
            detail::keep(std::forward<Function>(completion)));
    }
    void cancel() { NCMBQuery_cancel(mutable_get()); }

    NCMBQuery *raw() const noexcept { return mutable_get(); }
};

inline Query Relation::query() const { return Query(Query::adopt(NCMBRelation_query(get()))); }

} // namespace ncmb

#endif
