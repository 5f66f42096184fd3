/** @file
 * Queries: which objects of a class, in which order. Mirrors NCMBQuery. Since 1.0.
 *
 * An object must meet all conditions on a key. A condition replaces an earlier one of the same kind, as in the SDK; equalTo replaces all
 * earlier ones on the key, and containedIn replaces equalTo. A search that has begun is not affected by later changes of the query. A key
 * may be several names with dots, into dictionaries and lists. Not mirrored: the cache (setCachePolicy:, hasCachedResult,
 * clearCachedResult, clearAllCachedResults), because the service is in this process; orderBySortDescriptor:, for which there are the
 * functions with a key. */
#ifndef NCMB_QUERY_H
#define NCMB_QUERY_H

#include "NCMBArray.h"
#include "NCMBConstants.h"
#include "NCMBGeoPoint.h"
#include "NCMBRelation.h"

TCGB_BEGIN

/** Makes a query over the objects of a class. Mirrors +[NCMBQuery queryWithClassName:], and +query of a subclass: pass what
 * +ncmbClassName returns.
 * className: as for NCMBObject_objectWithClassName. Returns an object that the caller releases; NULL for another name, and the log says
 * so. */
TCGB_API TCGB_OWNED NCMBQuery *NCMBQuery_queryWithClassName(const char *className);

/** Makes a query that finds the objects of any of several queries. Mirrors +[NCMBQuery orQueryWithSubqueries:]. Only their conditions
 * count.
 * queries: 1 to 64, of one class; copied as they are now. Returns an object that the caller releases; NULL when the classes differ and
 * for a bad argument, and the log says which. */
TCGB_API TCGB_OWNED NCMBQuery *NCMBQuery_orQueryWithSubqueries(const NCMBQuery *const *queries, size_t count);

/** The class. Mirrors .ncmbClassName. It lives as long as the query. */
TCGB_API const char *NCMBQuery_ncmbClassName(const NCMBQuery *query);

/** How many objects are found at most. Mirrors .limit. 0: not set, which means 100. -1 for what is not a living query. */
TCGB_API int32_t NCMBQuery_limit(const NCMBQuery *query);

/** Mirrors -setLimit:. limit: 1 to 1,000 (more fails with 400005 when it is sent); 0 and less: not set. */
TCGB_API void NCMBQuery_setLimit(NCMBQuery *query, int32_t limit);

/** How many objects are skipped. Mirrors .skip. 0: none. -1 for what is not a living query. */
TCGB_API int32_t NCMBQuery_skip(const NCMBQuery *query);

/** Mirrors -setSkip:. skip: 0 and less: none. */
TCGB_API void NCMBQuery_setSkip(NCMBQuery *query, int32_t skip);

/** Only objects whose field has the value, or is a list that holds it; null finds objects without the field, too. Mirrors -[NCMBQuery
 * whereKey:equalTo:].
 * It replaces every other condition on the key. Returns true when the condition is taken; false changes nothing, and the log
 * says why. */
TCGB_API bool NCMBQuery_whereKey_equalTo_string(NCMBQuery *query, const char *key, const char *object);

/** Only objects whose field has the value, or is a list that holds it; null finds objects without the field, too. Mirrors -[NCMBQuery
 * whereKey:equalTo:].
 * It replaces every other condition on the key. Returns true when the condition is taken; false changes nothing, and the log
 * says why. */
TCGB_API bool NCMBQuery_whereKey_equalTo_int64(NCMBQuery *query, const char *key, int64_t object);

/** Only objects whose field has the value, or is a list that holds it; null finds objects without the field, too. Mirrors -[NCMBQuery
 * whereKey:equalTo:].
 * It replaces every other condition on the key. Returns true when the condition is taken; false changes nothing, and the log
 * says why. */
TCGB_API bool NCMBQuery_whereKey_equalTo_double(NCMBQuery *query, const char *key, double object);

