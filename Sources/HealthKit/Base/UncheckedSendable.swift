/// Carries a value that the compiler can't see to be safe to share: one that only the next queue uses, such as an app's closure, or
/// one that never changes.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
