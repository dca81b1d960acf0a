import CoreLocation
import Foundation
import Glibc
import HealthKit
import Synchronization

/// An app that records workouts, told by lines what to do: `WorkoutRunner STORE BUNDLE`.
///
/// Each line of input is a command and answered by one line, `ok …` or `error CODE …`; what delegates hear comes between as
/// lines that begin with `heard`. Without arguments it is the companion that another program starts: it takes the mirrored
/// session, sends what it was started for, and ends the session when it is told so.
@main struct WorkoutRunner {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { return await Companion().run() }
        let configuration = HKHealthStoreConfiguration(location: location(arguments[1]), bundleIdentifier: arguments[2])
        let runner = Runner(HKHealthStore(configuration: configuration))
        while let line = readLine() {
            do {
                say("ok \(try await runner.perform(line.split(separator: " ").map(String.init)))")
            } catch {
                say("error \((error as NSError).code) \(error)")
            }
        }
    }
}

/// A store's file, or after `unix:` the socket of a service.
private func location(_ text: String) -> HKHealthStoreConfiguration.Location {
    text.hasPrefix("unix:") ? .service(String(text.dropFirst(5))) : .file(text)
}

private let voice = Mutex(())

/// Says a line whole: delegates speak on other threads, and a long line goes through a pipe bit by bit.
func say(_ text: String) {
    let line = text.split(separator: "\n").joined(separator: " ")
    voice.withLock { _ in FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}

/// The app's session and builder; commands come one after another.
final class Runner: NSObject, @unchecked Sendable {
    private let store: HKHealthStore
    private var session: HKWorkoutSession?
    /// A builder without a session.
    private var plain: HKWorkoutBuilder?
    private let began = Date()

    init(_ store: HKHealthStore) { self.store = store }

    private func current() throws -> HKWorkoutSession {
        guard let session else { throw HKError(.errorNoData) }
        return session
    }

    private var builder: HKLiveWorkoutBuilder { get throws { try current().associatedWorkoutBuilder() } }

    private func configuration() -> HKWorkoutConfiguration {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        configuration.locationType = .outdoor
        return configuration
    }

    private func take(_ session: HKWorkoutSession) {
        self.session = session
        session.delegate = self
    }

    func perform(_ words: [String]) async throws -> String {
        let number = words.count > 1 ? Double(words[1]) ?? 0 : 0
        switch words.first {
        case "session": take(try HKWorkoutSession(healthStore: store, configuration: configuration()))
        case "start": try current().startActivity(with: began)
        case "pause": try current().pause()
        case "resume": try current().resume()
        case "stop": try current().stopActivity(with: nil)
        case "end": try current().end()
        case "begin":
            try builder.delegate = self
            try await builder.beginCollection(at: began)
        case "collect":
            try builder.delegate = self
            try builder.dataSource = HKLiveWorkoutDataSource(healthStore: store, workoutConfiguration: configuration())
        case "plain":
            let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration(), device: nil)
            try await builder.beginCollection(at: began)
            plain = builder
        case "plainadd": try await plain?.addSamples(samples(Int(number)))
        case "plainfill":
            let lap = HKWorkoutEvent(type: .lap, dateInterval: DateInterval(start: began, duration: 1), metadata: nil)
            try await plain?.addWorkoutEvents([lap])
            try await plain?.addMetadata(["note": "warm"])
        case "add": try await builder.addSamples(samples(Int(number)))
        case "ask":
            let types = words.dropFirst().map { HKQuantityType(HKQuantityTypeIdentifier(rawValue: $0)) }
            try await store.requestAuthorization(toShare: [], read: Set(types))
        case "read":
            for _ in 0..<Int(number) {
                let all = HKSamplePredicate<HKQuantitySample>.quantitySample(type: HKQuantityType(.stepCount))
                _ = try await HKSampleQueryDescriptor(predicates: [all], sortDescriptors: []).result(for: store)
            }
        case "vanish":
            // Reads, and is gone before anything is written behind the answer.
            let all = HKSamplePredicate<HKQuantitySample>.quantitySample(type: HKQuantityType(.stepCount))
            for _ in 0..<Int(number) {
                _ = try await HKSampleQueryDescriptor(predicates: [all], sortDescriptors: []).result(for: store)
            }
            _exit(0)
        case "save": try await store.save(samples(Int(number)))
        case "lap":
            let lap = HKWorkoutEvent(type: .lap, dateInterval: DateInterval(start: began, duration: 1), metadata: nil)
            try await builder.addWorkoutEvents([lap])
        case "metadata": try await builder.addMetadata(["note": words.last ?? ""])
        case "location": try await locate(number)
        case "finish":
            try await builder.endCollection(at: Date().addingTimeInterval(3600))
            let workout = try await builder.finishWorkout()
            return workout.map { "\($0.uuid) \($0.workoutEvents?.count ?? 0)" } ?? "none"
        case "recover":
            guard let session = try await store.recoverActiveWorkoutSession() else { return "none" }
            take(session)
            return "\(session.state.rawValue)"
        case "mirror": try await current().startMirroringToCompanionDevice()
        case "unmirror": try await current().stopMirroringToCompanionDevice()
        case "send": try await current().sendToRemoteWorkoutSession(data: Data((words.last ?? "").utf8))
        case "flood": try await current().sendToRemoteWorkoutSession(data: Data(count: Int(number)))
        case "companion": receive()
        case "watch": try await store.startWatchApp(toHandle: configuration())
        case "what": return try what()
        case "observe": observe()
        case "count": return "\(try await count())"
        case "status": return "\(store.authorizationStatus(for: HKQuantityType(.stepCount)).rawValue)"
        default: throw HKError(.errorInvalidArgument)
        }
        return ""
    }

    /// The state of the session and what the builder holds.
    private func what() throws -> String {
        let session = try current()
        let builder = session.associatedWorkoutBuilder()
        let steps = builder.statistics(for: HKQuantityType(.stepCount))?.sumQuantity()?.doubleValue(for: .count()) ?? 0
        return "\(session.state.rawValue) steps \(Int(steps)) events \(builder.workoutEvents.count) "
            + "note \(builder.metadata["note"] as? String ?? "-")"
    }

    private func observe() {
        let query = HKObserverQuery(sampleType: HKQuantityType(.stepCount), predicate: nil) { _, done, error in
            say(error.map { "heard error \(($0 as NSError).code)" } ?? "heard change")
            done()
        }
        store.execute(query)
    }

    private func count() async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            let query = HKSampleQuery(
                sampleType: HKQuantityType(.stepCount),
                predicate: nil,
                limit: HKObjectQueryNoLimit,
                sortDescriptors: nil
            ) { _, samples, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(samples?.count ?? 0))
            }
            store.execute(query)
        }
    }

    private func samples(_ count: Int) -> [HKQuantitySample] {
        let start = max(began, session?.startDate ?? began)
        return (0..<count)
            .map { _ in
                HKQuantitySample(
                    type: HKQuantityType(.stepCount),
                    quantity: HKQuantity(unit: .count(), doubleValue: 1),
                    start: start.addingTimeInterval(.random(in: 0...3000)),
                    end: start.addingTimeInterval(3500)
                )
            }
            .map { sample in
                HKQuantitySample(
                    type: sample.quantityType,
                    quantity: sample.quantity,
                    start: sample.startDate,
                    end: sample.startDate
                )
            }
    }

    private func locate(_ seconds: Double) async throws {
        guard let route = try builder.seriesBuilder(for: .workoutRoute()) as? HKWorkoutRouteBuilder else {
            throw HKError(.errorAuthorizationDenied)
        }
        let location = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 52, longitude: 13),
            altitude: 30,
            horizontalAccuracy: 5,
            verticalAccuracy: 5,
            timestamp: began.addingTimeInterval(seconds)
        )
        try await route.insertRouteData([location])
    }

    private func receive() {
        store.workoutSessionMirroringStartHandler = { [self] session in
            take(session)
            say("heard mirrored \(session.type.rawValue) \(session.state.rawValue)")
        }
    }
}

