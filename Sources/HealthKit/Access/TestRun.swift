/// The lifetime of a test's store, which its configurations refer to without extending it.
package final class TestRun: Sendable {
    package init() {}
}

/// A weak reference to a test's store.
package struct WeakTestRun: Sendable {
    private weak var run: TestRun?

    package init(_ run: TestRun) { self.run = run }

    var isRunning: Bool { run != nil }
}
