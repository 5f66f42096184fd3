import Codecs
import Linux
import Testing

@testable import PushRules

@Suite struct `Media of pushes` {
    private func read(_ text: String) -> MediaAddress? { try? MediaAddress.read(text, allowsHTTP: false) }

    // 5.5: what the end of an address promises, with the traps at the end of the section.
    @Test(
        arguments: [
            ("https://h/notimovie.mp4", .video), ("https://h/notimovie", nil), ("https://h/notisound.wav", .audio),
            ("https://h/notiimage.jpg", .image), ("https://h/a.jpeg", .image), ("https://h/a.png", .image), ("https://h/a.gif", .image),
            ("https://h/a.mp3", .audio), ("https://h/a.m4a", .audio), ("https://h/a.avi", .video),
            // A query after the extension, a fragment, both, and what looks like an extension in them.
            ("https://h/a.mp4?sig=x.jpg", .video), ("https://h/a.mp4#x.jpg", .video), ("https://h/a?name=x.mp4", nil),
            ("https://h/a#x.mp4", nil), ("https://h/a.wav?b/c.jpg", .audio), ("https://h?a.mp4", nil), ("https://h#a.mp4", nil),
            // Upper case.
            ("HTTPS://H/A.MP4", .video), ("https://h/a.JpG", .image),
            // Encoded, with parameters, of a folder, of the host.
            ("https://h/a%2Emp4", .video), ("https://h/a.%6Dp4", .video), ("https://h/a.mp%zz4", nil), ("https://h/a.mp4;v=1", .video),
            ("https://h/a.mp4/b", nil), ("https://h/a.mp4/", nil), ("https://h.mp4", nil), ("https://h.mp4/", nil),
            ("https://h/.mp4", .video),
            ("https://h/a.b.png", .image), ("https://h/a.", nil), ("https://h/a.webp", nil), ("https://h/a.mp4x", nil),
            ("https://h/mp4", nil),
            ("https://h", nil), ("https://h/", nil), ("https://h:443/a.png", .image), ("https://[::1]/a.png", .image),
        ] as [(String, MediaKind?)])
    func `the end of an address promises a kind`(text: String, kind: MediaKind?) throws {
        let address = try MediaAddress.read(text, allowsHTTP: false)
        #expect(address.kind == kind)
    }

    // 5.5: https, unless the host allows http, for each address of a chain of redirects.
    @Test(
        arguments: [
            ("http://h/a.png", false, .notSecure), ("HTTP://h/a.png", false, .notSecure), ("http://h/a.png", true, nil),
            ("file:///etc/passwd", true, .noWebAddress), ("ftp://h/a.png", true, .noWebAddress),
            ("data:image/png;base64,AA", true, .noWebAddress),
            ("//h/a.png", true, .noWebAddress), ("a.png", true, .noWebAddress), ("", true, .noWebAddress),
            ("https://", false, .noWebAddress),
            ("https:///a.png", false, .noWebAddress), ("https://h/a b.png", false, .noWebAddress),
            ("https://h/a\u{0}.png", false, .noWebAddress),
            ("https://h\\@other/a.png", false, .noWebAddress), ("https://user:password@h/a.png", false, .hasCredentials),
            ("https://user@h/a.png", false, .hasCredentials), ("https://@h/a.png", false, .hasCredentials),
            ("https://h/@a.png", false, nil), ("https://h?@", false, nil),
            ("https://h/" + String(repeating: "a", count: 2_039), false, .noWebAddress),
            ("https://h/" + String(repeating: "a", count: 2_038), false, nil),
        ] as [(String, Bool, MediaAddress.Refusal?)])
    func `an address is one of the web, safe and without a password`(text: String, allowsHTTP: Bool, refusal: MediaAddress.Refusal?) {
        do throws(MediaAddress.Refusal) {
            #expect(try MediaAddress.read(text, allowsHTTP: allowsHTTP).text == text)
            #expect(refusal == nil)
        } catch {
            #expect(error == refusal)
        }
    }

    // 5.5: the table of networks, and what it does not say of extensions that are not of the list.
    @Test(
        arguments: [
            ("https://h/notimovie.mp4", .fetch(bytesMax: 50 << 20), .skip), ("https://h/a.avi", .fetch(bytesMax: 50 << 20), .skip),
            ("https://h/notisound.wav", .fetch(bytesMax: 5 << 20), .skip), ("https://h/a.mp3?x=1", .fetch(bytesMax: 5 << 20), .skip),
            ("https://h/notiimage.jpg", .fetch(bytesMax: 10 << 20), .fetch(bytesMax: 10 << 20)),
            ("https://h/notimovie", .fetch(bytesMax: 50 << 20), .fetch(bytesMax: 10 << 20)),
            ("https://h/media.php", .fetch(bytesMax: 50 << 20), .fetch(bytesMax: 10 << 20)),
        ] as [(String, MediaPlan, MediaPlan)])
    func `on a metered network audio and video are left out by their extension`(text: String, free: MediaPlan, metered: MediaPlan) throws {
        let address = try #require(read(text))
        #expect(MediaPlan.of(address, isMetered: false) == free && MediaPlan.of(address, isMetered: true) == metered)
    }

