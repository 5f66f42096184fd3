/** @file
 * A place on the earth. Mirrors NCMBGeoPoint. Since 1.0. A field that it is set to has a copy.
 * Not mirrored: geoPointForCurrentLocationInBackground:, because the machine is not asked where it is. */
#ifndef NCMB_GEO_POINT_H
#define NCMB_GEO_POINT_H

#include "NCMBConstants.h"

TCGB_BEGIN

/** A place. Mirrors NCMBGeoPoint. */
typedef struct NCMBGeoPoint NCMBGeoPoint;

/** Makes the place 0, 0. Mirrors +[NCMBGeoPoint geoPoint]. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED NCMBGeoPoint *NCMBGeoPoint_geoPoint(void);

/** Makes a place. Mirrors +[NCMBGeoPoint geoPointWithLatitude:longitude:], and +geoPointWithLocation: with the two numbers of the
 * location.
 * latitude: -90 to 90 degrees. longitude: -180 to 180 degrees. Returns an object that the caller releases; NULL beyond, where the SDK
 * raises an exception, and the log says so. */
TCGB_API TCGB_OWNED NCMBGeoPoint *NCMBGeoPoint_geoPointWithLatitude_longitude(double latitude, double longitude);

/** Degrees north of the equator. Mirrors .latitude. 0 for what is not a living place. */
TCGB_API double NCMBGeoPoint_latitude(const NCMBGeoPoint *geoPoint);

/** Degrees east of Greenwich. Mirrors .longitude. 0 for what is not a living place. */
TCGB_API double NCMBGeoPoint_longitude(const NCMBGeoPoint *geoPoint);

/** Mirrors -setLatitude:. latitude: -90 to 90 degrees; another value changes nothing, and is logged. */
TCGB_API void NCMBGeoPoint_setLatitude(NCMBGeoPoint *geoPoint, double latitude);

/** Mirrors -setLongitude:. longitude: -180 to 180 degrees; another value changes nothing, and is logged. */
TCGB_API void NCMBGeoPoint_setLongitude(NCMBGeoPoint *geoPoint, double longitude);

TCGB_END

#endif
