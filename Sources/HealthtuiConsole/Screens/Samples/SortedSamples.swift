import Foundation
import HealthKit
import HealthtuiFacts

/// The samples of a list in another order than that of their times; only some pages are loaded.
struct SortedSamples: Sendable {
    static let pageSize = 100
    /// The number of pages kept on either side of the one in view.
    private static let kept = 20

    let uuids: [UUID]
    /// The samples' numbers, ascending; empty where they are sorted by something else.
    let numbers: [Double]
    private var pages: [Int: [UUID: HKSample]] = [:]

    init(_ order: OrderedSamples) {
        uuids = order.uuids
        numbers = order.numbers.sorted()
    }

    var count: Int { uuids.count }

    /// From the least number to the greatest; nil without any.
    var spread: ClosedRange<Double>? { numbers.first.flatMap { low in numbers.last.map { low...$0 } } }

    /// The sample of a row; nil if it isn't loaded.
    subscript(row: Int) -> HKSample? {
        guard uuids.indices.contains(row) else { return nil }
        return pages[row / Self.pageSize]?[uuids[row]]
    }

    /// Whether the page of a row was fetched.
    func isAtHand(_ row: Int) -> Bool { pages[row / Self.pageSize] != nil }

    /// The samples of a page.
    func uuids(ofPage page: Int) -> [UUID] {
        let start = page * Self.pageSize
        guard uuids.indices.contains(start) else { return [] }
        return Array(uuids[start..<min(uuids.count, start + Self.pageSize)])
    }

    mutating func take(_ samples: [HKSample], page: Int) {
        pages[page] = Dictionary(samples.map { ($0.uuid, $0) }, uniquingKeysWith: { first, _ in first })
        for number in pages.keys where abs(number - page) > Self.kept { pages[number] = nil }
    }
}
