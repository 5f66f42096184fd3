// Objects with fields, their rights and relations. Comes with NCMB.hpp. Since 1.0.
#ifndef NCMB_OBJECTS_HPP
#define NCMB_OBJECTS_HPP

#include <array>

#include "NCMBValues.hpp"

namespace ncmb {

class Object;
class Query;
class Role;
class User;

// MARK: Rights

/// The access control list of an object. Changed in place, also when objects have it already.
class ACL : public gamebase::Object<NCMBACL> {
public:
    using Base = gamebase::Object<NCMBACL>;

    /// Gives nobody any right, or what the default gives.
    ACL() : Base(adopt(NCMBACL_ACL())) {}
    explicit ACL(const User &user);
    ACL(Base object) noexcept : Base(std::move(object)) {}

    ACL &public_read(bool allowed) {
        NCMBACL_setPublicReadAccess(mutable_get(), allowed);
        return *this;
    }
    bool public_read() const noexcept { return NCMBACL_isPublicReadAccess(get()); }
    ACL &public_write(bool allowed) {
        NCMBACL_setPublicWriteAccess(mutable_get(), allowed);
        return *this;
    }
    bool public_write() const noexcept { return NCMBACL_isPublicWriteAccess(get()); }
    ACL &role_read(std::string_view name, bool allowed) {
        NCMBACL_setReadAccess_forRoleWithName(mutable_get(), allowed, detail::Text(name));
        return *this;
    }
    bool role_read(std::string_view name) const { return NCMBACL_isReadAccessForRoleWithName(get(), detail::Text(name)); }
    ACL &role_write(std::string_view name, bool allowed) {
        NCMBACL_setWriteAccess_forRoleWithName(mutable_get(), allowed, detail::Text(name));
        return *this;
    }
    bool role_write(std::string_view name) const { return NCMBACL_isWriteAccessForRoleWithName(get(), detail::Text(name)); }
    ACL &user_read(std::string_view user_id, bool allowed) {
        NCMBACL_setReadAccess_forUserId(mutable_get(), allowed, detail::Text(user_id));
        return *this;
    }
    bool user_read(std::string_view user_id) const { return NCMBACL_isReadAccessForUserId(get(), detail::Text(user_id)); }
    ACL &user_write(std::string_view user_id, bool allowed) {
        NCMBACL_setWriteAccess_forUserId(mutable_get(), allowed, detail::Text(user_id));
        return *this;
    }
    bool user_write(std::string_view user_id) const { return NCMBACL_isWriteAccessForUserId(get(), detail::Text(user_id)); }
    ACL &read(const Role &role, bool allowed);
    bool read(const Role &role) const;
    ACL &write(const Role &role, bool allowed);
    bool write(const Role &role) const;
    ACL &read(const User &user, bool allowed);
    bool read(const User &user) const;
    ACL &write(const User &user, bool allowed);
    bool write(const User &user) const;

    /// The rights of objects that are made from now on.
    static void set_default(const ACL &acl, bool current_user_access) {
        NCMBACL_setDefaultACL_withAccessForCurrentUser(acl.get(), current_user_access);
    }
    static void clear_default() { NCMBACL_setDefaultACL_withAccessForCurrentUser(nullptr, false); }

    NCMBACL *raw() const noexcept { return mutable_get(); }
};

// MARK: Relations

/// Any number of objects of one class, in a field of another object.
class Relation : public gamebase::Object<NCMBRelation> {
public:
    using Base = gamebase::Object<NCMBRelation>;

    Relation() noexcept = default;
    Relation(Base object) noexcept : Base(std::move(object)) {}
    Relation(const ncmb::Object &parent, std::string_view key);
    /// Of no object yet.
    explicit Relation(std::string_view target_class) : Base(adopt(NCMBRelation_initWithClassName(detail::Text(target_class)))) {}