    static func head(_ text: String) -> [UInt8] { Array(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) }

    // 5.5: the list of types; by content, because a name can say anything.
    @Test(
        arguments: [
            (head("\u{FF}\u{D8}\u{FF}\u{E0}"), .jpeg), (head("\u{89}PNG\r\n\u{1A}\n"), .png), (head("GIF87a"), .gif),
            (head("GIF89a"), .gif),
            (head("RIFF\u{1}\u{2}\u{3}\u{4}WAVE"), .wav), (head("RIFF\u{1}\u{2}\u{3}\u{4}AVI "), .avi), (head("ID3\u{4}\u{0}"), .mp3),
            (head("\u{FF}\u{FB}\u{90}\u{64}"), .mp3), (head("\u{FF}\u{F3}\u{40}\u{C4}"), .mp3), (head("\u{FF}\u{E3}\u{40}\u{C4}"), .mp3),
            (head("\u{0}\u{0}\u{0} ftypisom"), .mp4), (head("\u{0}\u{0}\u{0} ftypmp42"), .mp4), (head("\u{0}\u{0}\u{0} ftypavc1"), .mp4),
            (head("\u{0}\u{0}\u{0} ftypM4V "), .mp4), (head("\u{0}\u{0}\u{0} ftypM4A "), .mp4Audio),
            (head("\u{0}\u{0}\u{0} ftypM4B "), .mp4Audio),
            // None of the list: WebP, a font of RIFF, HEIC, QuickTime, AAC, Ogg, a page, a program, nothing.
            (head("RIFF\u{1}\u{2}\u{3}\u{4}WEBP"), nil), (head("RIFF\u{1}\u{2}"), nil), (head("\u{0}\u{0}\u{0} ftypheic"), nil),
            (head("\u{0}\u{0}\u{0} ftypqt  "), nil), (head("\u{0}\u{0}\u{0} ftyp"), nil), (head("\u{FF}\u{F1}\u{50}\u{80}"), nil),
            (head("\u{FF}\u{FB}\u{F0}\u{64}"), nil), (head("\u{FF}\u{EB}\u{90}\u{64}"), nil), (head("\u{FF}\u{FB}\u{9C}\u{64}"), nil),
            (head("OggS"), nil), (head("<!DOCTYPE html>"), nil), (head("\u{7F}ELF"), nil), (head("\u{FF}\u{D8}\u{FF}"), nil), ([], nil),
            (head("GIF88a"), nil), (head("\u{89}PNG\r\r\u{1A}\n"), nil),
        ] as [([UInt8], MediaType?)])
    func `the first bytes say what it is`(head: [UInt8], type: MediaType?) {
        #expect(MediaType.of(content: head) == type && head.count <= 16 && MediaType.headBytes == 16)
        if let type { #expect(MediaType.kind(ofExtension: type.fileExtension) == type.kind) }
    }

    static let png = head("\u{89}PNG\r\n\u{1A}\n")
    static let mp3 = head("ID3\u{4}")
    static let mp4 = head("\u{0}\u{0}\u{0} ftypisom")
    static let m4a = head("\u{0}\u{0}\u{0} ftypM4A ")

    // 5.5: the content agrees with its kind, and is no larger than that.
    @Test(
        arguments: [
            ("https://h/a.jpg", png, 1, .shown(.png)), ("https://h/a.jpg", mp3, 1, .wrongKind), ("https://h/a.mp3", png, 1, .wrongKind),
            ("https://h/a.png", mp4, 1, .wrongKind), ("https://h/a.mp4", mp4, 1, .shown(.mp4)),
            ("https://h/a.mp4", m4a, 1, .shown(.mp4Audio)),
            ("https://h/a.m4a", m4a, 1, .shown(.mp4Audio)), ("https://h/a.m4a", mp4, 1, .wrongKind),
            ("https://h/a.mp4", mp3, 1, .wrongKind),
            ("https://h/a", mp3, 1, .shown(.mp3)), ("https://h/a.php", png, 1, .shown(.png)),
            ("https://h/a.png", head("<html>"), 1, .unknownType),
            ("https://h/a", [], 0, .unknownType),
            ("https://h/a", png, 10 << 20, .shown(.png)), ("https://h/a", png, 10 << 20 + 1, .tooLarge),
            ("https://h/a", mp3, 5 << 20, .shown(.mp3)),
            ("https://h/a", mp3, 5 << 20 + 1, .tooLarge), ("https://h/a.mp4", m4a, 5 << 20 + 1, .tooLarge),
            ("https://h/a.mp4", mp4, 50 << 20, .shown(.mp4)), ("https://h/a.mp4", mp4, 50 << 20 + 1, .tooLarge),
        ] as [(String, [UInt8], Int, MediaVerdict)])
    func `what came is shown when it is of the list, of its kind and not too large`(
        text: String, head: [UInt8], bytes: Int, verdict: MediaVerdict
    ) throws {
        #expect(MediaVerdict.of(try #require(read(text)), head: head, bytes: bytes) == verdict)
    }

    static func v6(_ begin: [UInt8], _ end: [UInt8]) -> [UInt8] { begin + [UInt8](repeating: 0, count: 16 - begin.count - end.count) + end }

    // 5.5: redirects; the addresses of the special-purpose registries.
    @Test(
        arguments: [
            ([127, 0, 0, 1], .loopback), ([127, 255, 0, 3], .loopback), ([169, 254, 169, 254], .linkLocal), ([169, 253, 0, 1], .open),
            ([10, 1, 2, 3], .own), ([172, 15, 0, 1], .open), ([172, 16, 0, 1], .own), ([172, 31, 255, 255], .own),
            ([172, 32, 0, 1], .open),
            ([192, 168, 0, 1], .own), ([192, 167, 0, 1], .open), ([100, 63, 0, 1], .open), ([100, 64, 0, 1], .own),
            ([100, 127, 0, 1], .own),
            ([100, 128, 0, 1], .open), ([0, 0, 0, 0], .unusable), ([0, 1, 2, 3], .unusable), ([224, 0, 0, 1], .unusable),
            ([255, 255, 255, 255], .unusable), ([240, 0, 0, 1], .unusable), ([192, 0, 0, 8], .unusable), ([192, 0, 2, 1], .unusable),
            ([192, 0, 3, 1], .open), ([198, 18, 0, 1], .unusable), ([198, 20, 0, 1], .open), ([198, 51, 100, 1], .unusable),
            ([198, 51, 101, 1], .open), ([203, 0, 113, 9], .unusable), ([203, 0, 114, 9], .open), ([8, 8, 8, 8], .open),
            (v6([], [1]), .loopback), (v6([], []), .unusable), (v6([0xFE, 0x80], [1]), .linkLocal), (v6([0xFE, 0xBF], [1]), .linkLocal),
            (v6([0xFE, 0xC0], [1]), .own), (v6([0xFC], [1]), .own), (v6([0xFD, 1], [1]), .own), (v6([0xFE, 0x7F], [1]), .open),
            (v6([0xFF, 2], [1]), .unusable),
            (v6([0x20, 0x01, 0x48, 0x60], [1]), .open), (v6([], [0xFF, 0xFF, 127, 0, 0, 1]), .loopback),
            (v6([], [0xFF, 0xFF, 8, 8, 8, 8]), .open),
            (v6([], [0xFF, 0xFF, 192, 168, 1, 1]), .own), (v6([], [127, 0, 0, 1]), .loopback), (v6([], [10, 0, 0, 1]), .own),
            (v6([], [2]), .unusable),
            (v6([0, 0x64, 0xFF, 0x9B], [169, 254, 1, 1]), .linkLocal), (v6([0x20, 0x02, 127, 0, 0, 1], [1]), .loopback),
            (v6([0, 0, 0, 1], [1]), .unusable), ([], .unusable), ([127, 0, 0], .unusable), ([UInt8](repeating: 1, count: 17), .unusable),
        ] as [([UInt8], MediaHost)])
    func `an address is known by whom it can reach`(address: [UInt8], host: MediaHost) {
        #expect(MediaHost.of(address: address) == host)
    }

    @Test(
        arguments: [
            (.open, nil, false, true), (.open, .own, false, true), (.own, nil, false, true), (.own, .own, false, true),
            (.own, .open, false, false),
            (.own, .open, true, true), (.loopback, nil, false, false), (.loopback, .own, false, false), (.loopback, nil, true, true),
            (.linkLocal, nil, false, false), (.linkLocal, .open, true, true), (.unusable, nil, true, false), (.unusable, nil, false, false),
        ] as [(MediaHost, MediaHost?, Bool, Bool)])
    func `no push reaches this machine, and none that came from outside a network of one's own`(
        host: MediaHost, first: MediaHost?, allowsLocal: Bool, isAllowed: Bool
    ) {
        #expect(host.isAllowed(after: first, allowsLocal: allowsLocal) == isAllowed)
    }
}
