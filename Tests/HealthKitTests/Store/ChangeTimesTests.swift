import Foundation
import Testing

@testable import HealthKit
@testable import HealthKitStore

/// The time that changes cover, which is computed again when they come.
@Suite struct ChangeTimesTests {
    private func record(_ start: Double, _ end: Double) -> StoreChanges.Item {
        .record(
            StoredRecord(
                uuid: UUID(),
                type: 1,
                source: 1,
                revision: 0,
                device: 0,
                metadata: 0,
                start: start,
                end: end,
                creation: 0,
                anchor: 1,
                payload: []
            )
        )
    }

    private func times(_ items: StoreChanges.Item...) -> ClosedRange<Double>? {
        StoreChanges(items: items, lastAnchor: 1, isLimited: false).times
    }

    @Test("Changes cover the time from the first start to the last end")
    func cover() {
        #expect(times(record(10, 90), record(5, 20), record(50, 60)) == 5...90)
        #expect(times() == nil)
    }

    @Test("Times that make no sense, as damage leaves them, cover no time that is known, and end nothing")
    func senseless() {
        for (start, end) in [
            (Double.nan, Double.nan), (1, .nan), (.nan, 1), (-.infinity, 1), (1, .infinity), (1, 1e300),
        ] {
            #expect(times(record(start, end)) == nil, "\(start) to \(end)")
        }
        #expect(times(record(9, 3)) == 9...9)
    }

    @Test("A deletion that does not tell of when it was leaves the time unknown")
    func deletion() {
        let tombstone = StoredTombstone(uuid: UUID(), type: 1, source: 1, anchor: 2, deleted: 0, payload: [7])
        #expect(times(record(1, 2), .tombstone(tombstone)) == nil)
    }
}