    ncmb::Object parent() const;
    std::string_view key() const noexcept GAMEBASE_VIEW { return detail::view(NCMBRelation_key(get())); }
    std::string_view target_class() const noexcept GAMEBASE_VIEW { return detail::view(NCMBRelation_targetClass(get())); }
    Query query() const;
    bool add(const ncmb::Object &object);
    bool remove(const ncmb::Object &object);
};

// MARK: Objects

namespace detail_ncmb {

/// Whether a whole number is one of C's. One above 2^63 - 1 goes as JSON, and is not wrapped.
template <class Number> constexpr bool is_int64(Number number) {
    if constexpr (std::is_unsigned_v<Number>) return static_cast<uint64_t>(number) <= static_cast<uint64_t>(INT64_MAX);
    else return true;
}

/// A number that C gave, as one of a narrower type; 0 for one beyond it, as C's own getters have it.
template <class Number> constexpr Number narrowed(int64_t number) {
    const auto narrow = static_cast<Number>(number);
    return static_cast<int64_t>(narrow) == number && (narrow < Number(0)) == (number < 0) ? narrow : Number(0);
}

/// The C functions of a change of a field, one for each type.
struct Change {
    bool (*string)(NCMBObject *, const char *, const char *);
    bool (*int64)(NCMBObject *, int64_t, const char *);
    bool (*real)(NCMBObject *, double, const char *);
    bool (*boolean)(NCMBObject *, bool, const char *);
    bool (*date)(NCMBObject *, int64_t, const char *);
    bool (*object)(NCMBObject *, NCMBObject *, const char *);
    bool (*geo_point)(NCMBObject *, const NCMBGeoPoint *, const char *);
    bool (*json)(NCMBObject *, const char *, const char *);
};

/// The same for lists.
struct ListChange {
    bool (*strings)(NCMBObject *, const char *const *, size_t, const char *);
    bool (*int64s)(NCMBObject *, const int64_t *, size_t, const char *);
    bool (*json)(NCMBObject *, const char *, const char *);
};

inline constexpr Change set_calls = {NCMBObject_setObject_forKey_string, NCMBObject_setObject_forKey_int64,
    NCMBObject_setObject_forKey_double, NCMBObject_setObject_forKey_bool, NCMBObject_setObject_forKey_date,
    NCMBObject_setObject_forKey_object, NCMBObject_setObject_forKey_geoPoint, NCMBObject_setObject_forKey_json};
inline constexpr Change add_calls = {NCMBObject_addObject_forKey_string, NCMBObject_addObject_forKey_int64,
    NCMBObject_addObject_forKey_double, NCMBObject_addObject_forKey_bool, NCMBObject_addObject_forKey_date,
    NCMBObject_addObject_forKey_object, NCMBObject_addObject_forKey_geoPoint, NCMBObject_addObject_forKey_json};
inline constexpr Change add_unique_calls = {NCMBObject_addUniqueObject_forKey_string, NCMBObject_addUniqueObject_forKey_int64,
    NCMBObject_addUniqueObject_forKey_double, NCMBObject_addUniqueObject_forKey_bool, NCMBObject_addUniqueObject_forKey_date,
    NCMBObject_addUniqueObject_forKey_object, NCMBObject_addUniqueObject_forKey_geoPoint, NCMBObject_addUniqueObject_forKey_json};
inline constexpr Change remove_calls = {NCMBObject_removeObject_forKey_string, NCMBObject_removeObject_forKey_int64,
    NCMBObject_removeObject_forKey_double, NCMBObject_removeObject_forKey_bool, NCMBObject_removeObject_forKey_date,
    NCMBObject_removeObject_forKey_object, NCMBObject_removeObject_forKey_geoPoint, NCMBObject_removeObject_forKey_json};
inline constexpr ListChange add_all_calls = {NCMBObject_addObjectsFromArray_forKey_strings, NCMBObject_addObjectsFromArray_forKey_int64s,
    NCMBObject_addObjectsFromArray_forKey_json};
inline constexpr ListChange add_all_unique_calls = {NCMBObject_addUniqueObjectsFromArray_forKey_strings,
    NCMBObject_addUniqueObjectsFromArray_forKey_int64s, NCMBObject_addUniqueObjectsFromArray_forKey_json};
inline constexpr ListChange remove_all_calls = {NCMBObject_removeObjectsInArray_forKey_strings,
    NCMBObject_removeObjectsInArray_forKey_int64s, NCMBObject_removeObjectsInArray_forKey_json};

template <class Value> bool change(NCMBObject *object, const Change &calls, const char *key, const Value &value);

inline bool change(NCMBObject *object, const ListChange &calls, const char *key, const std::vector<std::string> &values) {
    const std::vector<const char *> list = pointers(values);
    return calls.strings(object, list.data(), list.size(), key);
}
inline bool change(NCMBObject *object, const ListChange &calls, const char *key, const std::vector<int64_t> &values) {
    return calls.int64s(object, values.data(), values.size(), key);
}
inline bool change(NCMBObject *object, const ListChange &calls, const char *key, const Json &values) {
    return calls.json(object, detail::Text(values.text), key);
}

} // namespace detail_ncmb

/// An object: a row of a class, with fields. Values of fields: texts, integers, numbers, bool, Date, Object, GeoPoint, Json.
class Object : public gamebase::Object<NCMBObject> {
public:
    using Base = gamebase::Object<NCMBObject>;

