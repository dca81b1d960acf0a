import Foundation
import HealthKit
import HealthtuiEntry

/// Makes the numbers that assistants are answered from: the days and weeks of measures, rounded as on screen.
package struct TotalsColumns: TotalsMaking {
    /// A maker.
    package init() {}

    package func columns(_ request: TotalsRequest, _ person: PersonAccess) throws -> [TotalsTable.Column] {
        let days = TotalsDays(request, person)
        return try request.parts.flatMap { part in
            guard let type = HKObjectType.type(identifier: part.type) else { return [TotalsTable.Column]() }
            if type is HKWorkoutType { return try days.workouts(part) }
            return try Self.measures(of: type).map { try days.column($0, part) }
        }
    }

    /// The measures that an assistant is told of a type other than workouts.
    private static func measures(of type: HKObjectType) -> [Measure] {
        guard let measure = Measure(of: type) else { return [] }
        switch measure.subject {
        case .sleep: return [Measure(.sleep(.sleep)), Measure(.sleep(.night))]
        case .quantity, .bloodPressure, .minutes, .events: return [measure]
        case .workouts, .rings, .severity, .laboratory, .mind, .doses, .cycle, .electrocardiograms: return []
        }
    }
}

/// Reads the days of one request.
private struct TotalsDays {
    private let request: TotalsRequest
    private let calendar: Calendar
    private let past: MeasureReader
    /// Reads today, which ends at the last full hour.
    private let today: MeasureReader

    init(_ request: TotalsRequest, _ person: PersonAccess) {
        self.request = request
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = AssistantGrant.locale
        calendar.timeZone = request.grant.timeZone ?? .gmt
        calendar.firstWeekday = request.grant.firstWeekday
        self.calendar = calendar
        past = MeasureReader(.person(person), calendar: calendar, now: request.now)
        var today = past
        today.until = request.moment.end
        self.today = today
    }

    /// The days that are asked.
    private var span: Range<CalendarDay> {
        request.days.lowerBound..<request.days.upperBound.advanced(by: 1)
    }

    /// The days of a measure that have a value: what a screen counts as 0 has none.
    private func days(of measure: Measure) throws -> MeasureDays {
        let now = request.moment.today
        let over = span.lowerBound..<max(span.lowerBound, min(span.upperBound, now))
        var days = MeasureDays(
            measure,
            in: span,
            over.isEmpty ? [:] : try past.days(of: measure, in: over).days,
            recorded: nil,
            today: now,
            firstWeekday: request.grant.firstWeekday
        )
        if request.days.contains(now), request.moment.hour > 0 {
            let part = try today.days(of: measure, in: now..<now.advanced(by: 1)).days
            days.days.merge(part) { $1 }
        }
        days.days = days.days.filter { span.contains($0.key) }
        return days
    }

    /// The column of a measure.
    func column(_ measure: Measure, _ part: TotalsRequest.Part) throws -> TotalsTable.Column {
        let days = try days(of: measure)
        let scale = TotalsScale(measure, request.grant)
        let cells: [TotalsTable.Cell]
        switch part.level {
        case .weeks: cells = weeks.compactMap { cell($0, days, scale) }
        case .days, .samples:
            cells = days.days.sorted { $0.key < $1.key }
                .compactMap { scale.cell($0.key, $0.value.value, $0.value.second) }
        }
        return TotalsTable.Column(
            name: measure.id,
            type: part.type,
            kind: scale.kind,
            unit: scale.unit,
            decimals: scale.decimals,
            level: part.level,
            cells: cells
        )
    }

    /// The first days of the weeks that are over and whole in what is asked.
    private var weeks: [CalendarDay] {
        let first = span.lowerBound.startOfWeek(request.grant.firstWeekday)
        let end = min(span.upperBound, request.moment.today)
        return stride(from: first, to: end, by: 7).filter { $0 >= span.lowerBound && $0.advanced(by: 7) <= end }
    }

    private func cell(_ week: CalendarDay, _ days: MeasureDays, _ scale: TotalsScale) -> TotalsTable.Cell? {
        guard let value = days.fold(week..<week.advanced(by: 7)),
            var cell = scale.cell(week, value.value, value.second)
        else { return nil }
        if scale.kind == .total { cell.days = value.days }
        return cell
    }

    // MARK: Workouts

    /// The time and the distance of each activity that there is.
    func workouts(_ part: TotalsRequest.Part) throws -> [TotalsTable.Column] {
        var activities: Set<HKWorkoutActivityType> = []
        try past.visit(HKObjectType.workoutType(), span) { sample in
            if let workout = sample as? HKWorkout { activities.insert(workout.workoutActivityType) }
        }
        let measures = activities.flatMap { activity in
            [Measure.WorkoutPart.time, .distance].map { Measure(.workouts(activity, $0)) }
        }
        let columns = try measures.sorted { $0.id < $1.id }.map { try column($0, part) }.filter { !$0.cells.isEmpty }
        return columns.isEmpty ? [try column(Measure(.workouts(nil, .time)), part)] : columns
    }
}

/// How the numbers of a measure are told: the unit, the rounding.
private struct TotalsScale {
    let kind: TotalsTable.Column.Kind
    let unit: String
    let decimals: Int
    private let format: MeasureFormat
    private let measure: Measure

    init(_ measure: Measure, _ grant: AssistantGrant) {
        self.measure = measure
        @Sendable func shown(_ type: HKQuantityType) -> ValueUnit {
            ValueUnit(
                type,
                locale: AssistantGrant.locale,
                chosen: grant.units[type.identifier].flatMap { HKUnit.named($0) }
            )
        }
        format = MeasureFormat(measure) { shown($0) }
        if case .events = measure.subject {
            (kind, unit, decimals) = (.event, "", 0)
            return
        }
        kind = measure.kind == .total ? .total : .level
        switch measure.unit {
        case .quantity(let type):
            (unit, decimals) = (Self.name(shown(type).unit, type), shown(type).decimals)
        case .distance:
            let type = HKQuantityType(.distanceWalkingRunning)
            (unit, decimals) = (Self.name(shown(type).unit, type), shown(type).decimals)
        default: (unit, decimals) = measure.kind == .total ? ("min", 0) : ("h", 2)
        }
    }

    /// The name of a unit in English.
    private static func name(_ unit: HKUnit, _ type: HKQuantityType) -> String {
        let text = unit.unitString
        if text == type.displayUnit.unitString { return type.entry.unitLabel ?? text }
        if text.hasPrefix("mmol<") { return "mmol/L" }
        return names[text] ?? text
    }

    private static let names = [
        "degC": "°C", "degF": "°F", "mi/hr": "mph", "km/hr": "km/h", "fl_oz_us": "fl oz", "fl_oz_imp": "fl oz",
        "count/min": "/min", "mcg": "µg",
    ]

    /// A cell with rounded numbers; `nil` where a number is none.
    func cell(_ day: CalendarDay, _ value: Double, _ second: Double?) -> TotalsTable.Cell? {
        if kind == .event { return value > 0 ? TotalsTable.Cell(day, 1) : nil }
        let numbers = (told(value), second.map(told))
        guard numbers.0.isFinite, numbers.1?.isFinite ?? true else { return nil }
        return TotalsTable.Cell(day, numbers.0, second: numbers.1)
    }

    /// A number in the measure's unit as it is told.
    private func told(_ value: Double) -> Double {
        let shown = format.shown(value)
        switch (measure.unit, measure.kind) {
        case (.duration, .total): return (shown / 60).rounded()
        case (.duration, _): return (shown / 36).rounded() / 100
        default: return shown
        }
    }
}
