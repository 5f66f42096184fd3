import CLinux
import Linux

/// The words and options of a command line. Options stand anywhere.
struct Invocation {
    private(set) var words: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// Options of every command.
    static let valued: Set<String> = ["--url", "--app", "--key-file", "--cacert"]
    static let flags: Set<String> = ["--json", "--yes", "--help", "--version", "--commands"]

    /// - Parameter others: options with a value that only some command has.
    static func read(_ arguments: [String], valued others: Set<String>, flags more: Set<String>) throws(Stop) -> Invocation {
        var invocation = Invocation()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                invocation.words.append(argument)
                continue
            }
            if argument == "--" {
                invocation.words += rest
                break
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if flags.contains(name) || more.contains(name) {
                guard parts.count == 1 else { throw Stop(Stop.usage, "\(name): takes no value") }
                invocation.flags.insert(name)
            } else if valued.contains(name) || others.contains(name) {
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
                    throw Stop(Stop.usage, "\(name): its value is missing")
                }
                invocation.values[name, default: []].append(value)
            } else {
                throw Stop(Stop.usage, "\(name): there is no such option; gamebasectl --help lists them")
            }
        }
        return invocation
    }

    subscript(_ name: String) -> String? { values[name]?.last }
    func all(_ name: String) -> [String] { values[name] ?? [] }
    /// Options with their values, as another program is given them.
    func handedOn(_ names: [String]) -> [String] { names.flatMap { name in all(name).flatMap { [name, $0] } } }
    func has(_ flag: String) -> Bool { flags.contains(flag) }
    /// Options of the command line that not every command takes.
    var own: Set<String> { Set(values.keys).union(flags).subtracting(Self.valued).subtracting(Self.flags) }

    /// A command that begins with the one word is the one that begins with the other.
    mutating func read(_ word: String, as other: String) { if words.first == word { words[0] = other } }

    mutating func dropWords(_ count: Int) { words.removeFirst(min(count, words.count)) }

    /// The word at a place, by its name in the help.
    func word(_ place: Int, _ name: String) throws(Stop) -> String {
        guard place < words.count else { throw Stop(Stop.usage, "\(name) is missing") }
        return words[place]
    }

    /// Asks at the terminal; without one only `--yes` is a yes.
    func confirm(_ question: String) throws(Stop) {
        if has("--yes") { return }
        guard isatty(STDIN_FILENO) == 1 else { throw Stop(Stop.unconfirmed, "\(question) Confirm with --yes; nothing was done") }
        write(question + " [yes/no] ", to: STDERR_FILENO)
        guard readLine(strippingNewline: true) == "yes" else { throw Stop(Stop.unconfirmed, "nothing was done") }
    }
}
