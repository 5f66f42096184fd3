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

extension Schema {
    /// Whose names they are, of an object that does not tell them any more.
    static let namesByObject = ["CREATE INDEX object_names_by_object ON object_names (class_name, object_id)"]

    /// Fields are kept as JSON text. A line of `object_keys` is a value by which an indexed path finds or sorts an object; its bytes sort
    /// as the values do. Names that only one object of a class may have, and relations, are rows of their own.
    static let objects = [
        """
        CREATE TABLE objects (class_name TEXT NOT NULL, object_id TEXT NOT NULL, version BIGINT NOT NULL, create_date BIGINT NOT NULL,
            update_date BIGINT NOT NULL, acl TEXT NOT NULL, fields TEXT NOT NULL, PRIMARY KEY (class_name, object_id))
        """,
        "CREATE UNIQUE INDEX objects_by_date ON objects (class_name, create_date, object_id)",
        """
        CREATE TABLE object_indexes (index_id BIGINT NOT NULL PRIMARY KEY, class_name TEXT NOT NULL, path TEXT NOT NULL,
            is_declared BIGINT NOT NULL, has_lists BIGINT NOT NULL, built_to TEXT, UNIQUE (class_name, path))
        """,
        """
        CREATE TABLE object_keys (index_id BIGINT NOT NULL, key BLOB NOT NULL, object_id TEXT NOT NULL, roles BIGINT NOT NULL,
            PRIMARY KEY (index_id, key, object_id))
        """,
        """
        CREATE TABLE object_names (class_name TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, object_id TEXT NOT NULL,
            PRIMARY KEY (class_name, kind, name))
        """,
        """
        CREATE TABLE relations (class_name TEXT NOT NULL, object_id TEXT NOT NULL, field TEXT NOT NULL, target_class TEXT NOT NULL,
            target_id TEXT NOT NULL, PRIMARY KEY (class_name, object_id, field, target_id))
        """,
        """
        CREATE TABLE object_requests (request_key TEXT NOT NULL PRIMARY KEY, answer TEXT NOT NULL, made_date BIGINT NOT NULL)
        """,
        "CREATE INDEX object_requests_by_date ON object_requests (made_date)",
        "CREATE INDEX relations_by_target ON relations (target_class, target_id, class_name, field, object_id)",
    ]

    /// Objects that are gone, whose relations had more members than one turn takes away.
    static let relationEnds = [
        "CREATE TABLE relation_ends (class_name TEXT NOT NULL, object_id TEXT NOT NULL, PRIMARY KEY (class_name, object_id))"
    ]
}
