import Foundation
import HealthEntry
import HealthKit

/// One thing that may be known of a person.
struct ProfileField: Sendable {
    let key: String
    let label: String
    private let kind: Kind

    private typealias Path<Value> = any WritableKeyPath<CharacteristicValues, Value?> & Sendable

    private enum Kind: Sendable {
        /// `yyyy-MM-dd`.
        case day(Path<String>)
        /// The raw value of an enumeration's case; 0 means that it is not set where `hasNotSet`.
        case choice(Path<Int>, of: String)
        /// A goal of the rings.
        case goal(any WritableKeyPath<ActivityGoals, Double?> & Sendable, unit: String)
        /// Where zones meet.
        case zones(HKQuantityTypeIdentifier)
        case pause
    }

    /// Everything there is, in the order in which it is printed.
    static let all: [ProfileField] = [
        ProfileField(key: "dateOfBirth", label: "Date of birth", kind: .day(\.dateOfBirth)),
        ProfileField(key: "biologicalSex", label: "Sex", kind: .choice(\.biologicalSex, of: "HKBiologicalSex")),
        ProfileField(key: "bloodType", label: "Blood type", kind: .choice(\.bloodType, of: "HKBloodType")),
        ProfileField(
            key: "fitzpatrickSkinType",
            label: "Skin type",
            kind: .choice(\.fitzpatrickSkinType, of: "HKFitzpatrickSkinType")
        ),
        ProfileField(
            key: "wheelchairUse",
            label: "Wheelchair",
            kind: .choice(\.wheelchairUse, of: "HKWheelchairUse")
        ),
        ProfileField(
            key: "activityMoveMode",
            label: "Move goal",
            kind: .choice(\.activityMoveMode, of: "HKActivityMoveMode")
        ),
        ProfileField(key: "energyGoal", label: "Energy goal", kind: .goal(\.energy, unit: "kcal")),
        ProfileField(key: "moveTimeGoal", label: "Move time goal", kind: .goal(\.moveTime, unit: "min")),
        ProfileField(key: "exerciseGoal", label: "Exercise goal", kind: .goal(\.exercise, unit: "min")),
        ProfileField(key: "standGoal", label: "Stand goal", kind: .goal(\.stand, unit: "h")),
        ProfileField(key: "ringsPaused", label: "Rings paused", kind: .pause),
        ProfileField(key: "heartRateZones", label: "Heart rate zones", kind: .zones(.heartRate)),
        ProfileField(key: "cyclingPowerZones", label: "Cycling power zones", kind: .zones(.cyclingPower)),
    ]

    /// The field that a person names.
    ///
    /// - Throws: ``CommandFailure`` with the names there are.
    static func named(_ text: String) throws -> ProfileField {
        if let field = all.first(where: { $0.key.lowercased() == text.lowercased() }) { return field }
        throw CommandFailure.usage(text, "there is no such value; there are \(all.map(\.key).joined(separator: ", "))")
    }

    // MARK: Showing

    /// The value for programs: null when nothing is known.
    ///
    /// Goals are those that hold, zones those that are the person's own.
    func json(_ known: KnownProfile) -> JSONValue {
        switch kind {
        case .day(let path): .text(known.own.me[keyPath: path])
        case .choice: .text(choice(known.own.me)?.name)
        case .goal(let path, _): .number(known.goals[keyPath: path])
        case .zones(let type):
            known.own.zones[HKQuantityType(type)].map { .array($0.map { .number($0) }) } ?? .null
        case .pause:
            switch known.own.pause {
            case .through(let last): .text(last.text)
            case .open: .text("yes")
            case nil: .null
            }
        }
    }

