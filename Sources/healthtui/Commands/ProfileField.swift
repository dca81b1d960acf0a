import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// One thing that may be known of a person.
struct ProfileField: Sendable {
    let key: String
    let label: String
    private let kind: Kind

    private enum Kind: Sendable {
        case characteristic(CharacteristicField)
        /// A goal of the rings.
        case goal(any WritableKeyPath<ActivityGoals, Double?> & Sendable, unit: String)
        /// The boundaries of zones.
        case zones(HKQuantityTypeIdentifier)
        case pause
    }

    /// Everything there is, in the order in which it is printed.
    static let all: [ProfileField] =
        CharacteristicField.all.map { ProfileField(key: $0.key, label: $0.label, kind: .characteristic($0)) } + [
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
        throw CommandFailure.usage(text, "unknown field; the fields are \(all.map(\.key).joined(separator: ", "))")
    }

    // MARK: Showing

    /// The value for programs: null when nothing is known.
    ///
    /// Goals are those that hold, zones those that are the person's own.
    func json(_ known: KnownProfile) -> JSONValue {
        switch kind {
        case .characteristic(let field): .text(field.name(known.own.me))
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
        case .characteristic(let field): return field.text(known.own.me)
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

    // MARK: Setting

    /// Sets the value.
    ///
    /// - Throws: ``CommandFailure`` for an invalid text.
    func set(_ text: String, _ profile: inout Profile) throws {
        let isNone = text.lowercased() == "none"
        switch kind {
        case .characteristic(let field):
            do {
                try field.set(text, &profile.me)
            } catch let error as EntryError {
                throw CommandFailure.usage("--set \(key)", error.text)
            }
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

    /// A value that HealthKit refuses is a usage error.
    private func checked(_ text: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as HKError {
            throw CommandFailure.usage("--set \(key)", "invalid value “\(text)”: \(error.text)")
        }
    }

    private func number(_ text: String) throws -> Double {
        guard let number = Double(text.trimmingCharacters(in: .whitespaces)), number.isFinite else {
            throw CommandFailure.usage("--set \(key)", "invalid number “\(text)”; write a number or none")
        }
        return number
    }

    private func pause(_ text: String) throws -> Profile.Pause {
        if text.lowercased() == "yes" { return .open }
        guard text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil, let day = CalendarDay(text: text), day >= Profile.today
        else {
            throw CommandFailure.usage(
                "--set \(key)",
                "“\(text)” isn't today or a later day; write the last day, such as \(Profile.today.text), or yes or none"
            )
        }
        return .through(day)
    }
}
