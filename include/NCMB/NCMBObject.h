/** @file
 * Objects: rows of a class, with fields of any kind. Mirrors NCMBObject. Since 1.0.
 *
 * A game sets fields and saves. An object holds the state that the service last gave, and the changes since: getters show both. A change
 * that conflicts with an unsaved one is refused and changes nothing, where the SDK raises an exception: an increment after a list
 * operation, adding after removing, any change but a whole new value after another kind. An object that has no
 * objectId has no such operations: its changes are values. Field names and lists have the limits of NCMBFieldLimits.
 *
 * Objects may be used on any thread. An object retains the objects that its fields refer to. Where that would make a reference cycle, it
 * retains only unsaved ones: a saved one is made again when it is read, with its objectId and, after a fetch, the rest. Two unsaved objects
 * cannot refer to each other: the change that would do so returns false. */
#ifndef NCMB_OBJECT_H
#define NCMB_OBJECT_H

#include "NCMBACL.h"
#include "NCMBConstants.h"
#include "NCMBError.h"
#include "NCMBGeoPoint.h"
#include "NCMBRelation.h"

TCGB_BEGIN

/** Limits of an object. */
typedef enum NCMBFieldLimits {
    /** Fields of one object, and keys of one dictionary. */
    NCMB_FIELDS_MAX = 1000,
    /** Elements of one list, and of one list operation. */
    NCMB_ELEMENTS_MAX = 100000,
    /** Nesting depth of lists and dictionaries. */
    NCMB_DEPTH_MAX = 32,
    /** Saves of one object that wait for an answer. */
    NCMB_SAVES_MAX = 63,
    /** Objects of one call to saveAll, fetchAll or deleteAll. */
    NCMB_OBJECTS_AT_ONCE_MAX = 1000
} NCMBFieldLimits;

/** Makes an object that is not saved. Mirrors +[NCMBObject objectWithClassName:], and +object of a subclass (NCMBSubclassing.h): pass
 * what +ncmbClassName returns.
 * className: 1 to 128 ASCII letters, digits and _, no digit first. Returns an object that the caller releases; NULL for another name,
 * and the log says so. */
TCGB_API TCGB_OWNED NCMBObject *NCMBObject_objectWithClassName(const char *className);

/** The same. Mirrors -[NCMBObject initWithClassName:]. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED NCMBObject *NCMBObject_initWithClassName(const char *className);

/** The class. Mirrors .ncmbClassName. It lives as long as the object. */
TCGB_API const char *NCMBObject_ncmbClassName(const NCMBObject *object);

/** The id that the service gave: 16 letters and digits. Mirrors .objectId. NULL: not saved yet. It lives as long as the object. */
TCGB_API const char *NCMBObject_objectId(const NCMBObject *object);

/** Sets the id: a save then changes the object of that id. Mirrors -setObjectId:.
 * objectId: 1 to 128 ASCII letters, digits and _; NULL makes the next save create an object. Another text changes nothing, and is
 * logged. */
TCGB_API void NCMBObject_setObjectId(NCMBObject *object, const char *objectId);

/** When it was created, in milliseconds since 1970-01-01 UTC by the clock of the service. Mirrors .createDate. -1: not known. */
TCGB_API int64_t NCMBObject_createDate(const NCMBObject *object);

/** When it was changed last, in milliseconds since 1970-01-01 UTC by the clock of the service; after its creation that is the
 * createDate. Mirrors .updateDate. -1: not known. */
TCGB_API int64_t NCMBObject_updateDate(const NCMBObject *object);

/** The object's access control list. Mirrors .ACL. Changes of it are sent with the next save.
 * Returns NULL when none was set or fetched: the service then gives everybody all rights, and a user those of itself. It is borrowed:
 * it lives as long as the object, or until another one was set or fetched and asked for. */
TCGB_API NCMBACL *NCMBObject_ACL(const NCMBObject *object);

/** Sets the access control list; the next save sends it. Mirrors -setACL:.
 * ACL: retained, not copied: later changes of it are sent, too. NULL: only the console has access. Anything but an ACL changes nothing, and
 * is logged. */
TCGB_API void NCMBObject_setACL(NCMBObject *object, NCMBACL *ACL);

