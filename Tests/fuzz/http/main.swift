// Bytes of strangers for what reads them first: heads of HTTP, bodies of requests, forms, targets and conditions of the published
// interfaces. libFuzzer makes them, by the ways through the code that they open. A trap ends the run; so does a head that is read in
// another way when its bytes come in other pieces, which is what smuggling needs.
import CLinux
import Codecs
import Messages
import Published

@testable import Published
@testable import Server

@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What a connection makes of its bytes.
struct Reading: Equatable {
    var heads: [HTTPHead] = []
    var bodies: [[UInt8]] = []
    var refusal: HTTPRefusal?
    private var isInChunks = false
    private var gathered: [UInt8] = []

    /// - Parameter piece: so many bytes come at once.
    init(_ bytes: [UInt8], piece: Int) {
        var reader = HTTPReader()
        var at = 0
        var missing: Int?
        while at < bytes.count, refusal == nil {
            let end = Swift.min(at + piece, bytes.count)
            bytes[at..<end].withUnsafeBytes { reader.append($0) }
            at = end
            do throws(HTTPRefusal) {
                while try step(&reader, &missing) {}
            } catch {
                refusal = error
            }
        }
    }

    private mutating func step(_ reader: inout HTTPReader, _ missing: inout Int?) throws(HTTPRefusal) -> Bool {
        if isInChunks {
            let most = 1 << 20
            guard try reader.readChunks(into: &gathered, most: most) else { return false }
            precondition(gathered.count <= most, "more of a body than is wanted")
            bodies.append(gathered)
            (gathered, isInChunks) = ([], false)
            return true
        }
        if let count = missing {
            guard let body = reader.body(count) else { return false }
            precondition(body.count == count, "a body of another length than its head says")
            bodies.append(body)
            missing = nil
            return true
        }
        guard !reader.isEmpty, case .head(let head) = try reader.readHead() else { return false }
        heads.append(head)
        if head.isChunked { isInChunks = true } else { missing = head.contentLength ?? 0 }
        precondition(!head.isChunked || head.contentLength == nil, "a body with two ends")
        _ = Forwarded.asker(head, peer, [peer])
        return true
    }
}

/// An address of the documentation's (RFC 5737).
let peer = Peer(text: "192.0.2.1")!

func play(_ bytes: [UInt8]) {
    let whole = Reading(bytes, piece: Swift.max(bytes.count, 1))
    for piece in [1, 7] { precondition(Reading(bytes, piece: piece) == whole, "other pieces are other requests") }
    let plain = HTTPHead(method: "POST", path: "/")
    for (head, body) in zip(whole.heads, whole.bodies) {
        _ = RequestBody.read(body, head, .client, peer)
        _ = RequestBody.mayBeLong(body)
        _ = head.parameter("wait")
        search(head.target)
        if let boundary = NCMBMultipart.boundary(head[.contentType] ?? "") { form(body, boundary) }
    }
    // Without a head in front, so that what is behind it is reached at once.
    guard let kind = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    switch kind % 4 {
    case 0: _ = RequestBody.read(rest, plain, kind < 128 ? .client : .console, peer)
    case 1: form(rest, Array("edge".utf8))
    case 2: search("/2013-09-01/classes/A?" + String(decoding: rest, as: UTF8.self))
    default: _ = RequestBody.mayBeLong(rest)
    }
}

func form(_ body: [UInt8], _ boundary: [UInt8]) {
    for part in NCMBMultipart.parts(body, boundary) ?? [] {
        precondition(part.content.lowerBound >= 0 && part.content.upperBound <= body.count, "a part outside its form")
    }
}

func search(_ address: String) {
    guard let target = NCMBTarget(address) else { return }
    do throws(NCMBRefusal) {
        _ = try NCMBSearch.parameters(target)
    } catch {}
}

/// The name that libFuzzer's archive asks for.
@_cdecl("LLVMFuzzerTestOneInput") func one(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    play(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(runDriver(&count, &arguments) { one($0, $1) })
