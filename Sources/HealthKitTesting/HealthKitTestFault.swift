import Foundation
public import HealthKit
import Synchronization

/// The kinds of calls that a test can have fail or wait.
public enum HealthKitTestOperation: Sendable, Hashable, CaseIterable {
    /// Asking for access, and for the status of that.
    case authorization
    /// Queries of all kinds, characteristics and preferred units. A query that runs on fails, or waits, when it is executed.
    case read
    /// Saving, and changing what is saved.
    case save
    /// Deleting.
    case delete
    /// Registering for background delivery.
    case backgroundDelivery
    /// Making workouts with builders.
    case workout
}

/// A fault for a call: see ``HealthKitTestStore/inject(_:into:of:times:)``.
public struct HealthKitTestFault: Sendable {
    let meet: @Sendable () throws -> Void

    /// The call fails.
    ///
    /// - Parameter error: The error that the app gets.
    /// - Returns: The fault.
    public static func error(_ error: any Error) -> HealthKitTestFault { HealthKitTestFault { throw error } }

    /// The call fails as HealthKit's do.
    ///
    /// - Parameter code: The error code.
    /// - Returns: The fault.
    public static func error(_ code: HKError.Code) -> HealthKitTestFault { error(HKError(code)) }

    /// The call is answered later.
    ///
    /// - Parameter seconds: How long it waits, in seconds of the machine's clock.
    /// - Returns: The fault.
    public static func delay(_ seconds: TimeInterval) -> HealthKitTestFault {
        HealthKitTestFault { Thread.sleep(forTimeInterval: max(0, seconds)) }
    }

    /// The call waits until the test lets it go on.
    ///
    /// - Parameter hold: Releases the call.
    /// - Returns: The fault.
    public static func hold(_ hold: HealthKitTestHold) -> HealthKitTestFault { HealthKitTestFault { hold.wait() } }
}

/// Holds calls up until the test lets them go on, to look at an app while it waits.
///
/// ```swift
/// let hold = HealthKitTestHold()
/// test.inject(.hold(hold), into: [.read])
/// async let rings = model.load()
/// await hold.arrival()
/// #expect(model.isLoading)
/// hold.release()
/// try await rings
/// ```
public final class HealthKitTestHold: Sendable {
    private struct State {
        var waiting = 0
        var isReleased = false
        var arrivals: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())
    private let gate = DispatchSemaphore(value: 0)

    /// Makes a hold that no call has met.
    public init() {}

    /// The number of waiting calls.
    public var waiting: Int { state.withLock { $0.isReleased ? 0 : $0.waiting } }

    /// Waits until calls wait; returns at once when they were let go on.
    ///
    /// - Parameter count: The number of calls that must be waiting.
    public func arrival(of count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.isReleased || state.waiting >= count { return true }
                state.arrivals.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Lets all calls go on, also those that come later.
    public func release() {
        let (waiting, arrivals) = state.withLock { state in
            guard !state.isReleased else { return (0, [CheckedContinuation<Void, Never>]()) }
            state.isReleased = true
            defer { state.arrivals = [] }
            return (state.waiting, state.arrivals.map(\.continuation))
        }
        for _ in 0..<waiting { gate.signal() }
        for arrival in arrivals { arrival.resume() }
    }

    func wait() {
        let arrived: [CheckedContinuation<Void, Never>]? = state.withLock { state in
            guard !state.isReleased else { return nil }
            state.waiting += 1
            let waiting = state.waiting
            let arrived = state.arrivals.filter { $0.count <= waiting }
            state.arrivals.removeAll { $0.count <= waiting }
            return arrived.map(\.continuation)
        }
        guard let arrived else { return }
        for arrival in arrived { arrival.resume() }
        gate.wait()
    }
}

/// A fault that a test has put before the calls of its apps.
public struct HealthKitTestInjection: Sendable {
    let faults: TestFaults
    let number: Int

    /// The number of calls that have met the fault.
    public var count: Int { faults.count(number) }

    /// Takes the fault away; calls that wait for a hold wait on.
    public func remove() { faults.remove(number) }
}

/// The faults of a test's store.
final class TestFaults: Sendable {
    struct Entry: Sendable {
        let fault: HealthKitTestFault
        let operations: Set<HealthKitTestOperation>
        let types: Set<HKObjectType>?
        var left: Int?
        var count = 0
        var number = 0
        var isRemoved = false

        init(
            fault: HealthKitTestFault,
            operations: Set<HealthKitTestOperation>,
            types: Set<HKObjectType>?,
            left: Int?
        ) {
            self.fault = fault
            self.operations = operations
            self.types = types
            self.left = left
        }

        func concerns(_ call: InterceptedCall) -> Bool {
            guard !isRemoved, left ?? 1 > 0, operations.contains(HealthKitTestOperation(call.kind)) else {
                return false
            }
            return types.map { !$0.isDisjoint(with: call.types) } ?? true
        }
    }

    let interception = CallInterception()
    private let entries = Mutex<[Entry]>([])

    func add(_ entry: Entry) -> Int {
        let number = entries.withLock { entries in
            var entry = entry
            entry.number = entries.count
            entries.append(entry)
            return entry.number
        }
        interception.set { [weak self] in try self?.meet($0) }
        return number
    }

    func count(_ number: Int) -> Int { entries.withLock { $0[number].count } }

    func remove(_ number: Int) { entries.withLock { $0[number].isRemoved = true } }

    func removeAll() {
        entries.withLock { entries in
            for index in entries.indices { entries[index].isRemoved = true }
        }
        interception.set(nil)
    }

    private func meet(_ call: InterceptedCall) throws {
        let faults = entries.withLock { entries in
            var faults: [HealthKitTestFault] = []
            for index in entries.indices where entries[index].concerns(call) {
                entries[index].left = entries[index].left.map { $0 - 1 }
                entries[index].count += 1
                faults.append(entries[index].fault)
            }
            return faults
        }
        for fault in faults { try fault.meet() }
    }
}

extension HealthKitTestOperation {
    fileprivate init(_ kind: InterceptedCall.Kind) {
        self =
            switch kind {
            case .authorization: .authorization
            case .read: .read
            case .save: .save
            case .delete: .delete
            case .backgroundDelivery: .backgroundDelivery
            case .workout: .workout
            }
    }
}
