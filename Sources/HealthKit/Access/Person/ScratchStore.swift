import HealthKitStore

/// A copy of the store in memory that a dry run imports into, so that it can report what the import would do; nothing
/// is kept.
///
/// It is freed with the last reference to it, or when the store is locked.
package final class ScratchStore: Sendable {
    /// The location of the copy.
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