/** Only objects whose field has the value, or is a list that holds it; null finds objects without the field, too. Mirrors -[NCMBQuery
 * whereKey:equalTo:].
 * It replaces every other condition on the key. Returns true when the condition is taken; false changes nothing, and the log
 * says why. */
TCGB_API bool NCMBQuery_whereKey_equalTo_bool(NCMBQuery *query, const char *key, bool object);

/** Only objects whose field has the value, or is a list that holds it; null finds objects without the field, too. Mirrors -[NCMBQuery
 * whereKey:equalTo:].
 * It replaces every other condition on the key. object: milliseconds since 1970-01-01 UTC. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_equalTo_date(NCMBQuery *query, const char *key, int64_t object);

/** Only objects whose field has the value, or is a list that holds it; null finds objects without the field, too. Mirrors -[NCMBQuery
 * whereKey:equalTo:].
 * It replaces every other condition on the key. object: one that is saved. Returns true when the condition is taken; false
 * changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_equalTo_object(NCMBQuery *query, const char *key, const NCMBObject *object);

/** Only objects whose field has the value, or is a list that holds it; null finds objects without the field, too. Mirrors -[NCMBQuery
 * whereKey:equalTo:].
 * It replaces every other condition on the key. Returns true when the condition is taken; false changes nothing, and the log
 * says why. */
TCGB_API bool NCMBQuery_whereKey_equalTo_geoPoint(NCMBQuery *query, const char *key, const NCMBGeoPoint *object);

/** Only objects whose field has the value, or is a list that holds it; null finds objects without the field, too. Mirrors -[NCMBQuery
 * whereKey:equalTo:].
 * It replaces every other condition on the key. Returns true when the condition is taken; false changes nothing, and the log
 * says why. */
TCGB_API bool NCMBQuery_whereKey_equalTo_json(NCMBQuery *query, const char *key, const char *object);

