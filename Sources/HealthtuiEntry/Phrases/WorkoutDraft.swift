import Foundation
import HealthKit

/// A past workout as a person types it, before it is known to be right.
package struct WorkoutDraft: Hashable, Sendable {
    /// A field of the form.
    package enum Field: Hashable, Sendable {
        case activity, start, end, distance, energy
    }

    /// Everything that is wrong with a draft, at least one thing.
    package struct Problems: Error, Sendable, Hashable, CustomStringConvertible {
        package let texts: [Field: String]

        package var description: String { texts.values.sorted().joined(separator: "; ") }
    }

    /// The location of the workout.
    package enum Place: Sendable, Hashable, CaseIterable {
        case unknown, outdoor, indoor
    }

    /// The activity, by name.
    package var activity = ""
    package var place = Place.unknown
    package var start = ""
    /// When it ended; `+45m` counts from the start.
    package var end = ""
    /// With a unit or in the person's; empty for none.
    package var distance = ""
    package var energy = ""

    package init() {}

    /// Longer than this no workout is; it is a slip of the day.
    private static let longest = 4.0 * 86_400
    private static let earliest = Date(timeIntervalSince1970: -2_208_988_800)
    /// Farther than this nobody comes in a workout: 5,000 km.
    private static let farthest = 5_000_000.0
    private static let mostEnergy = 50_000.0

    /// The workout that the draft describes, marked as entered by the person.
    ///
    /// - Parameter context: The context for parsing the fields.
    /// - Returns: A workout that can be saved.
    /// - Throws: ``Problems`` with what is wrong, field by field.
    package func workout(_ context: EntryContext) throws -> HKWorkout {
        var texts: [Field: String] = [:]
        func collect<T>(_ field: Field, _ body: () throws -> T) -> T? {
            do {
                return try body()
            } catch {
                texts[field] = "\(error)"
                return nil
            }
        }
        let activity = collect(.activity) { try Self.activity(named: self.activity) }
        let start = collect(.start) { try startDate(context) }
        let end = start.flatMap { start in collect(.end) { try endDate(context, start) } }
        let distance = collect(.distance) { try self.distance(context, activity ?? .other) }
        let energy = collect(.energy) { try self.energy(context) }
        guard texts.isEmpty, let activity, let start, let end else { throw Problems(texts: texts) }
        var metadata: [String: Any] = [HKMetadataKeyWasUserEntered: NSNumber(value: true)]
        if place != .unknown { metadata[HKMetadataKeyIndoorWorkout] = NSNumber(value: place == .indoor) }
        do {
            return try HKWorkout(
                validating: activity,
                start: start,
                end: end,
                totalEnergyBurned: energy ?? nil,
                totalDistance: distance ?? nil,
                metadata: metadata
            )
        } catch let error as HKError {
            throw Problems(texts: [.activity: error.text])
        }
    }

    /// The activity that a text names: by all of its name, or as the only one that begins with the text or holds it.
    ///
    /// - Parameter text: A name in any capitals, with or without spaces.
    /// - Returns: The activity.
    /// - Throws: ``EntryError`` with what could be meant.
    package static func activity(named text: String) throws -> HKWorkoutActivityType {
        func folded(_ text: String) -> String {
            text.lowercased().filter { $0.isLetter || $0.isNumber }
        }
        let wanted = folded(text)
        guard !wanted.isEmpty else { throw EntryError(EntryStrings.activityIsMissing) }
        let cases = (TypeCatalogue.shared.workoutActivities?.cases ?? [])
            .compactMap { each in
                HKWorkoutActivityType(rawValue: UInt(max(0, each.value))).map { (type: $0, each: each) }
            }
        let names = cases.map {
            (type: $0.type, label: $0.each.label, keys: [folded($0.each.label), folded($0.each.name)])
        }
        // People say run, walk and swim.
        let stems = [
            "run": "running", "walk": "walking", "swim": "swimming", "ride": "cycling", "bike": "cycling",
            "hike": "hiking",
        ]
        let exact = stems[wanted] ?? wanted
        if let found = names.first(where: { $0.keys.contains(exact) }) { return found.type }
        for matches in [
            names.filter { $0.keys.contains { $0.hasPrefix(wanted) } },
            names.filter { $0.keys.contains { $0.contains(wanted) } },
        ] where !matches.isEmpty {
            if matches.count == 1 { return matches[0].type }
            let labels = matches.prefix(4).map(\.label).joined(separator: ", ")
            throw EntryError(EntryStrings.mayBeActivity(text, labels + (matches.count > 4 ? ", …" : "")))
        }
        throw EntryError(EntryStrings.isNoActivity(text))
    }

    private func startDate(_ context: EntryContext) throws -> Date {
        guard !start.allSatisfy(\.isWhitespace) else { throw EntryError(EntryStrings.whenDidItStart) }
        let date = try context.times.date(start)
        guard date <= context.now else { throw EntryError(EntryStrings.isInFuture(start)) }
        guard date >= Self.earliest else { throw EntryError(EntryStrings.isBefore1900(start)) }
        return date
    }

    private func endDate(_ context: EntryContext, _ start: Date) throws -> Date {
        guard !end.allSatisfy(\.isWhitespace) else { throw EntryError(EntryStrings.whenDidItEnd) }
        let date = try context.times.date(end, after: start)
        guard date > start else { throw EntryError(EntryStrings.endIsNotAfterStart) }
        guard date <= context.now else { throw EntryError(EntryStrings.isInFuture(end)) }
        guard date.timeIntervalSince(start) <= Self.longest else { throw EntryError(EntryStrings.lastsTooLong) }
        return date
    }

    private func distance(_ context: EntryContext, _ activity: HKWorkoutActivityType) throws -> HKQuantity? {
        let type = HKQuantityType(activity == .swimming ? .distanceSwimming : .distanceWalkingRunning)
        guard let quantity = try quantity(distance, type, context) else { return nil }
        let metres = quantity.converted(to: .meter()) ?? 0
        guard metres > 0, metres <= Self.farthest else { throw EntryError(EntryStrings.isNoDistance(distance)) }
        return quantity
    }

    private func energy(_ context: EntryContext) throws -> HKQuantity? {
        guard let quantity = try quantity(energy, HKQuantityType(.activeEnergyBurned), context) else { return nil }
        let kilocalories = quantity.converted(to: .kilocalorie()) ?? 0
        guard kilocalories > 0, kilocalories <= Self.mostEnergy else {
            throw EntryError(EntryStrings.isNoEnergy(energy))
        }
        return quantity
    }

    private func quantity(_ text: String, _ type: HKQuantityType, _ context: EntryContext) throws -> HKQuantity? {
        guard !text.allSatisfy(\.isWhitespace) else { return nil }
        return try QuantityPhrase(type: type, defaultUnit: context.unit(for: type), style: context.numbers)
            .quantity(text)
    }
}
