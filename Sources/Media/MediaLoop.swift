import CCurl
import CLinux
import Libcurl
import Linux
import PushRules

/// Everything that the thread of the media owns, made on it and gone with it.
final class MediaLoop {
    private let facts: MediaFacts
    private let clock: any Clock
    private let pace: MediaPace
    private let cache: MediaCache
    private var curl: Curl?
    private var multi: OpaquePointer?
    private var transfers: [MediaTransfer] = []

    init(_ facts: MediaFacts, _ clock: any Clock, _ random: any RandomSource, _ pace: MediaPace) {
        self.facts = facts
        self.clock = clock
        self.pace = pace
        cache = MediaCache(facts.cacheFolder, random)
    }

    /// Transfers that may begin.
    var room: Int { MediaLimit.transfersMax - transfers.count }
    func isUnderWay(_ address: String) -> Bool { transfers.contains { $0.request.address == address } }

    // MARK: Beginning

    func begin(_ request: MediaRequest) {
        do throws(MediaFailure) {
            let (address, bytesMax) = try MediaTransfer.judge(request.address, after: nil, request.rules)
            guard cache.prepare() else { throw .cache }
            if let file = cache.find(address) { return request.answer(.success(file)) }
            let (curl, multi) = try load()
            guard let easy = curl.table.pointee.easy_init() else { throw .noLibrary }
            let transfer = MediaTransfer(request, address, bytesMax: bytesMax, curl, easy, cache, facts)
            guard transfer.begin(pace, remainingMilliseconds: remaining(request)),
                curl.table.pointee.multi_add_handle(multi, easy) == 0
            else { throw .noLibrary }
            transfers.append(transfer)
        } catch { request.answer(.failure(error)) }
    }

    /// A library that is missing is looked for again: it may be installed while the game runs.
    private func load() throws(MediaFailure) -> (Curl, OpaquePointer) {
        if let curl, let multi { return (curl, multi) }
        guard let loaded = Curl.load(facts.libraryNames), let made = loaded.table.pointee.multi_init() else { throw .noLibrary }
        curl = loaded
        multi = made
        return (loaded, made)
    }

    private func remaining(_ request: MediaRequest) -> Int64 { (request.deadline - clock.monotonicNanoseconds()) / 1_000_000 }

    // MARK: Turns

    /// Does what is there to do, and waits until something comes, somebody wakes it, or something is due.
    func turn(_ wake: EventDescriptor, until due: Int64) {
        dropUnwanted()
        guard let curl, let multi, !transfers.isEmpty else {
            var entry = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&entry, 1, -1)
            return
        }
        var running: Int32 = 0
        _ = curl.table.pointee.multi_perform(multi, &running)
        // What ended makes room for what waits, or goes on elsewhere: both at once.
        if takeEnded(curl, multi) { return }
        let distance = (due - clock.monotonicNanoseconds()) / 1_000_000 + 1
        let milliseconds = Int32(clamping: min(max(distance, 0), MediaLimit.turnMilliseconds))
        var entry = gb_curl_wait(descriptor: wake.descriptor, events: Int16(GB_CURL_READABLE), found: 0)
        if curl.table.pointee.multi_wait(multi, &entry, 1, milliseconds, nil) != 0 {
            // Out of memory, most likely. The next turn may have some.
            usleep(10_000)
        }
    }

    /// What nobody wants any more takes no more of the network, and leaves nothing behind.
    private func dropUnwanted() {
        guard let curl, let multi else { return }
        for place in transfers.indices.reversed() where transfers[place].request.isOver {
            _ = curl.table.pointee.multi_remove_handle(multi, transfers[place].easy)
            close(place, .failure(.stopped))
        }
    }

    private func takeEnded(_ curl: Curl, _ multi: OpaquePointer) -> Bool {
        var isAny = false
        var left: Int32 = 0
        while let message = curl.table.pointee.multi_info_read(multi, &left) {
            // The message goes with the handle's removal.
            let (kind, easy, code) = (message.pointee.kind, message.pointee.easy, message.pointee.data.result)
            guard Int(kind) == GB_CURL_DONE, let easy, let place = transfers.firstIndex(where: { $0.easy == easy }) else { continue }
            isAny = true
            let transfer = transfers[place]
            _ = curl.table.pointee.multi_remove_handle(multi, easy)
            switch transfer.ended(code, pace, remainingMilliseconds: remaining(transfer.request)) {
            case .over(let answer): close(place, answer)
            case .again: if curl.table.pointee.multi_add_handle(multi, easy) != 0 { close(place, .failure(.noLibrary)) }
            }
        }
        return isAny
    }

    private func close(_ place: Int, _ answer: MediaAnswer) { transfers.remove(at: place).request.answer(answer) }

    /// What is under way is given up, wherever it is. Who asked for it is told by whoever keeps the list.
    func end() {
        guard let curl, let multi else { return }
        for transfer in transfers { _ = curl.table.pointee.multi_remove_handle(multi, transfer.easy) }
        transfers = []
        _ = curl.table.pointee.multi_cleanup(multi)
    }
}
