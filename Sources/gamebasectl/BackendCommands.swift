import Linux
import Messages
import Transfers
import Wire

extension Commands {
    static let backendCommands = [
        Command(
            words: "ncmb import", arguments: "DIR",
            help: "takes in objects, users, relations and files of the mobile backend; again: goes on"
        ) { (operate) throws(Stop) in
            let directory = try operate.directory()
            guard Files.exists(directory) else { throw Stop(Stop.usage, "DIR: there is no directory \(directory)") }
            let report = try BackendTransfer.run(operate, ProgressLine("read")) { (transfer) throws(FileError) in
                try Import(transfer, directory).begin()
            }
            operate.showImport(report)
            if report["refused"]?.int64Value != 0 { throw Stop(Stop.refused, "") }
        },
        Command(
            words: "ncmb export", arguments: "DIR", help: "writes all of the mobile backend into an empty directory, as an import takes it"
        ) { (operate) throws(Stop) in
            let directory = try operate.directory()
            let report = try BackendTransfer.run(operate, ProgressLine("wrote")) { (transfer) throws(FileError) in
                try Export(transfer, directory).begin()
            }
            operate.show(report) { report in
                "wrote \(Table.text(report["objects"] ?? nil)) objects into \(Table.text(report["files"] ?? nil)) files of \(directory)"
            }
        },
    ]
}

extension Operator {
    fileprivate func directory() throws(Stop) -> String { Paths.withoutTrailingSlashes(try invocation.word(0, "DIR")) }

    fileprivate func showImport(_ report: JSON) {
        show(report) { report in
            let text = { (key: String) in Table.text(report[key] ?? nil) }
            var lines = "taken \(text("taken")), there before \(text("alreadyThere")), refused \(text("refused"))"
            let problems = report["problems"]?.arrayValue ?? []
            if problems.isEmpty { return lines }
            var table = Table(
                (title: "file", key: "file"), (title: "line", key: "line"), (title: "code", key: "code"), (title: "why", key: "message"))
            for problem in problems { table.add(problem) }
            lines += "\n" + table.text
            let more = (report["refused"]?.int64Value ?? 0) - Int64(problems.count)
            return more > 0 ? lines + "\nand \(more) more" : lines
        }
    }
}
