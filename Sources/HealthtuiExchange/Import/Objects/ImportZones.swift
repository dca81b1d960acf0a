import HealthKit

/// Reads the zones of a workout.
enum ImportZones {
    /// Reads the zones of a group.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - seconds: Reads a zone's duration; `nil` if the element doesn't state it.
    /// - Returns: The zones with the time in each.
    /// - Throws: `HKError` for zones that HealthKit can't store: of another type, fewer than three, with gaps.
    static func content(
        _ group: ExportWorkoutZoneGroup,
        seconds: (ExportElement) -> Double?
    ) throws -> WorkoutZoneContent {
        let element = group.element
        guard let type = element[.type].flatMap({ HKObjectType.type(identifier: $0.text) }) as? HKQuantityType else {
            throw HKError.invalid("the type is missing or unknown")
        }
        guard let unit = element[.unit].map({ HKUnit.named($0.text) }) ?? type.canonicalUnit else {
            throw HKError.invalid("the unit is unknown")
        }
        let zones = group.zones.map { zone in
            (
                minimum: zone.element[.minimum]?.decimal, maximum: zone.element[.maximum]?.decimal,
                seconds: seconds(zone.element)
            )
        }
        guard zones.first?.minimum == nil, zones.last?.maximum == nil,
            zip(zones, zones.dropFirst()).allSatisfy({ $0.maximum != nil && $0.maximum == $1.minimum })
        else { throw HKError.invalid("the zones have gaps") }
        let configuration = try HKWorkoutZoneConfiguration(
            type,
            zones.dropLast().compactMap(\.maximum).map { HKQuantity(unit: unit, doubleValue: $0) },
            source: source(element[.source]?.text)
        )
        let durations = zones.compactMap(\.seconds)
        guard durations.isEmpty || durations.count == zones.count else {
            throw HKError.invalid("the time in a zone is missing or wrong")
        }
        return WorkoutZoneContent(configuration, durations: durations.isEmpty ? nil : durations)
    }

    /// The source of the zones.
    ///
    /// A source that this version doesn't know counts as the system: such zones reveal the most about the person, and
    /// few apps may see them.
    private static func source(_ text: String?) -> HKWorkoutZoneConfiguration.Source {
        switch text {
        case "user": .user
        case "app": .app
        default: .system
        }
    }
}
