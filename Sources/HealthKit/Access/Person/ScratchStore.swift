import HealthKitStore

/// A copy of the store in memory that a dry run imports into, so that it says what the import would; nothing of it is kept.
///
/// It goes when nothing refers to it any more, and with the store when that is locked.
package final class ScratchStore: Sendable {
    /// Where the copy is.
    enum Place: Sendable {
        case here(SampleStore)
        /// In the service that has the store open, under a number of the connection.
        case served(UInt64)
    }

    let place: Place
    private let end: @Sendable () -> Void

    init(_ place: Place, end: @escaping @Sendable () -> Void) {
        self.place = place
        self.end = end
    }

    deinit { end() }

    /// The copy, where this process has it.
    var store: SampleStore? {
        if case .here(let store) = place { return store }
        return nil
    }

    /// The service's number of the copy.
    var number: UInt64? {
        if case .served(let number) = place { return number }
        return nil
    }
}
