import CLinux
import Codecs

/// A place on the earth, in degrees.
public struct GeoPoint: Equatable, Sendable {
    public static let kilometersOfRadius = 6371.0
    public static let milesOfRadius = 3958.8

    public let latitude: Double
    public let longitude: Double

    /// Nil beyond -90…90 and -180…180, and for what is no number.
    @export(interface) public init?(latitude: Double, longitude: Double) {
        guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    @export(interface) public init?(_ object: JSONObject) {
        guard let latitude = object["latitude"]?.doubleValue, let longitude = object["longitude"]?.doubleValue else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    @export(interface) public var json: JSON {
        ["__type": "GeoPoint", "latitude": .decimal("\(latitude)"), "longitude": .decimal("\(longitude)")]
    }

    /// Along the surface, in radians (haversine formula).
    @export(interface) public func radians(to other: GeoPoint) -> Double {
        let a = Self.radians(latitude)
        let b = Self.radians(other.latitude)
        let halfLatitude = sin((b - a) / 2)
        let halfLongitude = sin(Self.radians(other.longitude - longitude) / 2)
        let square = halfLatitude * halfLatitude + cos(a) * cos(b) * halfLongitude * halfLongitude
        return 2 * asin(min(1, square.squareRoot()))
    }

    private static func radians(_ degrees: Double) -> Double { degrees * (Double.pi / 180) }
}

/// Two opposite corners, in any order. A box never crosses the date line.
struct GeoBox: Sendable {
    let first: GeoPoint
    let second: GeoPoint

    func contains(_ point: GeoPoint) -> Bool {
        point.latitude >= min(first.latitude, second.latitude) && point.latitude <= max(first.latitude, second.latitude)
            && point.longitude >= min(first.longitude, second.longitude) && point.longitude <= max(first.longitude, second.longitude)
    }
}
