import Foundation

/// The zones of a type within a workout and the time in them, as a value that the store keeps.
package struct WorkoutZoneContent: Codable, Hashable, Sendable {
    package var type: String
    /// `system`, `user` or `app`.
    package var source: String
    package var boundaries: [QuantityText]
    /// Seconds in each zone; `nil` as long as there are no samples.
    package var durations: [Double]?

    package init(_ configuration: HKWorkoutZoneConfiguration, durations: [Double]? = nil) {
        type = configuration.quantityType.identifier
        source =
            switch configuration.source {
            case .system: "system"
            case .user: "user"
            case .app: "app"
            }
        boundaries = configuration.boundaries.map { QuantityText($0) }
        self.durations = durations
    }

    /// The zones; `nil` if the content is invalid, as that of an archive may be.
    package var configuration: HKWorkoutZoneConfiguration? {
        let quantities = boundaries.compactMap(\.quantity)
        guard quantities.count == boundaries.count,
            let type = HKObjectType.type(identifier: type) as? HKQuantityType,
            let source: HKWorkoutZoneConfiguration.Source =
                switch source {
                case "system": .system
                case "user": .user
                case "app": .app
                default: nil
                }
        else { return nil }
        // Invalid boundaries result in no zones.
        return try? HKWorkoutZoneConfiguration(type, quantities, source: source)
    }

    /// The zones with the time in each; `nil` without samples.
    package var group: HKWorkoutZoneGroup? {
        guard let durations, let configuration, durations.count == configuration.zones.count,
            durations.allSatisfy({ $0.isFinite && $0 >= 0 })
        else { return nil }
        return HKWorkoutZoneGroup(configuration, seconds: durations)
    }
}

extension [WorkoutZoneContent] {
    /// The groups that have samples, by type; `nil` if there are none.
    package var groups: [HKQuantityType: HKWorkoutZoneGroup]? {
        let found = compactMap(\.group).map { ($0.configuration.quantityType, $0) }
        return found.isEmpty ? nil : Dictionary(found, uniquingKeysWith: { first, _ in first })
    }
}

extension JSONText {
    /// Writes the member for zones, unless there are none.
    mutating func member(_ name: String, _ zones: [WorkoutZoneContent]?) {
        guard let zones else { return }
        key(name)
        array(zones) { text, zone in
            text.object { text in
                text.key("boundaries")
                text.array(zone.boundaries) { $0.write($1) }
                if let durations = zone.durations {
                    text.key("durations")
                    text.array(durations) { $0.number($1) }
                }
                text.member("source", zone.source)
                text.member("type", zone.type)
            }
        }
    }
}
