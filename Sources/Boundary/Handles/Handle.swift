/// The name under which C knows an object. Never an address: the top byte makes it one that no memory can have.
///
/// bits 0..19 slot index, 20..47 generation of the slot, 48..55 class, 56..63 tag.
public struct Handle: Equatable, Sendable {
    static let tag: UInt64 = 0x5A
    static let tagShift: UInt64 = 56
    static let classShift: UInt64 = 48
    static let generationShift: UInt64 = 20
    static let indexMask: UInt64 = 0xF_FFFF
    static let generationMask: UInt64 = 0xFFF_FFFF
    /// Class and generation: what a slot compares.
    static let keyMask: UInt64 = 0x00FF_FFFF_FFF0_0000

    public let bits: UInt64

    @inline(__always)
    public init(bits: UInt64) { self.bits = bits }

    @inline(__always)
    init(index: Int, key: UInt64) { bits = Handle.tag << Handle.tagShift | key | UInt64(index) }

    @inline(__always)
    static func key(class handleClass: UInt8, generation: UInt64) -> UInt64 {
        UInt64(handleClass) << classShift | (generation & generationMask) << generationShift
    }

    @inline(__always) var key: UInt64 { bits & Handle.keyMask }
    @inline(__always) var index: Int { Int(bits & Handle.indexMask) }
    @inline(__always) var isTagged: Bool { bits >> Handle.tagShift == Handle.tag }
    @inline(__always) public var handleClass: UInt8 { UInt8(truncatingIfNeeded: bits >> Handle.classShift) }
}

/// What a handle can stand for. Subclasses hold one value and what C was given of it.
open class BoundaryObject {
    public init() {}
}
