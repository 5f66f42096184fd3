import Testing

@testable import Server

@Suite struct `Places of a move` {
    @Test func `are printed without a password`() {
        let shown = [
            "/var/lib/gamebased": "/var/lib/gamebased",
            "/var/lib/with:a@sign?": "/var/lib/with:a@sign?",
            "postgresql://db1,db2/gamebase": "postgresql://db1,db2/gamebase",
            "postgresql://ann@db1/gamebase": "postgresql://ann@db1/gamebase",
            "postgres://ann:secret@db1:5432/gamebase": "postgres://ann@db1:5432/gamebase",
            "postgresql://ann:se?c@re:t@db1/gamebase": "postgresql://ann@db1/gamebase",
            "postgresql:///gamebase?user=ann&password=secret": "postgresql:///gamebase",
            "postgresql://ann@db1/gamebase?sslpassword=secret": "postgresql://ann@db1/gamebase",
            "postgresql://": "postgresql://",
        ]
        for (place, text) in shown { #expect(MoveOptions.shown(place) == text) }
    }

    @Test func `are in no answer about an option that there is not`() {
        let address = "postgresql://ann:secret@db1/gamebase"
        for words in [[address], ["--form=\(address)"], ["--form", address]] {
            guard case .wrong(let of) = MoveOptions.read(words), case .wrong(let server) = Options.read(words) else {
                Issue.record("\(words) is taken")
                continue
            }
            #expect(!of.contains("secret") && !server.contains("secret"), "\(of), \(server)")
        }
    }

    @Test func `options that take no value say so when they are given one`() {
        for name in ["--help", "--game"] { #expect(MoveOptions.read(["\(name)=1"]) == .wrong("\(name): takes no value")) }
        for name in ["--help", "--demo", "--log-requests"] { #expect(Options.read(["\(name)=1"]) == .wrong("\(name): takes no value")) }
    }
}
