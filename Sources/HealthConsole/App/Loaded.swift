/// Something that is fetched from the store, with what was known before while it is fetched again.
package struct Loaded<Value: Sendable>: Sendable {
    package private(set) var value: Value?
    package private(set) var failure: Failure?

    package init(_ value: Value? = nil) { self.value = value }

    /// Takes in an answer; a failure leaves the old value in place.
    package mutating func take(_ answer: Answer<Value>) {
        switch answer {
        case .success(let value):
            self.value = value
            failure = nil
        case .failure(let failure): self.failure = failure
        }
    }

    package mutating func change(_ body: (inout Value) -> Void) {
        guard var value else { return }
        body(&value)
        self.value = value
    }

    /// What stands in place of the value while there is none.
    package func placeholder(_ what: String) -> String { failure?.text ?? "loading \(what)…" }
}
