import HealthKit

/// The names of activities in tables.
enum TableActivity {
    /// Word prefixes and the distance type they mean, the more specific first.
    private static let words: [(String, HKQuantityTypeIdentifier)] = [
        ("wheelchair", .distanceWheelchair), ("cross country", .distanceCrossCountrySkiing),
        ("cross_country", .distanceCrossCountrySkiing), ("nordic", .distanceCrossCountrySkiing),
        ("langlauf", .distanceCrossCountrySkiing), ("snowboard", .distanceDownhillSnowSports),
        ("ski", .distanceDownhillSnowSports), ("skat", .distanceSkatingSports), ("inline", .distanceSkatingSports),
        ("cycl", .distanceCycling), ("bik", .distanceCycling), ("ride", .distanceCycling), ("rad", .distanceCycling),
        ("mtb", .distanceCycling), ("swim", .distanceSwimming), ("schwimm", .distanceSwimming),
        ("row", .distanceRowing), ("ruder", .distanceRowing), ("kayak", .distancePaddleSports),
        ("cano", .distancePaddleSports), ("paddl", .distancePaddleSports), ("run", .distanceWalkingRunning),
        ("jog", .distanceWalkingRunning), ("walk", .distanceWalkingRunning), ("hik", .distanceWalkingRunning),
        ("treadmill", .distanceWalkingRunning), ("track", .distanceWalkingRunning),
        ("trail", .distanceWalkingRunning), ("ruck", .distanceWalkingRunning), ("lauf", .distanceWalkingRunning),
        ("geh", .distanceWalkingRunning), ("wander", .distanceWalkingRunning),
    ]

    /// The type of an activity's distance, or `nil` if it has none.
    static func distance(_ activity: String) -> HKQuantityTypeIdentifier? {
        let text = activity.lowercased()
        let parts = text.split { !$0.isLetter }
        for (word, type) in words {
            let isPhrase = word.contains { !$0.isLetter }
            if isPhrase
                ? text.contains(word) : parts.contains(where: { $0.hasPrefix(word) || $0.hasSuffix(word + "ing") })
            {
                return type
            }
        }
        return nil
    }
}
