import HealthtuiTerminalUI
import Testing

@Suite struct RectSplitTests {
    private let rect = Rect(x: 2, y: 1, width: 20, height: 10)

    @Test func rowsGiveFixedPartsFirstAndShareTheRest() {
        let rows = rect.rows(.fixed(1), .fill(2), .fill(1), .fixed(1))
        #expect(rows.map(\.height) == [1, 5, 3, 1])
        #expect(rows.map(\.y) == [1, 2, 7, 10])
        #expect(rows.allSatisfy { $0.x == 2 && $0.width == 20 })
    }

    @Test func columnsKeepAGapBetweenThem() {
        let columns = rect.columns(.fixed(5), .fill, .fill, gap: 2)
        #expect(columns.map(\.x) == [2, 9, 16])
        #expect(columns.map(\.width) == [5, 5, 6])
        #expect(columns.last?.maxX == rect.maxX)
    }

    @Test func partsThatDoNotFitComeOutEmptyAndInside() {
        let rows = rect.rows(.fixed(8), .fixed(8), .fill)
        #expect(rows.map(\.height) == [8, 2, 0])
        let columns = Rect(x: 0, y: 0, width: 3, height: 1).columns(.fixed(2), .fixed(2), .fill, gap: 4)
        #expect(columns.allSatisfy { $0.maxX <= 3 || $0.isEmpty })
        #expect(Rect.zero.rows(.fill, .fill(Int.max), .fixed(.max)).allSatisfy { $0.isEmpty })
    }

    @Test func cutsTakeAwayFromTheRectangle() {
        var rest = rect
        #expect(rest.cutTop(2) == Rect(x: 2, y: 1, width: 20, height: 2))
        #expect(rest.cutBottom(1) == Rect(x: 2, y: 10, width: 20, height: 1))
        #expect(rest.cutLeft(3) == Rect(x: 2, y: 3, width: 3, height: 7))
        #expect(rest.cutRight(100) == Rect(x: 5, y: 3, width: 17, height: 7))
        #expect(rest.isEmpty)
    }
}
