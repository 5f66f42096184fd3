import CZlib
import Codecs
import Console

/// The files of the console's page, as they are in this program. Belongs to the loop.
final class ConsolePage {
    static let path = "/console"

    private struct File {
        let bytes: [UInt8]
        let tag: String
        /// Packed when somebody asks for it; empty: it is not worth it.
        var packed: [UInt8]?
    }

    private static let names: [String: Int] = {
        var names: [String: Int] = [:]
        var index: Int32 = 0
        while let file = gb_console_file(index) {
            names[String(cString: file.pointee.name)] = Int(index)
            index += 1
        }
        return names
    }()
    private var files: [Int: File] = [:]

    static func has(_ name: String) -> Bool { names[name] != nil }

    /// The page runs scripts of this server alone, asks this server alone, and stands in no frame.
    static let fields: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
                + "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ]

    func answer(_ name: String, _ head: HTTPHead) -> HTTPAnswer {
        guard let index = Self.names[name], let file = file(index) else {
            return HTTPAnswer(text: "there is no such file\n", status: 404)
        }
        var answer = HTTPAnswer(text: "", type: Self.type(name))
        answer.cacheControl = "no-cache"
        let packs = Self.takes(head[.acceptEncoding] ?? "", "gzip")
        let packed = packs ? packed(index, file) : []
        let tag = packed.isEmpty ? "\"\(file.tag)\"" : "\"\(file.tag)-gzip\""
        answer.fields = Self.fields + [("ETag", tag), ("Vary", "Accept-Encoding")]
        if Self.names(head[.ifNoneMatch] ?? "", tag) {
            answer.status = 304
            answer.saysLength = false
            return answer
        }
        answer.body = packed.isEmpty ? file.bytes : packed
        if !packed.isEmpty { answer.fields.append(("Content-Encoding", "gzip")) }
        return answer
    }

    static func moved() -> HTTPAnswer {
        var answer = HTTPAnswer(text: "", status: 308)
        answer.fields = fields + [("Location", path + "/")]
        return answer
    }

    private func file(_ index: Int) -> File? {
        if let file = files[index] { return file }
        guard let found = gb_console_file(Int32(index)) else { return nil }
        let bytes = Array(UnsafeBufferPointer(start: found.pointee.bytes, count: found.pointee.count))
        let file = File(bytes: bytes, tag: Hex.encode(Array(SHA256.hash(bytes).prefix(12))))
        files[index] = file
        return file
    }

    private func packed(_ index: Int, _ file: File) -> [UInt8] {
        if let packed = file.packed { return packed }
        // What would become no shorter is sent as it is.
        let packed = [UInt8](unsafeUninitializedCapacity: file.bytes.count) { room, count in
            count = room.baseAddress.map { gb_gzip(file.bytes, file.bytes.count, $0, file.bytes.count) } ?? 0
        }
        files[index]?.packed = packed
        return packed
    }

    private static func type(_ name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }

    /// Whether a list of codings has this one, and not with the weight 0 (RFC 9110, section 12.5.3).
    private static func takes(_ list: String, _ coding: String) -> Bool {
        list.lowercased().split(separator: ",").contains { part in
            let parts = part.split(separator: ";").map { $0.filter { $0 != " " } }
            guard parts.first == coding else { return false }
            return !parts.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
        }
    }

    private static func names(_ list: String, _ tag: String) -> Bool {
        list.split(separator: ",").contains { part in
            let name = part.filter { $0 != " " }
            return name == "*" || name == tag || name == "W/" + tag
        }
    }
}
