import Foundation

/// The zones of a type, from the lowest to the highest, without gaps.
///
/// Heart rate and cycling power have zones. The person's own are used unless an app sets others for a workout; without
/// either, the zones are worked out from what is known of the person, see
/// ``HKHealthStore/preferredWorkoutZoneConfiguration(for:)``.
public struct HKWorkoutZoneConfiguration: Sendable, Equatable {
    /// Who made a configuration.
    public enum Source: Codable, Sendable, Equatable, Hashable {
        /// It was worked out from what is known of the person.
        case system
        /// The person set it.
        case user
        /// An app made it, for a workout.
        case app
    }

    /// Who made the configuration.
    public let source: HKWorkoutZoneConfiguration.Source

    /// The zones, from the lowest to the highest.
    public let zones: [HKWorkoutZone]

    /// The type whose values the zones are made of.
    public var quantityType: HKQuantityType { type }

    /// What separates the zones, from the lowest to the highest: one less than there are zones.
    package let boundaries: [HKQuantity]

    private let type: HKQuantityType

    /// The types that have zones.
    package static let types = [HKQuantityType(.heartRate), HKQuantityType(.cyclingPower)]

    /// The fewest and the most zones.
    package static let counts = 3...9

    /// Makes the zones of an app, for a workout.
    ///
    /// The first zone has no lower bound, the last no upper one; a value on a boundary belongs to the zone above it.
    ///
    /// - Parameters:
    ///   - quantityType: Heart rate or cycling power.
    ///   - zoneBoundaries: Where each zone but the last ends, from the lowest to the highest: 2 to 8 of them.
    /// - Throws: `errorInvalidArgument` for another type, for fewer or more zones than 3 to 9, and for boundaries that do
    ///   not rise, have a unit of something else, or are no positive numbers.
    public init(quantityType: HKQuantityType, zoneBoundaries: [HKQuantity]) throws {
        try self.init(quantityType, zoneBoundaries, source: .app)
    }

    /// Makes zones.
    ///
    /// - Throws: `errorInvalidArgument` as ``init(quantityType:zoneBoundaries:)`` does.
    package init(_ type: HKQuantityType, _ boundaries: [HKQuantity], source: Source) throws {
        try Self.check(type)
        guard Self.counts.contains(boundaries.count + 1) else {
            throw HKError.invalid(
                "There must be \(Self.counts.lowerBound) to \(Self.counts.upperBound) zones, not \(boundaries.count + 1)"
            )
        }
        var last = 0.0
        for boundary in boundaries {
            guard boundary.is(compatibleWith: type.canonicalUnit) else {
                throw HKError.invalid("\(boundary) isn't a zone boundary of \(type.identifier)")
            }
            let value = boundary.doubleValue(for: type.canonicalUnit)
            guard value.isFinite, value > last else {
                throw HKError.invalid("Zone boundaries must be positive and increasing: \(boundary) isn't")
            }
            last = value
        }
        self.type = type
        self.boundaries = boundaries
        self.source = source
        zones = (0...boundaries.count)
            .map { index in
                HKWorkoutZone(
                    index: index,
                    minimum: index > 0 ? boundaries[index - 1] : nil,
                    maximum: index < boundaries.count ? boundaries[index] : nil
                )
            }
    }

    /// Checks that a type has zones.
    ///
    /// - Throws: `errorInvalidArgument` for any but heart rate and cycling power.
    package static func check(_ type: HKQuantityType) throws {
        guard types.contains(type) else {
            throw HKError.invalid("Only heart rate and cycling power have zones, not \(type.identifier)")
        }
    }

    /// Whether two configurations have the same zones of the same type, made by the same.
    ///
    /// - Parameters:
    ///   - lhs: A configuration.
    ///   - rhs: Another.
    /// - Returns: Whether they are equal; boundaries may be told in different units.
    public static func == (lhs: HKWorkoutZoneConfiguration, rhs: HKWorkoutZoneConfiguration) -> Bool {
        lhs.type == rhs.type && lhs.source == rhs.source && lhs.boundaries == rhs.boundaries
    }
}