/** Sets a field. Mirrors -[NCMBObject setObject:forKey:]. The service has it after the next save.
 * value: UTF-8; an empty one is a value, NULL is refused (removeObjectForKey makes a field null). At most 1,048,576 bytes. key: 1 to
 * 128 ASCII letters, digits and _, no digit first; not objectId, createDate, updateDate, acl. Returns true when the field is set; false
 * changes nothing, and the log says why. */
TCGB_API bool NCMBObject_setObject_forKey_string(NCMBObject *object, const char *value, const char *key);

/** Sets a field. Mirrors -[NCMBObject setObject:forKey:].
 * value: any; it stays an integer. key: 1 to 128 ASCII letters, digits and _, no digit first; not objectId, createDate, updateDate,
 * acl. Returns true when the field is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBObject_setObject_forKey_int64(NCMBObject *object, int64_t value, const char *key);

/** Sets a field. Mirrors -[NCMBObject setObject:forKey:].
 * value: finite; it stays a number with a fraction, also 5.0. key: 1 to 128 ASCII letters, digits and _, no digit first; not objectId,
 * createDate, updateDate, acl. Returns true when the field is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBObject_setObject_forKey_double(NCMBObject *object, double value, const char *key);

/** Sets a field. Mirrors -[NCMBObject setObject:forKey:].
 * value: true or false. key: 1 to 128 ASCII letters, digits and _, no digit first; not objectId, createDate, updateDate, acl. Returns
 * true when the field is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBObject_setObject_forKey_bool(NCMBObject *object, bool value, const char *key);

/** Sets a field. Mirrors -[NCMBObject setObject:forKey:].
 * value: milliseconds since 1970-01-01 UTC, of the years 1 to 9999. key: 1 to 128 ASCII letters, digits and _, no digit first; not
 * objectId, createDate, updateDate, acl. Returns true when the field is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBObject_setObject_forKey_date(NCMBObject *object, int64_t value, const char *key);

/** Sets a field. Mirrors -[NCMBObject setObject:forKey:].
 * value: kept by the object; saved with it when it is not saved yet. key: 1 to 128 ASCII letters, digits and _, no digit first; not
 * objectId, createDate, updateDate, acl. Returns true when the field is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBObject_setObject_forKey_object(NCMBObject *object, NCMBObject *value, const char *key);

/** Sets a field. Mirrors -[NCMBObject setObject:forKey:].
 * value: copied. key: 1 to 128 ASCII letters, digits and _, no digit first; not objectId, createDate, updateDate, acl. Returns true
 * when the field is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBObject_setObject_forKey_geoPoint(NCMBObject *object, const NCMBGeoPoint *value, const char *key);

/** Sets a field. Mirrors -[NCMBObject setObject:forKey:].
 * value: JSON text of any value; null too. Keys of its dictionaries: 1 to 128 bytes of UTF-8 without a dot or a control
 * character, and without $ at the beginning; queries find only by keys of ASCII letters, digits and _. key: 1 to 128 ASCII letters, digits
 * and _, no digit first; not objectId, createDate, updateDate, acl. Returns true when the field is set; false changes nothing, and the log
 * says why. */
TCGB_API bool NCMBObject_setObject_forKey_json(NCMBObject *object, const char *value, const char *key);

/** Reads a field that holds text. Mirrors -[NCMBObject objectForKey:]. A value that is set and not saved yet is read, too.
 * Returns NULL when the field is missing or holds no text. The text lives as long as the object. */
TCGB_API const char *NCMBObject_objectForKey_string(const NCMBObject *object, const char *key);

/** Reads a field that holds a number. Mirrors -[[NCMBObject objectForKey:] longLongValue].
 * Returns the number without its fraction; 0 when the field is missing, holds no number, or one beyond 64 bits. _json tells 0 from
 * missing. */
TCGB_API int64_t NCMBObject_objectForKey_int64(const NCMBObject *object, const char *key);

/** Reads a field that holds a number. Mirrors -[[NCMBObject objectForKey:] doubleValue].
 * Returns 0 when the field is missing or holds no number. */
TCGB_API double NCMBObject_objectForKey_double(const NCMBObject *object, const char *key);

/** Reads a field that holds true or false. Mirrors -[[NCMBObject objectForKey:] boolValue].
 * Returns true also for a number that is not 0; false when the field is missing or holds something else. */
TCGB_API bool NCMBObject_objectForKey_bool(const NCMBObject *object, const char *key);