/** Only objects whose field does not have the value. Mirrors -[NCMBQuery whereKey:notEqualTo:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notEqualTo_string(NCMBQuery *query, const char *key, const char *object);

/** Only objects whose field does not have the value. Mirrors -[NCMBQuery whereKey:notEqualTo:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notEqualTo_int64(NCMBQuery *query, const char *key, int64_t object);

/** Only objects whose field does not have the value. Mirrors -[NCMBQuery whereKey:notEqualTo:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notEqualTo_double(NCMBQuery *query, const char *key, double object);

/** Only objects whose field does not have the value. Mirrors -[NCMBQuery whereKey:notEqualTo:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notEqualTo_bool(NCMBQuery *query, const char *key, bool object);

/** Only objects whose field does not have the value. Mirrors -[NCMBQuery whereKey:notEqualTo:].
 * object: milliseconds since 1970-01-01 UTC. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notEqualTo_date(NCMBQuery *query, const char *key, int64_t object);

/** Only objects whose field does not have the value. Mirrors -[NCMBQuery whereKey:notEqualTo:].
 * object: one that is saved. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notEqualTo_object(NCMBQuery *query, const char *key, const NCMBObject *object);

/** Only objects whose field does not have the value. Mirrors -[NCMBQuery whereKey:notEqualTo:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notEqualTo_geoPoint(NCMBQuery *query, const char *key, const NCMBGeoPoint *object);

/** Only objects whose field does not have the value. Mirrors -[NCMBQuery whereKey:notEqualTo:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notEqualTo_json(NCMBQuery *query, const char *key, const char *object);

/** Only objects whose field is less than the value, and of its type. Mirrors -[NCMBQuery whereKey:lessThan:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_lessThan_string(NCMBQuery *query, const char *key, const char *object);

/** Only objects whose field is less than the value, and of its type. Mirrors -[NCMBQuery whereKey:lessThan:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_lessThan_int64(NCMBQuery *query, const char *key, int64_t object);

/** Only objects whose field is less than the value, and of its type. Mirrors -[NCMBQuery whereKey:lessThan:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_lessThan_double(NCMBQuery *query, const char *key, double object);

/** Only objects whose field is less than the value, and of its type. Mirrors -[NCMBQuery whereKey:lessThan:].
 * object: milliseconds since 1970-01-01 UTC. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_lessThan_date(NCMBQuery *query, const char *key, int64_t object);

/** Only objects whose field is less than the value, and of its type. Mirrors -[NCMBQuery whereKey:lessThan:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_lessThan_json(NCMBQuery *query, const char *key, const char *object);

/** Only objects whose field is at most the value, and of its type. Mirrors -[NCMBQuery whereKey:lessThanOrEqualTo:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_lessThanOrEqualTo_string(NCMBQuery *query, const char *key, const char *object);

/** Only objects whose field is at most the value, and of its type. Mirrors -[NCMBQuery whereKey:lessThanOrEqualTo:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_lessThanOrEqualTo_int64(NCMBQuery *query, const char *key, int64_t object);

/** Only objects whose field is at most the value, and of its type. Mirrors -[NCMBQuery whereKey:lessThanOrEqualTo:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_lessThanOrEqualTo_double(NCMBQuery *query, const char *key, double object);

/** Only objects whose field is at most the value, and of its type. Mirrors -[NCMBQuery whereKey:lessThanOrEqualTo:].
 * object: milliseconds since 1970-01-01 UTC. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_lessThanOrEqualTo_date(NCMBQuery *query, const char *key, int64_t object);

/** Only objects whose field is at most the value, and of its type. Mirrors -[NCMBQuery whereKey:lessThanOrEqualTo:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_lessThanOrEqualTo_json(NCMBQuery *query, const char *key, const char *object);

/** Only objects whose field is greater than the value, and of its type. Mirrors -[NCMBQuery whereKey:greaterThan:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_greaterThan_string(NCMBQuery *query, const char *key, const char *object);

/** Only objects whose field is greater than the value, and of its type. Mirrors -[NCMBQuery whereKey:greaterThan:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_greaterThan_int64(NCMBQuery *query, const char *key, int64_t object);

/** Only objects whose field is greater than the value, and of its type. Mirrors -[NCMBQuery whereKey:greaterThan:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_greaterThan_double(NCMBQuery *query, const char *key, double object);

/** Only objects whose field is greater than the value, and of its type. Mirrors -[NCMBQuery whereKey:greaterThan:].
 * object: milliseconds since 1970-01-01 UTC. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_greaterThan_date(NCMBQuery *query, const char *key, int64_t object);

/** Only objects whose field is greater than the value, and of its type. Mirrors -[NCMBQuery whereKey:greaterThan:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_greaterThan_json(NCMBQuery *query, const char *key, const char *object);

/** Only objects whose field is at least the value, and of its type. Mirrors -[NCMBQuery whereKey:greaterThanOrEqualTo:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_greaterThanOrEqualTo_string(NCMBQuery *query, const char *key, const char *object);

/** Only objects whose field is at least the value, and of its type. Mirrors -[NCMBQuery whereKey:greaterThanOrEqualTo:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_greaterThanOrEqualTo_int64(NCMBQuery *query, const char *key, int64_t object);

/** Only objects whose field is at least the value, and of its type. Mirrors -[NCMBQuery whereKey:greaterThanOrEqualTo:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_greaterThanOrEqualTo_double(NCMBQuery *query, const char *key, double object);

/** Only objects whose field is at least the value, and of its type. Mirrors -[NCMBQuery whereKey:greaterThanOrEqualTo:].
 * object: milliseconds since 1970-01-01 UTC. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_greaterThanOrEqualTo_date(NCMBQuery *query, const char *key, int64_t object);

/** Only objects whose field is at least the value, and of its type. Mirrors -[NCMBQuery whereKey:greaterThanOrEqualTo:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_greaterThanOrEqualTo_json(NCMBQuery *query, const char *key, const char *object);

/** Only objects whose field has one of the values. Mirrors -[NCMBQuery whereKey:containedIn:].
 * array: UTF-8 texts, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_containedIn_strings(NCMBQuery *query, const char *key, const char *const *array, size_t count);

/** Only objects whose field has one of the values. Mirrors -[NCMBQuery whereKey:containedIn:].
 * array: numbers, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_containedIn_int64s(NCMBQuery *query, const char *key, const int64_t *array, size_t count);

/** Only objects whose field has one of the values. Mirrors -[NCMBQuery whereKey:containedIn:].
 * array: JSON text of a list. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_containedIn_json(NCMBQuery *query, const char *key, const char *array);

/** Only objects whose field has none of the values. Mirrors -[NCMBQuery whereKey:notContainedIn:].
 * array: UTF-8 texts, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notContainedIn_strings(NCMBQuery *query, const char *key, const char *const *array, size_t count);

/** Only objects whose field has none of the values. Mirrors -[NCMBQuery whereKey:notContainedIn:].
 * array: numbers, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notContainedIn_int64s(NCMBQuery *query, const char *key, const int64_t *array, size_t count);

/** Only objects whose field has none of the values. Mirrors -[NCMBQuery whereKey:notContainedIn:].
 * array: JSON text of a list. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notContainedIn_json(NCMBQuery *query, const char *key, const char *array);

/** Only objects whose list has one of the values. Mirrors -[NCMBQuery whereKey:containedInArray:].
 * array: UTF-8 texts, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_containedInArray_strings(NCMBQuery *query, const char *key, const char *const *array, size_t count);

/** Only objects whose list has one of the values. Mirrors -[NCMBQuery whereKey:containedInArray:].
 * array: numbers, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_containedInArray_int64s(NCMBQuery *query, const char *key, const int64_t *array, size_t count);

/** Only objects whose list has one of the values. Mirrors -[NCMBQuery whereKey:containedInArray:].
 * array: JSON text of a list. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_containedInArray_json(NCMBQuery *query, const char *key, const char *array);

/** The same under its later name. Mirrors -[NCMBQuery whereKey:containedInArrayTo:].
 * array: UTF-8 texts, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_containedInArrayTo_strings(NCMBQuery *query, const char *key, const char *const *array, size_t count);

/** The same under its later name. Mirrors -[NCMBQuery whereKey:containedInArrayTo:].
 * array: numbers, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_containedInArrayTo_int64s(NCMBQuery *query, const char *key, const int64_t *array, size_t count);

/** The same under its later name. Mirrors -[NCMBQuery whereKey:containedInArrayTo:].
 * array: JSON text of a list. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_containedInArrayTo_json(NCMBQuery *query, const char *key, const char *array);

/** Only objects whose list has none of the values. Mirrors -[NCMBQuery whereKey:notContainedInArray:].
 * array: UTF-8 texts, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notContainedInArray_strings(NCMBQuery *query, const char *key, const char *const *array, size_t count);

/** Only objects whose list has none of the values. Mirrors -[NCMBQuery whereKey:notContainedInArray:].
 * array: numbers, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notContainedInArray_int64s(NCMBQuery *query, const char *key, const int64_t *array, size_t count);

/** Only objects whose list has none of the values. Mirrors -[NCMBQuery whereKey:notContainedInArray:].
 * array: JSON text of a list. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notContainedInArray_json(NCMBQuery *query, const char *key, const char *array);

/** The same under its later name. Mirrors -[NCMBQuery whereKey:notContainedInArrayTo:].
 * array: UTF-8 texts, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notContainedInArrayTo_strings(NCMBQuery *query, const char *key, const char *const *array, size_t count);

/** The same under its later name. Mirrors -[NCMBQuery whereKey:notContainedInArrayTo:].
 * array: numbers, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notContainedInArrayTo_int64s(NCMBQuery *query, const char *key, const int64_t *array, size_t count);

/** The same under its later name. Mirrors -[NCMBQuery whereKey:notContainedInArrayTo:].
 * array: JSON text of a list. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_notContainedInArrayTo_json(NCMBQuery *query, const char *key, const char *array);

/** Only objects whose list has all the values. Mirrors -[NCMBQuery whereKey:containsAllObjectsInArray:].
 * array: UTF-8 texts, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_containsAllObjectsInArray_strings(
    NCMBQuery *query, const char *key, const char *const *array, size_t count);

/** Only objects whose list has all the values. Mirrors -[NCMBQuery whereKey:containsAllObjectsInArray:].
 * array: numbers, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_containsAllObjectsInArray_int64s(NCMBQuery *query, const char *key, const int64_t *array, size_t count);

/** Only objects whose list has all the values. Mirrors -[NCMBQuery whereKey:containsAllObjectsInArray:].
 * array: JSON text of a list. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_containsAllObjectsInArray_json(NCMBQuery *query, const char *key, const char *array);

/** The same under its later name. Mirrors -[NCMBQuery whereKey:containsAllObjectsInArrayTo:].
 * array: UTF-8 texts, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_containsAllObjectsInArrayTo_strings(
    NCMBQuery *query, const char *key, const char *const *array, size_t count);

/** The same under its later name. Mirrors -[NCMBQuery whereKey:containsAllObjectsInArrayTo:].
 * array: numbers, `count` of them; NULL for none. A search with more than 10,000 fails with 400009. Returns true when the condition is
 * taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_containsAllObjectsInArrayTo_int64s(NCMBQuery *query, const char *key, const int64_t *array, size_t count);

/** The same under its later name. Mirrors -[NCMBQuery whereKey:containsAllObjectsInArrayTo:].
 * array: JSON text of a list. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_containsAllObjectsInArrayTo_json(NCMBQuery *query, const char *key, const char *array);

/** Only objects that have the field. Mirrors -[NCMBQuery whereKeyExists:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKeyExists(NCMBQuery *query, const char *key);

/** Only objects that do not have the field. Mirrors -[NCMBQuery whereKeyDoesNotExist:].
 * Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKeyDoesNotExist(NCMBQuery *query, const char *key);

/** Only objects whose field names an object that another query finds. Mirrors -[NCMBQuery whereKey:matchesQuery:].
 * subquery: copied as it is now, with skip and limit. Returns true when the condition is taken; false changes nothing, and the log says
 * why. */
