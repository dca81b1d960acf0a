import Foundation

/// How much of a type's data an assistant is answered from; each level includes those before it.
package enum AssistantLevel: String, Codable, Sendable, CaseIterable, Comparable {
    /// Totals and means of whole weeks.
    case weeks
    /// Totals and means of whole days.
    case days
    /// Single samples.
    case samples

    package static func < (left: AssistantLevel, right: AssistantLevel) -> Bool { left.order < right.order }

    private var order: Int {
        switch self {
        case .weeks: 0
        case .days: 1
        case .samples: 2
        }
    }
}

/// The person's decision about one assistant and one type.
package struct AssistantRight: Codable, Sendable, Hashable {
    /// The level; `nil` for nothing.
    package var level: AssistantLevel?
    /// Whether the assistant may draft entries of the type.
    package var adds: Bool

    /// A decision.
    ///
    /// - Parameters:
    ///   - level: The level; `nil` for nothing.
    ///   - adds: Whether the assistant may draft entries of the type.
    package init(_ level: AssistantLevel?, adds: Bool = false) {
        self.level = level
        self.adds = adds
    }
}

/// The person's decisions about an assistant, which are separate from an app's `read` and `share`.
package struct AssistantGrant: Codable, Sendable, Hashable {
    /// The decisions by type identifier; a type without one is not allowed.
    package var types: [String: AssistantRight]
    /// How many days back the assistant is answered, today included.
    package var pastDays: Int
    /// The last day on which the assistant is answered.
    package var until: CalendarDay
    /// How many calls the assistant may make on a day.
    package var callsADay: Int
    /// The identifier of the time zone of the days.
    package var zone: String
    /// The weekday on which weeks begin: 1 for Sunday to 7 for Saturday.
    package var firstWeekday: Int
    /// The person's units by type identifier, where they differ from the usual ones.
    package var units: [String: String]

    /// The identifiers of assistants begin with this; no other program's identifier may be treated as an app's that does.
    package static let prefix = "mcp."

    /// The decisions about an assistant.
    ///
    /// - Parameters:
    ///   - types: The decisions by type identifier.
    ///   - pastDays: How many days back the assistant is answered, today included.
    ///   - until: The last day on which the assistant is answered.
    ///   - callsADay: How many calls the assistant may make on a day.
    ///   - zone: The identifier of the time zone of the days.
    ///   - firstWeekday: The weekday on which weeks begin: 1 for Sunday to 7 for Saturday.
    ///   - units: The person's units by type identifier.
    package init(
        types: [String: AssistantRight],
        pastDays: Int = 90,
        until: CalendarDay,
        callsADay: Int = 200,
        zone: String,
        firstWeekday: Int,
        units: [String: String] = [:]
    ) {
        self.types = types
        self.pastDays = pastDays
        self.until = until
        self.callsADay = callsADay
        self.zone = zone
        self.firstWeekday = firstWeekday
        self.units = units
    }
}

/// A day is encoded as its text: `2026-11-28`.
extension CalendarDay: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let day = CalendarDay(text: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(text)” is no day")
        }
        self = day
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
