import Foundation
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

/// What a session and its builder tell, in order.
final class WorkoutEar: NSObject, HKWorkoutSessionDelegate, HKLiveWorkoutBuilderDelegate, Sendable {
    private let heard = Mutex<[String]>([])
    /// Held by a test that lets the delegate wait.
    let block = Mutex<DispatchSemaphore?>(nil)

    var all: [String] { heard.withLock { $0 } }

    private func say(_ text: String) {
        heard.withLock { $0.append(text) }
        block.withLock { $0 }?.wait()
    }

    /// Waits until something was heard so often.
    func wait(
        for text: String,
        _ count: Int = 1,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let isHeard = await eventually("“\(text)”", seconds: 120, sourceLocation: sourceLocation) {
            all.count { $0 == text } >= count
        }
        try #require(isHeard, "what was heard: \(all)", sourceLocation: sourceLocation)
    }

    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didChangeTo toState: HKWorkoutSessionState,
        from fromState: HKWorkoutSessionState,
        date: Date
    ) { say("\(fromState) to \(toState)") }

    func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {
        say("failure \((error as? HKError)?.code.rawValue ?? 0)")
    }

    func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent) {
        say("generated \(event.type.rawValue)")
    }

    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration,
        date: Date
    ) { say("began \(workoutConfiguration.activityType.rawValue)") }

    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didEndActivityWith workoutConfiguration: HKWorkoutConfiguration,
        date: Date
    ) { say("ended \(workoutConfiguration.activityType.rawValue)") }

    func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>) {
        for type in collectedTypes.map(\.identifier).sorted() { say("collected \(type.suffix(9))") }
    }

    func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) { say("event") }
}

@Suite("Live workouts")
struct LiveWorkoutTests {
    private let test: TestStore
    private let app: HKHealthStore
    private let other: HKHealthStore
    private let ear = WorkoutEar()
    /// The time that the store's clock shows, in seconds.
    private let time: TestTime
    private let energy = HKQuantityType(.activeEnergyBurned)

    /// A clock that a test sets.
    final class TestTime: Sendable {
        let seconds = Mutex(1000.0)

        var now: Date { at(seconds.withLock { $0 }) }

        func set(_ value: Double) { seconds.withLock { $0 = value } }
    }

    init() throws {
        let time = TestTime()
        self.time = time
        test = TestStore(clock: { time.now })
        app = test.app("live")
        other = test.app("other")
        for type in [HKObjectType.workoutType(), steps, heartRate, energy] as [HKObjectType] {
            try test.grant("live", type, read: true, share: true)
            try test.grant("other", type, read: true, share: true)
        }
    }

    private func session(_ activity: HKWorkoutActivityType = .running) throws -> HKWorkoutSession {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = activity
        let session = try HKWorkoutSession(healthStore: app, configuration: configuration)
        session.delegate = ear
        session.associatedWorkoutBuilder().delegate = ear
        return session
    }