    /// The value for people; `nil` when it is not set.
    func text(_ known: KnownProfile) -> String? {
        switch kind {
        case .day(let path): return known.own.me[keyPath: path]
        case .choice: return choice(known.own.me)?.label
        case .goal(let path, let unit):
            return known.goals[keyPath: path].map { "\(ValueText.number($0, decimals: 1)) \(unit)" }
        case .zones(let identifier):
            let type = HKQuantityType(identifier)
            guard let zones = known.zones(type) else { return nil }
            let limits = zones.boundaries.map { ValueText.number($0, decimals: 1) }.joined(separator: ", ")
            return "\(limits) \(type.canonicalUnit.unitString)\(zones.areOwn ? "" : " (worked out)")"
        case .pause:
            switch known.own.pause {
            case .through(let last): return "through \(last.text)"
            case .open: return "until you go on"
            case nil: return "no"
            }
        }
    }

    private func choice(_ values: CharacteristicValues) -> Enumeration.Case? {
        guard case .choice(let path, let enumeration) = kind, let number = values[keyPath: path] else { return nil }
        let found = TypeCatalogue.shared.enumeration(enumeration)?.case(value: number)
        return found?.name == "notSet" ? nil : found
    }

    // MARK: Setting

    /// Sets the value.
    ///
    /// - Throws: ``CommandFailure`` for a text that is none of it.
    func set(_ text: String, _ profile: inout Profile) throws {
        let isNone = text.lowercased() == "none"
        switch kind {
        case .day(let path): profile.me[keyPath: path] = isNone ? nil : try birthday(text)
        case .choice(let path, let enumeration):
            profile.me[keyPath: path] = isNone ? nil : try choice(text, of: enumeration)
        case .goal(let path, _):
            profile.goals[keyPath: path] = isNone ? nil : try number(text)
            try checked(text) { try profile.goals.check() }
        case .zones(let identifier):
            let type = HKQuantityType(identifier)
            let boundaries = isNone ? nil : try text.split(separator: ",").map { try number(String($0)) }
            if let boundaries {
                try checked(text) {
                    _ = try HKWorkoutZoneConfiguration(
                        quantityType: type,
                        zoneBoundaries: boundaries.map { HKQuantity(unit: type.canonicalUnit, doubleValue: $0) }
                    )
                }
            }
            profile.zones[type] = boundaries
        case .pause: profile.pause = isNone || text.lowercased() == "no" ? nil : try pause(text)
        }
    }

    /// What HealthKit refuses is the person's slip.
    private func checked(_ text: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as HKError {
            throw CommandFailure.usage("--set \(key)", "“\(text)” does not go: \(error.text)")
        }
    }

    private func number(_ text: String) throws -> Double {
        guard let number = Double(text.trimmingCharacters(in: .whitespaces)), number.isFinite else {
            throw CommandFailure.usage("--set \(key)", "“\(text)” is no number; write one or none")
        }
        return number
    }

    private func pause(_ text: String) throws -> Profile.Pause {
        if text.lowercased() == "yes" { return .open }
        guard text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil, let day = CalendarDay(text: text), day >= Profile.today
        else {
            throw CommandFailure.usage(
                "--set \(key)",
                "“\(text)” is no day from today on; write the last day, such as \(Profile.today.text), yes or none"
            )
        }
        return .through(day)
    }

    private func choice(_ text: String, of enumeration: String) throws -> Int {
        let cases = TypeCatalogue.shared.enumeration(enumeration)
        guard let found = cases?.case(named: text), found.name != "notSet" else {
            let names = (cases?.cases ?? []).map(\.name).filter { $0 != "notSet" }.joined(separator: ", ")
            throw CommandFailure.usage("--set \(key)", "“\(text)” is none; write \(names) or none")
        }
        return found.value
    }

    private func birthday(_ text: String) throws -> String {
        let utc = TimeZone(secondsFromGMT: 0) ?? .current
        guard text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil,
            let date = try? TimePhrase(now: Date(), timeZone: utc).date(text),
            date < Date().addingTimeInterval(86_400), text >= "1880"
        else { throw CommandFailure.usage("--set \(key)", "“\(text)” is no birthday; write 1990-12-10 or none") }
        return text
    }
}
