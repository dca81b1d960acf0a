import Foundation

/// The zones of a type, from the lowest to the highest, without gaps.
///
/// Heart rate and cycling power have zones. The person's own are used unless an app sets others for a workout; without either,
/// the zones are computed from the person's data, see ``HKHealthStore/preferredWorkoutZoneConfiguration(for:)``.
public struct HKWorkoutZoneConfiguration: Sendable, Equatable {
    /// The origin of a configuration.
    public enum Source: Codable, Sendable, Equatable, Hashable {
        /// It was computed from the person's data.
        case system
        /// The person set it.
        case user
        /// An app made it, for a workout.
        case app
    }

    /// The origin of the configuration.
    public let source: HKWorkoutZoneConfiguration.Source

    /// The zones, from the lowest to the highest.
    public let zones: [HKWorkoutZone]

    /// The type of the zones' values.
    public var quantityType: HKQuantityType { type }

    /// The boundaries between zones, from the lowest to the highest: one fewer than the zones.
    package let boundaries: [HKQuantity]

    private let type: HKQuantityType

    /// The types that have zones.
    package static let types = [HKQuantityType(.heartRate), HKQuantityType(.cyclingPower)]

    /// The fewest and the most zones.
    package static let counts = 3...9

    /// Creates an app's zones for a workout.
    ///
    /// The first zone has no lower bound, the last no upper one; a value on a boundary belongs to the zone above it.
    ///
    /// - Parameters:
    ///   - quantityType: Heart rate or cycling power.
    ///   - zoneBoundaries: The upper bound of each zone but the last, from the lowest to the highest: 2 to 8 of them.
    /// - Throws: `errorInvalidArgument` for another type, for fewer than 3 or more than 9 zones, and for boundaries that don't
    ///   increase, have an incompatible unit, or aren't positive numbers.
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

    /// Whether two configurations have the same zones of the same type and the same origin.
    ///
    /// - Parameters:
    ///   - lhs: A configuration.
    ///   - rhs: Another.
    /// - Returns: Whether they are equal; boundaries may be in different units.
    public static func == (lhs: HKWorkoutZoneConfiguration, rhs: HKWorkoutZoneConfiguration) -> Bool {
        lhs.type == rhs.type && lhs.source == rhs.source && lhs.boundaries == rhs.boundaries
    }
}
