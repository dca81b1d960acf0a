import Foundation
import HealthEntry

/// Workouts: the list, one workout with its views, and the form that adds one.
///
/// What stands beside figures is short and in lower case.
enum WorkoutStrings {
    // MARK: The list
    static let title = "Workouts"
    // Over the columns of the list
    static let day = "Day"
    static let workout = "Workout"
    static let time = "Time"
    static let speed = "Speed"
    static let heart = "Heart"
    static func deleteMarked(_ count: Int) -> String {
        "Delete \(NumberText.text(count)) marked workouts? Samples that were added to them stay. You can undo this."
    }
    static func workouts(_ count: Int) -> String { NumberText.count(count, "workout") }
    static let noLongerThere = "the workout is no longer there"
    static let filterPlaceholder = "running, yoga, Watch, 2025, Mar 2025…"
    static func marked(_ count: Int) -> String { "\(NumberText.text(count)) marked" }
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
    static let heartRate = "Heart rate"
    static func heartRateNote(_ range: String, byZone: Bool) -> String {
        byZone ? "\(range) BPM, colored by zone" : "\(range) BPM"
    }
    static let elevation = "Elevation"
    static let route = "Route"
    static let slowToFast = "slow to fast"
    static let zonesHeading = "Zones"
    static func zonesNote(_ time: String) -> String { "of \(time) in zones" }
    static func shortZone(_ number: Int) -> String { "z\(number)" }
    /// The length of a split, as a note: `1 km each`.
    static func each(_ length: String) -> String { "\(length) each" }
    static func moreSplits(_ count: Int) -> String { "\(count) more under Splits" }
    static func against(_ count: Int) -> String { "Against the last \(count) of its kind" }
    static let againstNote = "this one, usual, all"
    static let withPauses = "With pauses"
    static let effortHeading = "Effort"
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

    // MARK: The routes of several workouts in a folder
    static let routesTitle = "Routes as GPX"
    /// The folder that is offered.
    static let routesFolder = "routes"
    static func routesAbout(_ count: Int) -> String {
        let what = count == 1 ? "The route of 1 workout" : "The routes of \(NumberText.text(count)) workouts"
        return "\(what), a file each. Files that exist are kept. They can be read by their owner alone; whoever gets "
            + "them learns where you were."
    }
    static let noneForRoutes = "no workouts to write routes of"
    static let routesStopped = "then stopped"
    static func wroteRoutes(_ count: Int) -> String {
        switch count {
        case 0: "no route saved"
        case 1: "1 route saved"
        default: "\(NumberText.text(count)) routes saved"
        }
    }
    /// What was written, then where: the path may be long.
    static func inFolder(_ facts: String, _ folder: String) -> String { "\(facts): \(folder)" }
    static func haveNoRoute(_ count: Int) -> String {
        count == 1 ? "1 workout has no route" : "\(NumberText.text(count)) workouts have no route"
    }
    static func filesKept(_ count: Int) -> String {
        count == 1 ? "1 file existed and was kept" : "\(NumberText.text(count)) files existed and were kept"
    }
    static func locationsSkipped(_ count: Int) -> String {
        count == 1 ? "1 invalid location skipped" : "\(NumberText.text(count)) invalid locations skipped"
    }
    static func workoutsGone(_ count: Int) -> String {
        count == 1 ? "1 workout was deleted" : "\(NumberText.text(count)) workouts were deleted"
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
