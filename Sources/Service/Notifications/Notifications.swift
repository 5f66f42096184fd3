import Codecs
import Documents
import Linux
import Messages

/// Pushes of NCMB (sections 1.10 and 2.5 of the reference): objects of the class `push`, and what they bring to installations.
struct Notifications: Capability {
    let core: ServiceCore

    static let textBytesMax = 8_192
    static let conditionBytesMax = 65_536
    static let targetsMax = 16
    static let channelsMax = 1_000
    /// Messages that wait for one installation; the oldest goes when there is one more.
    static let waitingMax = 100
    /// However late a push says that it expires.
    static let lifeMilliseconds = 28 * CalendarDay.dayMilliseconds
    /// A push of which nobody sent anything for so long is gone on with from its beginning.
    static let leaseMilliseconds: Int64 = 15_000
    /// While another service sends.
    static let busyMilliseconds: Int64 = 1_000
    /// In a database that others write to, pushes of theirs are looked for so often.
    static let lookMilliseconds: Int64 = 60_000
}

/// `status` of a push.
enum PushStatus {
    static let waiting: Int64 = 0
    static let sending: Int64 = 1
    static let sent: Int64 = 2
    static let failed: Int64 = 4
}

extension Schema {
    /// A job is a push that is not sent to everybody yet: due, or taken until its date by who sends it. Messages wait for installations in
    /// the order of sending.
    static let notifications = [
        """
        CREATE TABLE push_jobs (push_id TEXT NOT NULL PRIMARY KEY, due_date BIGINT NOT NULL, made BIGINT NOT NULL, user_id TEXT,
            is_console BIGINT NOT NULL, seq BIGINT, sent BIGINT NOT NULL)
        """,
        "CREATE INDEX push_jobs_by_date ON push_jobs (due_date, made)",
        """
        CREATE TABLE installation_messages (seq BIGINT NOT NULL PRIMARY KEY, content TEXT NOT NULL, expires_date BIGINT NOT NULL)
        """,
        "CREATE INDEX installation_messages_by_expiry ON installation_messages (expires_date)",
        """
        CREATE TABLE installation_waiting (installation_id TEXT NOT NULL, seq BIGINT NOT NULL, PRIMARY KEY (installation_id, seq))
        """,
        "CREATE INDEX installation_waiting_by_seq ON installation_waiting (seq)",
    ]

    /// `told`: 1 when the device has it, as long as the push is being sent; NULL while it waits.
    static let toldInstallations = [
        "ALTER TABLE installation_waiting ADD COLUMN told BIGINT",
        "CREATE INDEX installation_waiting_told ON installation_waiting (seq) WHERE told = 1",
        "CREATE INDEX push_jobs_by_seq ON push_jobs (seq)",
    ]
}

extension Notifications {
    static func requests(_ table: inout RequestTable) {
        table.row(.pushOpened, "access objectId fields", Notifications.opened)
        table.row(.installationsReceive, "access installationId deviceToken after", Notifications.receive)
        table.row(.installationsAcknowledge, "access installationId deviceToken seq", Notifications.acknowledge)
    }
}

extension StoredObject {
    /// Of an installation, besides its token. Leaving the last channel leaves an empty list, which is one.
    func checkInstallation() throws(Failure) {
        if let type = fields[ObjectClass.deviceType], !type.isNull, type.stringValue?.isEmpty ?? true {
            throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid(ObjectClass.deviceType))
        }
        guard let channels = fields[ObjectClass.channels], !channels.isNull else { return }
        guard let list = channels.arrayValue else { throw Failure.refused(.typeWrong, "channels must be a list of texts.") }
        guard list.count <= Notifications.channelsMax else { throw Failure.refused(.lengthOutOfRange) }
        for channel in list {
            guard let text = channel.stringValue else { throw Failure.refused(.typeWrong, "channels must be a list of texts.") }
            guard !text.isEmpty, text.utf8.count <= ObjectClass.nameBytesMax else { throw Failure.refused(.lengthOutOfRange) }
        }
    }
}
