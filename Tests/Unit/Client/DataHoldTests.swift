import Codecs
import Glibc
import Messages
import Testing

@testable import Client

private func saved(_ id: String) -> DataObject { DataObject(className: "Horse", objectId: id) }
private func unsaved() -> DataObject { DataObject(className: "Horse") }

private final class Gone {
    weak var object: DataObject?

    init(_ object: DataObject) { self.object = object }

    /// What waits in `DataHold.queue` is freed by the thread that came there first: another test's, a moment later.
    var isFreed: Bool {
        for _ in 0..<1_000 where object != nil { usleep(10_000) }
        return object == nil
    }
}

/// Objects of the mobile backend that name each other: none is held for good.
@Suite struct DataHoldTests {
    @Test func `an object holds what it names until nothing names it`() throws {
        let horse = unsaved()
        let owner = Gone(saved("owner"))
        do {
            let object = saved("owner")
            owner.object = object
            try horse.change("owner", .set(.object(object)))
        }
        #expect(owner.object != nil && horse.child("owner") === owner.object)
    }

    @Test(arguments: [(true, true), (true, false), (false, true)])
    func `two objects that name each other are freed`(first: Bool, second: Bool) throws {
        var gone: [Gone] = []
        do {
            let one = first ? saved("one") : unsaved()
            let other = second ? saved("other") : unsaved()
            gone = [Gone(one), Gone(other)]
            try one.change("next", .set(.object(other)))
            try other.change("next", .add([.object(one)]))
            if second { #expect(one.child("next")?.objectId == "other") }
        }
        for (place, gone) in gone.enumerated() { #expect(gone.isFreed, "object \(place)") }
    }

    @Test func `an unsaved object is held although it leads back through saved ones`() throws {
        var gone: [Gone] = []
        do {
            let post = unsaved()
            let author = saved("author")
            let team = unsaved()
            gone = [Gone(post), Gone(author), Gone(team)]
            try post.change("author", .set(.object(author)))
            try author.change("team", .set(.object(team)))
            try team.change("best", .set(.object(post)))
            #expect(post.child("author")?.objectId == "author")
            #expect(team.unsavedChildren.contains { $0 === post })
        }
        for (place, gone) in gone.enumerated() { #expect(gone.isFreed, "object \(place)") }
    }

    @Test func `unsaved objects that would name each other are refused, and nothing changes`() throws {
        let one = unsaved()
        let other = unsaved()
        let third = unsaved()
        try one.change("next", .set(.object(other)))
        try other.change("list", .add([.object(third)]))
        for (object, change) in [
            (third, DataChange.set(.object(one))), (third, .addUnique([.value(1), .object(one)])), (other, .addRelation(.object(one))),
            (one, .set(.object(one))),
        ] {
            let before = object.keys()
            do {
                try object.change("back", change)
                Issue.record("it was taken")
            } catch {
                #expect(error.code == NCMBCode.valueNotAllowed.rawValue, "\(error.message)")
            }
            #expect(object.keys() == before)
        }
    }

    @Test func `an object may name itself once it is saved`() throws {
        let gone = Gone(unsaved())
        do {
            let object = saved("itself")
            gone.object = object
            try object.change("me", .set(.object(object)))
            #expect(object.child("me") === object)
        }
        #expect(gone.isFreed)
    }

    @Test func `a chain of two hundred thousand objects is freed`() throws {
        let gone = Gone(unsaved())
        do {
            let head = unsaved()
            gone.object = head
            var last = head
            for _ in 0..<200_000 {
                let next = unsaved()
                try last.change("next", .set(.object(next)))
                last = next
            }
        }
        #expect(gone.isFreed)
    }

    @Test func `a list is built from either end in linear time`() throws {
        var first = unsaved()
        for _ in 0..<20_000 {
            let next = unsaved()
            try next.change("next", .set(.object(first)))
            first = next
        }
        #expect(first.child("next") != nil)
    }
}
