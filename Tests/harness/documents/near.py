"""Random operands of $nearSphere whose answer does not hang on how a distance is rounded."""
from harness.documents.geo import LIMITS, angle

# In radians: six metres. Near antipodes a distance is no more exact than that.
APART = 1e-6
NEAR = 1e-4


def coordinates(point):
    return point["latitude"], point["longitude"]


def distances(point, points):
    """Of the places; None: two of them are nearly equally far."""
    found = sorted(angle(point, other) for other in {coordinates(other): other for other in points}.values())
    return None if any(far - near < APART for near, far in zip(found, found[1:])) else found


def limit(random, found):
    """A limit in radians between two of these distances; sometimes exactly 0, when a place is the point itself or far from it."""
    steps = [-APART * 3] + found + [max(found[-1:], default=0) + 0.1]
    gaps = [(near, far) for near, far in zip(steps, steps[1:]) if far - near > 2 * APART and far > 0]
    if random.random() < 0.1 and not any(0 < distance < APART for distance in found):
        return 0
    near, far = random.choice(gaps)
    # In the middle, or close to one of them.
    return max(0.0, random.choice([(near + far) / 2, min(near + NEAR, (near + far) / 2), max(far - NEAR, (near + far) / 2)]))


def operand(random, points, candidates):
    """None: no point of the candidates will do."""
    random.shuffle(candidates)
    for point in candidates:
        found = distances(point, points)
        if found is not None:
            made = {"$nearSphere": point}
            if random.random() < 0.75:
                name = random.choice(list(LIMITS))
                made[name] = limit(random, found) * LIMITS[name]
                if random.random() < 0.2:
                    made = dict(reversed(list(made.items())))
            return made
    return None
