import Codecs
import Documents
import Linux
import Messages
import Storage

/// Whose share an object is counted in: of who made it, and from then on of whoever made it grow. So nobody's share is used up by what
/// others write into objects that everybody may write.
extension Objects {
    /// - Returns: whose the new object is.
    func charge(_ object: StoredObject, _ bytes: Int64) throws(Failure) -> StorageOwner {
        let owner = core.storageOwner
        #if !hasFeature(Embedded)
        try core.charge(Self.amounts(object.className, bytes, isNew: true), to: owner)
        #endif
        return owner
    }

    /// - Returns: whose the object is after a change.
    func charge(_ old: StoredObject, insteadOf bytes: Int64) throws(Failure) -> StorageOwner {
        #if hasFeature(Embedded)
        return old.owner
        #else
        let (owner, more) = (core.storageOwner, bytes - old.bytes)
        if more <= 0 || owner.isNobody {
            try core.release([(.objectBytes, -more)], of: old.owner)
            return old.owner
        }
        if owner == old.owner {
            try core.charge([(.objectBytes, more)], to: owner)
        } else {
            try release(old.className, old.owner, old.bytes)
            try core.charge(Self.amounts(old.className, bytes, isNew: false), to: owner)
        }
        return owner
        #endif
    }

    func release(_ className: String, _ owner: StorageOwner, _ bytes: Int64) throws(Failure) {
        #if !hasFeature(Embedded)
        try core.release(Self.amounts(className, bytes, isNew: false), of: owner)
        #endif
    }

    #if !hasFeature(Embedded)
    private static func amounts(_ className: String, _ bytes: Int64, isNew: Bool) -> [(kind: ShareKind, amount: Int64)] {
        let one: (kind: ShareKind, amount: Int64) =
            switch className {
            case ObjectClass.installation: (.installations, 1)
            case ObjectClass.role: (.roles, 1)
            case ObjectClass.user: (.accounts, isNew ? 1 : 0)
            // Counted with its content.
            case ObjectClass.file: (.files, 0)
            default: (.objects, 1)
            }
        return [one, (.objectBytes, bytes)]
    }
    #endif
}
