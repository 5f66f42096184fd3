import CLinux
import Codecs
import Linux
import Messages

/// Looks for what is wrong. Each fault has a name that stays, and says what to do.
final class Doctor {
    /// Clocks that are further apart make bans, sales and one-time keys end at other times than somebody meant.
    static let clockMilliseconds: Int64 = 5_000
    private static let clock = "clock: "
    private static let hourMilliseconds: Int64 = 3_600_000
    static let leastFreeBytes: UInt64 = 1 << 30
    static let backupDays: Int64 = 7
    static let namesMax = 10_000

    let operate: Operator
    private var faults: [JSON] = []

    init(_ operate: Operator) { self.operate = operate }

    func found(_ name: String, _ place: String, _ advice: String) {
        faults.append(["fault": .string(name), "place": .string(place), "advice": .string(advice)])
    }

    func run() throws(Stop) {
        if let folder = operate.invocation["--data"] { try lookAtFolder(Paths.withoutTrailingSlashes(folder)) }
        try lookAtFiles()
        lookAtServer()
        let faults = faults
        operate.show(["faults": .array(faults)]) { _ in
            if faults.isEmpty { return "nothing is wrong" }
            var table = Table((title: "fault", key: "fault"), (title: "where", key: "place"), (title: "what to do", key: "advice"))
            for fault in faults { table.add(fault) }
            return table.text
        }
        if !faults.isEmpty { throw Stop(Stop.refused, "") }
    }

    // MARK: Files

    private func lookAtFolder(_ folder: String) throws(Stop) {
        guard try names(in: folder) != nil, let mode = self.mode(folder) else {
            throw Stop(Stop.usage, "--data: there is no directory \(folder)")
        }
        if mode & 0o077 != 0 { found("folderOpen", folder, "other users can read it: chmod 700") }
        for (name, advice) in [
            ("operator.key", "other users can read the operator's key: chmod 600, and change the key"),
            (
                "secrets.key",
                "other users can read the key that encrypts NCMB's client keys and people's one-time codes: chmod 600, and set new ones"
            ),
        ] {
            if let mode = self.mode("\(folder)/\(name)"), mode & 0o077 != 0 { found("keyReadable", "\(folder)/\(name)", advice) }
        }
        let people = folder + "/console.db"
        if let mode = self.mode(people), mode & 0o077 != 0 {
            found("storeReadable", people, "other users can read the accounts of the console: chmod 600")
        }
        let text = operate.invocation["--least-free"]
        guard let least = text.map({ UInt64($0) }) ?? Self.leastFreeBytes else {
            throw Stop(Stop.usage, "--least-free: must be a number of bytes")
        }
        if let free = self.free(folder), free < least { found("diskFull", folder, "\(free >> 20) MiB are free; free space") }
        for app in try names(in: folder + "/apps") ?? [] {
            let file = "\(folder)/apps/\(app)/gamebase.db"
            if let mode = self.mode(file), mode & 0o077 != 0 {
                found("storeReadable", file, "other users can read players' data: chmod 600")
            }
            lookAtBackups("\(folder)/backups/\(app)")
        }
    }

    /// Of an app over PostgreSQL the folder has nothing but copies. Where it has none of them, they are made in another way.
    private func lookAtBackups(besides apps: [String]) {
        guard let folder = operate.invocation["--data"].map({ Paths.withoutTrailingSlashes($0) }) else { return }
        for app in apps.map({ PercentEncoding.encode($0) }) where mode("\(folder)/apps/\(app)") == nil {
            let copies = "\(folder)/backups/\(app)"
            if mode(copies) != nil { lookAtBackups(copies) }
        }
    }