/** Reads a field that holds a date. Mirrors -[NCMBObject objectForKey:] for an NSDate. createDate and updateDate are fields, too.
 * Returns milliseconds since 1970-01-01 UTC; INT64_MIN when the field is missing or holds no date. */
TCGB_API int64_t NCMBObject_objectForKey_date(const NCMBObject *object, const char *key);

/** Reads a field that names another object. Mirrors -[NCMBObject objectForKey:] for an NCMBObject. An object that a query included has
 * its fields; another one has its objectId, and the rest after a fetch.
 * Returns NULL when the field is missing or names none. The object is borrowed: it lives as long as this one, or until another object
 * was read from the same field. One that this object was itself borrowed from lives as long as its own references. */
TCGB_API NCMBObject *NCMBObject_objectForKey_object(const NCMBObject *object, const char *key);

/** Reads a field that holds a place. Mirrors -[NCMBObject objectForKey:] for an NCMBGeoPoint.
 * Returns a copy, an object that the caller releases; NULL when the field is missing or holds no place. */
TCGB_API TCGB_OWNED NCMBGeoPoint *NCMBObject_objectForKey_geoPoint(const NCMBObject *object, const char *key);

/** Reads a field of any kind as JSON text. Mirrors -[NCMBObject objectForKey:]. Objects are pointers, {"__type": "Pointer",
 * "className": ..., "objectId": ...}, with null for the id of one that is not saved.
 * Returns NULL when the field is missing. The text lives as long as the object. */
TCGB_API const char *NCMBObject_objectForKey_json(const NCMBObject *object, const char *key);

/** Sets a field to null: the service cannot remove fields. Mirrors -[NCMBObject removeObjectForKey:]. Afterwards getters return their
 * neutral values.
 * Returns true, also when there is no such field; false for a name that no field can have. */
TCGB_API bool NCMBObject_removeObjectForKey(NCMBObject *object, const char *key);

/** Adds 1 to a number. Mirrors -[NCMBObject incrementKey:]. The service does the addition, so that increments of several players all count.
 * A missing field counts as 0. Returns true when it is done; false changes nothing, and the log says why: the field holds no number,
 * the sum would leave 64 bits, or a list operation is not saved. */
TCGB_API bool NCMBObject_incrementKey(NCMBObject *object, const char *key);

/** Adds to a number. Mirrors -[NCMBObject incrementKey:byAmount:]. Integers stay exact.
 * amount: may be negative. Returns as incrementKey does. */
TCGB_API bool NCMBObject_incrementKey_byAmount_int64(NCMBObject *object, const char *key, int64_t amount);

/** Adds to a number. Mirrors -[NCMBObject incrementKey:byAmount:].
 * amount: finite; may be negative. The sum is a number with a fraction. Returns as incrementKey does. */
TCGB_API bool NCMBObject_incrementKey_byAmount_double(NCMBObject *object, const char *key, double amount);

/** How many fields the object has. Mirrors -[NCMBObject allKeys]. objectId, dates and ACL are not counted. */
TCGB_API size_t NCMBObject_allKeys_count(const NCMBObject *object);

/** The name of a field. Mirrors -[NCMBObject allKeys]. index: from 0.
 * Returns NULL beyond the last one. The text lives as long as the object. */
TCGB_API const char *NCMBObject_allKeys_at(const NCMBObject *object, size_t index);

/** Adds a value to the end of a list. Mirrors -[NCMBObject addObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addObject_forKey_string(NCMBObject *object, const char *value, const char *key);

/** Adds a value to the end of a list. Mirrors -[NCMBObject addObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addObject_forKey_int64(NCMBObject *object, int64_t value, const char *key);

/** Adds a value to the end of a list. Mirrors -[NCMBObject addObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addObject_forKey_double(NCMBObject *object, double value, const char *key);

/** Adds a value to the end of a list. Mirrors -[NCMBObject addObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addObject_forKey_bool(NCMBObject *object, bool value, const char *key);

/** Adds a value to the end of a list. Mirrors -[NCMBObject addObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addObject_forKey_date(NCMBObject *object, int64_t value, const char *key);

/** Adds a value to the end of a list. Mirrors -[NCMBObject addObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addObject_forKey_object(NCMBObject *object, NCMBObject *value, const char *key);

/** Adds a value to the end of a list. Mirrors -[NCMBObject addObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addObject_forKey_geoPoint(NCMBObject *object, const NCMBGeoPoint *value, const char *key);

/** Adds a value to the end of a list. Mirrors -[NCMBObject addObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addObject_forKey_json(NCMBObject *object, const char *value, const char *key);

/** Adds values to the end of a list. Mirrors -[NCMBObject addObjectsFromArray:forKey:].
 * values: UTF-8 texts, `count` of them, at most 100,000; NULL for none. Returns true when it is done; false changes nothing, and the
 * log says why. */
