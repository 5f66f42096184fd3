import Linux

/// What a push may bring beside its text (section 5.5).
public enum MediaKind: Sendable {
    case image, audio, video

    /// Bytes of a file. The limits are those of attachments on phones, in their units.
    @export(interface) public var bytesMax: Int {
        switch self {
        case .image: 10 << 20
        case .audio: 5 << 20
        case .video: 50 << 20
        }
    }
}

public enum MediaType: Sendable {
    case jpeg, png, gif, wav, mp3, mp4Audio, mp4, avi

    @export(interface) public var kind: MediaKind {
        switch self {
        case .jpeg, .png, .gif: .image
        case .wav, .mp3, .mp4Audio: .audio
        case .mp4, .avi: .video
        }
    }

    /// For the name of a file.
    @export(interface) public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .gif: "gif"
        case .wav: "wav"
        case .mp3: "mp3"
        case .mp4Audio: "m4a"
        case .mp4: "mp4"
        case .avi: "avi"
        }
    }

    /// Of a file that was named by `fileExtension`; nil for any other.
    @export(interface) public static func named(byFile path: String) -> MediaType? {
        guard let name = TextParts.split(path, at: UInt8(ascii: ".")).last else { return nil }
        for type in [MediaType.jpeg, .png, .gif, .wav, .mp3, .mp4Audio, .mp4, .avi] where type.fileExtension == name { return type }
        return nil
    }

    /// The kind that an extension in lower case promises; nil for one that is not of the list.
    static func kind(ofExtension name: String) -> MediaKind? {
        switch name {
        case "jpg", "jpeg", "png", "gif": .image
        case "wav", "mp3", "m4a": .audio
        case "mp4", "avi": .video
        default: nil
        }
    }

    /// So many bytes of the beginning tell what it is.
    public static let headBytes = 16

    /// By the first bytes of the content, `headBytes` of them where there are so many. Nil for what is none of the list.
    @export(interface) public static func of(content bytes: [UInt8]) -> MediaType? {
        if begins(bytes, 0, "ID3") { return .mp3 }
        guard bytes.count >= 4 else { return nil }
        if bytes[0] == 0xFF, bytes[1] == 0xD8, bytes[2] == 0xFF { return .jpeg }
        if bytes[0] == 0x89, begins(bytes, 1, "PNG\r\n\u{1A}\n") { return .png }
        if begins(bytes, 0, "GIF87a") || begins(bytes, 0, "GIF89a") { return .gif }
        if begins(bytes, 0, "RIFF") { return begins(bytes, 8, "WAVE") ? .wav : begins(bytes, 8, "AVI ") ? .avi : nil }
        if begins(bytes, 4, "ftyp") { return ofBrand(bytes) }
        return isFrameOfMP3(bytes) ? .mp3 : nil
    }

    /// A frame's header: layer III of a version that there is, with a rate that there is.
    private static func isFrameOfMP3(_ bytes: [UInt8]) -> Bool {
        bytes[0] == 0xFF && bytes[1] & 0xE6 == 0xE2 && bytes[1] & 0x18 != 0x08 && bytes[2] & 0xF0 != 0xF0 && bytes[2] & 0x0C != 0x0C
    }

    /// MP4 says by its main brand what it is. Still pictures and QuickTime have the same shell, and other brands.
    private static func ofBrand(_ bytes: [UInt8]) -> MediaType? {
        for brand in audioBrands where begins(bytes, 8, brand) { return .mp4Audio }
        for brand in videoBrands where begins(bytes, 8, brand) { return .mp4 }
        return nil
    }

    private static var audioBrands: [StaticString] { ["M4A ", "M4B ", "F4A "] }
    private static var videoBrands: [StaticString] { ["iso", "mp4", "avc1", "M4V", "F4V ", "MSNV", "dash"] }

    private static func begins(_ bytes: [UInt8], _ offset: Int, _ text: StaticString) -> Bool {
        guard bytes.count - offset >= text.utf8CodeUnitCount else { return false }
        for place in 0..<text.utf8CodeUnitCount where bytes[offset + place] != text.utf8Start[place] { return false }
        return true
    }
}
