import Codecs
import Linux

/// Image notices, and the page of the game's notices.
extension ClientScreens {
    static let imageNoticeDomain: StaticString = "TCGB.Gamebase.TCGBImageNotice"
    static let gameNoticeDomain: StaticString = "TCGB.Gamebase.TCGBGameNotice"
    /// What the host answers with when the player ticked "do not show again today": true for all, or an array of imageNoticeId.
    private static let notTodayKey = "doNotShowToday"

    /// Nothing to show is success. So is a host that shows no web views: notices are no reason for a game to stop.
    @export(interface) public func showImageNotices(
        _ configuration: ImageNoticeConfiguration, window: UInt, onScheme: @escaping (String) -> Void,
        onClose: @escaping (GamebaseError?) -> Void
    ) {
        guard let call: OpenCall<JSON> = client.open(ClientScreens.imageNoticeDomain, needs: .initialized, { onClose($1) }) else { return }
        let offset = LocalTime.offsetMinutes(epochMilliseconds: platform.clock.epochMilliseconds())
        let parameters: JSON = ["utcOffsetMinutes": .integer(Int64(offset))]
        client.send(.getImageNotices, parameters, for: call, domain: ClientScreens.imageNoticeDomain) { [self] body in
            let notices = ImageNotices(body) { [self] id, date in !isHidden(notice: id, at: date) }
            guard let notices else {
                call.succeed(nil)
                return
            }
            guard showsWebViews else {
                client.log(.info, "image notices were not shown, the host has no delegate for web views")
                call.succeed(nil)
                return
            }
            guard calls.close(call.identifier) else { return }
            present(notices, configuration, window, onScheme, onClose)
            runLoop.owesNoLonger()
        }
    }

    @export(interface) public func closeImageNotices() { closeScreens(of: .imageNotice) }

    private func present(
        _ notices: ImageNotices, _ configuration: ImageNoticeConfiguration, _ window: UInt, _ onScheme: @escaping (String) -> Void,
        _ onClose: @escaping (GamebaseError?) -> Void
    ) {
        let hearing = PageHearing(runLoop, onScheme, onClose)
        var web = WebViewConfiguration()
        web.isNavigationBarVisible = false
        let page = WebPage(
            kind: .imageNotice, url: notices.address, configuration: web, data: notices.json(configuration), window: window)
        let request = present(
            page,
            onNavigate: { [self] request, url in
                if takeBuiltIn(request, url) { return true }
                if WebAddress.isWeb(url) {
                    openWebBrowser(url)
                    return true
                }
                hearing.went(url)
                if configuration.enableAutoCloseByCustomScheme { close(request, .closed(nil)) }
                return true
            }
        ) { [self] result in
            switch result {
            case .failed(let error): hearing.end(error)
            case .closed(let answer): remember(notices, answer, hearing)
            }
        }
        guard let request, let reactor else { return }
        _ = reactor.schedule(afterMilliseconds: configuration.timeoutMilliseconds, waitsForHost: true) { [self] in
            if request.isLoaded { return }
            close(
                request,
                .failed(
                    GamebaseError(
                        GamebaseError.Code.uiImageNoticeTimeout, nil, domain: "\(ClientScreens.imageNoticeDomain)")))
        }
    }

    /// The disk is waited for on the service's thread, and the game hears of the end when it is remembered.
    private func remember(_ notices: ImageNotices, _ answer: JSON?, _ hearing: PageHearing) {
        let hidden = notices.ids(answer?[ClientScreens.notTodayKey])
        guard !hidden.isEmpty else { return hearing.end(nil) }
        guard let call: OpenCall<Bool> = client.open(ClientScreens.imageNoticeDomain, needs: .initialized, { hearing.told($1) }) else {
            return
        }
        mayWaitForDisk { [self] in
            hide(notices: hidden, until: notices.nextPopupTime, at: notices.date)
            call.succeed(true)
        }
    }

    // MARK: Game notice

    /// {url, latestNoticeTimeMillis}; without an address, 6941.
    @export(interface) public func requestGameNoticeInfo(completion: @escaping (JSON?, GamebaseError?) -> Void) {
        guard let call: OpenCall<JSON> = client.open(ClientScreens.gameNoticeDomain, needs: .initialized, completion) else { return }
        client.send(.getGameNotices, [:], for: call, domain: ClientScreens.gameNoticeDomain) { body in
            if WebAddress.isWeb(body["url"]?.stringValue ?? "") {
                call.succeed(body)
            } else {
                call.fail(
                    GamebaseError(
                        GamebaseError.Code.uiGameNoticeFailInvalidURL, "gameNotice.url: the console settings have none",
                        domain: "\(ClientScreens.gameNoticeDomain)"))
            }
        }
    }

    @export(interface) public func openGameNotice(window: UInt, completion: @escaping (GamebaseError?) -> Void) {
        requestGameNoticeInfo { [self] info, error in
            guard let url = info?["url"]?.stringValue else { return completion(error) }
            show(
                WebPage(kind: .gameNotice, url: url, configuration: defaultWebConfiguration, window: window),
                ClientScreens.gameNoticeDomain,
                completion)
        }
    }
}

/// The service's answer, without what the player does not want to see today.
private struct ImageNotices {
    private var web: JSONObject
    private var ids: [Int64] = []
    let nextPopupTime: Int64
    let date: Int64

    /// nil when nothing is left to show.
    init?(_ body: JSON, isWanted: (Int64, Int64) -> Bool) {
        guard var web = body["imageNoticeWeb"]?.objectValue, let date = body["date"]?.int64Value else { return nil }
        var pages: [JSON] = []
        for page in web["pageList"]?.arrayValue ?? [] {
            guard let id = page["imageNoticeId"]?.int64Value, isWanted(id, date) else { continue }
            pages.append(page)
            ids.append(id)
        }
        if pages.isEmpty { return nil }
        web["pageList"] = .array(pages)
        self.web = web
        self.date = date
        nextPopupTime = web["nextPopupTimeMillis"]?.int64Value ?? 0
    }

    var address: String? {
        guard let address = web["address"]?.stringValue, !address.isEmpty else { return nil }
        return address
    }

    func json(_ configuration: ImageNoticeConfiguration) -> JSON {
        [
            "imageNoticeWeb": .object(web),
            "configuration": [
                "backgroundColor": .integer(Int64(configuration.backgroundColor)), "timeoutMS": .integer(configuration.timeoutMilliseconds),
                "enableAutoCloseByCustomScheme": .bool(configuration.enableAutoCloseByCustomScheme),
            ],
        ]
    }

    func ids(_ answer: JSON?) -> [Int64] {
        if answer?.boolValue == true { return ids }
        var chosen: [Int64] = []
        for element in answer?.arrayValue ?? [] {
            if let id = element.int64Value, ids.contains(id) { chosen.append(id) }
        }
        return chosen
    }
}
