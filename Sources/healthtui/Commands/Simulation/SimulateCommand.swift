import ArgumentParser
import CoreLocation
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

extension SimulatedMovement.Kind: ExpressibleByArgument {}

/// The speed relative to real time: `60x`.
struct SimulationSpeed: ExpressibleByArgument {
    let factor: Double

    init(factor: Double) { self.factor = factor }

    init?(argument: String) {
        let digits = argument.hasSuffix("x") ? argument.dropLast() : argument[...]
        guard let factor = Double(digits), (1...10_000).contains(factor) else { return nil }
        self.factor = factor
    }

    var defaultValueDescription: String { "\(Int(factor))x" }
}

/// The subjects that can be simulated.
enum SimulatedSubject: String, ExpressibleByArgument, CaseIterable {
    case workout
}

/// Behaves like a watch during a workout.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Behave like a watch during a workout: heart rate, distance, energy, steps and a route.",
        discussion: """
            The watch is an app named Simulated Watch, \(SimulatedWatch.bundleIdentifier), which needs your permission. While \
            the console runs a workout, it feeds that: each second brings what so many seconds would, and the route is \
            added once the workout is ended. Else it records a workout of its own that ends about now. \
            healthtui delete --source \"\(SimulatedWatch.name)\" removes what it saved.
            """
    )

    @Argument(help: "What to simulate: workout.")
    var subject: SimulatedSubject

    @Option(name: .long, help: "The activity.")
    var type = SimulatedMovement.Kind.run

    @Option(name: .long, help: ArgumentHelp("The length of the workout, in its own minutes.", valueName: "count"))
    var minutes = 30.0

    @Option(name: .long, help: ArgumentHelp("The speed, such as 60x for a minute a second.", valueName: "times"))
    var speed = SimulationSpeed(factor: 1)

    @Option(name: .long, help: ArgumentHelp("A different number gives a different workout.", valueName: "number"))
    var seed: UInt64 = 1

    @OptionGroup var store: StoreArguments
    @OptionGroup var consent: ConsentArguments
    @OptionGroup var format: ValueFormatArguments

    func validate() throws {
        guard minutes.isFinite, minutes > 0, minutes <= 48 * 60 else {
            throw ValidationError("--minutes must be greater than 0 and at most 2880, not \(minutes)")
        }
    }

    func run() async throws {
        let person = store.open()
        let app = SimulatedWatch.bundleIdentifier
        let types = SimulatedWatch.sharedTypes(type).map(\.identifier)
        let known = try person.grants(app: app)
        if !types.allSatisfy({ known[$0]?.share == true && known[$0]?.read == true }) {
            try consent.check(
                "Let \(SimulatedWatch.name) save workouts that never were into \(store.path), and read such samples?"
            )
            try person.setGrants(
                Dictionary(uniqueKeysWithValues: types.map { ($0, Grant(read: true, share: true)) }),
                app: app
            )
        }
        let watch = SimulatedWatch(location: store.location, kind: type)
        try await watch.ask()
        let outcome =
            try person.startOfOpenWorkout() == nil ? try await record(watch) : try await feed(watch, person)
        try report(outcome)
    }

    /// The outcome.
    private struct Outcome {
        var samples = 0
        var places = 0
        var distance = 0.0
        var workout: HKWorkout?
        var wasFed = false
    }

    /// The seconds of each interval, by the clock of the workout.
    private static let readingInterval = 5.0

    /// Records a workout that ends about now.
    private func record(_ watch: SimulatedWatch) async throws -> Outcome {
        var movement = SimulatedMovement(type, seed: seed)
        let length = minutes * 60
        let start = Date().addingTimeInterval(-length)
        let clock = ContinuousClock.now
        var (outcome, samples, places) = (Outcome(), [HKSample](), [CLLocation]())
        let line = ProgressLine()
        defer { line.clear() }
        while movement.time < length {
            let before = start.addingTimeInterval(movement.time)
            let reading = movement.advance(by: min(Self.readingInterval, length - movement.time))
            let now = start.addingTimeInterval(reading.time)
            samples += try await watch.save(reading, from: before, to: now)
            places.append(watch.location(reading, at: now))
            outcome.distance += reading.distance
            line.show("\(WorkoutText.clock(reading.time))  \(Int(reading.heartRate)) BPM  \(Int(outcome.distance)) m")
            try await Task.sleep(until: clock + .seconds(reading.time / speed.factor), clock: .continuous)
        }
        line.clear()
        outcome.samples = samples.count
        outcome.places = places.count
        let end = start.addingTimeInterval(length)
        outcome.workout = try await watch.finish(samples, places, from: start, to: end)
        return outcome
    }

    /// Feeds the workout that the console runs, until its time is up or the workout has ended.
    private func feed(_ watch: SimulatedWatch, _ person: PersonAccess) async throws -> Outcome {
        var movement = SimulatedMovement(type, seed: seed)
        let length = minutes * 60
        var (outcome, places) = (Outcome(), [CLLocation]())
        outcome.wasFed = true
        let line = ProgressLine()
        defer { line.clear() }
        var last = Date()
        while movement.time < length, try person.startOfOpenWorkout() != nil {
            try await Task.sleep(for: .seconds(1))
            let now = Date()
            let seconds = min(now.timeIntervalSince(last), 10) * speed.factor
            let reading = movement.advance(by: max(0.001, min(seconds, length - movement.time)))
            outcome.samples += try await watch.save(reading, from: last, to: now).count
            places.append(watch.location(reading, at: now))
            outcome.distance += reading.distance
            last = now
            line.show("\(WorkoutText.clock(reading.time))  \(Int(reading.heartRate)) BPM  \(Int(outcome.distance)) m")
        }
        // The route belongs to the workout, which is there once it has ended.
        line.show("waiting for the workout to end")
        while try person.startOfOpenWorkout() != nil { try await Task.sleep(for: .milliseconds(200)) }
        line.clear()
        guard let first = places.first?.timestamp, let workout = try await watch.workout(around: first) else {
            return outcome
        }
        outcome.workout = workout
        outcome.places = try await watch.addRoute(places, to: workout, of: person.store)
        return outcome
    }

    private func report(_ outcome: Outcome) throws {
        if format.json {
            let fields: JSONValue.Fields = [
                ("workout", .text(outcome.workout?.uuid.uuidString)), ("fed", .bool(outcome.wasFed)),
                ("samples", .integer(outcome.samples)), ("places", .integer(outcome.places)),
                ("distance", .number(outcome.distance)),
            ]
            return try StandardOutput.shared.line(JSONValue.object(fields).line)
        }
        let what = "\(outcome.samples.of("sample")) and a route of \(outcome.places.of("place"))"
        guard let workout = outcome.workout else {
            return try StandardOutput.shared.line(
                "Saved \(outcome.samples.of("sample")); there was no workout to add a route to."
            )
        }
        let verb = outcome.wasFed ? "Fed" : "Recorded"
        try StandardOutput.shared.line("\(verb) workout \(workout.uuid.uuidString.prefix(8)) with \(what).")
    }
}
