import Codecs
import Documents
import Linux
import Messages

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