    private func lookAtBackups(_ folder: String) {
        let names = (try? Folders.names(folder, max: Self.namesMax)) ?? nil
        let now = SystemClock().epochMilliseconds()
        var newest: Int64 = 0
        var refused: (date: Int64, name: String)?
        for name in names ?? [] {
            let date = fileDate("\(folder)/\(name)/gamebase.db") ?? 0
            // Of one that a clock has dated that was wrong nobody knows how old it is.
            if date <= now &+ Self.hourMilliseconds { newest = max(newest, date) }
            if let date = fileDate("\(folder)/\(name)/gamebase.db.refused"), date > refused?.date ?? 0 { refused = (date, name) }
        }
        if let refused, refused.date >= newest {
            found(
                "copyRefused", "\(folder)/\(refused.name)",
                "the newest copy is damaged, and the store may be, too: copyFailed in the server's log says how; keep the older copies"
            )
        }
        let age = now - newest
        if age > Self.backupDays * 86_400_000 {
            found("noBackup", folder, "no whole copy of the last \(Self.backupDays) days: gamebasectl backup")
        }
    }

    /// Settings that were changed and not loaded.
    private func lookAtFiles() throws(Stop) {
        let files = operate.invocation.all("--console")
        guard !files.isEmpty else { return }
        guard let folder = operate.invocation["--data"] else {
            throw Stop(Stop.usage, "--console: needs --data DIR, which has a record of the loaded settings")
        }
        for path in files {
            let bytes = try readFile(path, "--console", bytesMax: HTTPForm.objectBodyBytesMax)
            let settings = try? JSON.parse(bytes: bytes, limits: HTTPForm.objectBodyLimits)
            guard let app = settings?["app"]?["appId"]?.stringValue else {
                found("settingsInvalid", path, "is not JSON with app.appId: the server does not start with it")
                continue
            }
            let note = "\(Paths.withoutTrailingSlashes(folder))/console-\(PercentEncoding.encode(app)).sha256"
            let loaded = (try? Files.read(note, bytesMax: 4_096)) ?? nil
            if loaded.map({ String(decoding: $0, as: UTF8.self) }) != Hex.encode(SHA256.hash(bytes)) {
                found("settingsNotLoaded", path, "differs from the file that was loaded last: send the server SIGHUP")
            }
        }
    }

    /// Of a folder that may not be looked into nobody can say that nothing is wrong with it.
    private func names(in folder: String) throws(Stop) -> [String]? {
        do throws(FileError) { return try Folders.names(folder, max: Self.namesMax) } catch {
            throw Stop(Stop.usage, "--data: \(error.message)")
        }
    }

    /// Of what a link leads to: with DynamicUser systemd makes one of /var/lib/gamebased, and a link itself is open to everybody.
    private func mode(_ path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt32(status.st_mode) : nil
    }