TCGB_API bool NCMBObject_addObjectsFromArray_forKey_strings(NCMBObject *object, const char *const *values, size_t count, const char *key);

/** Adds values to the end of a list. Mirrors -[NCMBObject addObjectsFromArray:forKey:].
 * values: numbers, `count` of them, at most 100,000; NULL for none. Returns true when it is done; false changes nothing, and the log
 * says why. */
TCGB_API bool NCMBObject_addObjectsFromArray_forKey_int64s(NCMBObject *object, const int64_t *values, size_t count, const char *key);

/** Adds values to the end of a list. Mirrors -[NCMBObject addObjectsFromArray:forKey:].
 * values: JSON text of a list. Returns true when it is done; false changes nothing, and the log says why. */
TCGB_API bool NCMBObject_addObjectsFromArray_forKey_json(NCMBObject *object, const char *values, const char *key);

/** Adds a value to a list that does not hold them yet. Mirrors -[NCMBObject addUniqueObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addUniqueObject_forKey_string(NCMBObject *object, const char *value, const char *key);

/** Adds a value to a list that does not hold them yet. Mirrors -[NCMBObject addUniqueObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addUniqueObject_forKey_int64(NCMBObject *object, int64_t value, const char *key);

/** Adds a value to a list that does not hold them yet. Mirrors -[NCMBObject addUniqueObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addUniqueObject_forKey_double(NCMBObject *object, double value, const char *key);

/** Adds a value to a list that does not hold them yet. Mirrors -[NCMBObject addUniqueObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addUniqueObject_forKey_bool(NCMBObject *object, bool value, const char *key);

/** Adds a value to a list that does not hold them yet. Mirrors -[NCMBObject addUniqueObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addUniqueObject_forKey_date(NCMBObject *object, int64_t value, const char *key);

/** Adds a value to a list that does not hold them yet. Mirrors -[NCMBObject addUniqueObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addUniqueObject_forKey_object(NCMBObject *object, NCMBObject *value, const char *key);

/** Adds a value to a list that does not hold them yet. Mirrors -[NCMBObject addUniqueObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addUniqueObject_forKey_geoPoint(NCMBObject *object, const NCMBGeoPoint *value, const char *key);

/** Adds a value to a list that does not hold them yet. Mirrors -[NCMBObject addUniqueObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved. */
TCGB_API bool NCMBObject_addUniqueObject_forKey_json(NCMBObject *object, const char *value, const char *key);

/** Adds values to a list that does not hold them yet. Mirrors -[NCMBObject addUniqueObjectsFromArray:forKey:].
 * values: UTF-8 texts, `count` of them, at most 100,000; NULL for none. Returns true when it is done; false changes nothing, and the
 * log says why. */
TCGB_API bool NCMBObject_addUniqueObjectsFromArray_forKey_strings(
    NCMBObject *object, const char *const *values, size_t count, const char *key);

/** Adds values to a list that does not hold them yet. Mirrors -[NCMBObject addUniqueObjectsFromArray:forKey:].
 * values: numbers, `count` of them, at most 100,000; NULL for none. Returns true when it is done; false changes nothing, and the log
 * says why. */
TCGB_API bool NCMBObject_addUniqueObjectsFromArray_forKey_int64s(NCMBObject *object, const int64_t *values, size_t count, const char *key);

/** Adds values to a list that does not hold them yet. Mirrors -[NCMBObject addUniqueObjectsFromArray:forKey:].
 * values: JSON text of a list. Returns true when it is done; false changes nothing, and the log says why. */
TCGB_API bool NCMBObject_addUniqueObjectsFromArray_forKey_json(NCMBObject *object, const char *values, const char *key);

/** Removes every occurrence of a value from a list. Mirrors -[NCMBObject removeObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved, or the object is not saved and has no value there. */
TCGB_API bool NCMBObject_removeObject_forKey_string(NCMBObject *object, const char *value, const char *key);

