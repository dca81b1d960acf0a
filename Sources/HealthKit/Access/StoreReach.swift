import Foundation
import Synchronization

/// What the calls of an ``HKHealthStore`` go to, and what belongs to it alone.
final class StoreReach: Sendable {
    /// Where all calls go.
    let port: any CallPort
    /// Where handlers are called.
    let queue = DispatchQueue(label: "healthkit.callbacks", attributes: .concurrent)
    let preferences = PreferenceWatch()
    let mirroring = MirrorReception()

    init(_ port: any CallPort) {
        self.port = port
        port.carryTest(to: queue)
    }
}

/// Where an ``HKHealthStore`` finds its data: at one place for good, or at that of the test that calls it.
///
/// Apps share one store among all of their code. Made in the first test of a process, it is used in all others: it asks at each
/// call whose test it is.
final class StoreBinding: Sendable {
    private let kind: Kind

    private enum Kind: Sendable {
        case fixed(StoreReach)
        /// The default place, and the data of tests in its stead.
        case byTest(DefaultReach)
    }

    /// The binding of a store whose calls go through a port.
    init(_ port: any CallPort) { kind = .fixed(StoreReach(port)) }

    /// The binding of a store that is made with a configuration; `nil` for `HKHealthStore()`.
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

/// The default store, in whose place the data of tests come.
private final class DefaultReach: Sendable {
    /// What an app named when it made the store; `nil` for `HKHealthStore()`.
    private let configuration: HKHealthStoreConfiguration?
    /// The test that the store was made in.
    private let origin: HKHealthStoreConfiguration?
    private let state: Mutex<State>

    private struct State {
        /// What is reached outside of tests, once it is asked for.
        var own: StoreReach?
        var ofTests: [(test: HKHealthStoreConfiguration, reach: StoreReach)] = []
        /// Whether another test than that of its origin asked: then the store is shared by tests, and belongs to none.
        var isShared = false
    }

    init(_ configuration: HKHealthStoreConfiguration?) {
        self.configuration = configuration
        origin = TestProcess.hasStores ? HKHealthStoreConfiguration.ofTest : nil
        state = Mutex(State())
    }

    /// What is reached now: within a test its data; outside of all tests that of the test in which the store was made, while it
    /// runs; else the default store, which a process with test stores doesn't open.
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
            // Not even a service that has the default store open is asked by a test that reaches for it by accident.
            let port: any CallPort =
                TestProcess.hasStores ? Gate(configuration) : CallPorts.port(configuration)
            let own = StoreReach(port)
            if !TestProcess.hasStores { state.own = own }
            return own
        }
    }
}
