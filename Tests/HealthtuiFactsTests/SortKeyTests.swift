import Foundation
import HealthtuiFacts
import Testing

@Suite struct SortKeyTests {
    @Test("Numbers are sorted as numbers, words without regard to case and accents")
    func order() {
        #expect(SortKey.order([.number(10), .number(9), .number(-1)], isDescending: false) == [2, 1, 0])
        #expect(SortKey.order([.text("Zoe"), .text("ähre"), .text("Ape")], isDescending: false) == [1, 2, 0])
        #expect(SortKey.order([.text("b"), .text("A")], isDescending: true) == [0, 1])
    }

    @Test("Rows without a key come last, whichever end comes first, and equal ones stay in their order")
    func missing() {
        let keys: [SortKey] = [.none, .number(1), .optional(.nan), .number(2), .number(1)]
        #expect(SortKey.order(keys, isDescending: false) == [1, 4, 3, 0, 2])
        #expect(SortKey.order(keys, isDescending: true) == [3, 1, 4, 0, 2])
        #expect(SortKey.text("") == .none)
    }
}
