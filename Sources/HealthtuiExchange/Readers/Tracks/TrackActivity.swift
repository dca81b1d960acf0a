import Foundation
import HealthKit

/// The activity that a file's word means.
enum TrackActivity: Hashable {
    /// An activity, and whether it was done indoors, if the word says so.
    case activity(HKWorkoutActivityType, isIndoor: Bool?)
    /// A vehicle that carries the person: no workout.
    case vehicle
    case unknown

    /// The activity that a word means.
    ///
    /// - Parameter word: The word, such as `running`, `trail_running` or `Biking`.
    /// - Returns: Its meaning.
    static func named(_ word: String) -> TrackActivity {
        let letters = word.lowercased().filter(\.isLetter)
        if vehicles.contains(letters) { return .vehicle }
        if let activity = indoor[letters] { return .activity(activity, isIndoor: true) }
        if let activity = words[letters] { return .activity(activity, isIndoor: nil) }
        return HealthAutoExportActivity.named(word).map { .activity($0, isIndoor: nil) } ?? .unknown
    }

    /// Words for vehicles, by their letters.
    static let vehicles: Set<String> = [
        "driving", "drive", "car", "automotive", "motorcycling", "motorcycle", "motorbike", "motorsports", "atv",
        "flying", "flight", "airplane", "plane", "aviation", "boating", "motorboat", "snowmobiling", "snowmobile",
        "train", "bus", "transport", "vehicle",
    ]

    /// Words for activities indoors, by their letters.
    private static let indoor: [String: HKWorkoutActivityType] = [
        "treadmillrunning": .running, "treadmill": .running, "indoorrunning": .running, "virtualrun": .running,
        "indoorwalking": .walking, "indoorcycling": .cycling, "virtualride": .cycling, "indoorrowing": .rowing,
    ]

    /// Words for other activities, by their letters.
    private static let words: [String: HKWorkoutActivityType] = [
        "running": .running, "walking": .walking, "hiking": .hiking, "cycling": .cycling, "swimming": .swimming,
        "rowing": .rowing, "other": .other, "run": .running, "jogging": .running, "trailrunning": .running,
        "trailrun": .running,
        "streetrunning": .running, "trackrunning": .running, "ultrarun": .running,
        "walk": .walking, "casualwalking": .walking, "speedwalking": .walking, "nordicwalking": .walking,
        "hike": .hiking, "trekking": .hiking, "rucking": .hiking, "mountaineering": .climbing,
        "bike": .cycling, "biking": .cycling, "ride": .cycling, "bicycling": .cycling, "roadbiking": .cycling,
        "roadcycling": .cycling, "mountainbiking": .cycling, "mountainbikeride": .cycling, "gravelcycling": .cycling,
        "gravelride": .cycling, "cyclocross": .cycling, "ebikeride": .cycling, "trackcycling": .cycling,
        "swim": .swimming, "lapswimming": .swimming, "openwaterswimming": .swimming,
        "row": .rowing, "kayaking": .paddleSports, "canoeing": .paddleSports, "paddling": .paddleSports,
        "standuppaddleboarding": .paddleSports, "standuppaddling": .paddleSports,
        "skiing": .downhillSkiing, "alpineski": .downhillSkiing, "alpineskiing": .downhillSkiing,
        "resortskiing": .downhillSkiing, "backcountryski": .downhillSkiing, "backcountryskiing": .downhillSkiing,
        "crosscountryskiing": .crossCountrySkiing, "nordicski": .crossCountrySkiing, "snowboard": .snowboarding,
        "snowshoe": .snowSports, "snowshoeing": .snowSports, "inlineskating": .skatingSports,
        "inlineskate": .skatingSports, "skating": .skatingSports, "iceskate": .skatingSports, "sail": .sailing,
        "windsurf": .surfingSports, "windsurfing": .surfingSports, "kitesurf": .surfingSports,
        "kitesurfing": .surfingSports, "surfing": .surfingSports, "golfing": .golf,
        "wheelchair": .wheelchairWalkPace, "horsebackriding": .equestrianSports,
    ]
}