TCGB_API bool NCMBQuery_whereKey_matchesQuery(NCMBQuery *query, const char *key, const NCMBQuery *subquery);

/** Only objects whose field has a value that a field of the objects that another query finds has. Mirrors -[NCMBQuery
 * whereKey:matchesKey:inQuery:].
 * otherKey: the field of those. subquery: copied as it is now. Returns true when the condition is taken; false changes nothing, and the
 * log says why. */
TCGB_API bool NCMBQuery_whereKey_matchesKey_inQuery(NCMBQuery *query, const char *key, const char *otherKey, const NCMBQuery *subquery);

/** Objects by their distance from a place, the nearest first. Mirrors -[NCMBQuery whereKey:nearGeoPoint:].
 * An order that is set goes before the distance. A query has one such condition. Returns true when the condition is taken; false
 * changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_nearGeoPoint(NCMBQuery *query, const char *key, const NCMBGeoPoint *geoPoint);

/** The same, and only those that are not farther. Mirrors -[NCMBQuery whereKey:nearGeoPoint:withinKilometers:].
 * maxDistance: in km, 0 or more. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_nearGeoPoint_withinKilometers(
    NCMBQuery *query, const char *key, const NCMBGeoPoint *geoPoint, double maxDistance);

/** The same, and only those that are not farther. Mirrors -[NCMBQuery whereKey:nearGeoPoint:withinMiles:].
 * maxDistance: in miles, 0 or more. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_nearGeoPoint_withinMiles(
    NCMBQuery *query, const char *key, const NCMBGeoPoint *geoPoint, double maxDistance);

/** The same, and only those that are not farther. Mirrors -[NCMBQuery whereKey:nearGeoPoint:withinRadians:].
 * maxDistance: in radians of the earth, 0 or more. Returns true when the condition is taken; false changes nothing, and the log says
 * why. */
