import Boundary
import CLinux
import Client
import Codecs
import Linux

/// A console settings file. Read whole before the call returns: it is small, local and read once.
enum SettingsFile {
    struct Failure: Error {
        let reason: String
        var code = GamebaseError.Code.invalidParameter
    }

    static func read(_ path: String) -> Result<JSON, Failure> {
        // Not blocking, so that a pipe in the place of a file cannot hold the caller.
        let descriptor = gb_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
        if descriptor < 0 { return .failure(Failure(reason: "\(path) cannot be opened: \(systemText(gb_errno()))")) }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & UInt32(S_IFMT) == UInt32(S_IFREG) else {
            return .failure(Failure(reason: "\(path) is not a file"))
        }
        return bytes(descriptor, path).flatMap { parse($0, path) }
    }

    private static func bytes(_ descriptor: Int32, _ path: String) -> Result<[UInt8], Failure> {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = CLinux.read(descriptor, &chunk, chunk.count)
            if count == 0 { return .success(bytes) }
            if count < 0 {
                if gb_errno() == EINTR { continue }
                return .failure(Failure(reason: "\(path) cannot be read: \(systemText(gb_errno()))"))
            }
            bytes.append(contentsOf: chunk[..<count])
            if bytes.count > Arguments.textBytesMax {
                return .failure(Failure(reason: "\(path) is longer than \(Arguments.textBytesMax) bytes"))
            }
        }
    }

    private static func parse(_ bytes: [UInt8], _ path: String) -> Result<JSON, Failure> {
        do throws(JSONError) {
            return .success(try JSON.parse(bytes: bytes))
        } catch {
            return .failure(
                Failure(
                    reason: "\(path) is not JSON: line \(error.line), column \(error.column): \(error.reason)",
                    code: GamebaseError.Code.invalidJSONFormat))
        }
    }

    private static func systemText(_ number: Int32) -> String {
        gb_error_text(number).map { String(cString: $0) } ?? "error \(number)"
    }
}
