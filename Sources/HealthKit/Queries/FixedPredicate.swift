import Foundation

/// A predicate as descriptors hold it, so that they can be handed from one thread to another.
///
/// Foundation does not declare predicates Sendable, though one never changes once it is made; a block in one is the
/// exception, and such a predicate is refused wherever it is used. This is the only place that assumes it.
struct FixedPredicate: Hashable, @unchecked Sendable {
    let value: NSPredicate?

    init(_ value: NSPredicate?) { self.value = value }
}
