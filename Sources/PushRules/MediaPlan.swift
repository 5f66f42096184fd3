import Linux

/// Whether media are fetched, and whether what came is shown (section 5.5). Whatever is refused here, the push is shown without it.
public enum MediaPlan: Equatable, Sendable {
    /// At most so many bytes, whatever the answer's length says.
    case fetch(bytesMax: Int)
    /// Audio and video wait for a network that is not metered, and do not come later.
    case skip

    /// On a network that is not metered everything is fetched; on a metered one what does not end like audio or video. An extension that
    /// is not of the list counts as none: the end of an address is often a script's, and the content decides when it is there. As nobody
    /// knows what comes then, it may be as large as the largest, and on a metered network as large as an image.
    @export(interface) public static func of(_ address: MediaAddress, isMetered: Bool) -> MediaPlan {
        switch address.kind {
        case .image: .fetch(bytesMax: MediaKind.image.bytesMax)
        case .audio, .video: isMetered ? .skip : .fetch(bytesMax: (address.kind ?? .image).bytesMax)
        case nil: .fetch(bytesMax: (isMetered ? MediaKind.image : .video).bytesMax)
        }
    }
}

public enum MediaVerdict: Equatable, Sendable {
    case shown(MediaType)
    case unknownType
    /// An image where the address promises a sound.
    case wrongKind
    case tooLarge

    /// What came of an address. It can be asked when the first bytes are there, and whenever more is known of the size.
    /// - Parameters:
    ///   - head: the first bytes, `MediaType.headBytes` of them or all.
    ///   - bytes: the size as far as it is known.
    @export(interface) public static func of(_ address: MediaAddress, head: [UInt8], bytes: Int) -> MediaVerdict {
        guard let type = MediaType.of(content: head) else { return .unknownType }
        // MP4 is the name of sounds, too.
        if let kind = address.kind, kind != type.kind, !(kind == .video && type == .mp4Audio) { return .wrongKind }
        return bytes <= type.kind.bytesMax ? .shown(type) : .tooLarge
    }
}
