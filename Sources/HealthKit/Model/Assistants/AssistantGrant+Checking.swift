import Foundation

extension AssistantGrant {
    /// How many days back an assistant may be answered at most.
    package static let mostDays = 3_660
    /// How many calls a day an assistant may have at most.
    package static let mostCalls = 10_000

    /// Checks that the decisions can be kept.
    ///
    /// - Throws: `errorInvalidArgument`, which names the value out of bounds.
    package func check() throws {
        guard (1...Self.mostDays).contains(pastDays) else {
            throw HKError.invalid("An assistant is answered 1 to \(Self.mostDays) days back, not \(pastDays)")
        }
        guard (1...Self.mostCalls).contains(callsADay) else {
            throw HKError.invalid("An assistant has 1 to \(Self.mostCalls) calls a day, not \(callsADay)")
        }
        guard (1...7).contains(firstWeekday) else {
            throw HKError.invalid("A week begins on a weekday from 1 to 7, not \(firstWeekday)")
        }
        guard until.era == 1, (1...9_999).contains(until.year), until.exists else {
            throw HKError.invalid("There is no day \(until.text)")
        }
        guard (1...64).contains(zone.utf8.count), timeZone != nil else {
            throw HKError.invalid("There is no time zone “\(zone.prefix(64))”")
        }
        for (type, right) in types { try Self.check(right, of: type) }
        for (type, unit) in units { try Self.check(unit, of: type) }
    }

    private static func check(_ right: AssistantRight, of type: String) throws {
        guard AssistantTypes.contains(type) else {
            throw HKError.invalid("An assistant can’t have “\(type.prefix(80))”")
        }
        guard !right.adds || AssistantTypes.canBeDrafted(type) else {
            throw HKError.invalid("An assistant can’t draft \(type)")
        }
    }

    private static func check(_ unit: String, of type: String) throws {
        guard let quantity = HKObjectType.type(identifier: type) as? HKQuantityType else {
            throw HKError.invalid("“\(type.prefix(80))” has no unit")
        }
        guard let known = HKUnit.named(unit), quantity.is(compatibleWith: known) else {
            throw HKError.invalid("“\(unit.prefix(64))” is no unit of \(type)")
        }
    }

    /// The time zone of the days; `nil` where the machine doesn't know it.
    package var timeZone: TimeZone? { TimeZone(identifier: zone) }

    /// Whether anything is allowed.
    package var allowsAnything: Bool { types.values.contains { $0.level != nil || $0.adds } }

    /// The decision about a type; the two numbers of a blood pressure have that of blood pressure.
    ///
    /// - Parameter type: The identifier of the type.
    /// - Returns: The decision; `nil` for none.
    package func right(of type: String) -> AssistantRight? {
        types[AssistantTypes.pressures.contains(type) ? AssistantTypes.bloodPressure : type]
    }
}

extension AppIdentity {
    /// Whether the program is an assistant, whatever program it is.
    package var isAssistant: Bool { AssistantGrant.isAssistant(bundleIdentifier) }
}

extension AppRecord {
    /// Whether the app is an assistant.
    package var isAssistant: Bool { AssistantGrant.isAssistant(bundleIdentifier) }
}

extension AssistantGrant {
    /// Whether an identifier or an account is an assistant's.
    ///
    /// - Parameter name: The bundle identifier or the account.
    /// - Returns: Whether it is.
    package static func isAssistant(_ name: String) -> Bool {
        // This runs at every call of an app. Case is ignored, so that no other identifier looks like an assistant's.
        name.utf8.count > prefix.utf8.count && zip(name.utf8, prefix.utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
    }
}

extension HKError {
    /// The error for rights that an assistant doesn't have as an app does.
    static var notForAssistants: HKError {
        .invalid("An assistant has levels, not the permissions of an app; see healthtui permissions --help")
    }
}
