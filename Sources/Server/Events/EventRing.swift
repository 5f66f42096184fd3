import Messages

/// The latest events of an app, in the order of their places.
struct EventRing {
    private var frames: [EventFrame] = []
    private var bytes = 0
    /// Whatever was told behind this place is in the ring, as far as it was read.
    private(set) var floor: Int64
    /// The newest place that was read.
    private(set) var head: Int64
    private let countMax: Int
    private let bytesMax: Int

    static let countMax = 4_096
    static let bytesMax = 8 << 20

    init(from place: Int64, countMax: Int = EventRing.countMax, bytesMax: Int = EventRing.bytesMax) {
        floor = place
        head = place
        self.countMax = countMax
        self.bytesMax = bytesMax
    }

    /// - Parameter frame: behind the newest.
    mutating func append(_ frame: EventFrame) {
        frames.append(frame)
        bytes += frame.bytes.count
        head = frame.seq
        trim()
    }

    /// All until this place was read.
    mutating func advance(to place: Int64) { head = max(head, place) }

    func frames(behind place: Int64) -> ArraySlice<EventFrame> { frames[Self.place(frames, behind: place)...] }

    private mutating func trim() {
        var dropped = 0
        while frames.count - dropped > countMax || (bytes > bytesMax && frames.count - dropped > 1) {
            bytes -= frames[dropped].bytes.count
            floor = max(floor, frames[dropped].seq)
            dropped += 1
        }
        // In one go: the rest moves once.
        if dropped > 0 { frames.removeFirst(dropped) }
    }

    /// Where the first event behind the place stands, or would.
    private static func place(_ frames: [EventFrame], behind seq: Int64) -> Int {
        var low = 0
        var high = frames.count
        while low < high {
            let middle = (low + high) / 2
            if frames[middle].seq > seq { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
