"""Distances on the earth, and the operators that ask for places."""
import math

from harness.documents.paths import candidates
from harness.documents.values import GEO, NUMBER, Refused, kind

# The radius of the earth in the unit of each limit.
LIMITS = {"$maxDistanceInKilometers": 6371.0, "$maxDistanceInMiles": 3958.8, "$maxDistanceInRadians": 1.0}


def angle(one, other):
    """In radians, by the haversine."""
    latitudes = math.radians(one["latitude"]), math.radians(other["latitude"])
    east = math.radians(other["longitude"]) - math.radians(one["longitude"])
    square = (math.sin((latitudes[1] - latitudes[0]) / 2) ** 2
              + math.cos(latitudes[0]) * math.cos(latitudes[1]) * math.sin(east / 2) ** 2)
    # Rounding may carry antipodes beyond 1.
    return 2 * math.asin(min(1.0, math.sqrt(square)))


def points(ends):
    return [value for value in candidates(ends) if kind(value) == GEO]


def nearest(ends, point):
    """The angle to the nearest candidate; None: there is none."""
    return min((angle(point, other) for other in points(ends)), default=None)


def near(operators):
    """Test of end values, and the point, of a $nearSphere with what stands beside it."""
    point, limits = operators["$nearSphere"], [name for name in LIMITS if name in operators]
    if kind(point) != GEO or len(limits) > 1:
        raise Refused("$nearSphere wants a point and at most one limit")
    angle_max = math.inf
    if limits:
        distance = operators[limits[0]]
        if kind(distance) != NUMBER or distance < 0:
            raise Refused("a distance is a number from 0 on")
        angle_max = distance / LIMITS[limits[0]]

    def test(ends):
        found = nearest(ends, point)
        return found is not None and found <= angle_max
    return test, point


def within(operand):
    corners = operand["$box"] if isinstance(operand, dict) and list(operand) == ["$box"] else None
    if not isinstance(corners, list) or len(corners) != 2 or any(kind(corner) != GEO for corner in corners):
        raise Refused("$within wants a $box of two points")
    (south, north), (west, east) = (sorted(corner[side] for corner in corners) for side in ("latitude", "longitude"))
    return lambda ends: any(
        south <= point["latitude"] <= north and west <= point["longitude"] <= east for point in points(ends))
