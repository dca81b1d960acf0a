import Foundation
import HealthKit

/// The tables that a study would get from a person, made from one consistent state of the store.
package struct PersonTables: Sendable {
    /// The tables, by table, type and month.
    package private(set) var tables: [PreparedTable] = []
    /// Data that the study can't take, by type.
    package private(set) var leftOut: [String: LeftOut] = [:]
    /// The first and the last day that were read.
    package let days: ClosedRange<StudyDay>

    /// Reads a person's store.
    ///
    /// - Parameters:
    ///   - person: The store.
    ///   - study: What is asked for.
    ///   - zone: Where the person's days begin.
    ///   - shift: By how many days dates are moved; `nil` for real dates.
    ///   - now: The current time: nothing after today goes out.
    /// - Throws: `HKError`, and ``StudyError`` for a study that begins in the future.
    package init(
        _ person: PersonAccess,
        _ study: StudyDescription,
        zone: TimeZone,
        shift: Int?,
        now: Date
    ) throws {
        let asked = try study.days()
        let today = StudyDay(number: Int(CivilClock(zone).day(now.timeIntervalSinceReferenceDate)))
        guard asked.lowerBound <= today else {
            throw StudyError(study.title.printable, "the study begins on \(study.since)")
        }
        days = asked.lowerBound...min(asked.upperBound, today)
        let cut = DayCut(zone: zone, from: days.lowerBound, through: days.upperBound)
        guard let first = cut.days.first, let last = cut.days.last else { return }
        let span = StudyInterval(start: first.interval.start, end: last.interval.end)
        let selection = ExportSelection(from: Self.date(span.start), to: Self.date(span.end))
        (tables, leftOut) = try person.snapshot(selection, leaves: true) { snapshot in
            var (tables, leftOut) = ([PreparedTable](), [String: LeftOut]())
            for identifier in study.types {
                guard let type = StudyType(identifier) else { continue }
                var reading = TypeReading(type, span)
                if type.style != nil {
                    let samples = try reading.quantities(snapshot)
                    let made = TypeTables(samples, of: type, study.form, cut: cut, shift: shift)
                    tables += made.tables
                    reading.leftOut += made.leftOut
                } else {
                    tables += try reading.records(snapshot, cut)
                }
                if !reading.leftOut.isNothing { leftOut[identifier] = reading.leftOut }
            }
            return (tables, leftOut)
        }
        tables.sort {
            ($0.key.table.rawValue, $0.key.type, $0.key.month) < ($1.key.table.rawValue, $1.key.type, $1.key.month)
        }
    }

    private static func date(_ time: Int64) -> Date {
        Date(timeIntervalSince1970: Double(time) / Double(Microseconds.second))
    }
}

/// The reading of one type.
private struct TypeReading {
    let type: StudyType
    let span: StudyInterval
    var leftOut = LeftOut()

    init(_ type: StudyType, _ span: StudyInterval) {
        self.type = type
        self.span = span
    }

    /// The samples of the sources that count, the first source with priority 1.
    mutating func quantities(_ snapshot: any StoreSnapshot) throws -> [StudySample] {
        guard let quantityType = HKSampleType.ofStored(type.identifier) as? HKQuantityType, let unit = type.unit,
            let (scale, offset) = quantityType.canonicalUnit.conversion(to: unit)
        else { return [] }
        var samples: [StudySample] = []
        var priority = 0
        for source in try snapshot.statisticsSources(of: quantityType) where !source.isExcluded {
            var isUsed = false
            let runs = try source.runs()
            while let run = try runs.next() {
                for row in 0..<run.count {
                    guard let start = Microseconds.of(run.starts[row]), let end = Microseconds.of(run.ends[row]),
                        end >= start
                    else { continue }
                    var sample = StudySample(priority: priority + 1, start: start, end: end, value: 0)
                    guard sample.touches(span) else { continue }
                    guard end - start <= Microseconds.longest else {
                        leftOut.tooLong += 1
                        continue
                    }
                    guard let value = Micros.rounded(run.values[row] * scale + offset) else {
                        leftOut.tooLarge += 1
                        continue
                    }
                    guard priority < StudySample.mostSources else {
                        leftOut.beyondSources += 1
                        continue
                    }
                    sample.value = value
                    samples.append(sample)
                    isUsed = true
                }
            }
            if isUsed { priority += 1 }
        }
        return samples
    }

