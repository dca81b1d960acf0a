import Foundation

/// The time spans of the values in a Health Auto Export file.
///
/// The app writes a span's start but not its length: a person chooses minutes, hours or days for a whole export.
/// Requests name it in a header. Otherwise it is the longest span that can begin at every time in the file; heart rates
/// come every second, while other metrics have minutes.
struct HealthAutoExportSpans {
    /// The length of a value's span.
    enum Grain: Int, Comparable {
        /// A moment: values aren't aggregated.
        case second
        case minute
        case hour
        case day
        case week
        case month
        case year

        /// Reads a request's header.
        init?(_ text: String) {
            let word = text.lowercased().filter(\.isLetter)
            let names: [(String, Grain)] = [
                ("second", .second), ("minute", .minute), ("hour", .hour), ("day", .day), ("dail", .day),
                ("week", .week), ("month", .month), ("year", .year),
            ]
            guard let known = names.first(where: { word.hasPrefix($0.0) }) else { return nil }
            self = known.1
        }

        /// The longest span that can begin at a time.
        init(of seconds: Double) {
            let rest = { (length: Double) in seconds.truncatingRemainder(dividingBy: length) == 0 }
            self = !rest(60) ? .second : !rest(3_600) ? .minute : !rest(86_400) ? .hour : .day
        }

        static func < (left: Grain, right: Grain) -> Bool { left.rawValue < right.rawValue }
    }

    private var grains: [String: Grain] = [:]
    private var days: [String: Set<Int>] = [:]
    private let reported: Grain?
    private let zone: TimeZone
    /// The starts of days, by local clock time; `nil` for a day that began at several times, as on a journey.
    private var dayStarts: [Double: Date?] = [:]

    /// Reads the times of a file.
    ///
    /// - Parameters:
    ///   - walk: The file.
    ///   - metrics: The range of its metrics.
    ///   - aggregation: The spans that a request's header names.
    ///   - zone: The person's time zone, which determines a day's length.
    /// - Throws: `JSONWalk.Failure`.
    init(_ walk: JSONWalk, _ metrics: Range<Int>?, aggregation: String?, zone: TimeZone) throws {
        reported = aggregation.flatMap { Grain($0) }
        self.zone = zone
        guard reported.map({ $0 >= .day }) ?? true, let metrics else { return }
        try walk.forEachElement(of: metrics) { _, metric in
            var (values, name): (Range<Int>?, String?)
            try walk.forEachMember(of: metric) { member, place in
                if member == "data", walk.isList(place) { values = place }
                if member == "name" { name = walk.value(place) as? String }
            }
            guard let name, let values, name != "sleep_analysis" else { return }
            try walk.forEachElement(of: values) { _, element in
                guard let entry = try walk.object(element, only: ["date"]),
                    let local = HealthAutoExportDate.local(entry["date"])
                else { return }
                noteDay(local)
                grains[name] = min(grains[name] ?? .year, Grain(of: local.seconds))
                days[name, default: []].insert(Int((local.seconds / 86_400).rounded(.down)))
            }
        }
        let others = grains.filter { $0.key != "heart_rate" }.values.min() ?? .year
        for name in grains.keys { grains[name] = min(grains[name] ?? .second, others) }
    }

    /// The span of a metric's values.
    ///
    /// - Parameters:
    ///   - name: The metric.
    ///   - isSum: Whether they are sums, which have a value for every day.
    /// - Returns: The span.
    func grain(of name: String, isSum: Bool) -> Grain {
        if let reported { return name == "heart_rate" && reported == .minute ? grains[name] ?? .second : reported }
        let grain = grains[name] ?? .second
        guard grain == .day, isSum, let days = days[name]?.sorted(), days.count > 2 else { return grain }
        let gaps = zip(days.dropFirst(), days).map { $0 - $1 }
        if gaps.allSatisfy({ $0 % 7 == 0 }) { return .week }
        if gaps.allSatisfy({ (28...31).contains($0) }) { return .month }
        return gaps.allSatisfy({ (365...366).contains($0) }) ? .year : .day
    }

    /// Notes the start of a day.
    private mutating func noteDay(_ local: HealthAutoExportDate.Local) {
        guard Grain(of: local.seconds) == .day else { return }
        if let known = dayStarts[local.seconds], known != local.date {
            dayStarts[local.seconds] = .some(nil)
        } else {
            dayStarts[local.seconds] = local.date
        }
    }

    /// The end of a span.
    ///
    /// A day ends where the next one begins, which isn't 24 hours later when the clocks change: at the next value's
    /// start, otherwise by the zone's rules if its offset matches that of the value, otherwise after 24 hours.
    ///
    /// - Parameters:
    ///   - start: Its start.
    ///   - grain: Its length.
    /// - Returns: The end.
    func end(of start: HealthAutoExportDate.Local, _ grain: Grain) -> Date {
        let length = Self.length(grain, of: start.seconds)
        let plain = start.date.addingTimeInterval(length)
        guard grain >= .day else { return plain }
        if let next = dayStarts[start.seconds + length] ?? nil, next > start.date,
            abs(next.timeIntervalSince(plain)) <= Self.longestChange
        {
            return next
        }
        let offset = start.seconds - start.date.timeIntervalSinceReferenceDate
        guard Double(zone.secondsFromGMT(for: start.date)) == offset else { return plain }
        let later = plain.addingTimeInterval(offset - Double(zone.secondsFromGMT(for: plain)))
        // If the clocks change just then, the offset is that of the moment itself.
        return plain.addingTimeInterval(offset - Double(zone.secondsFromGMT(for: later)))
    }

    /// The largest change of clocks, forward or back, in seconds.
    private static let longestChange = 3.0 * 3_600

    private static func length(_ grain: Grain, of seconds: Double) -> Double {
        switch grain {
        case .second: 0
        case .minute: 60
        case .hour: 3_600
        case .day: 86_400
        case .week: 7 * 86_400
        case .month: Double(monthLength(of: seconds)) * 86_400
        case .year: yearLength(from: seconds)
        }
    }

    /// The number of days in the month of a day.
    private static func monthLength(of seconds: Double) -> Int {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        return calendar.range(of: .day, in: .month, for: date)?.count ?? 30
    }

    /// The seconds from a day to the same day a year later.
    private static func yearLength(from seconds: Double) -> Double {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        return calendar.date(byAdding: .year, value: 1, to: date)?.timeIntervalSince(date) ?? 365 * 86_400
    }

    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}
