/** @file
 * A field with any number of objects of one class, in no order. Mirrors NCMBRelation. Since 1.0.
 * The members are not in the object: a query finds them, and a change writes one, however many there are. */
#ifndef NCMB_RELATION_H
#define NCMB_RELATION_H

#include "NCMBConstants.h"

TCGB_BEGIN

/** A query. Mirrors NCMBQuery. See NCMBQuery.h. */
typedef struct NCMBQuery NCMBQuery;

/** A relation. Mirrors NCMBRelation. */
typedef struct NCMBRelation NCMBRelation;

/** The relation in a field of an object. Mirrors -[NCMBRelation initWithClassName:key:], whose first argument is the object;
 * NCMBObject_relationforKey is the shorter way.
 * parent: kept. key: the name of the field. Returns an object that the caller releases; NULL for a bad argument, and the log says
 * which. */
TCGB_API TCGB_OWNED NCMBRelation *NCMBRelation_initWithClassName_key(NCMBObject *parent, const char *key);

/** A relation that belongs to no object yet: it has a target class alone, and nothing can be added to it. Mirrors -[NCMBRelation
 * initWithClassName:].
 * className: the target class. Returns an object that the caller releases; NULL for a bad argument, and the log says which. */
TCGB_API TCGB_OWNED NCMBRelation *NCMBRelation_initWithClassName(const char *className);

/** The object whose field it is. Mirrors .parent. Returns NULL when it belongs to none. It is borrowed: it lives as long as the
 * relation; of a relation that was borrowed from the object, as long as the object's own references. */
TCGB_API NCMBObject *NCMBRelation_parent(const NCMBRelation *relation);

/** The name of the field. Mirrors .key. NULL when it belongs to no object. */
TCGB_API const char *NCMBRelation_key(const NCMBRelation *relation);

/** The class of its members. Mirrors .targetClass. NULL until something was added or fetched. */
TCGB_API const char *NCMBRelation_targetClass(const NCMBRelation *relation);

/** A query over its members. Mirrors -[NCMBRelation query].
 * Returns an object that the caller releases; NULL when the object is not saved or the target class is not known, and the log says so. */
TCGB_API TCGB_OWNED NCMBQuery *NCMBRelation_query(const NCMBRelation *relation);

/** Adds a member, with the next save of the object whose field it is. Mirrors -[NCMBRelation addObject:].
 * object: of the target class; saved first when it is not saved. Returns true when it is done; false changes nothing, and the log says
 * why: another class, or a different object was removed and not saved yet, where the SDK raises an exception. */
TCGB_API bool NCMBRelation_addObject(NCMBRelation *relation, NCMBObject *object);

/** Takes a member out, with the next save of the object whose field it is. Mirrors -[NCMBRelation removeObject:]. One that was added
 * and not saved is not added.
 * Returns true when it is done; false changes nothing, and the log says why: another class, or a different object was added and not
 * saved yet. */
TCGB_API bool NCMBRelation_removeObject(NCMBRelation *relation, NCMBObject *object);

TCGB_END

#endif
