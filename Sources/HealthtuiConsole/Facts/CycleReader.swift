import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Recorded cycles, day by day.
struct CycleData: Sendable {
    /// One day of a cycle.
    struct Day: Sendable {
        /// The beginning of the day.
        let date: Date
        /// The heaviest flow, as a value of ``HKCategoryValueVaginalBleeding``.
        var flow: Int?
        var isSpotting = false
        /// The result of an ovulation test; a surge goes before the others.
        var ovulation: Int?
        var symptoms = 0
        /// Everything of the day in words.
        var words: [String] = []
        /// The types that have samples on that day, in the order of the words.
        var types: [HKSampleType] = []
    }

    /// A cycle with its days, as far as they are known and shown.
    struct Cycle: Sendable {
        let cycle: CycleHistory.Cycle
        var days: [Day]
    }

    /// The newest first.
    var cycles: [Cycle] = []
    /// The expected date of the next period; nil if there is no prediction.
    var prediction: CycleHistory.Prediction?
    /// Whether something is recorded that makes a prediction meaningless now: pregnancy, lactation, contraceptives.
    var isInterrupted = false
}

/// Reads cycle tracking: flow, spotting, tests, symptoms.
struct CycleReader: Sendable {
    let environment: ConsoleEnvironment

    static let flow = HKCategoryType(.menstrualFlow)
    private static let spotting = HKCategoryType(.intermenstrualBleeding)
    private static let ovulation = HKCategoryType(.ovulationTestResult)
    private static let interrupting: [HKCategoryTypeIdentifier] = [.pregnancy, .lactation, .contraceptive]

    /// The days of a cycle that are shown at most.
    static let mostDays = 60
    /// The number of months read, and the most samples of a type.
    private static let (months, limit) = (18, 5_000)

    /// Whether a type is shown in the calendar of cycles rather than in a chart.
    static func isOf(_ type: HKObjectType) -> Bool {
        [flow, spotting, ovulation, HKCategoryType(.cervicalMucusQuality)].contains(type)
    }

    /// Whether samples of a type appear in the calendar.
    static func shows(_ identifier: String) -> Bool {
        guard let entry = TypeCatalogue.shared.entry(identifier: identifier), entry.type is HKCategoryType else {
            return false
        }
        return entry.group == .cycle || entry.group == .symptoms
    }

    /// Reads the cycles; blocking.
    ///
    /// - Parameter person: The person's access.
    /// - Returns: The recorded data.
    /// - Throws: Errors from the store.
    func read(_ person: PersonAccess) throws -> CycleData {
        let calendar = environment.calendar
        let today = calendar.civilStartOfDay(for: environment.now)
        let since = calendar.civilDate(byAdding: .month, value: -Self.months, to: today)
        let known = try person.types().map(\.identifier).filter(Self.shows)
            .compactMap { TypeCatalogue.shared.entry(identifier: $0)?.type as? HKCategoryType }
        var samples: [HKCategorySample] = []
        for type in known.sorted(by: Self.isBefore) {
            samples += try person.samples(SampleListQuery(type: type, from: since), limit: Self.limit)
                .compactMap { $0 as? HKCategorySample }
        }
        let flows = samples.filter { $0.categoryType == Self.flow }
        let history = CycleHistory(CycleHistory.flowDays(flows, calendar: calendar), calendar: calendar)
        var data = CycleData()
        data.isInterrupted = samples.contains { sample in
            Self.interrupting.contains { HKCategoryType($0) == sample.categoryType }
                && sample.startDate <= environment.now
                && (sample.hasUndeterminedDuration || sample.endDate >= environment.now)
        }
        if let next = history.prediction, !data.isInterrupted, next.range.upperBound >= today { data.prediction = next }
        data.cycles = history.cycles.reversed()
            .map { cycle in
                let passed = calendar.civilDays(from: cycle.start, to: today) + 1
                let count = min(max(1, cycle.length ?? passed), Self.mostDays)
                let days = (0..<count)
                    .map { CycleData.Day(date: calendar.civilDate(byAdding: .day, value: $0, to: cycle.start)) }
                return CycleData.Cycle(cycle: cycle, days: days)
            }
        fill(&data, samples)
        return data
    }

    /// Flow, spotting and tests come first, then other data of the cycle, then symptoms.
    private static func isBefore(_ left: HKCategoryType, _ right: HKCategoryType) -> Bool {
        func rank(_ type: HKCategoryType) -> Int {
            [flow, spotting, ovulation].firstIndex(of: type) ?? (type.entry.group == .cycle ? 3 : 4)
        }
        return (rank(left), left.entry.name) < (rank(right), right.entry.name)
    }

    private static func isFlow(_ value: Int) -> Bool { value != HKCategoryValueVaginalBleeding.none.rawValue }

    /// The days that a sample covers; one that ends at midnight does not touch the next.
    private func civilDays(of sample: HKCategorySample) -> [Date] {
        let calendar = environment.calendar
        let first = calendar.civilStartOfDay(for: sample.startDate)
        guard !sample.hasUndeterminedDuration, sample.endDate > sample.startDate else { return [first] }
        let last = calendar.civilStartOfDay(for: sample.endDate.addingTimeInterval(-1))
        let count = min(max(0, calendar.civilDays(from: first, to: last)), Self.mostDays)
        return (0...count).map { calendar.civilDate(byAdding: .day, value: $0, to: first) }
    }

    private func fill(_ data: inout CycleData, _ samples: [HKCategorySample]) {
        let pairs = data.cycles.enumerated()
            .flatMap { cycle, content in content.days.indices.map { (content.days[$0].date, (cycle, $0)) } }
        let places = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        for sample in samples {
            let isSymptom = sample.categoryType.entry.group == .symptoms
            // The first value of each scale of symptoms means that there is none.
            if isSymptom, sample.value == HKCategoryValueSeverity.notPresent.rawValue { continue }
            for day in civilDays(of: sample) {
                guard let (cycle, index) = places[day] else { continue }
                add(sample, isSymptom: isSymptom, to: &data.cycles[cycle].days[index])
            }
        }
    }

    private func add(_ sample: HKCategorySample, isSymptom: Bool, to day: inout CycleData.Day) {
        let type = sample.categoryType
        switch type {
        case Self.flow where Self.isFlow(sample.value): day.flow = max(day.flow ?? 0, sample.value)
        case Self.spotting: day.isSpotting = true
        case Self.ovulation:
            let surge = HKCategoryValueOvulationTestResult.luteinizingHormoneSurge.rawValue
            day.ovulation = day.ovulation == surge ? surge : sample.value
        default: day.symptoms += isSymptom ? 1 : 0
        }
        let value = environment.samples.value(sample).value
        let text =
            value.isEmpty || value == type.entry.name ? type.entry.name : CycleStrings.fact(type.entry.name, value)
        if !day.words.contains(text) { day.words.append(text) }
        if !day.types.contains(type) { day.types.append(type) }
    }
}
