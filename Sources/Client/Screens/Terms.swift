import Codecs
import Linux
import Messages

/// Terms: asked for, shown by the host, and what the player agreed to. Before a login the agreement is the device's, and the next member
/// who logs in takes it over.
extension ClientScreens {
    static let termsDomain: StaticString = "TCGB.Gamebase.TCGBTerms"

    @export(interface) public var isShowingTermsView: Bool { lock.locked { own.termsShowing } }

    @export(interface) public func queryTerms(completion: @escaping (QueryTermsResult?, GamebaseError?) -> Void) {
        guard let call: OpenCall<QueryTermsResult> = client.open(ClientScreens.termsDomain, needs: .initialized, completion) else { return }
        client.send(.queryTerms, termsParameters(), for: call, domain: ClientScreens.termsDomain) { [self] body in
            if let terms = readTerms(body) { call.succeed(terms.result) } else { call.fail(notTerms) }
        }
    }

    @export(interface) public func updateTerms(_ configuration: UpdateTermsConfiguration, completion: @escaping (GamebaseError?) -> Void) {
        guard let call: OpenCall<Bool> = openTerms(needs: .loggedIn, { completion($1) }) else { return }
        storeTerms(configuration, call)
    }

    /// Players who have agreed already are not asked again, unless `forceShow`.
    @export(interface) public func showTermsView(
        forceShow: Bool, window: UInt, completion: @escaping (ShowTermsViewResult?, GamebaseError?) -> Void
    ) {
        guard let call: OpenCall<ShowTermsViewResult> = openTerms(needs: .initialized, completion) else { return }
        client.send(.queryTerms, termsParameters()) { [self] reply in
            guard reply.resultCode == 0 else {
                var error = ServiceErrors.clientError(for: .queryTerms, reply, domain: ClientScreens.termsDomain)
                // The SDK's word for a console without terms, when they are to be shown.
                if error.code == GamebaseError.Code.uiTermsNotExistInConsole {
                    error = GamebaseError(
                        GamebaseError.Code.launchingServerError, error.message, domain: "\(ClientScreens.termsDomain)", underlying: error)
                }
                return finishTerms(call, nil, error)
            }
            guard let terms = readTerms(reply.body) else { return finishTerms(call, nil, notTerms) }
            if terms.isAgreed, !forceShow { return finishTerms(call, ShowTermsViewResult(isTermsUIOpened: false), nil) }
            guard showsWebViews else { return finishTerms(call, nil, cannotShow) }
            // From here on it takes as long as the player does: the web view's end is what completes it.
            guard calls.close(call.identifier) else { return }
            present(terms.result, window, call.complete)
            runLoop.owesNoLonger()
        }
    }

    /// After a login: what was agreed to before it holds for the member.
    func adoptTermsAfterLogin() {
        // Whoever plays now is not the one whose login was refused.
        lock.locked { (own.bannedUserId, own.bannedToken) = (nil, nil) }
        guard hasPendingTerms else { return }
        client.send(.adoptTerms, termsParameters()) { [self] reply in
            if reply.resultCode == 0 { setPendingTerms(false) } else { client.log(.warn, "terms: \(reply.message)") }
        }
    }

    // MARK: Showing

    private func present(
        _ terms: QueryTermsResult, _ window: UInt, _ complete: @escaping (ShowTermsViewResult?, GamebaseError?) -> Void
    ) {
        lock.locked { own.termsShowing = true }
        let page = WebPage(kind: .terms, configuration: defaultWebConfiguration, data: terms.json, window: window)
        let runLoop = runLoop
        present(page, onNavigate: { [self] request, url in takeBuiltIn(request, url) }) { [self] result in
            let outcome: Result<[TermsContent], GamebaseError>
            switch result {
            case .failed(let error): outcome = .failure(error)
            case .closed(let answer): outcome = agreement(answer, to: terms)
            }
            lock.locked { own.termsShowing = false }
            switch outcome {
            case .failure(let error):
                termsEnded()
                runLoop.post { complete(nil, error) }
            case .success(let contents): store(contents, terms, complete)
            }
        }
    }

