import Foundation
import Synchronization

/// Collects heartbeats over time and saves them as one sample (R7.16).
open class HKHeartbeatSeriesBuilder: HKSeriesBuilder, @unchecked Sendable {
    private static let name = "Heartbeat series"

    private struct State {
        var phase = SeriesPhase.collecting
        var beats: [HeartbeatSeries.Beat] = []
        var metadata = SeriesMetadata()
    }

    private let store: HKHealthStore
    private let device: HKDevice?
    private let start: Date
    private let state = Mutex(State())

    /// The maximum number of heartbeats in a series.
    ///
    /// Apple does not document the number; here it is 100 000, about one day.
    open class var maximumCount: Int { 100_000 }

    /// Makes a builder.
    ///
    /// - Parameters:
    ///   - healthStore: The store in which the series is saved.
    ///   - device: The measuring device, or `nil`.
    ///   - startDate: When the series begins.
    public init(healthStore: HKHealthStore, device: HKDevice?, start startDate: Date) {
        store = healthStore
        self.device = device
        start = startDate
        super.init()
    }

    /// Adds a heartbeat.
    ///
    /// After an error the builder takes no more heartbeats; what it has can still be saved.
    ///
    /// - Parameters:
    ///   - timeIntervalSinceStart: Seconds since the start of the series: above 0, and above those of the heartbeat before.
    ///   - precededByGap: Whether heartbeats before this one may be missing.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func addHeartbeatWithTimeInterval(
        sinceSeriesStartDate timeIntervalSinceStart: TimeInterval,
        precededByGap: Bool,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let result = Result { try add(timeIntervalSinceStart, precededByGap) }
        store.perform({ try result.get() }, { completion($0.isSuccess, $0.failure) })
    }

    /// Adds a heartbeat.
    ///
    /// After an error the builder takes no more heartbeats; what it has can still be saved.
    ///
    /// - Parameters:
    ///   - timeIntervalSinceStart: Seconds since the start of the series: above 0, and above those of the heartbeat before.
    ///   - precededByGap: Whether heartbeats before this one may be missing.
    /// - Throws: `errorInvalidArgument` for a time that is not after the last one, for more heartbeats than
    ///   ``maximumCount``, and after the series was finished or discarded.
    open func addHeartbeat(at timeIntervalSinceStart: TimeInterval, precededByGap: Bool) async throws {
        try await waitForSuccess {
            addHeartbeatWithTimeInterval(
                sinceSeriesStartDate: timeIntervalSinceStart,
                precededByGap: precededByGap,
                completion: $0
            )
        }
    }

    private func add(_ time: TimeInterval, _ precededByGap: Bool) throws {
        try state.withLock { state in
            try state.phase.checkCollecting(Self.name)
            do {
                try HeartbeatSeries.check(time, after: state.beats.last?.time ?? 0)
                guard state.beats.count < Self.maximumCount else {
                    throw HKError.invalid("A heartbeat series has at most \(Self.maximumCount) heartbeats")
                }
            } catch {
                state.phase = .complete
                throw error
            }
            state.beats.append(HeartbeatSeries.Beat(time: time, precededByGap: precededByGap))
        }
    }

    /// Adds metadata; of two values for a key the later stays.
    ///
    /// - Parameters:
    ///   - metadata: Strings, numbers, dates and quantities by key.
    ///   - completion: Called on a background queue with success, or with the error; nothing is added then.
    @preconcurrency
    open func addMetadata(
        _ metadata: [String: Any],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let result = Result { try add(metadata) }
        store.perform({ try result.get() }, { completion($0.isSuccess, $0.failure) })
    }

    /// Adds metadata; of two values for a key the later stays.
    ///
    /// - Parameter metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `errorInvalidArgument` for a value of a wrong class, and after the series was finished or discarded;
    ///   nothing is added then.
    open func addMetadata(_ metadata: [String: Any]) async throws {
        try await waitForSuccess { addMetadata(metadata, completion: $0) }
    }

    private func add(_ metadata: [String: Any]) throws {
        try state.withLock { state in
            try state.phase.checkOpen(Self.name)
            try state.metadata.add(metadata)
        }
    }

    /// Saves the series; it ends with its last heartbeat.
    ///
    /// - Parameter completion: Called on a background queue with the series, or with the error.
    @preconcurrency
    open func finishSeries(completion: @escaping @Sendable (HKHeartbeatSeriesSample?, (any Error)?) -> Void) {
        store.perform({ try self.finishNow() }, { completion($0.value, $0.failure) })
    }

    /// Saves the series; it ends with its last heartbeat.
    ///
    /// - Returns: The series.
    /// - Throws: `errorInvalidArgument` without heartbeats and when the series was finished or discarded before; any
    ///   error of saving, and `errorDatabaseInaccessible` while the machine is locked.
    open func finishSeries() async throws -> HKHeartbeatSeriesSample {
        try await waitForValue { finishSeries(completion: $0) }
    }

    /// Saves on this thread; a series that couldn't be saved may be finished again.
    private func finishNow() throws -> HKHeartbeatSeriesSample {
        let draft = try state.withLock { state in
            try state.phase.checkOpen(Self.name)
            defer { state.phase = .finished }
            return state
        }
        do {
            let sample = try HKHeartbeatSeriesSample(
                start: start,
                series: HeartbeatSeries(draft.beats),
                device: device,
                metadata: draft.metadata.values
            )
            // Unlike a save, a series can't wait for an unlock.
            try store.port.send(SaveSeriesCall(samples: [sample]))
            return sample
        } catch {
            state.withLock { state in
                if state.phase == .finished { state.phase = draft.phase }
            }
            throw error
        }
    }

    /// Forgets the heartbeats; any later call gives an error.
    open override func discard() {
        state.withLock { state in
            state = State()
            state.phase = .discarded
        }
    }
}
