import Messages

/// What is counted, in the text format of Prometheus.
struct Metrics {
    private struct Series: Hashable {
        let app: String
        let request: String
        let result: String
    }

    private struct Durations {
        var counts = [UInt64](repeating: 0, count: Metrics.bounds.count + 1)
        var seconds = 0.0
    }

    private var requests: [Series: UInt64] = [:]
    private var statuses: [Int: UInt64] = [:]
    private var durations: [String: Durations] = [:]

    /// Seconds.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

    mutating func count(status: Int) { statuses[status, default: 0] += 1 }

    mutating func count(app: String, _ name: RequestName, _ reply: Int32, nanoseconds: Int64) {
        let result = reply == ResultCode.success ? "ok" : ResultCode.meansNoAnswer(reply) ? "failed" : "refused"
        requests[Series(app: app, request: name.text, result: result), default: 0] += 1
        let seconds = Double(max(0, nanoseconds)) / 1e9
        let place = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        durations[app, default: Durations()].counts[place] += 1
        durations[app, default: Durations()].seconds += seconds
    }

    /// What was counted of one app so far.
    struct Sums {
        var requests: UInt64 = 0
        /// The service gave no answer.
        var failed: UInt64 = 0
        /// By how long they took, in the order of `bounds`; the last ones took longer.
        var counts = [UInt64](repeating: 0, count: Metrics.bounds.count + 1)
    }

    func sums(of app: String) -> Sums {
        var sums = Sums()
        for (series, count) in requests where series.app == app {
            sums.requests += count
            if series.result == "failed" { sums.failed += count }
        }
        if let counts = durations[app]?.counts { sums.counts = counts }
        return sums
    }

    /// Milliseconds within which so great a part of what was counted between the two was answered; nil: nothing was.
    static func milliseconds(_ part: Double, from old: Sums, to new: Sums) -> Double? {
        let counts = zip(new.counts, old.counts).map { $0 - min($0, $1) }
        let all = counts.reduce(0, +)
        guard all > 0 else { return nil }
        var left = part * Double(all)
        for (place, count) in counts.enumerated() {
            let start = place == 0 ? 0 : bounds[place - 1]
            guard place < bounds.count else { return start * 1000 }
            if Double(count) >= left, count > 0 { return (start + (bounds[place] - start) * left / Double(count)) * 1000 }
            left -= Double(count)
        }
        return nil
    }

    /// A value that is read when it is asked for.
    struct Gauge {
        let name: String
        let help: String
        var type = "gauge"
        let values: [(labels: String, value: Double)]
    }

    func text(_ gauges: [Gauge]) -> String {
        var text = ""
        for gauge in gauges {
            text += Self.head(gauge.name, gauge.type, gauge.help)
            for (labels, value) in gauge.values { text += "\(gauge.name)\(labels) \(Self.number(value))\n" }
        }
        text += Self.head("gamebased_responses_total", "counter", "Answers by HTTP status.")
        for status in statuses.keys.sorted() { text += "gamebased_responses_total{status=\"\(status)\"} \(statuses[status]!)\n" }
        text += Self.head("gamebased_requests_total", "counter", "Requests that a service answered.")
        let lines = requests.map { series, count in
            let labels = "app=\"\(Self.label(series.app))\",request=\"\(series.request)\",result=\"\(series.result)\""
            return "gamebased_requests_total{\(labels)} \(count)\n"
        }
        for line in lines.sorted() { text += line }
        text += Self.head("gamebased_request_seconds", "histogram", "From the head of a request to the service's answer.")
        for app in durations.keys.sorted() { text += histogram(app, durations[app]!) }
        return text
    }

    private func histogram(_ app: String, _ durations: Durations) -> String {
        let label = Self.label(app)
        var text = ""
        var sum: UInt64 = 0
        for (place, count) in durations.counts.enumerated() {
            sum += count
            let bound = place < Self.bounds.count ? "\(Self.bounds[place])" : "+Inf"
            text += "gamebased_request_seconds_bucket{app=\"\(label)\",le=\"\(bound)\"} \(sum)\n"
        }
        text += "gamebased_request_seconds_sum{app=\"\(label)\"} \(durations.seconds)\n"
        return text + "gamebased_request_seconds_count{app=\"\(label)\"} \(sum)\n"
    }

    private static func head(_ name: String, _ type: String, _ help: String) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    static func label(_ text: String) -> String {
        var label = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": label += "\\\\"
            case "\"": label += "\\\""
            case "\n": label += "\\n"
            default: label.unicodeScalars.append(character)
            }
        }
        return label
    }
}
