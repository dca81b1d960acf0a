import Foundation
import HealthKit

/// The times of a table's rows.
struct TableTimes {
    /// A row's time; `day` is the midnight of its date, if the time of day is in a separate column.
    struct Moment {
        let start: Date
        let end: Date
        let day: Date?
        /// The next midnight, if the row has a date and nothing more.
        var nextDay: Date?
        /// Whether the clocks show the start or the end twice, so that the first of the two is a choice.
        var isRepeated = false
    }

    /// The reason a row has no time.
    struct Reason: Error {
        let text: String
    }

    private let mapping: TableMapping
    /// The zone of times that name none.
    private let zone: TimeZone
    private let start, time, end, endTime, zonePlace: Int?
    private let duration: (place: Int, unit: Double?)?

    /// The times of a table.
    ///
    /// - Parameters:
    ///   - mapping: The meaning of the columns.
    ///   - zone: The zone of times that name none.
    init(_ mapping: TableMapping, zone: TimeZone) {
        self.mapping = mapping
        self.zone = zone
        (start, time, end) = (mapping.place(.start), mapping.place(.time), mapping.place(.end))
        (endTime, zonePlace) = (mapping.place(.endTime), mapping.place(.zone))
        var duration: (Int, Double?)?
        for (index, column) in mapping.columns.enumerated() {
            guard case .duration(let unit) = column.role else { continue }
            duration = (index, unit.flatMap { TableUnits.unit($0)?.conversion(to: .second())?.scale })
        }
        self.duration = duration
    }

    /// A field of a row, or `nil` if it has no value.
    static func field(_ place: Int?, _ row: [String]) -> String? {
        guard let place, place < row.count, !TableNumbers.isMissing(row[place]) else { return nil }
        return row[place]
    }

    /// The time of a row.
    func moment(_ row: [String]) -> Result<Moment, Reason> {
        do {
            return .success(try read(row))
        } catch {
            return .failure(error)
        }
    }

    private func read(_ row: [String]) throws(Reason) -> Moment {
        guard let text = Self.field(start, row) else { throw Reason(text: "no time") }
        guard var moment = TableDate.moment(text, mapping.dateOrder) else {
            throw Reason(text: "a time that can't be read")
        }
        if mapping.rules?.isOfDays ?? false { return try wholeDay(moment) }
        let zone = try zone(Self.field(zonePlace, row))
        var day: Date?
        if let time {
            day = moment.zonedTime(self.zone)?.first
            guard let text = Self.field(time, row) else { throw Reason(text: "no time of day") }
            guard let clock = TableDate.moment(text, nil), clock.clock != nil else {
                throw Reason(text: "a time of day that can't be read")
            }
            moment.clock = clock.clock
            moment.offset = moment.offset ?? clock.offset
            moment.zoneName = moment.zoneName ?? clock.zoneName
        }
        let begin = try zonedTime(moment, zone)
        let start = begin.first
        var end = TableMoment.ZonedTime(first: start)
        if let text = Self.field(self.end, row) {
            guard let reported = TableDate.moment(text, mapping.dateOrder) else {
                throw Reason(text: "an end that can't be read")
            }
            end = try zonedTime(reported, zone)
        } else if let text = Self.field(endTime, row) {
            guard let clock = TableDate.moment(text, nil), let seconds = clock.clock, moment.day != nil else {
                throw Reason(text: "an end that can't be read")
            }
            var last = moment
            last.clock = seconds
            // An end at an earlier hour is on the next day, however long the night was.
            end = try zonedTime(last, zone, laterDays: seconds < moment.clock ?? 0 ? 1 : 0)
        } else if let duration, let text = Self.field(duration.place, row) {
            let column = mapping.columns[duration.place]
            guard
                let seconds = TableDuration(text)?.seconds(column.pairs, column.numbers, unit: duration.unit),
                seconds <= 100 * 366 * 86_400
            else {
                throw Reason(text: "\(column.name): not a duration that can be read")
            }
            end = TableMoment.ZonedTime(first: start + seconds)
        }
        let last = end.first < start ? end.second ?? end.first : end.first
        guard start <= last else { throw Reason(text: "it ends before it starts") }
        let isDay = moment.day != nil && moment.clock ?? 0 == 0 && mapping.hasOnlyStarts
        return Moment(
            start: start,
            end: last,
            day: day,
            nextDay: isDay ? moment.zonedTime(zone, laterDays: 1)?.first : nil,
            isRepeated: begin.second != nil || end.second != nil && last == end.first
        )
    }

