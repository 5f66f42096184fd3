#if !hasFeature(Embedded)

/// What the rules about numbers see. All numbers are sums of whole minutes.
extension AlarmSight {
    /// An alarm ends this much of its limit within it, in hundredths.
    private static let marginPercent = 20.0
    /// And a floor when there are a tenth of it more.
    private static let floorParts: Int64 = 10

    /// - Parameter minutes: the players of each; none: nothing is known.
    static func below(_ minutes: [Int64], _ rule: FloorRule) -> AlarmSight {
        guard let most = minutes.max(), let least = minutes.min() else { return .unknown }
        if most < rule.floor { return .bad }
        let more = (rule.floor + floorParts - 1) / floorParts
        return least >= rule.floor + more ? .good : .near
    }

    static func fall(from before: Int64, to now: Int64, _ rule: FallRule) -> AlarmSight {
        let least = Double(rule.least) * Double(rule.minutes)
        guard Double(before) >= least else { return .good }
        return judged((Double(before) - Double(now)) * 100, of: Double(before), percent: rule.percent)
    }

    static func rise(from before: Int64, to now: Int64, _ rule: RiseRule) -> AlarmSight {
        let least = Double(rule.least) * Double(rule.minutes)
        guard Double(now) >= least else { return .good }
        return judged((Double(now) - Double(before)) * 100, of: Double(before), percent: rule.percent)
    }

    static func share(_ failures: Int64, of requests: Int64, _ rule: ErrorsRule) -> AlarmSight {
        guard requests >= rule.least else { return .good }
        return judged(Double(failures) * 100, of: Double(requests), percent: rule.percent)
    }

    private static func judged(_ hundredfold: Double, of whole: Double, percent: Int64) -> AlarmSight {
        let limit = whole * Double(percent)
        if hundredfold >= limit, hundredfold > 0 { return .bad }
        return hundredfold > limit * (1 - marginPercent / 100) ? .near : .good
    }
}
#endif