    /// Samples of a category, or workouts with the part of each that counts (R7.27).
    mutating func records(_ snapshot: any StoreSnapshot, _ cut: DayCut) throws -> [PreparedTable] {
        let excluded = try snapshot.excludedSources(of: type.identifier)
        let table: StudyTable = type.identifier == HKObjectType.workoutType().identifier ? .workouts : .categories
        var found: [Record] = []
        let shares = table == .workouts ? try self.shares(snapshot, excluded) : [:]
        try snapshot.forEachSample(of: type.identifier) { sample in
            guard !excluded.contains(sample.sourceRevision.source.bundleIdentifier),
                let start = Microseconds.of(sample.startDate.timeIntervalSinceReferenceDate),
                let end = Microseconds.of(sample.endDate.timeIntervalSinceReferenceDate), end >= start,
                StudySample(priority: 1, start: start, end: end, value: 0).touches(span)
            else { return }
            if let workout = sample as? HKWorkout {
                let counted = shares[workout.uuid] ?? 1
                if counted > 0 { found.append(Record(workout, start, end, counted)) }
            } else if let category = sample as? HKCategorySample {
                found.append(Record(start: start, end: end, code: category.value))
            }
        }
        found.sort { $0.order.lexicographicallyPrecedes($1.order) }
        var rows = MonthRows(table, type.identifier)
        var day = 0
        for record in found {
            guard (-Int(Int32.max)...Int(Int32.max)).contains(record.code) else {
                leftOut.tooLarge += 1
                continue
            }
            while day + 1 < cut.days.count, cut.days[day].interval.end <= record.start { day += 1 }
            rows.begin(cut.days[day].day.month)
            rows.add(record.start)
            rows.add(record.end)
            rows.add(Int64(record.code))
            if table == .workouts {
                for value in record.values { rows.add(micros: value) }
            }
            rows.end()
        }
        return rows.tables
    }

    /// The parts of workouts that count, where that is not all of them; each is 1 where one source has workouts.
    private func shares(_ snapshot: any StoreSnapshot, _ excluded: Set<String>) throws -> [UUID: Double] {
        let order = try snapshot.orderedSources(of: type.identifier).filter { !excluded.contains($0) }
        guard order.count > 1 else { return [:] }
        let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
        var uuids: [UUID] = []
        var workouts: [RecordedWorkout] = []
        try snapshot.forEachSample(of: type.identifier) { sample in
            guard let place = places[sample.sourceRevision.source.bundleIdentifier] else { return }
            let start = sample.startDate.timeIntervalSinceReferenceDate
            uuids.append(sample.uuid)
            workouts.append(
                RecordedWorkout(start: start, end: sample.endDate.timeIntervalSinceReferenceDate, place: place)
            )
        }
        var shares: [UUID: Double] = [:]
        for (uuid, share) in zip(uuids, WorkoutShare.shares(of: workouts)) where share != .whole {
            shares[uuid] = share.counted
        }
        return shares
    }

    private struct Record {
        let start: Int64
        let end: Int64
        let code: Int
        /// Duration in seconds, energy in kilocalories, distance in metres.
        let values: [Int64?]

        init(start: Int64, end: Int64, code: Int) {
            self.start = start
            self.end = end
            self.code = code
            values = []
        }

        init(_ workout: HKWorkout, _ start: Int64, _ end: Int64, _ counted: Double) {
            self.start = start
            self.end = end
            code = Int(clamping: workout.workoutActivityType.rawValue)
            let energy = workout.totalEnergyBurned?.doubleValue(for: .kilocalorie())
            let distance = workout.totalDistance?.doubleValue(for: .meter())
            values = [workout.duration, energy, distance].map { $0.flatMap { Micros.rounded($0 * counted) } }
        }

        /// Equal records come in the same order whenever they are read.
        var order: [Int64] { [start, end, Int64(code)] + values.map { $0 ?? .min } }
    }
}