    /// Of a subclass that has none of its own.
    static constexpr std::array<NCMBField, 0> ncmb_fields{};

    /// No object.
    Object() noexcept = default;
    Object(Base object) noexcept : Base(std::move(object)) {}
    /// One that is not saved.
    explicit Object(std::string_view class_name) : Base(adopt(NCMBObject_objectWithClassName(detail::Text(class_name)))) {}
    /// One that is saved; its fields come with a fetch.
    static Object without_data(std::string_view class_name, std::string_view object_id) {
        return Object(adopt(NCMBObject_objectWithoutDataWithClassName_objectId(detail::Text(class_name), detail::Text(object_id))));
    }

    std::string_view class_name() const noexcept GAMEBASE_VIEW { return detail::view(NCMBObject_ncmbClassName(get())); }
    /// Empty: not saved yet.
    std::string_view object_id() const noexcept GAMEBASE_VIEW { return detail::view(NCMBObject_objectId(get())); }
    void set_object_id(std::optional<std::string_view> object_id) { NCMBObject_setObjectId(mutable_get(), detail::Text(object_id)); }
    std::optional<Date> create_date() const { return known(NCMBObject_createDate(get())); }
    std::optional<Date> update_date() const { return known(NCMBObject_updateDate(get())); }
    /// Empty when none was set or fetched; not a copy.
    ACL acl() const { return ACL(ACL::borrow(NCMBObject_ACL(get()))); }
    void set_acl(const ACL &acl) { NCMBObject_setACL(mutable_get(), acl.raw()); }

    /// key: a name, or a Field, which takes values of its type alone. Returns false when nothing was changed; the log says why.
    template <class Key, class Value> bool set(const Key &key, const Value &value) { return change(detail_ncmb::set_calls, key, value); }
    /// The value of the field, or the neutral value of the C getter for another type; 0 for a number beyond the type, as in C.
    template <class Value> Value get(std::string_view key) const;
    template <class Value> Value get(const Field<Value> &field) const { return get<Value>(std::string_view(field)); }
    using Base::get;
    bool remove(std::string_view key) { return NCMBObject_removeObjectForKey(mutable_get(), detail::Text(key)); }
    std::vector<std::string> keys() const {
        return detail::list_of<std::string>(
            NCMBObject_allKeys_count(get()), [&](size_t index) { return detail::copy(NCMBObject_allKeys_at(get(), index)); });
    }
    Relation relation(std::string_view key) {
        return Relation(Relation::borrow(NCMBObject_relationforKey(mutable_get(), detail::Text(key))));
    }

    // MARK: Numbers and lists

    bool increment(std::string_view key) { return NCMBObject_incrementKey(mutable_get(), detail::Text(key)); }
    /// amount: at most 2^63 - 1; more is refused.
    template <class Number> bool increment(std::string_view key, Number amount) {
        if constexpr (std::is_integral_v<Number>)
            return detail_ncmb::is_int64(amount) &&
                   NCMBObject_incrementKey_byAmount_int64(mutable_get(), detail::Text(key), static_cast<int64_t>(amount));
        else return NCMBObject_incrementKey_byAmount_double(mutable_get(), detail::Text(key), amount);
    }
    template <class Value> bool add(std::string_view key, const Value &value) { return change(detail_ncmb::add_calls, key, value); }
    template <class Value> bool add_unique(std::string_view key, const Value &value) {
        return change(detail_ncmb::add_unique_calls, key, value);
    }
    template <class Value> bool remove(std::string_view key, const Value &value) { return change(detail_ncmb::remove_calls, key, value); }
    /// values: std::vector of std::string or int64_t, or List.
    template <class Values> bool add_all(std::string_view key, const Values &values) {
        return detail_ncmb::change(mutable_get(), detail_ncmb::add_all_calls, detail::Text(key), values);
    }
    template <class Values> bool add_all_unique(std::string_view key, const Values &values) {
        return detail_ncmb::change(mutable_get(), detail_ncmb::add_all_unique_calls, detail::Text(key), values);
    }
    template <class Values> bool remove_all(std::string_view key, const Values &values) {
        return detail_ncmb::change(mutable_get(), detail_ncmb::remove_all_calls, detail::Text(key), values);
    }

