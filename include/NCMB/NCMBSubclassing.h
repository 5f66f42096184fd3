/** @file
 * Classes of objects whose fields have types. Mirrors NCMBSubclassing and NCMBObject+Subclass. Since 1.0.
 *
 * Where a class of the SDK has dynamic properties, C has a table of them: NCMBObject_registerSubclass takes it. From then on a field of the
 * table accepts only values of its type; a change that would give it a value of another type returns false, changes nothing, and the log
 * names field and type. Fields that are not in the table accept any type as before. Getters do not change: a getter of another type returns
 * its neutral value. Data of the service is not checked: the service knows no types of fields.
 *
 * The fields of a registered parent are inherited, which the SDK forgets; the class keeps its own name, at the service too. The methods of
 * the category are these functions, with the name that +ncmbClassName returns:
 * - +object: NCMBObject_objectWithClassName
 * - +objectWithoutDataWithObjectId: NCMBObject_objectWithoutDataWithClassName_objectId
 * - +query: NCMBQuery_queryWithClassName
 * - a property: NCMBObject_objectForKey_... and NCMBObject_setObject_forKey_...
 *
 * In C++, ncmb::Subclass (NCMB.hpp) has fields as members. */
#ifndef NCMB_SUBCLASSING_H
#define NCMB_SUBCLASSING_H

#include "NCMBObject.h"

TCGB_BEGIN

/** How much may be registered. */
typedef enum NCMBSubclassLimits {
    /** Classes of the process. */
    NCMB_SUBCLASSES_MAX = 256,
    /** Fields of one class, with those that it inherits. */
    NCMB_SUBCLASS_FIELDS_MAX = 1000
} NCMBSubclassLimits;

/** The type of a field of a subclass. Every field may be null, which stands for nil. */
typedef enum NCMBFieldType {
    /** Anything (id). */
    NCMBFieldTypeAny = 0,
    /** true or false (BOOL). */
    NCMBFieldTypeBool = 1,
    /** An integer of 16 bits (short). */
    NCMBFieldTypeShort = 2,
    /** An integer of 32 bits (int). */
    NCMBFieldTypeInt = 3,
    /** An integer of 64 bits (long, NSInteger). */
    NCMBFieldTypeLong = 4,
    /** An integer of 64 bits (long long). */
    NCMBFieldTypeLongLong = 5,
    /** A number (float), kept with all digits of a double. */
    NCMBFieldTypeFloat = 6,
    /** A number (double). */
    NCMBFieldTypeDouble = 7,
    /** Text (NSString). */
    NCMBFieldTypeString = 8,
    /** A date (NSDate). */
    NCMBFieldTypeDate = 9,
    /** A list (NSArray). */
    NCMBFieldTypeArray = 10,
    /** A dictionary (NSDictionary). */
    NCMBFieldTypeDictionary = 11,
    /** Another object of any class (NCMBObject, NCMBUser). */
    NCMBFieldTypeObject = 12,
    /** Any number of objects of one class (NCMBRelation). */
    NCMBFieldTypeRelation = 13,
    /** A place (NCMBGeoPoint). */
    NCMBFieldTypeGeoPoint = 14
} NCMBFieldType;

/** A field of a subclass: a property of the SDK. It is an entry of an array and never grows. */
typedef struct NCMBField {
    /** Its name: 1 to 128 ASCII letters, digits and _, no digit first; not objectId, createDate, updateDate, acl. */
    const char *name;
    /** Its type. */
    NCMBFieldType type;
} NCMBField;

/** A subclass of NCMBObject. */
typedef struct NCMBSubclass {
    /** sizeof(NCMBSubclass), which tells the library the members of the caller's header. */
    size_t structSize;
    /** The result of +ncmbClassName: the class at the service. 1 to 128 ASCII letters, digits and _, no digit first. */
    const char *ncmbClassName;
    /** The class whose fields this one inherits, registered before; NULL for none. */
    const char *parentClassName;
    /** Its own fields, fieldCount of them; NULL for none. */
    const NCMBField *fields;
    /** How many. */
    size_t fieldCount;
} NCMBSubclass;

/** Registers a class. Mirrors +[NCMBObject registerSubclass]. Before NCMB_setApplicationKey_clientKey or after it, on any thread. It
 * holds for all instances and for objects that there are already, until the process ends: a shutdown does not forget it.
 * subclass: copied. Returns true, also when the same was registered before. false changes nothing, and the log says why: the class is
 * registered with other fields or another parent, the parent is not registered, a name or a type is wrong, a field is there twice with
 * different types, or there are more than NCMBSubclassLimits allows. */
TCGB_API bool NCMBObject_registerSubclass(const NCMBSubclass *subclass);

/** Makes an object that stands for one that is saved: its fields come with a fetch, a save changes that one. Mirrors
 * +objectWithoutDataWithObjectId: of a subclass; the SDK gives the object no class, this one does.
 * className: as for NCMBObject_objectWithClassName. objectId: as for NCMBObject_setObjectId, not NULL. Returns an object that the caller
 * releases; NULL for a bad argument, and the log says so. */
TCGB_API TCGB_OWNED NCMBObject *NCMBObject_objectWithoutDataWithClassName_objectId(const char *className, const char *objectId);

TCGB_END

#endif
