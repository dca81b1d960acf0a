import Foundation
import HealthKit

/// The loaded pages of a list of samples, counted from one of its ends.
///
/// A page is found by the sample before it, so a page at any depth costs the same. Pages far from where the person
/// looks are let go; the places where they begin stay known.
struct SamplePages: Sendable {
    static let pageSize = 200
    /// The number of pages kept on either side of the one in view.
    private static let kept = 20

    /// Whether it is counted from the oldest sample.
    let ascending: Bool
    /// The sample after which each known page begins; the first one begins at the end of the list.
    private(set) var starts: [SampleListPosition?] = [nil]
    private var pages: [Int: [HKSample]] = [:]

    /// The number of samples known from this end, whether or not all of them are still loaded.
    private(set) var count = 0

    init(ascending: Bool) { self.ascending = ascending }

    /// The sample at an index, counted from this run's end; nil if it isn't loaded.
    subscript(index: Int) -> HKSample? {
        guard index >= 0, let page = pages[index / Self.pageSize] else { return nil }
        let place = index % Self.pageSize
        return page.indices.contains(place) ? page[place] : nil
    }

    /// The page to fetch to load an index: its own, or the first one on the way to it.
    func pageToFetch(for index: Int) -> (number: Int, after: SampleListPosition?)? {
        guard index >= 0 else { return nil }
        let wanted = index / Self.pageSize
        guard pages[wanted] == nil else { return nil }
        let number = min(wanted, starts.count - 1)
        if number < wanted, pages[number] != nil { return nil }
        return (number, starts[number])
    }

    mutating func take(_ samples: [HKSample], page: Int) {
        guard page >= 0, page < starts.count else { return }
        pages[page] = samples
        count = max(count, page * Self.pageSize + samples.count)
        if samples.count >= Self.pageSize, page == starts.count - 1,
            let next = SampleListPosition(behind: samples, after: starts[page])
        {
            starts.append(next)
        }
        for number in pages.keys where abs(number - page) > Self.kept { pages[number] = nil }
    }
}