    private func zonedTime(
        _ moment: TableMoment,
        _ zone: TimeZone,
        laterDays: Int = 0
    ) throws(Reason) -> TableMoment.ZonedTime {
        if let time = moment.zonedTime(zone, laterDays: laterDays) {
            if time.isSkipped { throw Reason(text: "the clocks of \(zone.identifier) skipped this time") }
            return time
        }
        guard let abbreviation = moment.zoneName else { throw Reason(text: "a time without a day") }
        throw Reason(text: "the time zone \(abbreviation) isn't one of \(zone.identifier); pass --time-zone")
    }

    /// The whole local day of a date; a point in time stands for its day in UTC.
    private func wholeDay(_ moment: TableMoment) throws(Reason) -> Moment {
        let day = moment.day ?? moment.absolute.flatMap { CivilDay(atReferenceDate: $0) }
        guard let day, let start = TableMoment(day: day).zonedTime(zone)?.first,
            let end = TableMoment(day: day).zonedTime(zone, laterDays: 1)?.first, start < end
        else { throw Reason(text: "a day that can't be read") }
        return Moment(start: start, end: end, day: nil, nextDay: end)
    }

    /// The time of another column of a row, or `nil` if it has none.
    ///
    /// - Throws: The reason it isn't a time.
    func time(at place: Int?, of row: [String]) throws(Reason) -> Date? {
        guard let text = Self.field(place, row) else { return nil }
        guard let moment = TableDate.moment(text, mapping.dateOrder) else {
            throw Reason(text: "a time that can't be read")
        }
        return try zonedTime(moment, zone(Self.field(zonePlace, row))).first
    }

    /// The zone of a row's times: the one it names, unless the table's times are in UTC.
    private func zone(_ text: String?) throws(Reason) -> TimeZone {
        if mapping.isInUTC { return .gmt }
        guard let text = text?.trimmingCharacters(in: .whitespaces) else { return zone }
        if let offset = ZoneAbbreviations.offset(text.uppercased(), in: zone) {
            return TimeZone(secondsFromGMT: offset) ?? zone
        }
        if let named = TimeZone(identifier: text) { return named }
        var digits = text.uppercased()
        for word in ["UTC", "GMT"] { digits = digits.replacing(word, with: "") }
        if digits == "Z" || digits.isEmpty { return .gmt }
        let numbers = digits.filter(\.isNumber)
        let isOffset = digits.allSatisfy { $0.isNumber || "+-−: ".contains($0) }
        guard isOffset, let number = Int(numbers), numbers.count <= 4 else {
            throw Reason(text: "a time zone that isn't known")
        }
        let minutes = numbers.count > 2 ? number / 100 * 60 + number % 100 : number * 60
        let isWest = digits.hasPrefix("-") || digits.hasPrefix("−")
        guard let zone = TimeZone(secondsFromGMT: (isWest ? -minutes : minutes) * 60) else {
            throw Reason(text: "a time zone that isn't known")
        }
        return zone
    }

    /// Whether a row with a separate time column is at midnight.
    func startAtMidnight(_ text: SeparatedText) -> Bool {
        guard let time else { return true }
        var text = text
        while let row = text.next() {
            if let end = mapping.endLine, text.line >= end { return false }
            if let field = Self.field(time, row), TableDate.moment(field, nil)?.clock == 0 { return true }
        }
        return false
    }
}

extension TableMapping {
    /// The position of the column with a role.
    func place(_ role: Role) -> Int? { columns.firstIndex { $0.role == role } }
}
