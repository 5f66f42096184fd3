/// Limits that both sides keep: the client refuses what the service would refuse, before it is sent.
public enum Limit {
    /// Bytes of the text that a game stores with a payment.
    public static let payloadBytes = 4_096
    /// Bytes of a store's code.
    public static let storeCodeBytes = 32
    /// Bytes of a coupon's code.
    public static let couponCodeBytes = 64
    /// Bytes of the name that a game gives the use of a coupon.
    public static let couponTransactionBytes = 256
    /// Bytes of a provider's code.
    public static let providerBytes = 64
    /// Bytes of a language tag (RFC 5646, section 4.4.1).
    public static let languageBytes = 35
    /// Bytes of one text in a metric.
    public static let metricTextBytes = 512
    /// Metrics that one request brings.
    public static let metricsInRequest = 2_000
    /// Mails of an app that one server is sending.
    public static let mailsAtOnce = 8
    /// Of one app.
    public static let alarmMessagesAtOnce = 8
    #if !hasFeature(Embedded)
    /// Of five minutes of one server; one that had more sends several reports.
    public static let playersInReport = 512
    /// Reports of the same five minutes: 512,000 players of one server.
    public static let reportsOfPlayTime = 1_000
    #endif
}