    private func fileDate(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_mtim.tv_sec) * 1_000 : nil
    }

    private func free(_ path: String) -> UInt64? {
        var status = statfs()
        return statfs(path, &status) == 0 ? UInt64(status.f_bavail) * UInt64(status.f_bsize) : nil
    }

    // MARK: The server

    private func lookAtServer() {
        let place = operate.address.text
        if !operate.address.isSecure, !operate.address.isLoopback {
            return found("keyInTheOpen", place, "the operator's key is not sent over a network without TLS: use https")
        }
        do throws(Stop) {
            guard try operate.get("/health").status == 200 else {
                return found("unreachable", place, "the server there is not a gamebased")
            }
            let ready = try operate.get("/ready")
            let lines = String(decoding: ready.body, as: UTF8.self).split(separator: "\n")
            if let reason = lines.first(where: { $0.hasPrefix(Self.clock) }) {
                found("clockOff", place, String(reason.dropFirst(Self.clock.count)))
            } else if ready.status != 200 {
                found("notReady", place, "no app's store answers: see the server's log")
            }
            lookAtUnserved(ready.body)
            let named = operate.invocation["--app"]
            let apps = named == nil ? try operate.appsServed() : [named ?? ""]
            if apps.isEmpty, try operate.apps().isEmpty {
                found("noApp", place, "the server has no app: gamebasectl settings load FILE --app ID")
            }
            lookAtBackups(besides: apps)
            try lookAtPeople(place)
            var keys: [String: String] = [:]
            if let app = apps.first {
                operate.chosen = app
                try lookAtDatabase(place)
            }
            for app in apps {
                do throws(Stop) { try lookAtApp(app, &keys) } catch { found("appUnreachable", app, error.message) }
            }
        } catch {
            // Every other question would be refused for it, too.
            if error.isOfKey { return found("keyRefused", place, error.message) }
            found(error.status == Stop.unreachable ? "unreachable" : "refused", place, error.message)
        }
    }

    /// The console's people are stored beside the apps; the apps are served without them.
    private func lookAtPeople(_ place: String) throws(Stop) {
        let metrics: String
        do throws(Stop) { metrics = try operate.metrics() } catch {
            // A token of one app is shown no figures of the server, nor is a question that comes by a proxy.
            if error.status == Stop.refused, !error.isOfKey { return }
            throw error
        }
        guard metrics.split(separator: "\n").contains("gamebased_people_served 0") else { return }
        found(
            "peopleNotServed", place,
            "nobody can sign in to the console: gamebasectl console link says why; upgrade gamebased, or put console.db back")
    }

    /// The server names them, a line each, and serves the others.
    private func lookAtUnserved(_ body: [UInt8]) {
        let database = "database: "
        for line in String(decoding: body, as: UTF8.self).split(separator: "\n") where line.hasPrefix(database) {
            found("databaseAway", operate.address.text, String(line.dropFirst(database.utf8.count)))
        }
        let start = "not served: "
        for line in String(decoding: body, as: UTF8.self).split(separator: "\n") where line.hasPrefix(start) {
            let name = String(line.dropFirst(start.utf8.count))
            found(
                "appNotServed", PercentEncoding.decode(name) ?? name,
                "its store cannot be used: appNotServed in the server's log says why; upgrade gamebased, or restore a backup")
        }
    }

    private func lookAtSecrets(_ app: String, _ kept: JSON) {
        for weak in kept["weakSecrets"]?.arrayValue ?? [] {
            found("weakSecret", app, "\(weak.stringValue ?? ""): load another one, such as openssl rand -hex 32 makes")
        }
        for closed in kept["closedSecrets"]?.arrayValue ?? [] {
            found(
                "secretClosed", app,
                "\(closed.stringValue ?? ""): no secrets key of the server decrypts it: add the key that encrypted it to "
                    + "--secrets-key-file, or load the secret itself again")
        }
    }

    private func lookAtApp(_ app: String, _ keys: inout [String: String]) throws(Stop) {
        let kept = try operate.ask(.consoleSaveSettings, of: app)
        let settings = kept["settings"] ?? nil
        lookAtSecrets(app, kept)
        let isReal = settings["app"]?["typeCode"]?.stringValue == "REAL"
        if settings["app"]?["secretKey"]?.stringValue ?? "" == "" {
            found(
                "noSecretKey", app,
                isReal ? "game servers are refused: set app.secretKey" : "everybody may act as a game server: set app.secretKey"
            )
        }
        if settings["ncmb"]?["clientKey"]?.stringValue?.hasPrefix("kept1.") ?? false {
            found(
                "clientKeyInClear", app,
                "ncmb.clientKey is not encrypted: give the server GAMEBASED_SECRETS_KEY or --secrets-key-file, and load the key again")
        }
        if let key = settings["ncmb"]?["applicationKey"]?.stringValue, !key.isEmpty {
            if let other = keys[key] {
                found("sharedKey", app, "\(other) has the same ncmb.applicationKey; the key names the app that had it first")
            }
            keys[key] = keys[key] ?? app
        }
        let stores = settings["stores"]?.arrayValue ?? []
        if isReal, !stores.contains(where: { $0["storeCode"] != "SANDBOX" }) {
            found("noStore", app, "players cannot buy: a REAL app does not sell at the SANDBOX store; add stores to its settings")
        }
        if settings["products"]?.arrayValue?.isEmpty ?? true {
            found("noProducts", app, "there are no products for sale: gamebasectl catalogue set FILE")
        }
        if settings["maintenance"]?.objectValue != nil {
            found("maintenance", app, "a maintenance keeps players out, now or later: gamebasectl maintenance end")
        }
        try lookAtClock(app)
        let report = try operate.ask(.consoleReport, of: app)
        lookAtStoreReports(app, report)
        lookAtUnmatchedMoney(app, report)
        try lookAtMails(app, isNeeded: isReal && settings["ncmb"]?["applicationKey"]?.stringValue ?? "" != "")
        if try operate.ask(.consoleCheckLedger, of: app)["sound"]?.boolValue != true {
            found("ledgerUnsound", app, "gamebasectl ledger check --app \(app) says which payments; keep a copy before anything else")
        }
    }

    private func lookAtClock(_ app: String) throws(Stop) {
        let before = SystemClock().epochMilliseconds()
        guard let date = try operate.serverTime(of: app) else { return }
        let after = SystemClock().epochMilliseconds()
        if date < before - Self.clockMilliseconds || date > after + Self.clockMilliseconds {
            found("clockOff", app, "the service's clock is \((date - after) / 1_000) s off ours: set one of the two (NTP)")
        }
    }
}

