import Codecs
import Messages

/// Where a reader is in a store's report, by the times and names that the store gave. The service keeps it as text.
struct StoreReportPlace: Equatable {
    typealias Time = Timestamp<StoreClock>

    /// Nothing older is read. nil: the reader begins.
    var since: Time?
    /// Nothing newer is read: a part of a report that was put aside.
    var until: Time?
    /// For a report whose newest entry comes first: the entry that the page stands behind, its time, and the newest time of this walk.
    var behind: String?
    var last: Time?
    var top: Time?
    /// The size of the page; nil: the usual one.
    var rows: Int64?
    /// The smallest page that could not be read here.
    var tooMany: Int64?
    /// How often the smallest page could not be read.
    var failures: Int64 = 0

    /// A page is asked for so often before the reader steps over it.
    static let failuresMax: Int64 = 3
    private static let stepDoublingsMax: Int64 = 17

    /// Every other try steps over what cannot be read, by 1, 2, 4 … seconds up to a day and a half; the tries between ask for it again.
    var stepMilliseconds: Int64? {
        guard failures >= Self.failuresMax, (failures - Self.failuresMax) % 2 == 0 else { return nil }
        return 1_000 << min((failures - Self.failuresMax) / 2, Self.stepDoublingsMax)
    }

    /// After a page that could not be read a smaller one is asked for, down to one row.
    func failed(_ asked: Int64) -> StoreReportPlace {
        var place = self
        if asked > 1 {
            place.tooMany = min(asked, tooMany ?? asked)
            place.rows = max(1, asked / 10)
        } else {
            place.rows = 1
            place.failures += 1
        }
        return place
    }

    /// Behind a page that could be read, pages grow again.
    static func grown(_ rows: Int64, usual: Int64) -> Int64? { rows * 2 >= usual ? nil : rows * 2 }

    var text: String {
        var object = JSONObject()
        for (name, time) in [("since", since), ("until", until), ("last", last), ("top", top)] {
            if let time { object[name] = .integer(time.epochMilliseconds) }
        }
        object.set("behind", behind)
        for (name, number) in [("rows", rows), ("tooMany", tooMany), ("failures", failures == 0 ? nil : failures)] {
            if let number { object[name] = .integer(number) }
        }
        return JSON.object(object).text()
    }

    init() {}

    init(since: Time?, until: Time? = nil) {
        self.since = since
        self.until = until
    }

    /// What is no place begins anew: what was read before is settled once all the same.
    init(text: String) {
        let json = try? JSON.parse(text)
        let time = { (name: String) in json?[name]?.int64Value.map { Time(epochMilliseconds: $0) } }
        (since, until, last, top) = (time("since"), time("until"), time("last"), time("top"))
        behind = json?["behind"]?.stringValue
        rows = json?["rows"]?.int64Value.flatMap { $0 > 0 ? $0 : nil }
        tooMany = json?["tooMany"]?.int64Value
        failures = max(0, json?["failures"]?.int64Value ?? 0)
    }
}

/// What one entry of a report says.
struct StoreReportRow {
    /// nil: the entry names no order.
    let place: StorePlace?
    /// The entry as it was told: the same mark is the same news.
    let mark: String
}

struct StoreReportPage {
    var rows: [StoreReportRow]
    /// Where the next page begins, or the next walk.
    var next: StoreReportPlace
    var isEnd: Bool
    /// A part that could not be read.
    var skipped: StoreReportPlace?
}

enum StoreReportAnswer {
    case page(StoreReportPage)
    /// The store did not answer, or takes no question at all.
    case away(String)
    /// The store answers, and this page cannot be read.
    /// - Parameters:
    ///   - place: what to ask for in its place.
    ///   - isWell: the answer says that it is one, so that the next may be asked for at once.
    case unreadable(StoreReportPlace, reason: String, isWell: Bool)

    static func unreadable(_ place: StoreReportPlace, _ told: OutgoingAnswer) -> StoreReportAnswer {
        let isWell = told.status == 200
        return .unreadable(place, reason: isWell ? "a page of it cannot be read" : "the store \(told.told)", isWell: isWell)
    }
}

extension StorePlace {
    /// As the table of what was put aside has it.
    var named: (kind: String, name: String) {
        switch self {
        case .order(let order): ("ORDER", order.orderKey)
        case .transaction(let id): ("TRANSACTION", id)
        case .payment(let id): ("PAYMENT", id)
        }
    }

    init?(kind: String, name: String) {
        switch kind {
        case "TRANSACTION": self = .transaction(name)
        case "PAYMENT": self = .payment(name)
        default: return nil
        }
    }
}