    @Test("R7.8 each change of a session is told, an error before it, and pauses and resumes are events of the workout")
    func states() async throws {
        let session = try session()
        let builder = session.associatedWorkoutBuilder()
        #expect(session.state == .notStarted && session.startDate == nil && session.type == .primary)
        session.resume()
        session.prepare()
        session.startActivity(with: at(900))
        try await ear.wait(for: "prepared to running")
        try await builder.beginCollection(at: at(900))
        time.set(1010)
        session.pause()
        session.pause()
        time.set(1020)
        session.resume()
        try await ear.wait(for: "event", 2)
        session.stopActivity(with: at(1030))
        session.startActivity(with: nil)
        session.end()
        session.end()
        try await ear.wait(for: "stopped to ended")
        let reported = ear.all.filter { $0 != "event" }
        #expect(
            reported == [
                "failure 3", "notStarted to prepared", "prepared to running", "generated 1", "running to paused",
                "generated 2", "paused to running", "running to stopped", "failure 3", "stopped to ended",
            ]
        )
        #expect(session.startDate == at(900) && session.endDate == at(1030))
        try await builder.endCollection(at: at(1030))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.duration == 120 && workout.workoutEvents?.map(\.type) == [.pause, .resume])
    }

    @Test("R7.9 of two sessions of a process the second runs; the first fails with error 8 and is ended")
    func superseded() async throws {
        let first = try session()
        first.startActivity(with: nil)
        try await ear.wait(for: "notStarted to running")
        let second = try HKWorkoutSession(healthStore: other, configuration: HKWorkoutConfiguration())
        second.startActivity(with: nil)
        try await ear.wait(for: "running to ended")
        #expect(ear.all.suffix(2) == ["failure 8", "running to ended"])
        #expect(second.state == .running)
        #expect(first.associatedWorkoutBuilder() === first.associatedWorkoutBuilder())
    }

    @Test("R7.9 a session of old starts with its store; asked for a builder without one it ends the program")
    func old() async throws {
        let session = HKWorkoutSession(activityType: .yoga, locationType: .indoor)
        session.delegate = ear
        #expect(session.activityType == .yoga && session.locationType == .indoor)
        app.start(session)
        try await ear.wait(for: "notStarted to running")
        app.pause(session)
        app.resumeWorkoutSession(session)
        app.end(session)
        try await ear.wait(for: "running to ended")
        await #expect(processExitsWith: .failure) {
            _ = HKWorkoutSession(activityType: .yoga, locationType: .indoor).associatedWorkoutBuilder()
        }
    }

    @Test(
        "R7.10 a live builder collects what others save of its data source's types, as far as it may be read, and tells"
    )
    func collecting() async throws {
        let session = try session()
        let builder = session.associatedWorkoutBuilder()
        let source = HKLiveWorkoutDataSource(healthStore: app, workoutConfiguration: session.workoutConfiguration)
        #expect(source.typesToCollect.isSuperset(of: [heartRate, energy, steps]))
        builder.dataSource = source
        session.startActivity(with: at(1000))
        try await other.save(pulse(60, 999))
        try await other.save(pulse(100, 1001))
        try await builder.beginCollection(at: at(1000))
        try await ear.wait(for: "collected HeartRate")
        try await other.save([pulse(110, 1002), stepSample(4, 1000, 1003), stepSample(-1, 1003, 1004)])
        try await ear.wait(for: "collected StepCount")
        #expect(builder.statistics(for: heartRate)?.maximumQuantity()?.doubleValue(for: perMinute) == 110)
        #expect(builder.statistics(for: heartRate)?.minimumQuantity()?.doubleValue(for: perMinute) == 100)
        #expect(builder.statistics(for: steps)?.sumQuantity()?.doubleValue(for: .count()) == 4)
        // What may not be read is not collected, from now on or again.
        try test.grant("live", steps, read: false, share: false)
        try await other.save([stepSample(8, 1004, 1005), pulse(120, 1005)])
        try await ear.wait(for: "collected HeartRate", 3)
        #expect(builder.statistics(for: steps)?.sumQuantity()?.doubleValue(for: .count()) == 4)
        try test.grant("live", steps, read: true, share: true)
        try await ear.wait(for: "collected StepCount", 2)
        #expect(builder.statistics(for: steps)?.sumQuantity()?.doubleValue(for: .count()) == 12)
        session.end()
        // The last is collected though nobody has told of it yet.
        try await other.save(pulse(180, 1006))
        try await builder.endCollection(at: at(1010))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.statistics(for: heartRate)?.maximumQuantity()?.doubleValue(for: perMinute) == 180)
        let members = HKQuery.predicateForObjects(from: workout)
        #expect(try await app.all(heartRate, members).count == 4)
    }

    @Test(
        "R7.10 a predicate says what is collected of a type; setting it again replaces the first; a disabled type is not"
    )
    func predicates() async throws {
        let session = try session()
        let builder = session.associatedWorkoutBuilder()
        let source = HKLiveWorkoutDataSource(healthStore: app, workoutConfiguration: nil)
        #expect(source.typesToCollect.isEmpty)
        func above(_ rate: Double) -> NSPredicate {
            let quantity = HKQuantity(unit: perMinute, doubleValue: rate)
            return HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: quantity)
        }
        source.enableCollection(for: heartRate, predicate: above(100))
        builder.dataSource = source
        session.startActivity(with: at(1000))
        try await builder.beginCollection(at: at(1000))
        try await other.save([pulse(90, 1001), pulse(150, 1002)])
        try await ear.wait(for: "collected HeartRate")
        #expect(builder.statistics(for: heartRate)?.minimumQuantity()?.doubleValue(for: perMinute) == 150)
        source.enableCollection(for: heartRate, predicate: above(80))
        try await ear.wait(for: "collected HeartRate", 2)
        #expect(builder.statistics(for: heartRate)?.minimumQuantity()?.doubleValue(for: perMinute) == 90)
        source.disableCollection(for: heartRate)
        try await other.save(pulse(85, 1003))
        try await builder.endCollection(at: at(1010))
        #expect(builder.statistics(for: heartRate)?.minimumQuantity()?.doubleValue(for: perMinute) == 90)
    }

    @Test(
        "R7.10 the elapsed time leaves out pauses and goes back when an event comes in, also where the clock is set back"
    )
    func elapsed() async throws {
        let session = try session()
        let builder = session.associatedWorkoutBuilder()
        #expect(builder.elapsedTime == 0)
        session.startActivity(with: at(1000))
        try await builder.beginCollection(at: at(1000))
        time.set(1060)
        #expect(builder.elapsedTime == 60)
        try await builder.addWorkoutEvents([
            HKWorkoutEvent(type: .pause, date: at(1010)), HKWorkoutEvent(type: .resume, date: at(1030)),
        ])
        #expect(builder.elapsedTime == 40)
        try await ear.wait(for: "event")
        session.pause()
        try await ear.wait(for: "event", 2)
        // An hour back: what happens now happened after the pause all the same.
        time.set(-2540)
        session.resume()
        try await ear.wait(for: "event", 3)
        time.set(1100)
        #expect(builder.elapsedTime == 80)
        session.end()
        try await ear.wait(for: "running to ended")
        #expect(try #require(session.endDate) >= at(1060))
        try await builder.endCollection(at: at(1090))
        #expect(builder.elapsedTime == 70)
        #expect(try await builder.finishWorkout()?.duration == 70)
    }

    @Test(
        "R7.10 a delegate that blocks stops neither the session nor the collection, and hears of all types at once later"
    )
    func blocking() async throws {
        let session = try session()
        let builder = session.associatedWorkoutBuilder()
        let source = HKLiveWorkoutDataSource(healthStore: app, workoutConfiguration: session.workoutConfiguration)
        builder.dataSource = source
        let gate = DispatchSemaphore(value: 0)
        ear.block.withLock { $0 = gate }
        session.startActivity(with: at(1000))
        try await builder.beginCollection(at: at(1000))
        for second in 1...50 {
            try await other.save([
                pulse(100, 1000 + Double(second)), stepSample(1, 1000 + Double(second), 1001 + Double(second)),
            ])
        }
        session.pause()
        session.end()
        try await builder.endCollection(at: at(1100))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.statistics(for: steps)?.sumQuantity()?.doubleValue(for: .count()) == 50)
        await eventually("the end of the session", seconds: 120) { session.state == .ended }
        ear.block.withLock { $0 = nil }
        for _ in 0..<200 { gate.signal() }
        try await ear.wait(for: "paused to ended")
        #expect(ear.all.count { $0.hasPrefix("collected") } < 20)
    }

    @Test("R7.7 a session's activities follow each other, are told to both delegates and stand in the workout")
    func activities() async throws {
        let session = try session(.swimBikeRun)
        let builder = session.associatedWorkoutBuilder()
        let bike = HKWorkoutConfiguration()
        bike.activityType = .cycling
        session.beginNewActivity(configuration: bike, date: at(1000), metadata: nil)
        try await ear.wait(for: "failure 3")
        session.startActivity(with: at(1000))
        try await builder.beginCollection(at: at(1000))
        let run = HKWorkoutConfiguration()
        run.activityType = .running
        session.beginNewActivity(configuration: bike, date: at(1000), metadata: ["leg": 1])
        try await ear.wait(for: "began 13")
        #expect(session.currentActivity.workoutConfiguration.activityType == .cycling)
        #expect(builder.currentWorkoutActivity?.uuid == session.currentActivity.uuid)
        session.beginNewActivity(configuration: run, date: at(1100), metadata: nil)
        try await ear.wait(for: "began 37")
        #expect(ear.all.contains("ended 13"))
        session.endCurrentActivity(on: at(1150))
        try await ear.wait(for: "ended 37")
        session.end()
        try await builder.endCollection(at: at(1200))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.workoutActivities.map(\.endDate) == [at(1100), at(1150)])
    }

    @Test(
        "R7.11 without a session that was left behind there is neither session nor error; a released one is given back here too"
    )
    func recovery() async throws {
        #expect(try await app.recoverActiveWorkoutSession() == nil)
        do {
            let session = try session()
            session.startActivity(with: at(1000))
            try await session.associatedWorkoutBuilder().beginCollection(at: at(1000))
            try await session.associatedWorkoutBuilder().addSamples([stepSample(7, 1000, 1001)])
            try await ear.wait(for: "notStarted to running")
            #expect(try await app.recoverActiveWorkoutSession() == nil, "it is still here")
        }
        var found: HKWorkoutSession?
        try await eventually("the session that was left behind", seconds: 120) {
            found = try await app.recoverActiveWorkoutSession()
            return found != nil
        }
        let session = try #require(found)
        #expect(session.state == .running && session.startDate == at(1000) && session.delegate == nil)
        let builder = session.associatedWorkoutBuilder()
        #expect(builder.dataSource == nil && builder.startDate == at(1000))
        #expect(builder.statistics(for: steps)?.sumQuantity()?.doubleValue(for: .count()) == 7)
        session.delegate = ear
        session.end()
        try await ear.wait(for: "running to ended")
        builder.discardWorkout()
        #expect(try await app.recoverActiveWorkoutSession() == nil)
    }

    @Test("A session is archived as its configuration; one with a lap length that is none is an error")
    func archive() async throws {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .swimming
        configuration.lapLength = HKQuantity(unit: .meter(), doubleValue: 25)
        let session = try HKWorkoutSession(healthStore: app, configuration: configuration)
        let data = try NSKeyedArchiver.archivedData(withRootObject: session, requiringSecureCoding: true)
        let coder = try NSKeyedUnarchiver(forReadingFrom: data)
        coder.requiresSecureCoding = true
        let read = try #require(coder.decodeObject(of: HKWorkoutSession.self, forKey: NSKeyedArchiveRootObjectKey))
        #expect(read.workoutConfiguration == configuration && read.state == .notStarted)
        // The reader that throws at corrupt archives takes it like every other class.
        let whole = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKWorkoutSession.self, from: data)
        #expect(whole?.workoutConfiguration == configuration)
        let list = try NSKeyedArchiver.archivedData(withRootObject: [session] as NSArray, requiringSecureCoding: true)
        let classes: [any HKArchiveContent.Type] = [NSArray.self, HKWorkoutSession.self]
        let sessions = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: list) as? [HKWorkoutSession]
        #expect(sessions?.map(\.workoutConfiguration) == [configuration])
        for length in stride(from: 0, to: data.count, by: 7) {
            #expect(throws: CocoaError.self) {
                _ = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKWorkoutSession.self, from: data.prefix(length))
            }
        }
        for bad in [HKQuantity(unit: .meter(), doubleValue: 0), HKQuantity(unit: .gram(), doubleValue: 1)] {
            configuration.lapLength = bad
            #expect(throws: HKError.self) {
                _ = try HKWorkoutSession(healthStore: app, configuration: configuration)
            }
        }
    }
}
