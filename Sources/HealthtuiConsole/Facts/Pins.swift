import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The types that are pinned to the summary.
enum Pins {
    /// The types shown until the user pins some, as far as there is data (rule H3).
    static let defaults = [
        "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate",
        "HKQuantityTypeIdentifierActiveEnergyBurned", "HKCategoryTypeIdentifierSleepAnalysis",
        "HKQuantityTypeIdentifierBodyMass", "HKCorrelationTypeIdentifierBloodPressure",
    ]

    /// The number of types shown until the user pins some.
    static let count = 6

    /// The pinned types, or the defaults.
    static func types(_ person: PersonAccess, summaries: [TypeSummary]) throws -> [HKSampleType] {
        let chosen = try person.pinnedTypes() ?? standing(in: summaries)
        return chosen.compactMap { HKObjectType.type(identifier: $0) as? HKSampleType }
    }

    /// The defaults that have data, filled up with the types of the latest data.
    private static func standing(in summaries: [TypeSummary]) -> [String] {
        let known = Set(summaries.map(\.identifier))
        let members = Set(BloodPressure.type?.entry.members ?? [])
        let first = defaults.filter(known.contains)
        let rest = summaries.filter { !first.contains($0.identifier) && !members.contains($0.identifier) }
            .sorted { ($1.last, $0.identifier) < ($0.last, $1.identifier) }.map(\.identifier)
        return first + rest.prefix(max(0, count - first.count))
    }

    /// Pins a type that is not pinned, and unpins one that is.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - environment: The store.
    ///   - action: The action that reports whether the type is pinned now.
    /// - Returns: The effect.
    static func toggle<Action: Sendable>(
        _ type: HKSampleType,
        _ environment: ConsoleEnvironment,
        _ action: @escaping @Sendable (Answer<Bool>) -> Action
    ) -> ScreenEffect<Action> {
        let identifier = type.identifier
        return .task("pin") {
            action(
                await environment.ask { person in
                    var pinned = try types(person, summaries: person.types()).map(\.identifier)
                    let isPinned = pinned.contains(identifier)
                    if isPinned { pinned.removeAll { $0 == identifier } } else { pinned.append(identifier) }
                    try person.setPinnedTypes(pinned)
                    return !isPinned
                }
            )
        }
    }
}