/** Removes every occurrence of a value from a list. Mirrors -[NCMBObject removeObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved, or the object is not saved and has no value there. */
TCGB_API bool NCMBObject_removeObject_forKey_int64(NCMBObject *object, int64_t value, const char *key);

/** Removes every occurrence of a value from a list. Mirrors -[NCMBObject removeObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved, or the object is not saved and has no value there. */
TCGB_API bool NCMBObject_removeObject_forKey_double(NCMBObject *object, double value, const char *key);

/** Removes every occurrence of a value from a list. Mirrors -[NCMBObject removeObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved, or the object is not saved and has no value there. */
TCGB_API bool NCMBObject_removeObject_forKey_bool(NCMBObject *object, bool value, const char *key);

/** Removes every occurrence of a value from a list. Mirrors -[NCMBObject removeObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved, or the object is not saved and has no value there. */
TCGB_API bool NCMBObject_removeObject_forKey_date(NCMBObject *object, int64_t value, const char *key);

/** Removes every occurrence of a value from a list. Mirrors -[NCMBObject removeObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved, or the object is not saved and has no value there. */
TCGB_API bool NCMBObject_removeObject_forKey_object(NCMBObject *object, NCMBObject *value, const char *key);

/** Removes every occurrence of a value from a list. Mirrors -[NCMBObject removeObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved, or the object is not saved and has no value there. */
TCGB_API bool NCMBObject_removeObject_forKey_geoPoint(NCMBObject *object, const NCMBGeoPoint *value, const char *key);

/** Removes every occurrence of a value from a list. Mirrors -[NCMBObject removeObject:forKey:].
 * Returns true when it is done; false changes nothing, and the log says why: the field holds no list, or has another kind of change
 * that is not saved, or the object is not saved and has no value there. */
TCGB_API bool NCMBObject_removeObject_forKey_json(NCMBObject *object, const char *value, const char *key);

/** Removes every occurrence of values from a list. Mirrors -[NCMBObject removeObjectsInArray:forKey:].
 * values: UTF-8 texts, `count` of them, at most 100,000; NULL for none. Returns true when it is done; false changes nothing, and the
 * log says why. */
TCGB_API bool NCMBObject_removeObjectsInArray_forKey_strings(NCMBObject *object, const char *const *values, size_t count, const char *key);

/** Removes every occurrence of values from a list. Mirrors -[NCMBObject removeObjectsInArray:forKey:].
 * values: numbers, `count` of them, at most 100,000; NULL for none. Returns true when it is done; false changes nothing, and the log
 * says why. */
TCGB_API bool NCMBObject_removeObjectsInArray_forKey_int64s(NCMBObject *object, const int64_t *values, size_t count, const char *key);

/** Removes every occurrence of values from a list. Mirrors -[NCMBObject removeObjectsInArray:forKey:].
 * values: JSON text of a list. Returns true when it is done; false changes nothing, and the log says why. */
TCGB_API bool NCMBObject_removeObjectsInArray_forKey_json(NCMBObject *object, const char *values, const char *key);

/** The relation in a field: any number of objects of one class. Mirrors -[NCMBObject relationforKey:], spelled as there.
 * Returns the relation, also when it has no members yet; NULL for a name that no field can have, and when the field holds something
 * else. It is borrowed: it lives as long as the object. */
TCGB_API NCMBRelation *NCMBObject_relationforKey(NCMBObject *object, const char *key);

/** Turns on optimistic locking: a save is refused with 409001 when somebody else has changed the object since it was read or saved here
 * (its updateDate differs). Then fetch the object, and change it again. Without it the last save wins, field by field. saveEventually
 * ignores the setting. The SDK has no such call. Default false. */
TCGB_API void NCMBObject_setRequiresUnchanged(NCMBObject *object, bool requires_unchanged);

/** The value of NCMBObject_setRequiresUnchanged. */
TCGB_API bool NCMBObject_requiresUnchanged(const NCMBObject *object);

/** Saves what was changed up to the call: creates the object when it has no objectId, else changes that one. Requests of one object go
 * one after the other, in the order of the calls. Unsaved objects that it refers to are saved first. Changes made meanwhile, and
 * changes that could not be saved, wait for the next save. Blocks until the answer comes. Mirrors -[NCMBObject save:], and with NULL for
 * error -[NCMBObject save].
 * error: takes why it failed, an object that the caller releases, or NULL after success; may be NULL. Returns true after success.
 * Errors: as the form with InBackground; 11002 inside a callback. */
