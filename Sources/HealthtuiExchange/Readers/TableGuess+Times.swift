import Foundation
import HealthKit

/// Interprets the times of a table's rows.
extension TableGuess {
    /// The kind of times in a column.
    private enum Times {
        case date
        case dateTime
        case seconds(isMilliseconds: Bool)
        case clock
    }

    private func times(_ place: Int) -> Times? {
        var counts = (date: 0, dateTime: 0, seconds: 0, clock: 0)
        for cell in cells[place].prefix(200) {
            let moments = TableMapping.DateOrder.allCases.lazy.compactMap { TableDate.moment(cell, $0) }
            guard let moment = moments.first(where: { $0.day != nil }) ?? moments.first else { continue }
            if moment.absolute != nil {
                counts.seconds += 1
            } else if moment.day == nil {
                counts.clock += 1
            } else if moment.clock == nil {
                counts.date += 1
            } else {
                counts.dateTime += 1
            }
        }
        let known = counts.date + counts.dateTime + counts.seconds + counts.clock
        guard known > 0, 2 * known >= min(cells[place].count, 200) else { return nil }
        if counts.dateTime > 0 { return .dateTime }
        if counts.seconds > max(counts.date, counts.clock) {
            let digits = cells[place].first.map { $0.prefix { $0.isNumber }.count } ?? 0
            return .seconds(isMilliseconds: digits > 10)
        }
        return counts.date >= counts.clock ? .date : .clock
    }

    /// Whether a column holds only milliseconds since 1970, from 2001 on.
    private func areMilliseconds(_ place: Int) -> Bool {
        let texts = cells[place].prefix(200)
        return !texts.isEmpty
            && texts.allSatisfy { text in
                let plain = text.trimmingCharacters(in: .whitespaces)
                return plain.utf8.count == 13 && plain.first == "1"
                    && plain.utf8.allSatisfy { (0x30...0x39).contains($0) }
            }
    }

    func settleTimes(_ mapping: inout TableMapping) {
        // When a row was written is another time than when it was measured.
        let all = mapping.columns.indices.filter { mapping.columns[$0].role == .start }
        let named =
            all.filter { !TableNames.isOfWriting(header[$0]) } + all.filter { TableNames.isOfWriting(header[$0]) }
        let kinds = Dictionary(uniqueKeysWithValues: named.map { ($0, times($0)) })
        func isDay(_ place: Int) -> Bool { if case .date? = kinds[place] ?? nil { true } else { false } }
        func isClock(_ place: Int) -> Bool { if case .clock? = kinds[place] ?? nil { true } else { false } }
        var start = named.first { isStated($0) }
        start = start ?? named.first { !isDay($0) && !isClock($0) && (kinds[$0] ?? nil) != nil }
        start = start ?? named.first { isDay($0) }
        if start == nil || start.map({ isClock($0) }) == true {
            start = found(mapping) ?? start ?? named.first
        }
        guard let start else { return }
        let kind = times(start)
        for place in named where place != start { mapping.columns[place].role = .ignored }
        mapping.columns[start].role = .start
        if case .seconds(let isMilliseconds)? = kind {
            mapping.columns[start].note = isMilliseconds ? "milliseconds since 1970" : "seconds since 1970"
        }
        var dayAlone = false
        if case .date? = kind { dayAlone = true }
        settleClocks(&mapping, named.filter { $0 != start && isClock($0) }, dayAlone)
        settleEnds(&mapping)
    }

    /// The time column: the first column of dates, whatever its name, otherwise one of milliseconds.
    private func found(_ mapping: TableMapping) -> Int? {
        let free = mapping.columns.indices.filter { mapping.columns[$0].role == .ignored && !isStated($0) }
        let dates = free.first { place in
            switch times(place) {
            case .date, .dateTime: true
            default: false
            }
        }
        return dates ?? free.first { areMilliseconds($0) }
    }

    /// Assigns the columns that hold a time of day or a duration.
    private func settleClocks(_ mapping: inout TableMapping, _ named: [Int], _ dayAlone: Bool) {
        guard !mapping.columns.contains(where: { $0.role == .time }) else { return }
        if dayAlone {
            let others = mapping.columns.indices.filter { place in
                guard mapping.columns[place].role == .ignored, !isStated(place), case .clock? = times(place) else {
                    return false
                }
                return true
            }
            guard let place = named.first ?? others.first else { return }
            mapping.columns[place].role = .time
            let isSport = mapping.columns.contains { $0.role == .activity }
            if isSport, FoldedName.of(header[place]) == "time" {
                ask(
                    &mapping,
                    place,
                    "a time of day or a duration is not said",
                    [("time", "when it began"), ("duration", "how long it lasted")]
                )
            }
        } else if let place = named.first(where: { FoldedName.of(header[$0]) == "time" }),
            !mapping.columns.contains(where: { if case .duration = $0.role { true } else { false } })
        {
            // Beside a date with its time, a column of times is a duration.
            mapping.columns[place].role = .duration(unit: nil)
        }
    }

    private func settleEnds(_ mapping: inout TableMapping) {
        keepFirst(.end, &mapping)
        if let end = mapping.columns.firstIndex(where: { $0.role == .end }), case .clock? = times(end) {
            mapping.columns[end].role = .endTime
        }
        let hasEnd = mapping.columns.contains { $0.role == .end || $0.role == .endTime }
        var durations = mapping.columns.indices.filter {
            if case .duration = mapping.columns[$0].role { true } else { false }
        }
        // Elapsed time is preferred to time without pauses.
        durations.sort { rank($0) < rank($1) }
        for (index, place) in durations.enumerated() {
            let isReadable = isStated(place) || cells[place].prefix(200).contains { TableDuration($0) != nil }
            if index > 0 || hasEnd || !isReadable { mapping.columns[place].role = .ignored }
        }
    }

    /// The preference among several durations, lowest first.
    private func rank(_ place: Int) -> Int {
        if isStated(place) { return -1 }
        return FoldedName.of(header[place]).hasPrefix("elapsed") ? 0 : place + 1
    }

    func settleOrder(_ mapping: inout TableMapping, _ evidence: TableDate.OrderEvidence) {
        mapping.dateOrder = answers.dateOrder ?? evidence.order
        guard let start = mapping.columns.firstIndex(where: { $0.role == .start }) else { return }
        if evidence.hasShortYear {
            mapping.columns[start].note = "years of two digits are those from 1970 to 2069"
        }
        guard mapping.dateOrder == nil, let open = evidence.open else { return }
        mapping.questions.append(
            ReaderQuestion(
                text:
                    "line \(open.line): \(header[start].printableName): \(open.text.printableName) could have the day "
                    + "or the month first",
                choices: [
                    .init(answer: .dates(.dayFirst), meaning: "the day first"),
                    .init(answer: .dates(.monthFirst), meaning: "the month first"),
                ]
            )
        )
    }
}
