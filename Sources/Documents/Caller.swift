import Codecs
import Linux

/// Who asks: decides which rows there are for this caller.
public enum Caller: Equatable, Sendable {
    case nobody
    case user(String)
    /// The console and the game's own server: everything.
    case console
    #if !hasFeature(Embedded)
    /// An operator who searches: every row, and of its fields those that are kept as they were given.
    case searcher
    #endif

    @export(interface) public var isConsole: Bool { if case .console = self { true } else { false } }
}

/// What a list says of a caller.
public enum Access: Equatable, Sendable {
    case granted, refused
    /// To who has one of these roles. Whether the caller has them is asked of these alone: in how many others somebody put the caller does
    /// not matter.
    case byRole([String])
}

/// Who may read and write a row (section 2.6 of the reference).
public struct AccessList: Equatable, Sendable {
    public static let entriesMax = 1000
    public static let everyone = "*"
    static let rolePrefix = "role:"
    /// As long as a role may be named.
    static let roleBytesMax = 255

    struct Rights: Equatable, Sendable {
        var read = false
        var write = false
    }

    private(set) var entries: [(who: String, rights: Rights)] = []
    private var made: JSON?

    /// Nobody but the console.
    @export(interface) public init() {}

    @export(interface) public static var publicReadWrite: AccessList {
        var list = AccessList()
        list.entries = [(everyone, Rights(read: true, write: true))]
        return list
    }

    /// What a user has of itself.
    @export(interface) public static func only(_ userId: String) -> AccessList {
        var list = AccessList()
        list.entries = [(userId, Rights(read: true, write: true))]
        return list
    }

    /// Null is nobody. Only what is true counts.
    @export(interface) public static func read(_ json: JSON) throws(DocumentError) -> AccessList {
        var list = AccessList()
        if json.isNull { return list }
        guard let object = json.objectValue else { throw .type(FieldNames.acl, "an object") }
        guard object.count <= entriesMax else { throw .length(FieldNames.acl, entriesMax) }
        for (who, rights) in object.members {
            guard isWho(who), let rights = rights.objectValue else { throw .format(FieldNames.acl) }
            var granted = Rights()
            for (name, value) in rights.members {
                guard let isGranted = value.boolValue else { throw .format(FieldNames.acl) }
                switch name {
                case "read": granted.read = isGranted
                case "write": granted.write = isGranted
                default: throw .format(FieldNames.acl)
                }
            }
            if granted.read || granted.write { list.entries.append((who, granted)) }
        }
        return list
    }

    private static func isWho(_ who: String) -> Bool {
        !who.isEmpty && who.utf8.count <= roleBytesMax + rolePrefix.utf8.count && !who.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }

    /// With its JSON made, for who asks for it again and again.
    @export(interface) public var prepared: AccessList {
        var prepared = self
        prepared.made = json
        return prepared
    }

    @export(interface) public var json: JSON {
        if let made { return made }
        var object = JSONObject()
        for (who, rights) in entries {
            var granted = JSONObject()
            if rights.read { granted["read"] = true }
            if rights.write { granted["write"] = true }
            object[who] = .object(granted)
        }
        return .object(object)
    }

    @export(interface) public func reading(_ caller: Caller) -> Access { access(caller) { $0.read } }
    @export(interface) public func writing(_ caller: Caller) -> Access { access(caller) { $0.write } }

    /// What it grants by name, and not to everybody.
    @export(interface) public var named: AccessList {
        var list = self
        list.made = nil
        list.entries.removeAll { $0.who == Self.everyone }
        return list
    }

    // MARK: What a game's own list is made with

    /// As whom an entry names the role.
    @export(interface) public static func role(_ name: String) -> String { rolePrefix + name }

    @export(interface) public func grantsRead(_ who: String) -> Bool { entries.contains { $0.who == who && $0.rights.read } }
    @export(interface) public func grantsWrite(_ who: String) -> Bool { entries.contains { $0.who == who && $0.rights.write } }

    /// - Returns: false, and nothing changes, for a name that no entry can have, and above `entriesMax`.
    @export(interface) public mutating func setRead(_ isGranted: Bool, for who: String) -> Bool { set(who) { $0.read = isGranted } }
    @export(interface) public mutating func setWrite(_ isGranted: Bool, for who: String) -> Bool { set(who) { $0.write = isGranted } }

    private mutating func set(_ who: String, _ change: (inout Rights) -> Void) -> Bool {
        guard Self.isWho(who) else { return false }
        made = nil
        let place = entries.firstIndex { $0.who == who }
        var rights = place.map { entries[$0].rights } ?? Rights()
        change(&rights)
        let isEmpty = !rights.read && !rights.write
        if let place {
            if isEmpty { entries.remove(at: place) } else { entries[place].rights = rights }
        } else if !isEmpty {
            guard entries.count < Self.entriesMax else { return false }
            entries.append((who, rights))
        }
        return true
    }

    private func access(_ caller: Caller, _ right: (Rights) -> Bool) -> Access {
        if case .console = caller { return .granted }
        #if !hasFeature(Embedded)
        if case .searcher = caller { return .granted }
        #endif
        var roles: [String] = []
        for (who, rights) in entries where right(rights) {
            if who == Self.everyone { return .granted }
            guard case .user(let userId) = caller else { continue }
            if let role = TextParts.rest(of: who, behind: Self.rolePrefix) {
                roles.append(role)
            } else if who == userId {
                return .granted
            }
        }
        return roles.isEmpty ? .refused : .byRole(roles)
    }

    public static func == (left: AccessList, right: AccessList) -> Bool { left.json == right.json }
}
