import CLinux
import Codecs
import Linux
import Synchronization

/// The folder of a device, on a disk that may fail. What the client writes goes through `fsync` and `rename`, which this program has in
/// place of the system's.
final class SimulatorDisk: @unchecked Sendable {
    enum Fault: CaseIterable {
        /// Nothing of a file gets to the disk.
        case flush
        /// No file gets its name.
        case rename
        /// A file has its name, and whether it keeps it is not known.
        case folder
    }

    private let root: String
    private var moves = 0
    /// Another one with each process, so that the one that died writes no more.
    var folder: String { "\(root)/\(moves)" }
    var fault: Fault? { didSet { SimulatorDisk.fail(folder, fault) } }

    static func fail(_ folder: String, _ fault: Fault?) { Faults.set(folder, fault) }

    init() {
        let place = Files.exists("/dev/shm") ? "/dev/shm" : "/tmp"
        root = "\(place)/gamebase-simulator-" + Hex.encode(SystemRandom().bytes(8))
        mkdir(root, 0o700)
        mkdir(folder, 0o700)
    }

    deinit { remove() }

    /// The process ends.
    func move() {
        let old = folder, before = fault
        fault = nil
        moves += 1
        renameat(AT_FDCWD, old, AT_FDCWD, folder)
        fault = before
    }

    func remove() {
        fault = nil
        if let names = opendir(folder) {
            while let entry = readdir(names) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
                if name.first != "." { unlink("\(folder)/\(name)") }
            }
            closedir(names)
        }
        rmdir(folder)
        rmdir(root)
    }

    /// Of all disks of this program.
    fileprivate enum Faults {
        static let lock = Lock()
        nonisolated(unsafe) static var byFolder: [String: Fault] = [:]
        static let count = Atomic<Int>(0)

        static func set(_ folder: String, _ fault: Fault?) {
            lock.locked {
                byFolder[folder] = fault
                count.store(byFolder.count, ordering: .releasing)
            }
        }

        static func `is`(_ fault: Fault, _ folder: String) -> Bool {
            count.load(ordering: .acquiring) > 0 && lock.locked { byFolder[folder] == fault }
        }

        static func path(of descriptor: Int32) -> String {
            var room = [CChar](repeating: 0, count: 4096)
            let length = readlink("/proc/self/fd/\(descriptor)", &room, room.count)
            return String(decoding: room.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        static func fail() -> Int32 {
            __errno_location().pointee = EIO
            return -1
        }
    }
}

@_cdecl("fsync") public func simulatorFlush(_ descriptor: Int32) -> Int32 {
    if SimulatorDisk.Faults.count.load(ordering: .acquiring) > 0 {
        let path = SimulatorDisk.Faults.path(of: descriptor)
        if SimulatorDisk.Faults.is(.folder, path) || SimulatorDisk.Faults.is(.flush, Paths.parent(path)) {
            return SimulatorDisk.Faults.fail()
        }
    }
    return fdatasync(descriptor)
}

@_cdecl("rename") public func simulatorRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
    if SimulatorDisk.Faults.is(.rename, Paths.parent(String(cString: new))) { return SimulatorDisk.Faults.fail() }
    return renameat(AT_FDCWD, old, AT_FDCWD, new)
}
