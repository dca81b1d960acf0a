import Foundation

/// The rule that decides whether a sleep continues after a gap.
///
/// A sleep continues after a gap of up to two hours, or up to four if the gap was recorded as awake or is between 22:00
/// and 6:00.
enum SleepJoining {
    static let gap = 7_200.0
    /// A longer gap always ends a sleep.
    static let longestGap = 14_400.0

    private static let day = 86_400.0
    private static let evening = 79_200.0
    private static let nightLength = 28_800.0

    /// Whether sleep continues after a gap.
    ///
    /// - Parameters:
    ///   - start: When the gap begins, in seconds since the reference date.
    ///   - end: When it ends.
    ///   - awake: The seconds of it that were recorded as awake.
    ///   - clock: The clock of the place.
    /// - Returns: Whether it does.
    static func joins(_ start: Double, _ end: Double, awake: Double, _ clock: CivilClock) -> Bool {
        let length = end - start
        if length <= gap { return true }
        guard length <= longestGap else { return false }
        return awake >= length - 1 || isAtNight(start, end, clock)
    }

    private static func isAtNight(_ start: Double, _ end: Double, _ clock: CivilClock) -> Bool {
        func sinceEvening(_ time: Double) -> Double {
            let local = clock.local(time) - evening
            return local - (local / day).rounded(.down) * day
        }
        let (first, last) = (sinceEvening(start), sinceEvening(end))
        return first <= last && last <= nightLength
    }
}

/// A sample of sleep, with the values that are compared often.
struct SleepPiece {
    let start: Double
    let end: Double
    let state: SleepState
    /// The number of the source.
    let source: Int
    /// The number of the zone, 0 if the sample carries none.
    let zone: Int
}

/// The names behind the numbers of pieces.
struct SleepNames {
    /// The bundle identifier and the name of each source; one with two names has two numbers.
    private(set) var sources: [Source] = []
    private(set) var zones: [TimeZone]
    private var sourceNumbers: [Source: Int] = [:]
    private var zoneNumbers: [String: Int] = [:]

    struct Source: Hashable {
        let bundle: String
        let name: String
    }

    /// - Parameter viewer: The zone of samples that carry none.
    init(viewer: TimeZone) { zones = [viewer] }

    mutating func source(_ sample: SleepSample) -> Int {
        let source = Source(bundle: sample.bundle, name: sample.source)
        if let number = sourceNumbers[source] { return number }
        sourceNumbers[source] = sources.count
        sources.append(source)
        return sources.count - 1
    }

    mutating func zone(_ name: String?) -> Int {
        guard let name else { return 0 }
        if let number = zoneNumbers[name] { return number }
        var number = 0
        if let zone = TimeZone(identifier: name) {
            number = zones.count
            zones.append(zone)
        }
        zoneNumbers[name] = number
        return number
    }

    /// Whether a zone comes before another, regardless of the order in which they were met; the viewer's comes last.
    func comesBefore(_ left: Int, _ right: Int) -> Bool {
        guard left != 0, right != 0 else { return left != 0 && right == 0 }
        return zones[left].identifier < zones[right].identifier
    }
}

/// The places of sources by bundle identifier.
struct SleepOrder {
    private let chosen: [String: Int]
    private let standard: [String: Int]
    let excluded: Set<String>

    init(_ sources: SleepSources) {
        func places(_ order: [String]) -> [String: Int] {
            Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
        }
        chosen = places(sources.chosen.order)
        standard = places(sources.standard)
        excluded = sources.chosen.excluded
    }

    /// Ranks sources: as the person ordered them; then by their time in stages; then by the default order.
    ///
    /// - Parameter stages: The seconds in stages by bundle identifier.
    /// - Returns: The ranks.
    func ranks(_ stages: [String: Double]) -> [String: Int] {
        let sorted = stages.sorted { left, right in
            func place(_ places: [String: Int]) -> (Int, Int) {
                (places[left.key] ?? .max, places[right.key] ?? .max)
            }
            let (own, other) = place(chosen)
            if own != other { return own < other }
            if left.value != right.value { return left.value > right.value }
            let (first, second) = place(standard)
            return first == second ? left.key < right.key : first < second
        }
        return Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.key, $0) })
    }
}