TCGB_API bool NCMBQuery_whereKey_nearGeoPoint_withinRadians(
    NCMBQuery *query, const char *key, const NCMBGeoPoint *geoPoint, double maxDistance);

/** Only objects in a box of degrees, which does not cross the date line. Mirrors -[NCMBQuery
 * whereKey:withinGeoBoxFromSouthwest:toNortheast:].
 * southwest, northeast: two opposite corners. Returns true when the condition is taken; false changes nothing, and the log says why. */
TCGB_API bool NCMBQuery_whereKey_withinGeoBoxFromSouthwest_toNortheast(

    NCMBQuery *query, const char *key, const NCMBGeoPoint *southwest, const NCMBGeoPoint *northeast);

/** Only the members of a relation. Mirrors -[NCMBQuery relatedTo:objectId:key:].
 * targetClassName, objectId: the object that has the relation. key: its field. Returns true when the condition is taken; false changes
 * nothing, and the log says why. */
TCGB_API bool NCMBQuery_relatedTo_objectId_key(NCMBQuery *query, const char *targetClassName, const char *objectId, const char *key);

/** Gives the object that a field names together with the object that has the field. Mirrors -[NCMBQuery includeKey:] and
 * -setIncludeKey:; the last one counts. There is no getter: it would have the same name.
 * key: the name of a field, or several with dots to go deeper; NULL for none. */
