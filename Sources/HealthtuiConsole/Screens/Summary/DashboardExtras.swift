import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The contents of the cards besides the pinned types.
struct DashboardExtras: Sendable {
    /// The latest workout.
    var workout: WorkoutPage?
    var plan: MedicationPlan?
    /// The apps' reads in the last week, most frequent first.
    var reads: [Read] = []
    /// The names of the cards in their order, as the store keeps them.
    var order: [String] = []

    /// The name of a card.
    func name(_ card: DashboardCard, _ content: SummaryReader.Content) -> String {
        switch card {
        case .type(let identifier):
            content.rows.first { $0.type.identifier == identifier }?.type.entry.name ?? identifier
        case .rings: SummaryStrings.activity
        case .workout: workout.map { WorkoutText.title($0.workout) } ?? SummaryStrings.activity
        case .medications: SummaryStrings.medications
        case .access: SummaryStrings.access
        case .trends: SummaryStrings.trendsCard
        case .highlights: SummaryStrings.highlights
        }
    }

    /// The number of times that an app read a type.
    struct Read: Sendable, Hashable {
        let app: String
        let type: String
        let calls: Int
    }

    static func read(_ environment: ConsoleEnvironment) async throws -> DashboardExtras {
        let text = WorkoutText(locale: environment.locale)
        let (now, calendar) = (environment.now, environment.calendar)
        return
            try await environment.ask { person in
                var extras = DashboardExtras()
                extras.order = try person.summaryCards() ?? []
                if let latest = try WorkoutRecordings.latest(person) {
                    extras.workout = try WorkoutPage(latest, .person(person), text: text)
                }
                extras.plan = try MedicationPlan(.person(person), now: now, calendar: calendar)
                let rows = try person.audit(
                    from: calendar.civilDate(byAdding: .day, value: -6, to: calendar.civilStartOfDay(for: now))
                )
                let read = rows.filter { $0.key.operation == .read }
                extras.reads = Dictionary(grouping: read) { [$0.key.app, $0.key.type] }
                    .map { Read(app: $0.key[0], type: $0.key[1], calls: $0.value.reduce(0) { $0 + $1.count.calls }) }
                    .sorted { ($1.calls, $0.app, $0.type) < ($0.calls, $1.app, $1.type) }
                return extras
            }
            .get()
    }

    /// The chart on a type's card: the last night, the last week of a varying quantity, or the last month of a summable one.
    static func chart(_ type: HKSampleType, _ environment: ConsoleEnvironment) async throws -> ChartData? {
        let source = ChartSource(type: type, environment: environment)
        guard let extent = try await source.extent() else { return nil }
        let last = min(extent.upperBound, environment.now)
        let isSleep = type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue
        let isRange = (type as? HKQuantityType).map { $0.aggregationStyle != .cumulative } ?? false
        let isRecent = environment.now.timeIntervalSince(last) < 6 * 86_400
        let window = source.window(
            isSleep ? .day : .month,
            ending: isRecent && !isSleep ? environment.now : last,
            data: extent
        )
        let data = try await source.chart(window, separatesSources: false)
        // A week of ranges where each day has many values; single values, such as weights, need the month.
        guard isRange, data.bars.contains(where: { ($0.range?.minimum ?? 0) < ($0.range?.maximum ?? 0) }) else {
            return data
        }
        let week = source.window(.week, ending: isRecent ? environment.now : last, data: extent)
        return try await source.chart(week, separatesSources: false)
    }
}
