import Testing

@testable import Service

private let minute: Int64 = 60_000

@Suite struct `The course of an alarm` {
    /// What numbers do: they wander, jump, stay, and are unknown for a while.
    private static func series(_ random: ServiceTestRandom, _ count: Int) -> [AlarmSight] {
        var sights: [AlarmSight] = []
        while sights.count < count {
            let bytes = random.bytes(2)
            let sight: AlarmSight = [.good, .bad, .near, .unknown, .good, .bad][Int(bytes[0] % 6)]
            sights += [AlarmSight](repeating: sight, count: 1 + Int(bytes[1] % 20))
        }
        return sights
    }

    @Test(arguments: 1...200) func `is raised once and ended once, whatever the numbers do`(_ seed: UInt64) {
        let random = ServiceTestRandom(seed: seed)
        var course = AlarmCourse()
        var (isRaised, now, told, calm) = (false, Int64(1_000_000_000), Int64(0), Int64?.none)
        let remind = [0, 3, 60][Int(seed % 3)] * minute
        for sight in Self.series(random, 2_000) {
            now += 1 + Int64(random.bytes(1)[0]) * 400
            let step = course.see(sight, at: now, remindMilliseconds: remind)
            if sight == .good { calm = calm ?? now } else { calm = nil }
            switch step {
            case .raise:
                #expect(!isRaised && sight == .bad)
                (isRaised, told) = (true, now)
            case .end:
                #expect(isRaised && sight == .good)
                #expect(calm.map { now - $0 >= AlarmCourse.calmMilliseconds } == true, "all was good for the whole while")
                isRaised = false
            case .remind:
                #expect(isRaised && sight == .bad && remind > 0 && now - told >= remind)
                told = now
            case .none:
                #expect(isRaised || sight != .bad, "what is bad is raised at once")
                if isRaised, let calm { #expect(now - calm < AlarmCourse.calmMilliseconds, "what was good for the whole while is over") }
                if isRaised, sight == .bad, remind > 0 { #expect(now - told < remind) }
            }
            #expect((course.toldDate != nil) == isRaised)
        }
    }

    @Test func `a clock that is set back neither ends an alarm nor tells it again and again`() {
        var course = AlarmCourse()
        #expect(course.see(.bad, at: 1_000 * minute, remindMilliseconds: minute) == .raise)
        #expect(course.see(.bad, at: 10 * minute, remindMilliseconds: minute) == .none)
        #expect(course.see(.bad, at: 11 * minute, remindMilliseconds: minute) == .remind)
        #expect(course.see(.good, at: 1_000 * minute, remindMilliseconds: minute) == .none)
        #expect(course.see(.good, at: 12 * minute, remindMilliseconds: minute) == .none)
        #expect(course.see(.good, at: 14 * minute, remindMilliseconds: minute) == .end)
    }

    @Test func `numbers around a limit are near it, and few players are no fall`() {
        var floor = FloorRule()
        (floor.floor, floor.minutes) = (100, 3)
        #expect(AlarmSight.below([99, 99, 99], floor) == .bad)
        #expect(AlarmSight.below([99, 100, 99], floor) == .near)
        #expect(AlarmSight.below([109, 120, 120], floor) == .near)
        #expect(AlarmSight.below([110, 120, 120], floor) == .good)
        var fall = FallRule()
        (fall.percent, fall.minutes, fall.least) = (50, 10, 10)
        #expect(AlarmSight.fall(from: 1_000, to: 500, fall) == .bad)
        #expect(AlarmSight.fall(from: 1_000, to: 510, fall) == .near)
        #expect(AlarmSight.fall(from: 1_000, to: 600, fall) == .good)
        #expect(AlarmSight.fall(from: 99, to: 0, fall) == .good, "fewer than least")
        #expect(AlarmSight.fall(from: 0, to: 0, fall) == .good)
        var rise = RiseRule()
        (rise.percent, rise.minutes, rise.least) = (100, 10, 10)
        #expect(AlarmSight.rise(from: 500, to: 1_000, rise) == .bad)
        #expect(AlarmSight.rise(from: 500, to: 950, rise) == .near)
        #expect(AlarmSight.rise(from: 0, to: 1_000, rise) == .bad)
        #expect(AlarmSight.rise(from: 10, to: 99, rise) == .good, "fewer than least")
        var errors = ErrorsRule()
        (errors.percent, errors.least) = (10, 50)
        #expect(AlarmSight.share(10, of: 100, errors) == .bad)
        #expect(AlarmSight.share(9, of: 100, errors) == .near)
        #expect(AlarmSight.share(8, of: 100, errors) == .good)
        #expect(AlarmSight.share(49, of: 49, errors) == .good, "fewer than least")
    }
}
