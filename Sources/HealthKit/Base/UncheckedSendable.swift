/// Carries a value, such as an app's closure, to the queue that uses it next and nowhere else, or one that never changes to any.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
