import Codecs
import Linux
import Testing

@testable import Documents
@testable import Service

/// Cases and what is expected of them come from an evaluator of its own, written in another language from the same words
/// (Tests/harness/documents). DOCUMENT_CASES names the file: a world and its queries a line.
@Suite struct `Queries of documents` {
    static let file = Environment.value("DOCUMENT_CASES")
    static let bytesMax = 1 << 30
    static let shownMax = 20

    @Test(.enabled(if: file != nil, "DOCUMENT_CASES is not set"))
    func `queries find what an evaluator of its own finds`() throws {
        try play { world, _ in
            let documents = DocumentWorld(world)
            return { query, className, user in documents.answer(query, in: className, user) }
        }
    }

    /// - Parameter worldOf: of a world and its queries, who answers them.
    func play(_ worldOf: (JSON, [JSON]) throws -> (JSON, String, String?) throws -> JSON) throws {
        let file = try #require(Self.file)
        let bytes = try #require(try Files.read(file, bytesMax: Self.bytesMax))
        var queries = 0
        var wrong = 0
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = String(decoding: line, as: UTF8.self)
            let world = parsed(text)
            let asks = world["queries"]?.arrayValue ?? []
            let answers = try worldOf(world["world"] ?? [:], asks)
            for ask in asks {
                queries += 1
                let answer = try answers(ask["query"] ?? [:], try #require(ask["class"]?.stringValue), ask["caller"]?.stringValue)
                let expected = ask["expected"] ?? .null
                // Of refusals the words are the library's own.
                if answer == expected { continue }
                wrong += 1
                guard wrong <= Self.shownMax else { continue }
                Issue.record("\(world["name"]?.stringValue ?? world["seed"]?.text() ?? "") \(ask.text()): \(answer.text())")
            }
        }
        #expect(queries > 0 && wrong == 0, "\(wrong) of \(queries) differ")
        print("queries: \(queries), \(wrong) differ")
    }

    @Test(.enabled(if: file != nil, "DOCUMENT_CASES is not set"), arguments: [false, true])
    func `the service's queries find what an evaluator of its own finds, without indexes and with them`(isIndexed: Bool) throws {
        try play { world, asks in
            // The queries that are refused are not the service's matter.
            let paths = isIndexed ? ObjectWorld.paths(.array(asks)).filter { FieldPath($0) != nil }.sorted() : []
            let objects = try ObjectWorld(world, indexed: Array(paths.prefix(Objects.indexesOfClassMax)), sliceRows: isIndexed ? 3 : 200)
            return { query, className, user in try objects.answer(query, in: className, user) }
        }
    }
}
