import Codecs
import Documents
import Linux
import Storage

extension Schema {
    /// A store that has nothing to turn into digests says so from its beginning.
    static let secrets = [
        """
        INSERT INTO service_state (name, value) SELECT '\(PersistedState.Name.secretsKept)', '\(SecretsKept.names)'
        WHERE NOT EXISTS (SELECT 1 FROM objects) AND NOT EXISTS (SELECT 1 FROM service_state WHERE name = '\(PersistedState.Name.settings)')
        """
    ]
}

/// How far a store keeps secrets as `GuardedField` says.
enum SecretsKept {
    /// All but what users are linked with: the file is a game's own.
    static let names = "names"
    static let all = "all"
}

/// Turns what earlier versions, and games that have become a server's, kept in clear into what is kept now: once, in one transaction.
extension ServiceCore {
    private static let rowsOfPage = 500
    /// Of whole objects, each of which may have 16 MiB.
    private static let objectsOfPage = 16

    func keepSecrets() throws(StorageError) {
        let wanted = keepsEvents ? SecretsKept.all : SecretsKept.names
        if persisted.secretsKept == SecretsKept.all || persisted.secretsKept == wanted { return }
        // What is written over is gone from the file.
        if !isShared { _ = try database.query("PRAGMA secure_delete = ON", []) }
        try database.begin()
        do throws(StorageError) {
            try database.lockSchema()
            let name = PersistedState.Name.secretsKept
            let kept = try database.query("SELECT value FROM service_state WHERE name = ?", [.text(name)]).first?.text(0)
            if kept != wanted {
                if kept == nil { try keepNames() }
                try keepFields()
                try dropGuardedIndexes()
                try keepSettings()
                _ = try database.run(
                    "INSERT INTO service_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                    [.text(name), .text(wanted)])
            }
            try database.commit()
        } catch {
            database.rollback()
            throw error
        }
        if !isShared { _ = try database.query("PRAGMA secure_delete = OFF", []) }
        try readCachedState()
    }

    private func keepNames() throws(StorageError) {
        for provider in AuthData.providers { try keepNames(ObjectClass.user, ObjectClass.authKind(provider)) }
        try keepNames(ObjectClass.installation, ObjectClass.deviceToken)
    }

    private func keepNames(_ className: String, _ kind: String) throws(StorageError) {
        var after = ""
        while true {
            let rows = try database.query(
                """
                SELECT name FROM object_names WHERE class_name = ? AND kind = ? AND name > ? ORDER BY name LIMIT \(Self.rowsOfPage)
                """, [.text(className), .text(kind), .text(after)])
            // Digests that were written stand among them.
            for row in rows where !GuardedField.isDigest(row.text(0)) {
                _ = try database.run(
                    "UPDATE object_names SET name = ? WHERE class_name = ? AND kind = ? AND name = ?",
                    [.text(GuardedField.digest(row.text(0), of: kind)), .text(className), .text(kind), .text(row.text(0))])
            }
            guard rows.count == Self.rowsOfPage, let last = rows.last else { return }
            after = last.text(0)
        }
    }

    private func keepFields() throws(StorageError) {
        for className in [ObjectClass.user, ObjectClass.installation, ObjectClass.push] {
            var after = ""
            while true {
                let rows = try database.query(
                    """
                    SELECT object_id, fields FROM objects WHERE class_name = ? AND object_id > ?
                    ORDER BY object_id LIMIT \(Self.objectsOfPage)
                    """, [.text(className), .text(after)])
                for row in rows {
                    // What is damaged is told to who asks for it.
                    guard let fields = KeptJSON.read(row.text(1))?.objectValue else { continue }
                    let kept = kept(fields, of: className)
                    if kept == fields { continue }
                    _ = try database.run(
                        "UPDATE objects SET fields = ? WHERE class_name = ? AND object_id = ?",
                        [.text(JSON.object(kept).text()), .text(className), .text(row.text(0))])
                }
                guard rows.count == Self.objectsOfPage, let last = rows.last else { break }
                after = last.text(0)
            }
        }
    }

    private func kept(_ fields: JSONObject, of className: String) -> JSONObject {
        var kept = fields
        if let links = fields[ObjectClass.authData]?.objectValue, className == ObjectClass.user, keepsEvents {
            kept[ObjectClass.authData] = .object(AuthData.kept(links, asGiven: false, isKept: true))
        }
        if let token = fields[ObjectClass.deviceToken]?.stringValue, className == ObjectClass.installation, !token.isEmpty,
            !GuardedField.isDigest(token)
        {
            kept[ObjectClass.deviceToken] = .string(GuardedField.digest(token, of: ObjectClass.deviceToken))
        }
        if let condition = fields[PushObjectFields.searchCondition], className == ObjectClass.push {
            kept[PushObjectFields.searchCondition] = PushObjectFields.guarded(condition, isToken: false)
        }
        return kept
    }

    private func dropGuardedIndexes() throws(StorageError) {
        for row in try database.query("SELECT index_id, class_name, path FROM object_indexes", []) {
            guard let path = FieldPath(row.text(2)), GuardedField.isGuarded(path, of: row.text(1)) else { continue }
            _ = try database.run("DELETE FROM object_keys WHERE index_id = ?", [.integer(row.integer(0))])
            _ = try database.run("DELETE FROM object_indexes WHERE index_id = ?", [.integer(row.integer(0))])
        }
    }

    private func keepSettings() throws(StorageError) {
        let name = PersistedState.Name.settings
        guard let text = try database.query("SELECT value FROM service_state WHERE name = ?", [.text(name)]).first?.text(0),
            let settings = try? JSON.parse(text, limits: ConsoleSettings.limits)
        else { return }
        let kept = SettingsSecrets.kept(settings, insteadOf: settings, keeper)
        guard kept != settings else { return }
        _ = try database.run("UPDATE service_state SET value = ? WHERE name = ?", [.text(kept.text()), .text(name)])
    }
}
