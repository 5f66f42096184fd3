import Linux
import PushRules
import Testing

@testable import Media

private let local = MediaRules(isMetered: false, allowsHTTP: true, allowsLocal: true)
private let secure = MediaRules(isMetered: false, allowsHTTP: false, allowsLocal: true)
private let metered = MediaRules(isMetered: true, allowsHTTP: true, allowsLocal: false)

@Test func `media: this machine is not asked unless the host said so, by whatever of its names`() throws {
    let world = try #require(MediaWorld())
    for host in ["127.0.0.2", "2130706434", "0x7f000002", "127.2", "[::ffff:127.0.0.2]"] {
        #expect(world.why("/type/png", host: host) == .hostNotAllowed, "\(host)")
    }
    // None of them was spoken to.
    #expect(world.file("/type/gif") != nil)
    #expect(world.server.expect("")?.hasPrefix("asked /type/gif") == true)
    #expect(world.file("/type/png", host: "127.0.0.2", local) != nil)
}

@Test func `media: no redirect leads to this machine, also from a network of one's own`() throws {
    let world = try #require(MediaWorld())
    #expect(world.why("/redirect/302/http://127.0.0.2:PORT/type/png", host: "127.0.0.3") == .hostNotAllowed)
    #expect(world.why("/redirect/307/http://127.0.0.2:PORT/type/png") == .hostNotAllowed)
    #expect(world.file("/redirect/302/http://127.0.0.2:PORT/type/png", local) != nil)
}

@Test func `media: only from a network of one's own does a redirect lead there`() throws {
    let world = try #require(MediaWorld())
    #expect(world.file("/type/png", host: "127.0.0.3") != nil)
    #expect(world.why("/redirect/302/http://127.0.0.3:PORT/type/jpg") == .hostNotAllowed)
    #expect(world.file("/redirect/302/http://127.0.0.3:PORT/type/gif", host: "127.0.0.3") != nil)
    // What it led through does not matter, only where it began.
    let further = "/redirect/302/http://127.0.0.1:PORT/redirect/302/http://127.0.0.3:PORT/type/wav"
    #expect(world.why(further) == .hostNotAllowed)
    #expect(world.file(further, host: "127.0.0.3") != nil)
}

@Test func `media: a redirect leads to web addresses only`() throws {
    let world = try #require(MediaWorld())
    for to in ["file:///etc/passwd", "ftp://127.0.0.1/a.png", "data:image/png,x", "gopher://127.0.0.1:1/", "dict://127.0.0.1/"] {
        #expect(world.why("/redirect/302/\(to)", local) == .address(.noWebAddress), "\(to)")
    }
    #expect(world.why("/redirect/302/http://me:secret@127.0.0.1:PORT/type/png", local) == .address(.hasCredentials))
    #expect(world.why("/heavy") == .tooLarge)
}

@Test func `media: five redirects are followed, relative ones too, and no more`() throws {
    let world = try #require(MediaWorld())
    #expect(world.file("/hops/5") != nil)
    #expect(world.why("/hops/6") == .tooManyRedirects)
    #expect(world.why("/circle") == .tooManyRedirects)
}

@Test func `media: what a redirect leads to keeps the promise of the push's own address`() throws {
    let world = try #require(MediaWorld())
    #expect(world.why("/redirect/302/http://127.0.0.1:PORT/type/wav?name=/a.png") == nil)
    #expect(world.why("/redirect/302/http://127.0.0.1:PORT/type/wav/a.png") == .wrongKind)
    #expect(world.why("/lead/type/wav/a.png") == .wrongKind)
    #expect(world.file("/lead/type/png/a.png") != nil)
    #expect(world.why("/redirect/302/http://127.0.0.1:PORT/file/b.wav?/a.wav", metered) == .metered)
    #expect(world.file("/redirect/302/http://127.0.0.1:PORT/type/png") != nil)
}

@Test func `media: from a secure address nothing leads to an open one, whatever is allowed`() throws {
    func judge(_ text: String, after: String?, _ rules: MediaRules) -> MediaFailure? {
        do throws(MediaFailure) {
            let before = after.flatMap { try? MediaAddress.read($0, allowsHTTP: true) }
            _ = try MediaTransfer.judge(text, after: before, rules)
            return nil
        } catch { return error }
    }
    #expect(judge("http://a.example/b.png", after: "https://a.example/", local) == .address(.notSecure))
    #expect(judge("http://a.example/b.png", after: "HTTPS://a.example/", local) == .address(.notSecure))
    #expect(judge("https://a.example/b.png", after: "https://a.example/", local) == nil)
    #expect(judge("http://a.example/b.png", after: "http://a.example/", local) == nil)
    #expect(judge("http://a.example/b.png", after: nil, secure) == .address(.notSecure))
    #expect(judge("http://a.example/b.png", after: "http://a.example/", secure) == .address(.notSecure))
}

@Test func `media: a network that costs money brings pictures, and no sounds or films`() throws {
    let world = try #require(MediaWorld())
    #expect(world.why("/file/a.wav", metered) == .metered)
    #expect(world.why("/file/a.mp4", metered) == .metered)
    #expect(world.file("/file/a.png", metered) != nil)
    #expect(world.why("/chunked/mp4/170", metered) == .tooLarge)
    #expect(world.file("/chunked/mp4/170") != nil)
}

@Test func `media: a secure server whose certificate nobody vouches for is not believed`() throws {
    let world = try #require(MediaWorld(isSecure: true))
    #expect(MediaWorld.ask(world.fetcher, "https://127.0.0.1:" + world.port + "/type/png") == .failure(.untrusted))
}

@Test func `media: a machine that does not answer, and a name that nobody has`() throws {
    let world = try #require(MediaWorld())
    #expect(MediaWorld.ask(world.fetcher, "http://127.0.0.1:1/a.png") == .failure(.unreachable))
    #expect(MediaWorld.ask(world.fetcher, "http://nobody.invalid/a.png") == .failure(.unreachable))
    // No TLS is spoken there.
    guard case .failure = MediaWorld.ask(world.fetcher, "https://127.0.0.1:" + world.port + "/type/png") else {
        Issue.record("an open server passed for a secure one")
        return
    }
}