TCGB_API void NCMBQuery_includeKey(NCMBQuery *query, const char *key);

/** Sorts by a field, the smallest first, and by nothing else. Mirrors -[NCMBQuery orderByAscending:].
 * key: at most 8 of them in a query. Without any the newest object is first. Returns true when it is taken; false changes nothing, and
 * the log says why. */
TCGB_API bool NCMBQuery_orderByAscending(NCMBQuery *query, const char *key);

/** Sorts what is equal so far by a field, the smallest first. Mirrors -[NCMBQuery addAscendingOrder:].
 * key: at most 8 of them in a query. Without any the newest object is first. Returns true when it is taken; false changes nothing, and
 * the log says why. */
TCGB_API bool NCMBQuery_addAscendingOrder(NCMBQuery *query, const char *key);

/** Sorts by a field, the greatest first, and by nothing else. Mirrors -[NCMBQuery orderByDescending:].
 * key: at most 8 of them in a query. Without any the newest object is first. Returns true when it is taken; false changes nothing, and
 * the log says why. */
TCGB_API bool NCMBQuery_orderByDescending(NCMBQuery *query, const char *key);

/** Sorts what is equal so far by a field, the greatest first. Mirrors -[NCMBQuery addDescendingOrder:].
 * key: at most 8 of them in a query. Without any the newest object is first. Returns true when it is taken; false changes nothing, and
 * the log says why. */
TCGB_API bool NCMBQuery_addDescendingOrder(NCMBQuery *query, const char *key);

/** Finds objects. Blocks until the answer comes. Mirrors -[NCMBQuery findObjects:].
 * error: takes why it failed, an object that the caller releases, or NULL after success; may be NULL. Returns an array that the caller
 * releases, also when nothing was found; NULL after an error.
 * Errors: as the form with InBackground; 11002 inside a callback. */
TCGB_API TCGB_OWNED NCMBArray *NCMBQuery_findObjects(const NCMBQuery *query, TCGB_OWNED TCGBError **error);

