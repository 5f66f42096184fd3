/// What waits in a run loop.
struct WorkItem {
    /// A question is a completion that asks the host for something: it is never refused, and calls wait longer while it does.
    enum Kind { case completion, question, event, logLine }
    /// A refusal is kept as what it is: a closure of its own for each would be more than twice as large.
    enum Work {
        case run(() -> Void)
        case refuse((GamebaseError) -> Void, GamebaseError)
    }

    let kind: Kind
    let work: Work

    /// It outlives its client: it comes with the callbacks of the default instance then.
    var isOwed: Bool { kind == .completion || kind == .question }

    func run() {
        switch work {
        case .run(let body): body()
        case .refuse(let deliver, let error): deliver(error)
        }
    }
}

/// A first-in-first-out queue in blocks: it grows and shrinks without moving what waits, and keeps one block for the next time.
struct WorkQueue {
    private static let blockItems = 128

    private final class Block {
        let items = UnsafeMutablePointer<WorkItem>.allocate(capacity: WorkQueue.blockItems)
        var head = 0
        var tail = 0
        var next: Block?

        deinit {
            (items + head).deinitialize(count: tail - head)
            items.deallocate()
        }
    }

    private var first: Block?
    private var last: Block?
    private var spare: Block?
    /// How many items were taken ever: the place of the first one in the order of all.
    private(set) var begin: UInt64 = 0
    /// The place behind the last one.
    private(set) var end: UInt64 = 0

    var isEmpty: Bool { begin == end }

    mutating func append(_ item: WorkItem) {
        let block: Block
        if let last, last.tail < WorkQueue.blockItems {
            block = last
        } else {
            block = spare ?? Block()
            spare = nil
            if let last { last.next = block } else { first = block }
            last = block
        }
        (block.items + block.tail).initialize(to: item)
        block.tail += 1
        end &+= 1
    }

    mutating func popFirst() -> WorkItem? {
        guard begin < end, let block = first else { return nil }
        let item = (block.items + block.head).move()
        block.head += 1
        begin &+= 1
        if block.head == block.tail {
            first = block.next
            if first == nil { last = nil }
            block.head = 0
            block.tail = 0
            block.next = nil
            spare = block
        }
        return item
    }
}
