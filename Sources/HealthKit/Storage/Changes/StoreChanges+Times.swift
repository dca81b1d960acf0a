import HealthStore

extension StoreChanges {
    /// The time from the first start to the last end of what came and went.
    ///
    /// It is nil where that is not known: of no changes, of a deletion that does not tell, of times that make no sense.
    var times: ClosedRange<Double>? {
        var low = Double.infinity
        var high = -Double.infinity
        for item in items {
            switch item {
            case .sample(let row):
                low = min(low, row.start)
                high = max(high, row.end)
            case .record(let record):
                low = min(low, record.start)
                high = max(high, record.end)
            case .tombstone(let tombstone):
                guard let payload = TombstonePayload(bytes: tombstone.payload) else { return nil }
                low = min(low, payload.start)
                high = max(high, payload.end)
            }
        }
        guard abs(low) < SampleTimes.limit, abs(high) < SampleTimes.limit else { return nil }
        return low...max(low, high)
    }
}
