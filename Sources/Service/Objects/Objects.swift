import Messages

/// The datastore of NCMB: schemaless objects of classes, queries over them, relations, and the indexes that keep queries short.
struct Objects: Capability {
    let core: ServiceCore
}

extension Objects {
    static func requests(_ table: inout RequestTable) {
        #if hasFeature(Embedded)
        table.row(.consoleTakeObject, "className row", Objects.take)
        #else
        table.row(.consoleTakeObject, "className row ifUpdateDate", Objects.takeOrEdit)
        #endif
        table.row(.consoleTakeMember, "className row", Objects.takeMember)
        table.row(.consoleGiveClass, "after", Objects.giveClass)
        table.row(.consoleGiveObjects, "className after", Objects.giveObjects)
        table.row(.consoleGiveMembers, "className objectId field targetId", Objects.giveMembers)
        #if !hasFeature(Embedded)
        table.row(.consoleFindObjects, "className where order skip limit count", Objects.searchByOperator)
        #endif
    }
}
