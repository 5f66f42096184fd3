import Testing

@testable import Client

@Suite struct `The line of an order` {
    private static let order = "STEAM-1"

    @Test func `takes as many steps as may wait, in their order, on a stack that does not grow with them`() {
        let line = OrderLine()
        var leave: (() -> Void)?
        var taken: [Int] = []
        var places: [UInt] = []
        let isFirst = line.enter(Self.order) { leave = $0 }
        #expect(isFirst)
        for number in 0..<OrderLine.waitingMax {
            let isAccepted = line.enter(Self.order) { leave in
                var mark = number
                withUnsafeMutablePointer(to: &mark) { places.append(UInt(bitPattern: $0)) }
                taken.append(mark)
                leave()
            }
            #expect(isAccepted)
        }
        let isOneMore = line.enter(Self.order) { $0() }
        #expect(!isOneMore)
        leave?()
        #expect(taken == Array(0..<OrderLine.waitingMax))
        #expect((places.max() ?? 0) - (places.min() ?? 0) < 65_536)
        let isNext = line.enter(Self.order) { $0() }
        #expect(isNext, "there is room again")
    }

    @Test func `a step that is through later is followed then, and not before`() {
        let line = OrderLine()
        var leaves: [() -> Void] = []
        var taken: [Int] = []
        for number in 0..<3 {
            _ = line.enter(Self.order) { leave in
                taken.append(number)
                leaves.append(leave)
            }
        }
        for number in 0..<3 {
            #expect(taken == Array(0...number))
            leaves[number]()
        }
        // Whoever comes in the middle of a step stands behind it.
        _ = line.enter(Self.order) { leave in
            _ = line.enter(Self.order) { leave in
                taken.append(4)
                leave()
            }
            taken.append(3)
            leave()
        }
        #expect(taken == [0, 1, 2, 3, 4])
    }
}
