import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// Workouts: the list, one workout with its views, and the form that adds one.
///
/// Texts next to figures are short and in lower case.
enum WorkoutStrings {
    // MARK: The list
    static var title: String { localized("Workouts") }
    // Over the columns of the list
    static var day: String { localized("Day") }
    static var workout: String { localized("Workout") }
    static var time: String { localized("Time") }
    static var speed: String { localized("Speed") }
    static var heart: String { localized("Heart") }
    /// Over the parts of workouts that count; 6 letters.
    static var counts: String { localized("Counts") }
    /// The counted part of a workout if all of it counts; in a column of 6 letters.
    static var all: String { localized("all", context: "column") }
    /// How much of a workout counts: `all`, `33 %`.
    static func part(_ counted: Double) -> String { counted == 1 ? all : RingText.percent(counted) }
    static func repeated(_ count: Int) -> String { localized("\(NumberText.text(count)) recorded by several") }
    static func alsoRecorded(by source: String) -> String { localized("also recorded by \(source)") }
    static func deleteMarked(_ count: Int) -> String {
        plural(
            count,
            one: "Delete \(count) marked workout? Samples that were added to it stay. You can undo this.",
            other: "Delete \(count) marked workouts? Samples that were added to them stay. You can undo this."
        )
    }
    static func workouts(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) workout", other: "\(NumberText.text(count)) workouts")
    }
    static var noLongerThere: String { localized("the workout is no longer there") }
    static var filterPlaceholder: String { localized("running, yoga, Watch, 2025, Mar 2025…") }
    static func marked(_ count: Int) -> String { localized("\(NumberText.text(count)) marked") }
    /// The name of the data in a loading message.
    static var loadingAll: String { localized("workouts") }
    static var noneCalledThat: String { localized("no workout is called that") }
    static var empty: String { localized("there are no workouts yet") }
    static func beats(_ rate: Double) -> String { localized("\(NumberText.text(rate)) BPM") }
    /// In a column of 7 letters.
    static func narrowBeats(_ rate: Double) -> String { localized("\(NumberText.text(rate)) BPM", context: "column") }

    // MARK: One workout
    static var hasNoRoute: String { localized("this workout has no route") }
    static var gone: String { localized("this workout is no longer in the store") }
    /// The name of the data in a loading message.
    static var loading: String { localized("workout") }
    static func deleteQuestion(_ title: String, _ when: String, _ source: String) -> String {
        localized("Delete \(title), \(when), from \(source)? Samples that were added to it stay. You can undo this.")
    }

    /// Follows the question whether to delete a workout; the sources are in a list.
    static func othersStay(_ sources: String) -> String {
        localized("Also recorded by \(sources): that counts then.")
    }
    static func othersOfMarkedStay(_ count: Int) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) other recording of the same time counts then.",
            other: "\(NumberText.text(count)) other recordings of the same time count then."
        )
    }
    static func deleteWithOthers(_ count: Int) -> String { localized("Delete all \(NumberText.text(count))") }
    /// The heading above the recordings of a workout by several sources, and its note.
    static var whatEachRecorded: String { localized("What each recorded") }
    static var byTheOrder: String { localized("by the order of sources") }
    /// Next to a source's name.
    static func counts(_ part: String) -> String { localized("counts: \(part)") }
    static func countsBeneath(_ part: String, _ source: String) -> String {
        localized("counts: \(part), the rest by \(source)")
    }

    // MARK: The views of a workout
    static var page: String { localized("Page") }
    static var map: String { localized("Map") }
    static var splits: String { localized("Splits") }
    static var events: String { localized("Events") }
    static var statistics: String { localized("Statistics") }
    static var neitherHeartRateNorRoute: String { localized("neither heart rate nor route were recorded") }
    /// Of the time without pauses.
    static var moving: String { localized("moving") }
    /// Of the time that includes pauses.
    static var whole: String { localized("in total") }
    /// Stands before the least and the most: `avg, 98–171`.
    static var average: String { localized("avg") }
    static func effort(_ score: String) -> String { localized("effort \(score)") }
    static var heartRateAxis: String { localized("heart rate") }
    static var heartRate: String { localized("Heart rate") }
    static func heartRateNote(_ range: String, byZone: Bool) -> String {
        byZone ? localized("\(range) BPM, colored by zone") : localized("\(range) BPM")
    }
    static var elevation: String { localized("Elevation") }
    static var route: String { localized("Route") }
    static var slowToFast: String { localized("slow to fast") }
    static var zonesHeading: String { localized("Zones") }
    static func zonesNote(_ time: String) -> String { localized("of \(time) in zones") }
    /// At the end of the marks of workouts over a chart.
    static var workoutsWord: String { localized("workouts") }
    static func shortZone(_ number: Int) -> String { localized("z\(number)") }
    /// The length of a split, as a note: `1 km each`.
    static func each(_ length: String) -> String { localized("\(length) each") }
    static func moreSplits(_ count: Int) -> String { localized("\(count) more under Splits") }
    static func against(_ count: Int) -> String { localized("Against the last \(count) of its kind") }
    static var againstNote: String { localized("this one, usual, all") }
    static var withPauses: String { localized("With pauses") }
    static var effortHeading: String { localized("Effort") }
    static func zone(_ number: Int) -> String { localized("zone \(number)") }
    /// A zone if there is no room for its name.
    static func zoneTime(_ number: Int, _ time: String) -> String { localized("z\(number) \(time)") }
    static var zones: String { localized("zones") }
    static var splitTimes: String { localized("splits") }
    static var noRoute: String { localized("no route was recorded") }
    /// The legend of the marks at the ends of a route.
    static func marks(isRound: Bool) -> String {
        isRound ? localized("O start and end") : localized("S start, E end")
    }
    static func places(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) place", other: "\(NumberText.text(count)) places")
    }
    static func climbed(_ up: String, down: String?) -> String {
        guard let down else { return localized("up \(up)") }
        return localized("up \(up), down \(down)")
    }
    static var noSplits: String { localized("neither a route nor distances tell splits") }
    static var noEvents: String { localized("no events were recorded") }
    static var noStatistics: String { localized("no statistics were recorded") }
    static var noSamples: String {
        localized("nothing was added to this workout; what was measured in its time is under its type")
    }
    static var beatsColumn: String { localized("BPM") }
    static var up: String { localized("Up") }
    static var down: String { localized("Down") }

    // MARK: The route in a file
    static var routeTitle: String { localized("Route as GPX") }
    static func routeAbout(_ workout: String, _ moment: String) -> String {
        localized(
            """
            The route of \(workout), \(moment); under a name that ends in .tcx the whole workout. \
            The file can be read by its owner alone; whoever gets it learns where you were.
            """
        )
    }
    static func wroteRoute(places: Int, leftOut: Int, path: String) -> String {
        let places = self.places(places)
        if leftOut == 0 { return localized("wrote \(places) to \(path)") }
        return plural(
            leftOut,
            one: "wrote \(places), \(leftOut) invalid location skipped, to \(path)",
            other: "wrote \(places), \(leftOut) invalid locations skipped, to \(path)"
        )
    }
    static func wroteWorkout(_ path: String, leftOut: [String]) -> String {
        if leftOut.isEmpty { return localized("wrote the workout to \(path)") }
        return localized("wrote the workout to \(path); not in TCX: \(leftOut.joined(separator: ", "))")
    }

    // MARK: The routes of several workouts in a folder
    static var routesTitle: String { localized("Routes as GPX") }
    /// The folder that is offered.
    static var routesFolder: String { localized("routes") }
    static func routesAbout(_ count: Int) -> String {
        plural(
            count,
            one: """
                The route of \(NumberText.text(count)) workout, a file each. Files that exist are kept. They can be read \
                by their owner alone; whoever gets them learns where you were.
                """,
            other: """
                The routes of \(NumberText.text(count)) workouts, a file each. Files that exist are kept. They can be read \
                by their owner alone; whoever gets them learns where you were.
                """
        )
    }
    static var noneForRoutes: String { localized("no workouts to write routes of") }
    static var routesStopped: String { localized("then stopped") }
    static func wroteRoutes(_ count: Int) -> String {
        if count == 0 { return localized("no route saved") }
        return plural(
            count,
            one: "\(NumberText.text(count)) route saved",
            other: "\(NumberText.text(count)) routes saved"
        )
    }
    /// The written files, then their folder, since the path may be long.
    static func inFolder(_ facts: String, _ folder: String) -> String { localized("\(facts): \(folder)") }
    static func haveNoRoute(_ count: Int) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) workout has no route",
            other: "\(NumberText.text(count)) workouts have no route"
        )
    }
    static func filesKept(_ count: Int) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) file existed and was kept",
            other: "\(NumberText.text(count)) files existed and were kept"
        )
    }
    static func locationsSkipped(_ count: Int) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) invalid location skipped",
            other: "\(NumberText.text(count)) invalid locations skipped"
        )
    }
    static func workoutsGone(_ count: Int) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) workout was deleted",
            other: "\(NumberText.text(count)) workouts were deleted"
        )
    }

    // MARK: The form
    static var addTitle: String { localized("Add a Workout") }
    static var unfinished: String { localized("What you typed for a workout is not saved.") }
    static var placeNotSaid: String { localized("not said") }
    static var outdoors: String { localized("outdoors") }
    static var indoors: String { localized("indoors") }
    static var activity: String { localized("Activity") }
    static var activityExample: String { localized("running, yoga…") }
    static var place: String { localized("Where") }
    static var startExample: String { localized("yesterday 18:00") }
    static var endExample: String { localized("+45m") }
    static var distance: String { localized("Distance") }
    static var distanceExample: String { localized("\(NumberText.text(8.4, decimals: 1)) km") }
    static var energy: String { localized("Energy") }
    static var energyExample: String { localized("512 kcal") }
    static func saved(_ workout: String, _ moment: String) -> String { localized("saved \(workout), \(moment)") }
    static var formHelp: String {
        localized(
            "Distance and energy may be left open. Times: -2h, yesterday 18:00, \(DateStrings.typedMoment)."
        )
    }
}
