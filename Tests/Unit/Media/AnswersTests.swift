import CLinux
import Linux
import PushRules
import Testing

@testable import Media

@Test(arguments: ["jpg", "png", "gif", "wav", "mp3", "m4a", "mp4", "avi"])
func `media: each type is known by its bytes, whatever the address says`(kind: String) throws {
    let world = try #require(MediaWorld())
    let file = try #require(world.file("/type/\(kind)"))
    #expect(file.type.fileExtension == kind)
    #expect(TextParts.split(file.path, at: UInt8(ascii: ".")).last == kind)
    #expect(Files.size(file.path) == 1000)
    #expect(TestFolder.mode(file.path) == 0o600)
    #expect(TestFolder.mode(world.cache) == 0o700)
    #expect(world.kept.count == 1)
}

@Test func `media: what is no media, or other media than promised, is refused by its first bytes`() throws {
    let world = try #require(MediaWorld())
    #expect(world.why("/text/picture.png") == .unknownType)
    #expect(world.why("/type/wav/picture.png") == .wrongKind)
    #expect(world.why("/empty/picture.png") == .unknownType)
    #expect(world.why("/ancient") != nil)
    #expect(world.kept == [])
}

@Test func `media: a body ends at the limit of its kind, with a length and without`() throws {
    let world = try #require(MediaWorld())
    #expect(world.why("/endless/png") == .tooLarge)
    #expect(world.why("/endless/mp4/film.mp4") == .tooLarge)
    #expect(world.why("/chunked/wav/81/a.wav") == .tooLarge)
    // A film may be so large, and its address promised nothing.
    #expect(world.why("/chunked/png/170") == .tooLarge)
    // Refused by what it promises, with nothing of it read.
    #expect(world.why("/promise/10485761/a.png") == .tooLarge)
    #expect(world.why("/promise/99999999999999999999999") != nil)
    #expect(world.why("/size/jpg/10485761") == .tooLarge)
    #expect(world.kept == [])
    let largest = try #require(world.file("/size/jpg/10485760"))
    #expect(Files.size(largest.path) == 10 << 20)
    #expect(try #require(world.file("/chunked/wav/79/a.wav")).type == .wav)
}

@Test func `media: the bodies of redirects are no part of what they lead to`() throws {
    let world = try #require(MediaWorld())
    let largest = "http://127.0.0.1:PORT/size/jpg/10485760"
    let file = try #require(world.file("/redirect/302/http://127.0.0.1:PORT/redirect/307/" + largest))
    #expect(Files.size(file.path) == 10 << 20)
}

@Test func `media: a body shorter than its length is refused, one longer is cut there`() throws {
    let world = try #require(MediaWorld())
    #expect(world.why("/long") == .incomplete)
    #expect(world.why("/broken") == .incomplete)
    #expect(world.kept == [])
    #expect(Files.size(try #require(world.file("/short")).path) == 500)
}

@Test func `media: only status 200 counts`() throws {
    let world = try #require(MediaWorld())
    for status in [404, 500, 206, 203, 304, 401, 407] { #expect(world.why("/status/\(status)") == .status(status)) }
    #expect(world.why("/status/302") == .status(302))
    #expect(world.kept == [])
}

@Test func `media: what comes packed is refused, for a bomb is small`() throws {
    let world = try #require(MediaWorld())
    for name in ["gzip", "br", "deflate", "GZip", "identity,gzip", ""] { #expect(world.why("/encoded/\(name)") == .encoded, "\(name)") }
    #expect(world.why("/transfer") == .encoded)
    #expect(world.file("/encoded/Identity") != nil)
}

@Test func `media: headers end at a limit, and so do those that come before`() throws {
    let world = try #require(MediaWorld())
    #expect(world.why("/headers") == .headersTooLarge)
    #expect(world.why("/early") == .headersTooLarge)
}

@Test func `media: a server that drips, stalls or says nothing costs the time that was given, and no other fetch waits for it`() throws {
    let world = try #require(MediaWorld { $1.totalMilliseconds = 3000 })
    let heard = Heard()
    let begin = SystemClock().monotonicNanoseconds()
    for path in ["/drip/png", "/stall", "/silent"] {
        #expect(world.fetcher.fetch(world.address(path), MediaWorld.open) { heard.add($0) })
    }
    #expect(world.file("/type/png") != nil)
    #expect(heard.all.isEmpty)
    #expect(heard.wait(3) == [.failure(.timedOut), .failure(.timedOut), .failure(.timedOut)])
    let milliseconds = (SystemClock().monotonicNanoseconds() - begin) / 1_000_000
    #expect(milliseconds >= 2900 && milliseconds < 10_000)
    #expect(world.kept.count == 1)
}

@Test func `media: a body that is too slow is given up before its time`() throws {
    let world = try #require(
        MediaWorld {
            $1.slowBytesPerSecond = 10_000
            $1.slowSeconds = 1
        })
    let begin = SystemClock().monotonicNanoseconds()
    #expect(world.why("/drip/png") == .timedOut)
    #expect(SystemClock().monotonicNanoseconds() - begin < 30_000_000_000)
}

@Test func `media: names with odd queries are asked for as they are, with nothing about the player`() throws {
    let world = try #require(MediaWorld())
    #expect(world.file("/file/a%20b.PNG?sig=%2F..%2F&x=a.exe;%00") != nil)
    #expect(world.server.expect("asked") == "asked /file/a%20b.PNG?sig=%2F..%2F&x=a.exe;%00 accept,host,user-agent")
    #expect(world.why("/type/png?\u{1}") == .address(.noWebAddress))
    #expect(world.why("/type/png#part") == nil)
}

@Test func `media: lines of a head are read as they mean`() throws {
    func judge(_ lines: [String]) -> MediaFailure? {
        var reply = MediaReply(bytesMax: 100)
        do throws(MediaFailure) {
            for line in lines {
                try Array((line + "\r\n").utf8).withUnsafeBytesTyped { (bytes) throws(MediaFailure) in try reply.take(bytes) }
            }
            return nil
        } catch { return error }
    }
    #expect(judge(["HTTP/1.1 200 OK", "Content-Length: 100", ""]) == nil)
    #expect(judge(["HTTP/1.1 200 OK", "CONTENT-LENGTH:101 ", ""]) == .tooLarge)
    #expect(judge(["HTTP/1.1 200 OK", "Content-Length: 101", "Content-Length: 1", ""]) == .tooLarge)
    #expect(judge(["HTTP/1.1 100 Continue", "Content-Encoding: gzip", "", "HTTP/1.1 200", ""]) == nil)
    #expect(judge(["HTTP/1.1 200 OK", "content-encoding :", ""]) == nil)
    #expect(judge(["HTTP/1.1 200 OK", "content-encoding:\tGZIP\t", ""]) == .encoded)
    #expect(judge(["HTTP/1.1", ""]) == .status(0))
    #expect(judge(["", ""]) == .status(0))
}

extension Array {
    /// The same with the type of what is thrown.
    fileprivate func withUnsafeBytesTyped(_ body: (UnsafeRawBufferPointer) throws(MediaFailure) -> Void) throws(MediaFailure) {
        let result: Result<Void, MediaFailure> = withUnsafeBytes { bytes in
            do throws(MediaFailure) {
                try body(bytes)
                return .success(())
            } catch { return .failure(error) }
        }
        try result.get()
    }
}