    private func store(
        _ contents: [TermsContent], _ terms: QueryTermsResult, _ complete: @escaping (ShowTermsViewResult?, GamebaseError?) -> Void
    ) {
        var answered = terms.contents
        for index in answered.indices {
            answered[index].agreed = contents.contains { $0.termsContentSeq == answered[index].termsContentSeq && $0.agreed }
        }
        let result = ShowTermsViewResult(isTermsUIOpened: true, agreedTo: answered)
        let configuration = UpdateTermsConfiguration(termsVersion: terms.termsVersion, termsSeq: terms.termsSeq, contents: contents)
        guard
            let call: OpenCall<Bool> = client.open(
                ClientScreens.termsDomain, needs: .initialized, onAbort: { [self] in termsEnded() },
                { _, error in complete(error == nil ? result : nil, error) }
            )
        else { return termsEnded() }
        storeTerms(configuration, call)
    }

    /// What the host says that the player agreed to. Without every required item it is no agreement.
    private func agreement(_ answer: JSON?, to terms: QueryTermsResult) -> Result<[TermsContent], GamebaseError> {
        var contents: [TermsContent] = []
        if let list = answer?["contents"]?.arrayValue {
            for element in list.prefix(UpdateTermsConfiguration.contentsMax) {
                if let content = TermsContent(json: element) { contents.append(content) }
            }
        }
        for required in terms.contents where required.required {
            if !contents.contains(where: { $0.termsContentSeq == required.termsContentSeq && $0.agreed }) {
                return .failure(
                    GamebaseError(
                        GamebaseError.Code.uiUnknownError,
                        "the terms were closed without agreement to the required item \(required.termsContentSeq)",
                        domain: "\(ClientScreens.termsDomain)"))
            }
        }
        return .success(contents)
    }

    // MARK: Steps

    private func termsParameters() -> JSON {
        let (uuid, country) = lock.locked { (state.device?.identity.uuid ?? "", languages.inUse.country) }
        return ["deviceKey": .string(uuid), "country": .string(country)]
    }

    private func storeTerms(_ configuration: UpdateTermsConfiguration, _ call: OpenCall<Bool>) {
        guard var parameters = termsParameters().objectValue else { return }
        parameters["termsVersion"] = .string(configuration.termsVersion)
        parameters["termsSeq"] = .integer(Int64(configuration.termsSeq))
        parameters["contents"] = .array(configuration.contents.map { $0.json })
        let isDevices = session == nil
        client.send(.updateTerms, .object(parameters)) { [self] reply in
            guard call.isOpen else { return }
            if reply.resultCode == 0 {
                if isDevices { setPendingTerms(true) }
                finishTerms(call, true, nil)
            } else {
                finishTerms(call, nil, ServiceErrors.clientError(for: .updateTerms, reply, domain: ClientScreens.termsDomain))
            }
        }
    }

    /// One at a time, showing included.
    private func openTerms<Answer>(
        needs need: Need, _ completion: @escaping (Answer?, GamebaseError?) -> Void
    ) -> OpenCall<Answer>? {
        guard let call = client.open(ClientScreens.termsDomain, needs: need, onAbort: { [self] in termsEnded() }, completion) else {
            return nil
        }
        let isFree = lock.locked { () -> Bool in
            defer { own.termsRunning = true }
            return !own.termsRunning
        }
        if isFree { return call }
        call.fail(GamebaseError(GamebaseError.Code.uiTermsAlreadyInProgressError, nil, domain: "\(ClientScreens.termsDomain)"))
        return nil
    }

    private func finishTerms<Answer>(_ call: OpenCall<Answer>, _ answer: Answer?, _ error: GamebaseError?) {
        guard calls.close(call.identifier) else { return }
        termsEnded()
        let complete = call.complete
        runLoop.complete { complete(answer, error) }
    }

    private func termsEnded() { lock.locked { own.termsRunning = false } }

    private func readTerms(_ body: JSON) -> (result: QueryTermsResult, isAgreed: Bool)? {
        guard var object = body.objectValue else { return nil }
        object["isAgreed"] = nil
        guard let result = QueryTermsResult(json: .object(object)) else { return nil }
        return (result, body["isAgreed"]?.boolValue == true)
    }

    private var notTerms: GamebaseError {
        GamebaseError(GamebaseError.Code.serverInvalidResponse, "the service's answer is not terms", domain: "\(ClientScreens.termsDomain)")
    }
}
