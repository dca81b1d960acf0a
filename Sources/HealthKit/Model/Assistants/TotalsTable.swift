import Foundation

/// Numbers of whole days and weeks, as an assistant is answered from: rounded as on screen, in the person's units.
package struct TotalsTable: Codable, Sendable, Hashable {
    /// Today in the zone of the grant.
    package var today: CalendarDay
    /// The last full hour of today that counts, 0 to 24.
    package var hour: Int
    /// The identifier of the time zone of the days.
    package var zone: String
    /// The weekday on which weeks begin: 1 for Sunday to 7 for Saturday.
    package var firstWeekday: Int
    /// The first day that is answered, not before the days that the grant allows.
    package var first: CalendarDay
    /// The last day that is answered, today at the latest.
    package var last: CalendarDay
    /// The columns, in the order of the types' names.
    package var columns: [Column]

    /// One measure.
    package struct Column: Codable, Sendable, Hashable {
        /// How the numbers of several days are made.
        package enum Kind: String, Codable, Sendable {
            /// A total, and the mean of the days.
            case total
            /// The mean of the days.
            case level
            /// Whether something happened on a day: the value is 1.
            case event
        }

        /// The identifier of the measure, as programs know it: `stepCount`, `night`, `running distance`.
        package var name: String
        /// The identifier of the type.
        package var type: String
        package var kind: Kind
        /// The unit of the numbers, as the person reads it: `kg`, `h`, `count`.
        package var unit: String
        /// The decimals to which the numbers are rounded.
        package var decimals: Int
        /// The level that the person allows: cells are weeks at ``AssistantLevel/weeks``, otherwise days.
        package var level: AssistantLevel
        /// The cells that have a value, in order of time; a day of which nothing is known has none.
        package var cells: [Cell]

        /// A column.
        package init(
            name: String,
            type: String,
            kind: Kind,
            unit: String,
            decimals: Int,
            level: AssistantLevel,
            cells: [Cell]
        ) {
            self.name = name
            self.type = type
            self.kind = kind
            self.unit = unit
            self.decimals = decimals
            self.level = level
            self.cells = cells
        }
    }

    /// The number of a day or a week.
    package struct Cell: Codable, Sendable, Hashable {
        /// The day; of a week its first.
        package var day: CalendarDay
        package var value: Double
        /// The second number of a pair.
        package var second: Double?
        /// Of a week of a total: the days that have a value, which make its mean.
        package var days: Int?

        /// A cell.
        package init(_ day: CalendarDay, _ value: Double, second: Double? = nil, days: Int? = nil) {
            self.day = day
            self.value = value
            self.second = second
            self.days = days
        }
    }

    /// A table.
    package init(
        today: CalendarDay,
        hour: Int,
        zone: String,
        firstWeekday: Int,
        first: CalendarDay,
        last: CalendarDay,
        columns: [Column]
    ) {
        self.today = today
        self.hour = hour
        self.zone = zone
        self.firstWeekday = firstWeekday
        self.first = first
        self.last = last
        self.columns = columns
    }
}

/// Why an assistant isn't answered.
package enum AssistantRefusal: Codable, Sendable, Hashable {
    /// The person has not decided, or the time of the decision is over; a request waits for the person.
    case undecided
    /// The person allowed none of the requested types; hidden and missing data look the same.
    case notAllowed
    /// The calls of the day are used up.
    case spent(callsADay: Int)
    /// The store is locked.
    case locked
}

/// The answer to a call for totals.
package enum TotalsAnswer: Codable, Sendable, Hashable {
    case table(TotalsTable)
    case refused(AssistantRefusal)
}

/// An entry that an assistant drafted; it isn't among the person's data until the person confirms it.
package struct AssistantDraft: Codable, Sendable, Hashable, Identifiable {
    package var id: UUID
    /// The account of the assistant.
    package var app: String
    /// The identifier of the type.
    package var type: String
    /// The number; of a blood pressure both, the systolic one first.
    package var values: [Double]
    /// The unit of the numbers; of a share, `%` for 97 percent as 97.
    package var unit: String
    /// When it was measured, in seconds since the reference date.
    package var date: Double
    /// When it was drafted, in seconds since the reference date; it is dropped a day later.
    package var drafted: Double

    /// A draft.
    package init(
        id: UUID,
        app: String,
        type: String,
        values: [Double],
        unit: String,
        date: Double,
        drafted: Double
    ) {
        self.id = id
        self.app = app
        self.type = type
        self.values = values
        self.unit = unit
        self.date = date
        self.drafted = drafted
    }
}

/// The answer to a draft.
package enum DraftAnswer: Codable, Sendable, Hashable {
    /// It waits for the person, with the number of drafts waiting now.
    case waits(UUID, waiting: Int)
    /// Five drafts wait already.
    case full
    /// It is invalid, for a reason that reveals nothing about the store.
    case invalid(String)
    case refused(AssistantRefusal)
}