/** Finds objects that the current user may read. Mirrors -[NCMBQuery findObjectsInBackgroundWithBlock:].
 * A class that has no object finds none.
 * Errors:
 * - 400004 a name that no field can have
 * - 400009 too many conditions, values or orders
 * - 413003 it would look at too many objects; the text names the index that it needs */
TCGB_API void NCMBQuery_findObjectsInBackgroundWithBlock(const NCMBQuery *query, NCMBArrayResultBlock block, void *context);

/** Finds the first object. Blocks until the answer comes. Mirrors -[NCMBQuery getFirstObject:].
 * error: as for findObjects. Returns an object that the caller releases; NULL when there is none, and after an error. */
TCGB_API TCGB_OWNED NCMBObject *NCMBQuery_getFirstObject(const NCMBQuery *query, TCGB_OWNED TCGBError **error);

/** Finds the first object. Mirrors -[NCMBQuery getFirstObjectInBackgroundWithBlock:].
 * block: gets NULL without an error when there is none.
 * Errors: as findObjectsInBackgroundWithBlock. */
TCGB_API void NCMBQuery_getFirstObjectInBackgroundWithBlock(const NCMBQuery *query, NCMBObjectResultBlock block, void *context);

/** Counts the objects that it finds, without limit and skip. Blocks until the answer comes. Mirrors -[NCMBQuery countObjects:].
 * error: as for findObjects. Returns -1 after an error. */
TCGB_API int64_t NCMBQuery_countObjects(const NCMBQuery *query, TCGB_OWNED TCGBError **error);

/** Counts the objects that it finds, without limit and skip. Mirrors -[NCMBQuery countObjectsInBackgroundWithBlock:].
 * Errors: as findObjectsInBackgroundWithBlock. */
TCGB_API void NCMBQuery_countObjectsInBackgroundWithBlock(const NCMBQuery *query, NCMBIntegerResultBlock block, void *context);

/** Finds the object with an id among those that it finds. Blocks until the answer comes. Mirrors -[NCMBQuery getObjectWithId:error:].
 * error: as for findObjects; 404001 when there is none. Returns an object that the caller releases; NULL after an error. */
TCGB_API TCGB_OWNED NCMBObject *NCMBQuery_getObjectWithId_error(const NCMBQuery *query, const char *objectId, TCGB_OWNED TCGBError **error);

/** Finds the object with an id among those that it finds. Mirrors -[NCMBQuery getObjectInBackgroundWithId:block:].
 * objectId: not empty.
 * Errors:
 * - 404001 there is no such object, or the user may not read it
 * - as findObjectsInBackgroundWithBlock */
TCGB_API void NCMBQuery_getObjectInBackgroundWithId_block(

    const NCMBQuery *query, const char *objectId, NCMBObjectResultBlock block, void *context);

/** Finds an object of a class by its id. Blocks until the answer comes. Mirrors +[NCMBQuery getObjectOfClass:objectId:error:].
 * error: as for getObjectWithId. Returns an object that the caller releases; NULL after an error. */
TCGB_API TCGB_OWNED NCMBObject *NCMBQuery_getObjectOfClass_objectId_error(
    const char *objectClass, const char *objectId, TCGB_OWNED TCGBError **error);

/** Finds a user by the id. Blocks until the answer comes. Mirrors +[NCMBQuery getUserObjectWithId:error:]. A user is seen by itself alone,
 * unless its ACL says otherwise.
 * error: as for getObjectWithId. Returns an object that the caller releases; NULL after an error. */
TCGB_API TCGB_OWNED NCMBUser *NCMBQuery_getUserObjectWithId_error(const char *objectId, TCGB_OWNED TCGBError **error);

/** Ends the searches of this query that are under way, also those whose answer has come and was not delivered yet. Mirrors -[NCMBQuery
 * cancel], after which the SDK calls nothing back: here each callback comes with error 110, because a callback that was given always
 * comes. */
TCGB_API void NCMBQuery_cancel(NCMBQuery *query);

TCGB_END

#endif
