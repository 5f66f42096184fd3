// Classes of objects whose fields have types. Comes with NCMB.hpp. Since 1.0.
#ifndef NCMB_SUBCLASSES_HPP
#define NCMB_SUBCLASSES_HPP

#include <array>

#include "NCMBUsers.hpp"

namespace ncmb {

namespace detail_ncmb {

template <class Value> constexpr NCMBFieldType field_type() noexcept {
    if constexpr (std::is_same_v<Value, bool>) return NCMBFieldTypeBool;
    else if constexpr (std::is_same_v<Value, float>) return NCMBFieldTypeFloat;
    else if constexpr (std::is_same_v<Value, double>) return NCMBFieldTypeDouble;
    else if constexpr (std::is_same_v<Value, std::string>) return NCMBFieldTypeString;
    else if constexpr (std::is_same_v<Value, Date>) return NCMBFieldTypeDate;
    else if constexpr (std::is_same_v<Value, Json>) return NCMBFieldTypeAny;
    else if constexpr (std::is_same_v<Value, List>) return NCMBFieldTypeArray;
    else if constexpr (std::is_same_v<Value, Dictionary>) return NCMBFieldTypeDictionary;
    else if constexpr (std::is_same_v<Value, Relation>) return NCMBFieldTypeRelation;
    else if constexpr (std::is_same_v<Value, GeoPoint>) return NCMBFieldTypeGeoPoint;
    else if constexpr (std::is_base_of_v<Object, Value>) return NCMBFieldTypeObject;
    else {
        static_assert(std::is_integral_v<Value> && std::is_signed_v<Value>, "a field holds no values of this type");
        if constexpr (sizeof(Value) == sizeof(int16_t)) return NCMBFieldTypeShort;
        else if constexpr (sizeof(Value) == sizeof(int32_t)) return NCMBFieldTypeInt;
        else return NCMBFieldTypeLong;
    }
}

template <class Parent, class = void> struct ParentName {
    static constexpr const char *name = nullptr;
    static bool is_registered() { return true; }
};
template <class Parent> struct ParentName<Parent, std::void_t<decltype(Parent::ncmb_class_name)>> {
    static constexpr const char *name = Parent::ncmb_class_name;
    static bool is_registered() { return Parent::register_subclass(); }
};

} // namespace detail_ncmb

/// The fields of a subclass, as it registers them.
template <class... Values> constexpr std::array<NCMBField, sizeof...(Values)> fields(const Field<Values> &...fields) noexcept {
    return {NCMBField{fields.name, detail_ncmb::field_type<Values>()}...};
}

/// A class of objects with typed fields:
///
///     struct Horse : ncmb::Subclass<Horse> {
///         using Subclass::Subclass;
///         static constexpr auto ncmb_class_name = "Horse";
///         static constexpr ncmb::Field<std::string> name{"name"};
///         static constexpr ncmb::Field<int64_t> points{"points"};
///         static constexpr auto ncmb_fields = ncmb::fields(name, points);
///     };
///     struct RaceHorse : ncmb::Subclass<RaceHorse, Horse> {
///         using Subclass::Subclass;
///         static constexpr auto ncmb_class_name = "RaceHorse";
///     };
///
///     RaceHorse::register_subclass();
///     RaceHorse horse = RaceHorse::object();
///     horse.set(horse.points, 12);
///
/// A parent is registered with its first child. A class without ncmb_fields of its own has those of its parent.
template <class Derived, class Parent = Object> class Subclass : public Parent {
public:
    /// No object.
    Subclass() noexcept = default;
    /// One that was found or fetched. Nobody looks whether it is of the class.
    explicit Subclass(ncmb::Object object) : Parent(std::move(object)) {}

    /// See NCMBObject_registerSubclass. Returns false when it was refused; the log says why.
    static bool register_subclass() {
        using Name = detail_ncmb::ParentName<Parent>;
        if (!Name::is_registered()) return false;
        NCMBSubclass subclass = {};
        subclass.structSize = sizeof subclass;
        subclass.ncmbClassName = Derived::ncmb_class_name;
        subclass.parentClassName = Name::name;
        subclass.fields = Derived::ncmb_fields.data();
        subclass.fieldCount = Derived::ncmb_fields.size();
        return NCMBObject_registerSubclass(&subclass);
    }
    /// One that is not saved.
    static Derived object() { return Derived(ncmb::Object(Derived::ncmb_class_name)); }
    /// One that is saved; its fields come with a fetch.
    static Derived without_data(std::string_view object_id) {
        return Derived(ncmb::Object::without_data(Derived::ncmb_class_name, object_id));
    }
    static Query query() { return Query(Derived::ncmb_class_name); }
    /// The result of a query.
    static std::vector<Derived> all_of(const std::vector<ncmb::Object> &objects) {
        std::vector<Derived> all;
        all.reserve(objects.size());
        for (const ncmb::Object &object : objects) all.emplace_back(object);
        return all;
    }
};

} // namespace ncmb

#endif
