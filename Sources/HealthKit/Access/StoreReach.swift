import Foundation
import Synchronization

/// The target of an ``HKHealthStore``'s calls, and its own state.
final class StoreReach: Sendable {
    /// The port for all calls.
    let port: any CallPort
    /// The queue on which handlers are called.
    let queue = DispatchQueue(label: "healthkit.callbacks", attributes: .concurrent)
    let preferences = PreferenceWatch()
    let mirroring = MirrorReception()

    init(_ port: any CallPort) {
        self.port = port
        port.carryTest(to: queue)
    }
}

/// The binding of an ``HKHealthStore`` to its data: a fixed one, or that of the calling test.
///
/// Apps share one store among all of their code. A store made in the first test of a process is used in all others, so it
/// determines the current test at each call.
final class StoreBinding: Sendable {
    private let kind: Kind

    private enum Kind: Sendable {
        case fixed(StoreReach)
        /// The default place, or the data of tests instead.
        case byTest(DefaultReach)
    }

    /// The binding of a store whose calls go through a port.
    init(_ port: any CallPort) { kind = .fixed(StoreReach(port)) }

    /// The binding of a store made with a configuration; `nil` for `HKHealthStore()`.
    init(_ configuration: HKHealthStoreConfiguration?) {
        if let configuration, configuration.handle != nil || configuration.location != .default {
            kind = .fixed(StoreReach(CallPorts.port(configuration)))
        } else {
            kind = .byTest(DefaultReach(configuration))
        }
    }

    var reach: StoreReach {
        switch kind {
        case .fixed(let reach): reach
        case .byTest(let reach): reach.now
        }
    }
}

/// The default store, which the data of tests replace.
private final class DefaultReach: Sendable {
    /// The configuration with which an app made the store, or `nil` for `HKHealthStore()`.
    private let configuration: HKHealthStoreConfiguration?
    /// The test that the store was made in.
    private let origin: HKHealthStoreConfiguration?
    private let state: Mutex<State>

    private struct State {
        /// The reach outside of tests, once it is requested.
        var own: StoreReach?
        var ofTests: [(test: HKHealthStoreConfiguration, reach: StoreReach)] = []
        /// Whether a test other than its origin used it: then the store is shared by tests, and belongs to none.
        var isShared = false
    }

    init(_ configuration: HKHealthStoreConfiguration?) {
        self.configuration = configuration
        origin = TestProcess.hasStores ? HKHealthStoreConfiguration.ofTest : nil
        state = Mutex(State())
    }

    /// The current reach.
    ///
    /// Within a test it is the test's data; outside of all tests it is that of the test in which the store was made, while that
    /// is running; otherwise it is the default store, which a process with test stores doesn't open.
    var now: StoreReach {
        guard TestProcess.hasStores, let test = HKHealthStoreConfiguration.ofTest ?? unshared else { return own }
        return state.withLock { state in
            if let origin, origin.handle !== test.handle { state.isShared = true }
            if let known = state.ofTests.first(where: { $0.test.handle === test.handle }) { return known.reach }
            var configured = test
            if let configuration { configured.principal = configuration.principal }
            let reach = StoreReach(CallPorts.port(configured))
            state.ofTests.removeAll { $0.test.run?.isRunning != true }
            state.ofTests.append((test, reach))
            return reach
        }
    }

    private var unshared: HKHealthStoreConfiguration? {
        guard let origin, origin.run?.isRunning == true, state.withLock({ !$0.isShared }) else { return nil }
        return origin
    }

    private var own: StoreReach {
        state.withLock { state in
            if let own = state.own { return own }
            let configuration = configuration ?? HKHealthStoreConfiguration()
            // A test that uses the default store by accident must not even call a service that has it open.
            let port: any CallPort =
                TestProcess.hasStores ? Gate(configuration) : CallPorts.port(configuration)
            let own = StoreReach(port)
            if !TestProcess.hasStores { state.own = own }
            return own
        }
    }
}