    // MARK: Requests: with a completion(Error), or waiting

    Error save() {
        return detail_ncmb::waited([&](TCGBError **error) { NCMBObject_save(mutable_get(), error); });
    }
    template <class Function> void save(Function &&completion) {
        NCMBObject_saveInBackgroundWithBlock(
            mutable_get(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    Error fetch() {
        return detail_ncmb::waited([&](TCGBError **error) { NCMBObject_fetch(mutable_get(), error); });
    }
    template <class Function> void fetch(Function &&completion) {
        NCMBObject_fetchInBackgroundWithBlock(
            mutable_get(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    Error refresh() {
        return detail_ncmb::waited([&](TCGBError **error) { NCMBObject_refresh(mutable_get(), error); });
    }
    template <class Function> void refresh(Function &&completion) {
        NCMBObject_refreshInBackgroundWithBlock(
            mutable_get(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    /// At the service; afterwards this one is empty.
    Error erase() {
        return detail_ncmb::waited([&](TCGBError **error) { NCMBObject_delete(mutable_get(), error); });
    }
    template <class Function> void erase(Function &&completion) {
        NCMBObject_deleteInBackgroundWithBlock(
            mutable_get(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }

    // MARK: Whatever becomes of the process: completion(Error)

    template <class Function> void save_eventually(Function &&completion) {
        NCMBObject_saveEventually(mutable_get(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }
    template <class Function> void erase_eventually(Function &&completion) {
        NCMBObject_deleteEventually(mutable_get(), detail::error_completion<Function>(), detail::keep(std::forward<Function>(completion)));
    }

    /// A save is refused when somebody else has changed the object meanwhile.
    void set_requires_unchanged(bool requires_unchanged) { NCMBObject_setRequiresUnchanged(mutable_get(), requires_unchanged); }
    bool requires_unchanged() const noexcept { return NCMBObject_requiresUnchanged(get()); }

    NCMBObject *raw() const noexcept { return mutable_get(); }

private:
    template <class Key, class Value> bool change(const detail_ncmb::Change &calls, const Key &key, const Value &value) {
        using Given = typename detail_ncmb::Given<Key, Value>::Type;
        const detail::Text name{std::string_view(key)};
        if constexpr (std::is_arithmetic_v<Given>) {
            return detail_ncmb::change(mutable_get(), calls, name, Given{value});
        } else {
            const Given &given = value;
            return detail_ncmb::change(mutable_get(), calls, name, given);
        }
    }
    static std::optional<Date> known(int64_t milliseconds) {
        return milliseconds == -1 ? std::nullopt : std::optional<Date>(detail_ncmb::date(milliseconds));
    }
};

namespace detail_ncmb {
inline std::vector<NCMBObject *> handles(const std::vector<Object> &objects) {
    std::vector<NCMBObject *> list;
    list.reserve(objects.size());
    for (const Object &object : objects) list.push_back(const_cast<NCMBObject *>(object.get()));
    return list;
}
/// completion(std::vector<Error> results, Error first): an empty Error for each object that went well.
template <class Function> NCMBAllResultBlock all_completion() noexcept {
    return [](const TCGBError *const *results, size_t count, const TCGBError *error, void *context) noexcept {
        std::vector<Error> list;
        for (size_t i = 0; i < count; i++) list.emplace_back(Error::borrow(results[i]));
        detail::call<Function>(context, std::move(list), Error(Error::borrow(error)));
    };
}
} // namespace detail_ncmb

// MARK: Many objects at once: with a completion(std::vector<Error>, Error), or waiting

inline Error save_all(const std::vector<Object> &objects) {
    return detail_ncmb::waited(
        [&](TCGBError **error) { NCMBObject_saveAll_error(detail_ncmb::handles(objects).data(), objects.size(), error); });
}
template <class Function> void save_all(const std::vector<Object> &objects, Function &&completion) {
    NCMBObject_saveAllInBackground_withBlock(detail_ncmb::handles(objects).data(), objects.size(), detail_ncmb::all_completion<Function>(),
        detail::keep(std::forward<Function>(completion)));
}
inline Error fetch_all(const std::vector<Object> &objects) {
    return detail_ncmb::waited(
        [&](TCGBError **error) { NCMBObject_fetchAll_error(detail_ncmb::handles(objects).data(), objects.size(), error); });
}
template <class Function> void fetch_all(const std::vector<Object> &objects, Function &&completion) {
    NCMBObject_fetchAllInBackground_withBlock(detail_ncmb::handles(objects).data(), objects.size(), detail_ncmb::all_completion<Function>(),
        detail::keep(std::forward<Function>(completion)));
}
/// At the service; afterwards they are empty.
inline Error erase_all(const std::vector<Object> &objects) {
    return detail_ncmb::waited(
        [&](TCGBError **error) { NCMBObject_deleteAll_error(detail_ncmb::handles(objects).data(), objects.size(), error); });
}
template <class Function> void erase_all(const std::vector<Object> &objects, Function &&completion) {
    NCMBObject_deleteAllInBackground_withBlock(detail_ncmb::handles(objects).data(), objects.size(),
        detail_ncmb::all_completion<Function>(), detail::keep(std::forward<Function>(completion)));
}

// MARK: By the type of the value

template <class Value> bool detail_ncmb::change(NCMBObject *object, const Change &calls, const char *key, const Value &value) {
    if constexpr (std::is_same_v<Value, bool>) return calls.boolean(object, value, key);
    else if constexpr (std::is_integral_v<Value>) {
        if (!is_int64(value)) return calls.json(object, std::to_string(value).c_str(), key);
        return calls.int64(object, static_cast<int64_t>(value), key);
    } else if constexpr (std::is_floating_point_v<Value>) return calls.real(object, value, key);
    else if constexpr (std::is_same_v<Value, Date>) return calls.date(object, value.time_since_epoch().count(), key);
    else if constexpr (std::is_base_of_v<Json, Value>) return calls.json(object, detail::Text(value.text), key);
    else if constexpr (std::is_same_v<Value, GeoPoint>) return calls.geo_point(object, value.get(), key);
    else if constexpr (std::is_base_of_v<Object, Value>) return calls.object(object, value.raw(), key);
    else return calls.string(object, detail::Text(std::string_view(value)), key);
}

template <class Value> Value Object::get(std::string_view key) const {
    const detail::Text name(key);
    if constexpr (std::is_same_v<Value, bool>) return NCMBObject_objectForKey_bool(get(), name);
    else if constexpr (std::is_integral_v<Value>) return detail_ncmb::narrowed<Value>(NCMBObject_objectForKey_int64(get(), name));
    else if constexpr (std::is_floating_point_v<Value>) return static_cast<Value>(NCMBObject_objectForKey_double(get(), name));
    else if constexpr (std::is_same_v<Value, Date>) return detail_ncmb::date(NCMBObject_objectForKey_date(get(), name));
    else if constexpr (std::is_same_v<Value, std::string>) return detail::copy(NCMBObject_objectForKey_string(get(), name));
    else if constexpr (std::is_base_of_v<Json, Value>) return Value{{detail::copy(NCMBObject_objectForKey_json(get(), name))}};
    else if constexpr (std::is_same_v<Value, GeoPoint>) return Value(Value::adopt(NCMBObject_objectForKey_geoPoint(get(), name)));
    else return Value(Object(borrow(NCMBObject_objectForKey_object(get(), name))));
}

inline Relation::Relation(const ncmb::Object &parent, std::string_view key)
    : Base(adopt(NCMBRelation_initWithClassName_key(parent.raw(), detail::Text(key)))) {}
inline ncmb::Object Relation::parent() const { return ncmb::Object(ncmb::Object::borrow(NCMBRelation_parent(get()))); }
inline bool Relation::add(const ncmb::Object &object) { return NCMBRelation_addObject(mutable_get(), object.raw()); }
inline bool Relation::remove(const ncmb::Object &object) { return NCMBRelation_removeObject(mutable_get(), object.raw()); }

} // namespace ncmb

#endif
