import HealthKitStore

extension StoreChanges {
    /// The time range from the first start to the last end of the added and deleted samples.
    ///
    /// It is nil if unknown: for no changes, for a deletion that doesn't record its time, and for invalid times.
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
