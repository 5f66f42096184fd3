import Linux
import Testing
import Wire

@testable import Documents

/// Cases and what is expected of them come from an evaluator of its own, written in another language from the same words
/// (Tests/harness/documents). DOCUMENT_CASES names the file: a world and its queries a line.
@Suite struct `Queries of documents` {
    static let file = Environment.value("DOCUMENT_CASES")
    static let bytesMax = 1 << 30
    static let shownMax = 20

    @Test(.enabled(if: file != nil, "DOCUMENT_CASES is not set"))
    func `queries find what an evaluator of its own finds`() throws {
        let file = try #require(Self.file)
        let bytes = try #require(try Files.read(file, bytesMax: Self.bytesMax))
        var queries = 0
        var wrong = 0
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = String(decoding: line, as: UTF8.self)
            let world = parsed(text)
            let documents = DocumentWorld(world["world"] ?? [:])
            for ask in world["queries"]?.arrayValue ?? [] {
                queries += 1
                let answer = documents.answer(
                    ask["query"] ?? [:], in: try #require(ask["class"]?.stringValue), ask["caller"]?.stringValue)
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
}
