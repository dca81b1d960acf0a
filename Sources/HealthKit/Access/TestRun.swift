/// The life of a test's store, which its configurations know of without prolonging it.
package final class TestRun: Sendable {
    package init() {}
}

/// A test's store, as long as it lives.
package struct WeakTestRun: Sendable {
    private weak var run: TestRun?

    package init(_ run: TestRun) { self.run = run }

    var isRunning: Bool { run != nil }
}