TCGB_API bool NCMBObject_save(NCMBObject *object, TCGB_OWNED TCGBError **error);

/** Saves what was changed up to the call: creates the object when it has no objectId, else changes that one. Requests of one object go
 * one after the other, in the order of the calls. Unsaved objects that it refers to are saved first. Changes made meanwhile, and
 * changes that could not be saved, wait for the next save. Mirrors -[NCMBObject saveInBackgroundWithBlock:].
 * block: called when it is done, also when the object was released meanwhile.
 * Errors:
 * - 400005 more than 1,000 objects would have to be saved first
 * - 400009 too many fields, or a value that is too long or too deep
 * - 403001 the ACL does not allow it
 * - 404001 there is no object with its objectId, or the user may not read it
 * - 409001 another object has the user name, mail address or role name; or the object was changed, see
 *   NCMBObject_setRequiresUnchanged */
TCGB_API void NCMBObject_saveInBackgroundWithBlock(NCMBObject *object, NCMBErrorResultBlock block, void *context);

/** Reads the object again. Unsaved changes stay, except those of a user. Blocks until the answer comes. Mirrors -[NCMBObject fetch:].
 * error: takes why it failed, an object that the caller releases, or NULL after success; may be NULL. Returns true after success.
 * Errors: as the form with InBackground; 11002 inside a callback. */
TCGB_API bool NCMBObject_fetch(NCMBObject *object, TCGB_OWNED TCGBError **error);

/** Reads the object again. Unsaved changes stay, except those of a user. Mirrors -[NCMBObject
 * fetchInBackgroundWithBlock:].
 * block: called when it is done, also when the object was released meanwhile.
 * Errors:
 * - 400003 it has no objectId
 * - 404001 there is no such object, or the user may not read it */
TCGB_API void NCMBObject_fetchInBackgroundWithBlock(NCMBObject *object, NCMBErrorResultBlock block, void *context);

/** Reads the object again, and drops unsaved changes. Blocks until the answer comes. Mirrors -[NCMBObject refresh:].
 * error: takes why it failed, an object that the caller releases, or NULL after success; may be NULL. Returns true after success.
 * Errors: as the form with InBackground; 11002 inside a callback. */
TCGB_API bool NCMBObject_refresh(NCMBObject *object, TCGB_OWNED TCGBError **error);

/** Reads the object again, and drops unsaved changes. Mirrors -[NCMBObject refreshInBackgroundWithBlock:].
 * block: called when it is done, also when the object was released meanwhile.
 * Errors:
 * - as fetch */
TCGB_API void NCMBObject_refreshInBackgroundWithBlock(NCMBObject *object, NCMBErrorResultBlock block, void *context);

/** Deletes the object. Afterwards it is empty, without an objectId. The current user is logged out by it. Blocks until the answer comes.
 * Mirrors -[NCMBObject delete:].
 * error: takes why it failed, an object that the caller releases, or NULL after success; may be NULL. Returns true after success.
 * Errors: as the form with InBackground; 11002 inside a callback. */
TCGB_API bool NCMBObject_delete(NCMBObject *object, TCGB_OWNED TCGBError **error);

/** Deletes the object. Afterwards it is empty, without an objectId. The current user is logged out by it. Mirrors -[NCMBObject
 * deleteInBackgroundWithBlock:].
 * block: called when it is done, also when the object was released meanwhile.
 * Errors:
 * - 400003 it has no objectId
 * - 403001 the ACL does not allow it
 * - 404001 there is no such object, or the user may not read it */
TCGB_API void NCMBObject_deleteInBackgroundWithBlock(NCMBObject *object, NCMBErrorResultBlock block, void *context);

/** Saves many objects at once, as NCMBObject_save saves each of them. Blocks until the answer comes. A failure of one does not affect the
 * others. Mirrors +[NCMBObject saveAll:error:], which returns an array of results; the form with InBackground tells them one by one.
 * objects: `count` of them, at most NCMB_OBJECTS_AT_ONCE_MAX; a file is saved by itself. error: receives the error of the first that
 * failed, an object that the caller releases, or NULL when all were saved; may be NULL. Returns true when all were saved.
 * Errors: as the form with InBackground; 11002 inside a callback. */
