import Accessors
import Boundary
import CGamebase
import Client
import Codecs
import Linux

struct IAPConfiguration: BoundaryValue {
    let appKey: String
    var serviceZone: Int32 = 0

    package static var boundaryClass: BoundaryClass { .NHNCloudIAPConfiguration }

    var json: JSON { ["appKey": .string(appKey), "serviceZone": .integer(Int64(serviceZone))] }

    static func from(_ json: JSON) -> IAPConfiguration? {
        guard let appKey = json["appKey"]?.stringValue, !appKey.isEmpty else { return nil }
        var configuration = IAPConfiguration(appKey: appKey)
        if let zone = json["serviceZone"] {
            guard let number = zone.int64Value, 0...2 ~= number else { return nil }
            configuration.serviceZone = Int32(number)
        }
        return configuration
    }

    package func field(_ field: NHNCloudIAPConfigurationField) -> FieldValue {
        switch field {
        case .appKey: .text(appKey)
        case .serviceZone: .number(Int64(serviceZone))
        case .jsonString: .text(json.text())
        }
    }
}

private func configuration(_ appKey: CText?, _ function: StaticString = #function) -> OpaquePointer? {
    var arguments = Arguments("NHNCloudIAPConfiguration")
    let appKey = arguments.requiredText(appKey, "appKey", "the app's key")
    return arguments.refusedIntoLog(function) ? nil : newHandle(IAPConfiguration(appKey: appKey))
}

@_cdecl("NHNCloudIAPConfiguration_configurationWithAppKey") @implementation
public func NHNCloudIAPConfiguration_configurationWithAppKey(_ appKey: UnsafePointer<CChar>?) -> OpaquePointer? { configuration(appKey) }

@_cdecl("NHNCloudIAPConfiguration_initWithAppKey") @implementation
public func NHNCloudIAPConfiguration_initWithAppKey(_ appKey: UnsafePointer<CChar>?) -> OpaquePointer? { configuration(appKey) }

@_cdecl("NHNCloudIAPConfiguration_copy") @implementation
public func NHNCloudIAPConfiguration_copy(_ configuration: OpaquePointer?) -> OpaquePointer? {
    value(configuration, IAPConfiguration.self).flatMap { newHandle($0) }
}

@_cdecl("NHNCloudIAPConfiguration_setServiceZone") @implementation
public func NHNCloudIAPConfiguration_setServiceZone(_ configuration: OpaquePointer?, _ serviceZone: Int32) {
    change(configuration, IAPConfiguration.self) { if 0...2 ~= serviceZone { $0.serviceZone = serviceZone } }
}

@_cdecl("NHNCloudIAPConfiguration_configurationFromJsonString") @implementation
public func NHNCloudIAPConfiguration_configurationFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, IAPConfiguration.from, "NHNCloudIAPConfiguration")
}
