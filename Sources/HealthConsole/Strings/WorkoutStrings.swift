import Foundation
import HealthEntry

/// Workouts: the list, one workout with its views, and the form that adds one.
///
/// What stands beside figures is short and in lower case.
enum WorkoutStrings {
    // MARK: The list
    static let title = "Workouts"
    static func workouts(_ count: Int) -> String { NumberText.count(count, "workout") }
    static let noLongerThere = "the workout is no longer there"
    static let filterPlaceholder = "running, yoga, Watch…"
    /// What is being loaded; stands behind that word.
    static let loadingAll = "workouts"
    static let noneCalledThat = "no workout is called that"
    static let empty = "there are no workouts yet"
    static func beats(_ rate: Double) -> String { "\(NumberText.text(rate)) BPM" }

    // MARK: One workout
    static let hasNoRoute = "this workout has no route"
    static let gone = "this workout is no longer in the store"
    /// What is being loaded; stands behind that word.
    static let loading = "workout"
    static func deleteQuestion(_ title: String, _ when: String, _ source: String) -> String {
        "Delete \(title), \(when), from \(source)? Samples that were added to it stay. You can undo this."
    }

    // MARK: The views of a workout
    static let page = "Page"
    static let map = "Map"
    static let splits = "Splits"
    static let events = "Events"
    static let statistics = "Statistics"
    static let neitherHeartRateNorRoute = "neither heart rate nor route were recorded"
    /// Of the time without pauses.
    static let moving = "moving"
    /// Of the time that includes pauses.
    static let whole = "whole"
    /// Stands before the least and the most: `avg, 98–171`.
    static let average = "avg"
    static func effort(_ score: String) -> String { "effort \(score)" }
    static let heartRateAxis = "heart rate"
    static func zone(_ number: Int) -> String { "zone \(number)" }
    /// A zone where there is no room for its name.
    static func zoneTime(_ number: Int, _ time: String) -> String { "z\(number) \(time)" }
    static let zones = "zones"
    static let splitTimes = "splits"
    static let noRoute = "no route was recorded"
    /// What the marks at the ends of a route mean.
    static func marks(isRound: Bool) -> String { isRound ? "O start and end" : "S start, E end" }
    static func places(_ count: Int) -> String { NumberText.count(count, "place") }
    static func climbed(_ up: String, down: String?) -> String { "up \(up)" + (down.map { ", down \($0)" } ?? "") }
    static let noSplits = "neither a route nor distances tell splits"
    static let noEvents = "no events were recorded"
    static let noStatistics = "no statistics were recorded"
    static let noSamples = "nothing was added to this workout; what was measured in its time is under its type"
    static let time = "Time"
    static let speed = "Speed"
    static let beatsColumn = "BPM"
    static let up = "Up"
    static let down = "Down"

    // MARK: The route in a file
    static let routeTitle = "Route as GPX"
    static func routeAbout(_ workout: String, _ moment: String) -> String {
        "The route of \(workout), \(moment). "
            + "The file can be read by its owner alone; whoever gets it learns where you were."
    }
    static func wroteRoute(places: Int, leftOut: Int, path: String) -> String {
        let left = leftOut > 0 ? ", \(leftOut) invalid \(leftOut == 1 ? "location" : "locations") skipped" : ""
        return "wrote \(self.places(places))\(left) to \(path)"
    }

    // MARK: The form
    static let addTitle = "Add a Workout"
    static let unfinished = "What you typed for a workout is not saved."
    static let placeNotSaid = "not said"
    static let outdoors = "outdoors"
    static let indoors = "indoors"
    static let activity = "Activity"
    static let activityExample = "running, yoga…"
    static let place = "Where"
    static let startExample = "yesterday 18:00"
    static let endExample = "+45m"
    static let distance = "Distance"
    static let distanceExample = "8.4 km"
    static let energy = "Energy"
    static let energyExample = "512 kcal"
    static func saved(_ workout: String, _ moment: String) -> String { "saved \(workout), \(moment)" }
    static let formHelp = "Distance and energy may be left open. Times: -2h, yesterday 18:00, 2026-11-21 14:20."
}
