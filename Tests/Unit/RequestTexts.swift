import Codecs
import Messages

/// Requests by the names that a wire would carry.
extension Request {
    init(api: String, origin: RequestOrigin, transactionId: String, accessToken: String? = nil, parameters: JSON = [:]) {
        guard let name = RequestName(text: api) else { fatalError("no request is called \(api)") }
        self.init(name, origin: origin, transactionId: transactionId, accessToken: accessToken, parameters: parameters)
    }

    var api: String { name.text }
}

extension RequestName {
    static var texts: [String] { allCases.map { $0.text } }
}
