import Codecs
import Messages

/// Image notices, in the shape of the original answer.
extension Screens {
    static let utcOffsetMinutesMax: Int64 = 24 * 60

    /// {utcOffsetMinutes} -> {imageNoticeWeb}. `date` is the service's, by which the client knows whether a day is over.
    func getImageNotices(_ request: Request) throws(Failure) -> Reply {
        let offset =
            try Parameters(request.parameters).optionalInteger(
                "utcOffsetMinutes", in: -Self.utcOffsetMinutesMax...Self.utcOffsetMinutesMax) ?? 0
        let date = now
        var pages: [JSON] = []
        for page in settings.screens.imageNotice?.pages ?? [] where page.isShown(at: date) { pages.append(page.noticeJSON) }
        var notice: JSONObject = ["hasImageNotice": .bool(!pages.isEmpty)]
        if let settings = settings.screens.imageNotice, !pages.isEmpty {
            notice["type"] = .string(settings.type)
            notice["theme"] = .string(settings.theme)
            notice["address"] = .string(settings.address)
            notice["footerHeight"] = .integer(settings.footerHeight)
            notice["rollingImageNoticeId"] = .integer(settings.rollingImageNoticeId)
        }
        notice["nextPopupTimeMillis"] = .integer(Self.nextMidnight(after: date, utcOffsetMilliseconds: offset * 60_000))
        notice["pageList"] = .array(pages)
        return .success(["date": .integer(date), "imageNoticeWeb": .object(notice)])
    }

    /// The beginning of the player's next day.
    static func nextMidnight(after date: Int64, utcOffsetMilliseconds offset: Int64) -> Int64 {
        let day = CalendarDay.dayMilliseconds
        let local = date &+ offset
        let (elapsed, _) = local.remainderReportingOverflow(dividingBy: day)
        let (next, overflow) = date.addingReportingOverflow(day - (elapsed < 0 ? elapsed + day : elapsed))
        return overflow ? Int64.max : next
    }
}
