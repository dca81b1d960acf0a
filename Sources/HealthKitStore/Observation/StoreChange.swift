/// The data that a commit changed.
package struct StoreChange: Sendable, Hashable {
    /// The types of which samples or records were added, changed or deleted.
    package var types: Set<TypeID>
    /// The namespaces in which values changed.
    package var namespaces: Set<String>
    /// Whether the change was made through the observed ``SampleStore`` itself.
    package var isLocal: Bool

    /// Creates a change.
    package init(types: Set<TypeID>, namespaces: Set<String>, isLocal: Bool) {
        self.types = types
        self.namespaces = namespaces
        self.isLocal = isLocal
    }

    var isEmpty: Bool { types.isEmpty && namespaces.isEmpty }
}

/// A registration for change notices.
///
/// It ends when it is cancelled or let go.
package final class StoreObservation: Sendable {
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    deinit { onCancel() }

    /// Ends the observation.
    ///
    /// A call that is under way finishes.
    package func cancel() { onCancel() }
}