extension Doctor {
    /// A report that is read each minute, and was not for so long.
    private static let reportMilliseconds: Int64 = 2 * 3_600_000
    private static let rowsNamed = 3

    /// Older money was seen before, and an operator has decided to leave it. The alarm of the books looks equally far back.
    private static let unmatchedMilliseconds: Int64 = 30 * 86_400_000

    private func lookAtUnmatchedMoney(_ app: String, _ report: JSON) {
        let now = report["date"]?.stringValue.flatMap { ISO8601.parse($0) } ?? 0
        let waiting = (report["unmatchedMoney"]?.arrayValue ?? []).filter { row in
            guard row["capturedAmount"]?.stringValue != nil, row["returned"]?.stringValue == nil else { return false }
            return row["date"]?.stringValue.flatMap { ISO8601.parse($0) } ?? now > now - Self.unmatchedMilliseconds
        }
        if waiting.isEmpty { return }
        found(
            "unmatchedMoney", app,
            "\(waiting.count)\(waiting.count < 100 ? "" : " or more") amounts that stores took match no payment: gamebasectl payments list"
                + " --unmatched; payments refund refunds one")
    }

    private func lookAtStoreReports(_ app: String, _ report: JSON) {
        let now = report["date"]?.stringValue.flatMap { ISO8601.parse($0) } ?? 0
        for store in report["storeReports"]?.arrayValue ?? [] {
            let date = store["readDate"]?.stringValue.flatMap { ISO8601.parse($0) }
            if let date, now - date <= Self.reportMilliseconds { continue }
            found(
                "storeReportOld", "\(app) \(store["storeCode"]?.stringValue ?? "")",
                "its report was \(date == nil ? "never" : "long not") read to its end: storeReportNotRead in the server's log says why"
            )
        }
        if let ahead = report["datesAhead"]?.int64Value, ahead > 0 {
            found(
                "datesAhead", app,
                "\(ahead) rows have dates in the future: the server's clock was ahead when it wrote them; set it by NTP")
        }
        if let held = report["sweepHeld"]?.int64Value, held >= Self.hourMilliseconds {
            found(
                "clockJumped", app,
                "the clock jumped by \(held / Self.hourMilliseconds) hours more than the server measured: expired rows are deleted by the"
                    + " next sweep, a day later; if the clock is wrong, set it by NTP until then")
        }
        var rows: [String: [String]] = [:]
        for row in report["storeRows"]?.arrayValue ?? [] {
            rows[row["storeCode"]?.stringValue ?? "", default: []].append(row["name"]?.stringValue ?? "")
        }
        for (store, names) in rows.sorted(by: { $0.key < $1.key }) {
            let few = names.prefix(Self.rowsNamed).joined(separator: ", ") + (names.count > Self.rowsNamed ? " ..." : "")
            found(
                "storeRowsAside", "\(app) \(store)",
                "\(few) of the store's report could not be entered: gamebasectl report says why (storeRows); the server retries them")
        }
    }
}

extension Operator {
    func ask(_ name: RequestName, of app: String) throws(Stop) -> JSON {
        chosen = app
        return try ask(name)
    }

    /// What a player is told, in milliseconds since 1970.
    func serverTime(of app: String) throws(Stop) -> Int64? {
        guard let path = HTTPForm.path(app: app, .client) else { return nil }
        let request = Request(.getServerTime, origin: .client, transactionId: "gamebasectl")
        return try post(path, request.body.bytes(), asPlayer: true)["date"]?.int64Value
    }
}
