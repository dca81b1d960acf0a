import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiFacts

/// Tells everything of one workout, or writes its route.
struct WorkoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workout",
        abstract: "Show one workout, or write its route as GPX.",
        discussion: """
            ID is the first digits of the workout's UUID, or latest. JSON has meters, seconds, kilocalories and \
            beats per minute; the text uses your units.
            """
    )

    @Argument(help: "The first digits of the workout's UUID, or latest.")
    var id: String

    @Option(name: .long, help: ArgumentHelp("Write the route to this file.", valueName: "file"))
    var gpx: String?

    @Flag(name: .long, help: "Replace the file if it exists.")
    var force = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        if let gpx, gpx.isEmpty { throw ValidationError("--gpx needs a file name") }
        if force, gpx == nil { throw ValidationError("--force needs --gpx") }
        guard id != "latest" else { return }
        let digits = id.filter { $0 != "-" }
        guard digits.count >= 4, digits.allSatisfy(\.isHexDigit) else {
            throw ValidationError("invalid workout “\(id)”: write at least four digits of its UUID, or latest")
        }
    }

    func run() throws {
        let environment = try store.environment(zone.zone)
        let workout = try workout(environment.person)
        if let gpx { return try write(workout, to: gpx, environment.person) }
        let text = WorkoutText(locale: environment.locale)
        var page = try WorkoutPage(workout, .person(environment.person), text: text)
        page.recordings = try WorkoutRecordings(of: workout, environment.person)
        if format.json {
            try StandardOutput.shared.line(WorkoutFacts(page: page, timestamps: zone.timestamps).json.line)
        } else {
            for line in WorkoutLines(page: page, text: text, environment: environment).lines {
                try StandardOutput.shared.line(line.printable)
            }
        }
    }

    private func workout(_ person: PersonAccess) throws -> HKWorkout {
        if id == "latest" {
            guard let latest = try WorkoutRecordings.latest(person) else {
                throw CommandFailure(id, "there are no workouts")
            }
            return latest
        }
        let found = try person.workouts(beginning: id)
        let none = "there is no such workout; healthtui workouts lists them"
        return try Names.only(found, of: "workouts", beginning: id, none: none) { zone.timestamps.day($0.startDate) }
    }

    private func write(_ workout: HKWorkout, to path: String, _ person: PersonAccess) throws {
        let outcome: RouteFile.Outcome
        do {
            outcome = try RouteFile.write(
                workout,
                person,
                to: path,
                replacing: force,
                timeZone: zone.zone,
                now: Date()
            )
        } catch let failure as RouteFile.Failure {
            throw CommandFailure(failure.path, failure.reason)
        }
        if format.json {
            let fields: JSONValue.Fields = [
                ("file", .text(outcome.path)), ("routes", .integer(outcome.routes)),
                ("places", .integer(outcome.places)), ("leftOut", .integer(outcome.leftOut)),
            ]
            return try StandardOutput.shared.line(JSONValue.object(fields).line)
        }
        let routes = outcome.routes > 1 ? " of \(outcome.routes.of("route"))" : ""
        let left = outcome.leftOut > 0 ? "; \(outcome.leftOut.of("invalid location")) skipped" : ""
        try StandardOutput.shared.line("\(outcome.path.printable): \(outcome.places.of("place"))\(routes)\(left)")
    }
}
