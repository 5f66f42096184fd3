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

    /// - Returns: false when it is there already.
    mutating func insert(_ frame: EventFrame) -> Bool {
        let place = Self.place(frames, behind: frame.seq)
        if place > 0, frames[place - 1].seq == frame.seq { return false }
        frames.insert(frame, at: place)
        bytes += frame.bytes.count
        head = max(head, frame.seq)
        trim()
        return true
    }

    /// All until this place was read.
    mutating func advance(to place: Int64) { head = max(head, place) }

    func contains(_ seq: Int64) -> Bool {
        let place = Self.place(frames, behind: seq)
        return place > 0 && frames[place - 1].seq == seq
    }

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
