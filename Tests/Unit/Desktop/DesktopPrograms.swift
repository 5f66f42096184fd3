import Glibc

/// A program beside the test, spoken to line by line, ended with the object.
final class Program: @unchecked Sendable {
    private let process: pid_t
    private let input: Int32
    private let output: Int32
    private var read: [UInt8] = []
    private var isOver = false

    /// - Returns: nil when there is no such program.
    static func start(_ arguments: [String], _ environment: [String: String] = [:], errorsToo: Bool = false) -> Program? {
        var toIt: [Int32] = [-1, -1]
        var fromIt: [Int32] = [-1, -1]
        guard pipe(&toIt) == 0, pipe(&fromIt) == 0 else { return nil }
        // A program that another test starts must not hold this one's ends.
        for end in toIt + fromIt { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, toIt[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromIt[1], 1)
        if errorsToo {
            posix_spawn_file_actions_adddup2(&actions, fromIt[1], 2)
        } else {
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        defer {
            posix_spawn_file_actions_destroy(&actions)
            close(toIt[0])
            close(fromIt[1])
        }
        var variables: [String] = ["PATH=/usr/bin:/bin", "HOME=/tmp", "PYTHONDONTWRITEBYTECODE=1"]
        for (name, value) in environment { variables.append(name + "=" + value) }
        var names: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var values: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for text in names + values { free(text) } }
        var process = pid_t()
        guard posix_spawnp(&process, arguments[0], &actions, nil, &names, &values) == 0 else {
            close(toIt[1])
            close(fromIt[0])
            return nil
        }
        return Program(process, toIt[1], fromIt[0])
    }

    private init(_ process: pid_t, _ input: Int32, _ output: Int32) {
        self.process = process
        self.input = input
        self.output = output
    }

    deinit { end() }

    func signal(_ number: Int32) { kill(process, number) }

    func end() {
        guard !isOver else { return }
        isOver = true
        kill(process, SIGCONT)
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        close(input)
        close(output)
    }

    /// Waits for the program to end by itself, a minute at most; it is made to end then.
    func wait() -> Int32 {
        var status: Int32 = 0
        for _ in 0..<12_000 {
            guard waitpid(process, &status, WNOHANG) == 0 else {
                isOver = true
                close(input)
                close(output)
                return status
            }
            usleep(5000)
        }
        end()
        return -1
    }

    func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // The program may be gone, and SIGPIPE would end the tests.
        _ = bytes.withUnsafeBytes { send($0) }
    }

    private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        var blocked = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGPIPE)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        let count = Glibc.write(input, bytes.baseAddress, bytes.count)
        if count < 0, errno == EPIPE {
            var none = timespec()
            sigtimedwait(&blocked, nil, &none)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        return count
    }

    /// The next line that begins so; lines before it are passed over. nil when none came in time.
    func expect(_ beginning: String, seconds: Int = 20) -> String? {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let end = now.tv_sec + seconds
        while true {
            while let line = nextLine() { if line.hasPrefix(beginning) { return line } }
            clock_gettime(CLOCK_MONOTONIC, &now)
            guard now.tv_sec < end else { return nil }
            var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 500) > 0 else { continue }
            var room = [UInt8](repeating: 0, count: 65536)
            let count = Glibc.read(output, &room, room.count)
            guard count > 0 else { return nil }
            read += room[..<count]
        }
    }

    private func nextLine() -> String? {
        guard let end = read.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = String(decoding: read[..<end], as: UTF8.self)
        read.removeSubrange(...end)
        return line
    }
}
