import Accessors
import Boundary
import CGamebase
import Client
import Documents
import Linux

/// A place under the name of the mobile backend.
struct GeoPointValue: BoundaryValue {
    var point: GeoPoint

    static var zero: GeoPointValue? { GeoPoint(latitude: 0, longitude: 0).map { GeoPointValue(point: $0) } }

    package static var boundaryClass: BoundaryClass { .NCMBGeoPoint }

    package func field(_ field: NCMBGeoPointField) -> FieldValue {
        switch field {
        case .latitude: .real(point.latitude)
        case .longitude: .real(point.longitude)
        }
    }
}

private func move(_ geoPoint: OpaquePointer?, _ function: StaticString = #function, _ to: (GeoPoint) -> GeoPoint?) {
    var isFar = false
    change(geoPoint, GeoPointValue.self, function) { value in
        if let point = to(value.point) { value.point = point } else { isFar = true }
    }
    if isFar { Clients.current.log(.warn, "\(functionName(function)): pass -90 to 90 and -180 to 180 degrees") }
}

@_cdecl("NCMBGeoPoint_geoPoint") @implementation
public func NCMBGeoPoint_geoPoint() -> OpaquePointer? {
    GeoPointValue.zero.flatMap { newHandle($0) }
}

@_cdecl("NCMBGeoPoint_geoPointWithLatitude_longitude") @implementation
public func NCMBGeoPoint_geoPointWithLatitude_longitude(_ latitude: Double, _ longitude: Double) -> OpaquePointer? {
    guard let point = GeoPoint(latitude: latitude, longitude: longitude) else {
        Clients.current.log(.warn, "NCMBGeoPoint_geoPointWithLatitude_longitude: pass -90 to 90 and -180 to 180 degrees")
        return nil
    }
    return newHandle(GeoPointValue(point: point))
}

@_cdecl("NCMBGeoPoint_setLatitude") @implementation
public func NCMBGeoPoint_setLatitude(_ geoPoint: OpaquePointer?, _ latitude: Double) {
    move(geoPoint) { GeoPoint(latitude: latitude, longitude: $0.longitude) }
}

@_cdecl("NCMBGeoPoint_setLongitude") @implementation
public func NCMBGeoPoint_setLongitude(_ geoPoint: OpaquePointer?, _ longitude: Double) {
    move(geoPoint) { GeoPoint(latitude: $0.latitude, longitude: longitude) }
}
