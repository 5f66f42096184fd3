import BackendTransfer
import Codecs
import Linux
import Messages

extension Commands {
    static let backendCommands = [
        Command(
            words: "ncmb import", arguments: "DIR",
            help: "imports objects, users, relations and files of the mobile backend; repeat it to continue"
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
            words: "ncmb export", arguments: "DIR", help: "exports the mobile backend into an empty directory, in the form of an import"
        ) { (operate) throws(Stop) in
            let directory = try operate.directory()
            let report = try BackendTransfer.run(operate, ProgressLine("wrote")) { (transfer) throws(FileError) in
                try Export(transfer, directory).begin()
            }
            operate.show(report) { report in
                let text = { (key: String) in Table.text(report[key] ?? nil) }
                let line = "wrote \(text("objects")) objects into \(text("files")) files of \(directory)"
                guard let damaged = report["damagedObjects"]?.arrayValue else { return line }
                var table = Table((title: "class", key: "className"), (title: "object", key: "objectId"))
                for object in damaged { table.add(object) }
                return "\(line)\n\(text("damaged")) are damaged and left out; `ncmb remove CLASS ID` removes one\n\(table.text)"
            }
        },
        Command(words: "ncmb remove", arguments: "CLASS ID", help: "removes an object of the mobile backend, also a damaged one") {
            (operate) throws(Stop) in
            let className = try operate.invocation.word(0, "CLASS")
            let objectId = try operate.invocation.word(1, "ID")
            let (named, app) = ("\(objectId) of \(className)", try operate.app())
            try operate.invocation.confirm("The object \(named) of the app \(app) is removed, which cannot be undone. Continue?")
            operate.done(
                try operate.ask(.consoleRemoveObject, ["className": .string(className), "objectId": .string(objectId)]),
                "the object \(objectId) of \(className) is removed")
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
