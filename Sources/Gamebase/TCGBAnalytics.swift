import Accessors
import Boundary
import CGamebase
import Client
import Linux

extension GameUserData: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBAnalyticsGameUserData }

    package func field(_ field: TCGBAnalyticsGameUserDataField) -> FieldValue {
        switch field {
        case .userLevel: .number(Int64(userLevel))
        case .channelId: .text(channelId)
        case .characterId: .text(characterId)
        case .classId: .text(classId)
        }
    }
}

extension LevelUpData: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBAnalyticsLevelUpData }

    package func field(_ field: TCGBAnalyticsLevelUpDataField) -> FieldValue {
        switch field {
        case .userLevel: .number(Int64(userLevel))
        case .levelUpTime: .number(levelUpTime)
        }
    }
}

@_cdecl("TCGBAnalytics_setGameUserData") @implementation
public func TCGBAnalytics_setGameUserData(_ gameUserData: OpaquePointer?) {
    guard let data = value(gameUserData, GameUserData.self) else { return }
    Clients.current.analytics.setGameUserData(data)
}

@_cdecl("TCGBAnalytics_traceLevelUpWithLevelUpData") @implementation
public func TCGBAnalytics_traceLevelUpWithLevelUpData(_ levelUpData: OpaquePointer?) {
    // Two numbers, and not the value: a copy would count references.
    let (level, time) = read(levelUpData, LevelUpData.self, else: (0, 0)) { ($0.value.userLevel, $0.value.levelUpTime) }
    if time > 0 { Clients.read { $0.analytics.traceLevelUp(level, levelUpTime: time) } }
}

// MARK: TCGBAnalyticsGameUserData

@_cdecl("TCGBAnalyticsGameUserData_gameUserDataWithUserLevel") @implementation
public func TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(_ userLevel: Int32) -> OpaquePointer? {
    newHandle(GameUserData(userLevel: userLevel))
}

@_cdecl("TCGBAnalyticsGameUserData_setUserLevel") @implementation
public func TCGBAnalyticsGameUserData_setUserLevel(_ gameUserData: OpaquePointer?, _ userLevel: Int32) {
    change(gameUserData, GameUserData.self) { $0.userLevel = userLevel }
}

@_cdecl("TCGBAnalyticsGameUserData_setChannelId") @implementation
public func TCGBAnalyticsGameUserData_setChannelId(_ gameUserData: OpaquePointer?, _ channelId: UnsafePointer<CChar>?) {
    var arguments = Arguments("TCGBAnalyticsGameUserData")
    let text = arguments.text(channelId, "channelId")
    if arguments.refusedIntoLog() { return }
    change(gameUserData, GameUserData.self) { $0.channelId = text }
}

@_cdecl("TCGBAnalyticsGameUserData_setCharacterId") @implementation
public func TCGBAnalyticsGameUserData_setCharacterId(_ gameUserData: OpaquePointer?, _ characterId: UnsafePointer<CChar>?) {
    var arguments = Arguments("TCGBAnalyticsGameUserData")
    let text = arguments.text(characterId, "characterId")
    if arguments.refusedIntoLog() { return }
    change(gameUserData, GameUserData.self) { $0.characterId = text }
}

@_cdecl("TCGBAnalyticsGameUserData_setClassId") @implementation
public func TCGBAnalyticsGameUserData_setClassId(_ gameUserData: OpaquePointer?, _ classId: UnsafePointer<CChar>?) {
    var arguments = Arguments("TCGBAnalyticsGameUserData")
    let text = arguments.text(classId, "classId")
    if arguments.refusedIntoLog() { return }
    change(gameUserData, GameUserData.self) { $0.classId = text }
}

// MARK: TCGBAnalyticsLevelUpData

@_cdecl("TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime") @implementation
public func TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(_ userLevel: Int32, _ levelUpTime: Int64) -> OpaquePointer? {
    guard isLevelUpTime(levelUpTime) else { return nil }
    return newHandle(LevelUpData(userLevel: userLevel, levelUpTime: levelUpTime))
}

@_cdecl("TCGBAnalyticsLevelUpData_setUserLevel") @implementation
public func TCGBAnalyticsLevelUpData_setUserLevel(_ levelUpData: OpaquePointer?, _ userLevel: Int32) {
    change(levelUpData, LevelUpData.self) { $0.userLevel = userLevel }
}

@_cdecl("TCGBAnalyticsLevelUpData_setLevelUpTime") @implementation
public func TCGBAnalyticsLevelUpData_setLevelUpTime(_ levelUpData: OpaquePointer?, _ levelUpTime: Int64) {
    guard isLevelUpTime(levelUpTime) else { return }
    change(levelUpData, LevelUpData.self) { $0.levelUpTime = levelUpTime }
}

private func isLevelUpTime(_ time: Int64, _ function: StaticString = #function) -> Bool {
    if time > 0 { return true }
    Clients.current.log(.warn, "\(functionName(function)): levelUpTime: must be epoch milliseconds above 0, is \(time)")
    return false
}