extension Runner: HKWorkoutSessionDelegate, HKLiveWorkoutBuilderDelegate {
    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didChangeTo toState: HKWorkoutSessionState,
        from fromState: HKWorkoutSessionState,
        date: Date
    ) { say("heard state \(toState.rawValue)") }

    func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {
        say("heard failure \((error as NSError).code)")
    }

    func workoutSession(_ workoutSession: HKWorkoutSession, didReceiveDataFromRemoteWorkoutSession data: [Data]) {
        for each in data { say("heard data \(String(decoding: each, as: UTF8.self))") }
    }

    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didDisconnectFromRemoteDeviceWithError error: (any Error)?
    ) { say("heard disconnect \(error == nil ? "end" : "error")") }

    func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>) {
        say("heard collected \(collectedTypes.count)")
    }

    func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) { say("heard event") }
}

/// The other program of the app, which was started for a workout.
final class Companion: NSObject, HKWorkoutSessionDelegate, @unchecked Sendable {
    private let store = HKHealthStore()
    private let isOver = AsyncStream<Void>.makeStream()

    func run() async {
        store.workoutSessionMirroringStartHandler = { [self] session in
            session.delegate = self
            let activity = HKWorkoutConfiguration.ofLaunch()?.activityType.rawValue ?? 0
            Task { try? await session.sendToRemoteWorkoutSession(data: Data("started for \(activity)".utf8)) }
        }
        // It goes on for no longer than the test, which takes the store away: nothing is left behind.
        let path = ProcessInfo.processInfo.environment["HEALTHKIT_STORE"] ?? ""
        Task {
            for _ in 0..<600 where FileManager.default.fileExists(atPath: path) {
                try? await Task.sleep(for: .milliseconds(200))
            }
            isOver.continuation.yield()
        }
        for await _ in isOver.stream { break }
    }

    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didChangeTo toState: HKWorkoutSessionState,
        from fromState: HKWorkoutSessionState,
        date: Date
    ) {}

    func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {}

    func workoutSession(_ workoutSession: HKWorkoutSession, didReceiveDataFromRemoteWorkoutSession data: [Data]) {
        workoutSession.end()
    }

    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didDisconnectFromRemoteDeviceWithError error: (any Error)?
    ) { isOver.continuation.yield() }
}