TCGB_API bool NCMBObject_saveAll_error(NCMBObject *const *objects, size_t count, TCGB_OWNED TCGBError **error);

/** Saves many objects at once, as NCMBObject_saveInBackgroundWithBlock saves each of them: they are sent together, in no order, and a
 * failure of one does not affect the others. Mirrors +[NCMBObject saveAllInBackground:withBlock:].
 * objects: `count` of them, at most NCMB_OBJECTS_AT_ONCE_MAX. block: called once, when all are done.
 * Errors, of each object:
 * - as saveInBackgroundWithBlock
 * - 403003 it is a file */
TCGB_API void NCMBObject_saveAllInBackground_withBlock(NCMBObject *const *objects, size_t count, NCMBAllResultBlock block, void *context);

/** Reads many objects again at once, as NCMBObject_fetch reads each. Blocks until the answer comes. The open SDKs have no such call.
 * objects, error: as of saveAll. Returns true when all were read.
 * Errors: as the form with InBackground; 11002 inside a callback. */
TCGB_API bool NCMBObject_fetchAll_error(NCMBObject *const *objects, size_t count, TCGB_OWNED TCGBError **error);

/** Reads many objects again at once. The open SDKs have no such call.
 * objects, block: as of saveAll.
 * Errors, of each object:
 * - as fetchInBackgroundWithBlock */
TCGB_API void NCMBObject_fetchAllInBackground_withBlock(NCMBObject *const *objects, size_t count, NCMBAllResultBlock block, void *context);

/** Deletes many objects at once, as NCMBObject_delete deletes each. Blocks until the answer comes. The open SDKs have no such call.
 * objects, error: as of saveAll. Returns true when all were deleted.
 * Errors: as the form with InBackground; 11002 inside a callback. */
TCGB_API bool NCMBObject_deleteAll_error(NCMBObject *const *objects, size_t count, TCGB_OWNED TCGBError **error);

/** Deletes many objects at once. The open SDKs have no such call.
 * objects, block: as of saveAll.
 * Errors, of each object:
 * - as deleteInBackgroundWithBlock */
TCGB_API void NCMBObject_deleteAllInBackground_withBlock(NCMBObject *const *objects, size_t count, NCMBAllResultBlock block, void *context);

/** Saves the changes up to the call, also when the process ends: the change is on the disk before it is sent, and this process or a later
 * one sends it until the service has answered; the service applies it once. Changes are sent in the order of the calls; those of a user
 * only while that user is logged in, those made without a user at any time. Unsaved objects that it refers to are stored before it. Other
 * requests of the object wait for its changes. Mirrors -[NCMBObject saveEventually:].
 * block: called when the service has answered, or, without an error, when it could not be asked and the change is on the disk; also when
 * the object was released meanwhile. A shutdown ends it with an error; the next start sends a change that is on the disk. A change that the
 * service refuses after that is dropped and logged; so is one that refers to an object whose creation was refused. An object whose creation
 * was refused counts as new again, and the next save sends all of it. A new object beyond the quota (429001) is not dropped while its user
 * is logged in: it is retried every minute, and changes that do not refer to it are sent meanwhile. A change that is sent again more than
 * 30 days after the service applied it is applied a second time.
 * Errors:
 * - as saveInBackgroundWithBlock; then nothing is kept, and what was changed waits for the next save
 * - 11001 the change could not be written to the disk
 * - 11002 1,024 changes or 4 MiB of this user wait already; fewer where changes of other users wait
 * - 400005 a new user, or a new password: no password is kept on the disk */
TCGB_API void NCMBObject_saveEventually(NCMBObject *object, NCMBErrorResultBlock block, void *context);

/** Deletes the object, also when the process ends, as saveEventually changes it. Afterwards it is empty, without an objectId. The
 * current user is logged out by it; the deletion, and what that user saved eventually before, are sent in the session that it had, or,
 * when that is over, after the user's next log-in. Mirrors -[NCMBObject deleteEventually:].
 * block: as of NCMBObject_saveEventually.
 * Errors:
 * - as deleteInBackgroundWithBlock
 * - 11001 the deletion could not be written to the disk
 * - 11002 1,024 changes or 4 MiB of this user wait already; fewer where changes of other users wait */
TCGB_API void NCMBObject_deleteEventually(NCMBObject *object, NCMBErrorResultBlock block, void *context);

TCGB_END

#endif
