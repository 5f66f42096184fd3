/// The datastore of NCMB: schemaless objects of classes, queries over them, relations, and the indexes that keep queries short.
struct Objects: Capability {
    let core: ServiceCore
}
