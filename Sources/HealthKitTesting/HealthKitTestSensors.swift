public import Foundation
public import HealthKit

/// The sensors' measurements in an interval of a workout.
public struct WorkoutReading: Sendable, Hashable {
    /// Heartbeats a minute at the end of the interval; `nil` for none measured.
    public var heartRate: Double?
    /// Active energy in kilocalories a minute; `nil` for none measured.
    public var activeEnergyPerMinute: Double?
    /// Speed in meters per second, which is recorded as the distance of the session's activity; `nil` if not measured.
    public var speed: Double?
    /// Steps a minute; `nil` for none measured.
    public var cadence: Double?
    /// Other measurements by type: of a type that adds up how much came in the interval, of any other the value at its end.
    public var others: [HKQuantityType: HKQuantity]

    /// Makes a reading.
    ///
    /// - Parameters:
    ///   - heartRate: Heartbeats a minute.
    ///   - activeEnergyPerMinute: Active energy in kilocalories a minute.
    ///   - speed: Speed in metres a second.
    ///   - cadence: Steps a minute.
    ///   - others: Other measurements by type.
    public init(
        heartRate: Double? = nil,
        activeEnergyPerMinute: Double? = nil,
        speed: Double? = nil,
        cadence: Double? = nil,
        others: [HKQuantityType: HKQuantity] = [:]
    ) {
        self.heartRate = heartRate
        self.activeEnergyPerMinute = activeEnergyPerMinute
        self.speed = speed
        self.cadence = cadence
        self.others = others
    }
}

/// The sensors of a device that the person of a test wears during a workout session.
///
/// They save what they measure as the device, and the session's live builder collects it as far as its data source names
/// the types and the app may read them.
///
/// ```swift
/// let session = try HKWorkoutSession(healthStore: test.healthStore, configuration: configuration)
/// let builder = session.associatedWorkoutBuilder()
/// builder.dataSource = HKLiveWorkoutDataSource(healthStore: test.healthStore, workoutConfiguration: configuration)
/// session.startActivity(with: test.now)
/// try await builder.beginCollection(at: test.now)
/// try await test.sensors().feed(session, for: 600) { elapsed in
///     WorkoutReading(heartRate: 110 + elapsed / 20, activeEnergyPerMinute: 9, speed: 2.5)
/// }
/// ```
public struct HealthKitTestSensors: Sendable {
    private let source: HealthKitTestSource
    private let device: HKDevice?

    init(_ source: HealthKitTestSource, device: HKDevice?) {
        self.source = source
        self.device = device
    }

    /// Advances the test's clock while the sensors measure.
    ///
    /// The test's clock moves on measurement by measurement. When the call returns, the builder has collected
    /// everything and its delegate has heard of it. While the session is paused the clock moves on and nothing is
    /// measured.
    ///
    /// - Parameters:
    ///   - session: A session that was started with a store of this test.
    ///   - seconds: The length, in seconds of the test's clock.
    ///   - interval: The seconds between two measurements; the last interval is as long as what is left.
    ///   - isolation: The actor that `reading` runs on.
    ///   - reading: Returns the measurements of an interval, given the seconds from the call to its end.
    /// - Throws: `HKError.errorInvalidArgument` for lengths that are not above nothing, for a session that does not
    ///   run, and for numbers that are none; what `reading` throws.
    public func feed(
        _ session: HKWorkoutSession,
        for seconds: TimeInterval,
        every interval: TimeInterval = 5,
        isolation: isolated (any Actor)? = #isolation,
        _ reading: (_ elapsed: TimeInterval) throws -> WorkoutReading
    ) async throws {
        guard seconds > 0, seconds.isFinite, interval > 0 else {
            throw HKError.invalid("Sensors measure for more than 0 s, not for \(seconds) s every \(interval) s")
        }
        var elapsed: TimeInterval = 0
        while elapsed < seconds {
            let state = try await session.settledState
            guard state == .running || state == .paused else {
                throw HKError.invalid("Sensors measure while the session runs: it is in state \(state.rawValue)")
            }
            let length = min(interval, seconds - elapsed)
            // The sum of many intervals is only as exact as rounding allows.
            elapsed = seconds - elapsed - length < 1e-9 * seconds ? seconds : elapsed + length
            let start = source.test.now
            source.test.advance(by: length)
            guard state == .running else { continue }
            let measured = try samples(reading(elapsed), from: start, length, session.workoutConfiguration.activityType)
            guard !measured.isEmpty else { continue }
            try source.save(measured)
            await session.liveBuilder?.collectNow()
        }
    }

    private func samples(
        _ reading: WorkoutReading,
        from start: Date,
        _ length: TimeInterval,
        _ activity: HKWorkoutActivityType
    ) throws -> [HKQuantitySample] {
        let minutes = length / 60
        var quantities = reading.others
        func measure(_ type: HKQuantityType, _ unit: HKUnit, _ value: Double?) {
            if let value { quantities[type] = HKQuantity(unit: unit, doubleValue: value) }
        }
        measure(HKQuantityType(.heartRate), .count().unitDivided(by: .minute()), reading.heartRate)
        measure(HKQuantityType(.activeEnergyBurned), .kilocalorie(), reading.activeEnergyPerMinute.map { $0 * minutes })
        measure(HKQuantityType(.stepCount), .count(), reading.cadence.map { $0 * minutes })
        if let distance = WorkoutTypes.distance(of: activity) {
            measure(distance, .meter(), reading.speed.map { $0 * length })
        }
        let end = start.addingTimeInterval(length)
        return try quantities.sorted { $0.key.identifier < $1.key.identifier }
            .map { type, quantity in
                try HKQuantitySample(
                    validating: type,
                    quantity: quantity,
                    start: type.aggregationStyle == .cumulative ? start : end,
                    end: end,
                    device: device,
                    metadata: nil
                )
            }
    }
}

extension HealthKitTestStore {
    /// Sensors that the person wears during a workout session.
    ///
    /// - Parameters:
    ///   - source: The source of their samples; `nil` for a watch.
    ///   - device: The device of their samples; `nil` for none.
    /// - Returns: The sensors.
    public func sensors(_ source: HealthKitTestSource? = nil, device: HKDevice? = nil) -> HealthKitTestSensors {
        HealthKitTestSensors(source ?? watch(), device: device)
    }
}
