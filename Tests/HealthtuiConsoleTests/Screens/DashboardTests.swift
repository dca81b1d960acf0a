import HealthKit
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import RandomTesting
import Testing

@testable import HealthtuiConsole

@Suite struct DashboardTests {
    private static let all: Set<DashboardCard> = [.rings, .workout, .medications, .access, .trends, .highlights]
    private static let steps = HKQuantityTypeIdentifier.stepCount.rawValue
    private static let rate = HKQuantityTypeIdentifier.heartRate.rawValue

    @Test("Cards are in their stored order; new ones have default positions, and removed or unknown ones none")
    func order() {
        let usual = DashboardOrder(types: [Self.steps, Self.rate], shown: Self.all, stored: [])
        #expect(
            usual.stored == [
                "rings", Self.steps, Self.rate, "workout", "medications", "access", "trends", "highlights",
            ]
        )
        let stored = ["highlights:3", "\(Self.rate):2", "gone", "rings:9", "rings", "", ":", "workout:2:2"]
        let order = DashboardOrder(types: [Self.steps, Self.rate], shown: Self.all, stored: stored)
        #expect(order.entries.first?.card == .highlights && order.width(of: 0) == 3)
        #expect(Set(order.entries.map(\.card)) == Set(usual.entries.map(\.card)))
        #expect(order.entries.count == usual.entries.count)
        #expect(order.types == [Self.rate, Self.steps] || order.types == [Self.steps, Self.rate])
        #expect(order.entries.first { $0.card == .rings }?.width == nil, "a width that can't be is none")
        let again = DashboardOrder(types: order.types, shown: Self.all, stored: order.stored)
        #expect(again == order)
    }

    @Test("A card that has nothing to show keeps its place and width while others are moved")
    func absentCards() {
        let stored = [Self.steps, "rings:2", Self.rate, "workout"]
        var order = DashboardOrder(types: [Self.steps, Self.rate], shown: [], stored: stored)
        #expect(order.entries.count == 2 && order.stored == stored)
        let isMoved = order.move(0, by: 1)
        #expect(isMoved)
        #expect(order.stored == [Self.rate, "workout", Self.steps, "rings:2"])
        let again = DashboardOrder(types: [Self.rate, Self.steps], shown: [.rings], stored: order.stored)
        #expect(again.entries.map(\.card) == [.type(Self.rate), .type(Self.steps), .rings] && again.width(of: 2) == 2)
    }

    @Test("Each card appears once, no two overlap, and rows fill the width, whatever order and widths")
    func grid() {
        var random = SeededGenerator()
        for _ in 0..<500 {
            let types = (0..<Int.random(in: 0...9, using: &random)).map { "type\($0)" }
            let shown = Self.all.filter { _ in Bool.random(using: &random) }
            let stored = (types + shown.map(\.name)).shuffled(using: &random)
                .map { "\($0):\(Int.random(in: 0...5, using: &random))" }
            let order = DashboardOrder(types: types, shown: shown, stored: stored)
            let width = Int.random(in: 110...260, using: &random)
            let grid = DashboardGrid(order, width: width)
            #expect(grid.rows.flatMap { $0.map(\.index) } == Array(order.entries.indices), "seed \(random.seed)")
            let height = Int.random(in: 5...90, using: &random)
            for row in grid.rows.indices {
                let top = grid.top(showing: row, in: height, from: Int.random(in: 0...12, using: &random))
                let rect = Rect(x: 3, y: 2, width: width, height: height)
                let frames = grid.frames(in: rect, from: top)
                #expect(
                    frames.contains { frame in grid.rows[row].contains { $0.index == frame.index } },
                    "seed \(random.seed)"
                )
                for (index, frame) in frames.enumerated() {
                    #expect(frame.rect.intersection(rect) == frame.rect, "seed \(random.seed)")
                    #expect(
                        frames[..<index].allSatisfy { $0.rect.intersection(frame.rect).isEmpty },
                        "seed \(random.seed)"
                    )
                }
            }
        }
    }

    @Test("Arrows go from card to card, Enter opens the type of the card under the cursor, and lists stay lists")
    func keys() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment(), width: 200, height: 60)
        console.expectRow("Steps ━")
        try await console.press("l")
        console.expectRow("Heart Rate ━")
        try await console.press("j", "k", "h")
        console.expectRow("Steps ━")
        try await console.press("G", "g", .enter)
        console.expectRow("Summary › Steps")
        let small = try await Console.start(store.environment(), width: 100, height: 40)
        small.expectNone("Steps ━")
        small.expectRow("Steps")
    }

    @Test("A card that is moved or resized stays so, pins follow, and u takes each back")
    func moves() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment(), width: 200, height: 60)
        try await console.press("J")
        let cards = try #require(try store.person.summaryCards())
        #expect(cards.firstIndex(of: Self.rate) ?? 9 < cards.firstIndex(of: Self.steps) ?? 0)
        #expect(try store.person.pinnedTypes()?.first == Self.rate)
        try await console.press("+")
        #expect(try store.person.summaryCards()?.contains("\(Self.steps):2") == true)
        let again = try await Console.start(store.environment(), width: 200, height: 60)
        again.expectRow("Heart Rate")
        try await console.press("u", "u")
        #expect(try store.person.summaryCards() == nil && store.person.pinnedTypes() == nil)
    }

    @Test("A card that can't be opened says so")
    func words() async throws {
        let console = try await Console.start(TestStore.filled().environment(), width: 200, height: 60)
        try await console.press("G", .enter)
        console.expectRow("Nothing to open on this card")
    }
}
