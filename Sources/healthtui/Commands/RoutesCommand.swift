import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiFacts

/// Writes the routes of many workouts.
struct RoutesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes",
        abstract: "Write the routes of workouts to a folder, as a GPX file each.",
        discussion: """
              healthtui routes --output routes --activity running --from 2025-01-01 --to 2026-01-01
            A file that exists stays as it is, so running the command again adds what is new. The folder is created if \
            it doesn't exist. healthtui workout ID --gpx writes one route.
            """
    )

    @Option(name: .long, help: ArgumentHelp("The folder for the files.", valueName: "folder"))
    var output: String

    @Option(
        name: .long,
        help: ArgumentHelp("Only workouts of this activity, such as running or cycling.", valueName: "activity")
    )
    var activity: String?

    @OptionGroup var span: SpanArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        if output.isEmpty { throw ValidationError("--output needs a folder") }
        try span.check(in: zone.zone)
        _ = try chosenActivity()
    }

    /// The activity that was named; nil where none was.
    private func chosenActivity() throws -> HKWorkoutActivityType? {
        guard let activity else { return nil }
        do { return try WorkoutDraft.activity(named: activity) } catch { throw ValidationError("--activity: \(error)") }
    }

    func run() throws {
        let environment = try store.environment(zone.zone)
        let person = environment.person
        let dates = try span.dates(in: zone.zone, marksOf: person)
        let activity = try chosenActivity()
        var workouts: [UUID] = []
        try WorkoutSummary.pages(.person(person), from: dates.from, to: dates.to) { page in
            workouts += page.filter { activity == nil || $0.workoutActivityType == activity }.map(\.uuid)
            return true
        }
        let outcome: RouteFolder.Outcome
        do {
            // The oldest first, as files of one minute are numbered.
            outcome = try RouteFolder.write(
                workouts.reversed(),
                person,
                to: output,
                timeZone: zone.zone,
                now: environment.now
            )
        } catch let failure as RouteFile.Failure {
            throw CommandFailure(failure.path, failure.reason)
        }
        try format.json ? StandardOutput.shared.line(json(outcome).line) : report(outcome, of: workouts.count)
    }

    private func json(_ outcome: RouteFolder.Outcome) -> JSONValue {
        .object([
            ("folder", .text(outcome.path)), ("files", .texts(outcome.files)),
            ("withoutRoute", .integer(outcome.withoutRoute)), ("kept", .integer(outcome.kept)),
            ("leftOut", .integer(outcome.leftOut)),
        ])
    }

    private func report(_ outcome: RouteFolder.Outcome, of workouts: Int) throws {
        var facts = ["\(outcome.files.count.of("route")) of \(workouts.of("workout"))"]
        if outcome.withoutRoute > 0 { facts.append("\(outcome.withoutRoute.of("workout")) without a route") }
        if outcome.kept > 0 { facts.append("\(outcome.kept.of("file")) kept") }
        if outcome.leftOut > 0 { facts.append("\(outcome.leftOut.of("invalid location")) skipped") }
        try StandardOutput.shared.line("\(outcome.path.printable): \(facts.joined(separator: ", "))")
    }
}
