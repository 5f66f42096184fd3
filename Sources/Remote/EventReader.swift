import Messages

/// Reads an event stream (HTML standard, "Server-sent events"), as its bytes come.
struct EventReader {
    struct Event {
        var name: [UInt8] = []
        var id: [UInt8] = []
        var data: [UInt8] = []
    }

    private var line: [UInt8] = []
    private var event = Event()
    private var hasData = false
    private var hasPlace = false
    private var isAfterReturn = false

    /// - Returns: false for an event that is too long, or when `tell` says so.
    mutating func take(_ bytes: UnsafeRawBufferPointer, _ tell: (Event) -> Bool) -> Bool {
        for byte in bytes {
            let wasAfterReturn = isAfterReturn
            isAfterReturn = byte == UInt8(ascii: "\r")
            switch byte {
            case UInt8(ascii: "\n") where wasAfterReturn: break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): if !endLine(tell) { return false }
            default:
                guard line.count + event.data.count < HTTPForm.eventBytesMax else { return false }
                line.append(byte)
            }
        }
        return true
    }

    private mutating func endLine(_ tell: (Event) -> Bool) -> Bool {
        defer { line.removeAll(keepingCapacity: line.capacity <= 4_096) }
        if line.isEmpty {
            let told = event
            // `ready` and `reset` may have nothing to say but their place.
            let isTold = hasData || hasPlace
            event = Event()
            hasData = false
            hasPlace = false
            return !isTold || tell(told)
        }
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        var value = line[name.endIndex...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        if name.elementsEqual("data".utf8) {
            if hasData { event.data.append(UInt8(ascii: "\n")) }
            event.data += value
            hasData = true
        } else if name.elementsEqual("event".utf8) {
            event.name = Array(value)
        } else if name.elementsEqual("id".utf8) {
            event.id = Array(value)
            hasPlace = true
        }
        return true
    }
}

/// Which events were told already. One may come twice, and a little behind a later one.
struct EventPlaces {
    private var seen: Set<Int64> = []
    private var order: [Int64] = []
    private var next = 0
    /// What is not above it was told, or is too old to be told.
    private var floor = Int64.min

    /// - Returns: whether it is the first time.
    mutating func take(_ place: Int64) -> Bool {
        guard place > floor, seen.insert(place).inserted else { return false }
        if order.count < RemoteLimit.placesMax {
            order.append(place)
        } else {
            let oldest = order[next]
            order[next] = place
            next = (next + 1) % order.count
            seen.remove(oldest)
            floor = max(floor, oldest)
        }
        return true
    }
}
