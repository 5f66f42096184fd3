import Codecs
import Documents
import Linux
import Messages
import Storage

/// Pushes as objects. One that waits may still become another; what is sent stays as it is.
extension Notifications {
    /// {fields} -> {answer: {objectId, createDate}}. It is sent by what is due, at once or at its time.
    func create(_ request: Request) throws(Failure) -> Reply {
        let (userId, isConsole) = Self.columns(try users.caller(request))
        let asked = try PushObjectFields.asked(request.parameters["fields"] ?? [:])
        var due: Int64 = 0
        var made: String?
        let reply = try objects.create(request) { (push) throws(Failure) in
            made = push.objectId
            for member in PushObjectFields.kept.members { push.fields[member.key] = member.value }
            due = try change(&push, asked)
        }
        // A request that is sent again makes no second push.
        guard let id = made else { return reply }
        try core.noteFirstSweep()
        try run(
            "INSERT INTO push_jobs (push_id, due_date, made, user_id, is_console, sent) VALUES (?, ?, ?, ?, ?, 0)",
            [.text(id), .integer(due), .integer(try core.nextPushStamp()), Value(userId), Value(isConsole)])
        return reply
    }

    /// {objectId, fields} -> {answer: {updateDate}}
    func update(_ request: Request) throws(Failure) -> Reply {
        let asked = try PushObjectFields.asked(request.parameters["fields"] ?? [:])
        var due: Int64 = 0
        var changed: String?
        let reply = try objects.update(request) { (push) throws(Failure) in
            changed = push.objectId
            due = try change(&push, asked)
        }
        guard let id = changed else { return reply }
        // Of one that is being sent, the date is its sender's.
        try run("UPDATE push_jobs SET due_date = ? WHERE push_id = ? AND seq IS NULL", [.integer(due), .text(id)])
        return reply
    }

    /// - Returns: when it is to be sent.
    private func change(_ push: inout StoredObject, _ asked: JSONObject) throws(Failure) -> Int64 {
        var fields = asked
        // A condition is no value: its operators are no names of fields.
        if let condition = fields[PushObjectFields.searchCondition] {
            push.fields[PushObjectFields.searchCondition] = PushObjectFields.guarded(condition, isToken: false)
        }
        fields[PushObjectFields.searchCondition] = nil
        try objects.change(&push, fields)
        let changed = PushObjectFields(fields: push.fields)
        try changed.check(now: now)
        // At once is 0, whatever a clock says now or said then.
        let due = try changed.dueDate(now: 0)
        core.nextSendDate = min(core.nextSendDate, due)
        return due
    }

    /// Of a push or an installation. What a push has brought already stays; nothing waits for an installation that is gone.
    func delete(_ request: Request) throws(Failure) -> Reply {
        try objects.delete(request) { () throws(Failure) in
            let id = Value.text(request.parameters["objectId"]?.stringValue ?? "")
            if request.parameters["className"]?.stringValue == ObjectClass.push {
                try run("DELETE FROM push_jobs WHERE push_id = ?", [id])
            } else {
                try run("DELETE FROM installation_waiting WHERE installation_id = ?", [id])
            }
        }
    }

    /// {objectId, fields?: {deviceToken?}} -> {}: a device showed it, and its player looked.
    func opened(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let id = try parameters.documentText("objectId") ?? ""
        // Thousands open one push in the same minute: each waits for the one before, and none is undone because another was faster.
        try objects.lock(ObjectClass.push, id)
        guard let push = try objects.object(ObjectClass.push, id) else { throw Failure.refused(.rowMissing) }
        let fields = Parameters(parameters.value("fields") ?? [:])
        if let token = try fields.documentText(ObjectClass.deviceToken),
            try objects.named(ObjectClass.installation, ObjectClass.deviceToken, secret: token) == nil
        {
            throw Failure.refused(.deviceTokenMissing)
        }
        var changed = push
        changed.fields["openNumber"] = .integer((push.fields["openNumber"]?.int64Value ?? 0) &+ 1)
        // The service counts it: in the share of whose push it is, and not of who looked, whose share may be full.
        let asker = core.asker
        core.asker = Asker()
        defer { core.asker = asker }
        try objects.update(changed, insteadOf: push)
        return .success()
    }

    /// A push finds what its creator could find: else the number that it was sent to would tell of what nobody may read.
    private static func columns(_ caller: Caller) -> (userId: String?, isConsole: Bool) {
        switch caller {
        case .nobody: (nil, false)
        case .user(let userId): (userId, false)
        case .console: (nil, true)
        #if !hasFeature(Embedded)
        // Nobody creates as one.
        case .searcher: (nil, false)
        #endif
        }
    }
}
