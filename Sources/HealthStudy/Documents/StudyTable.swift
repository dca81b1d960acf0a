/// A table of what people contribute, and what its columns may hold.
package enum StudyTable: String, Codable, CaseIterable, Sendable {
    case days
    case hours
    case samples
    case categories
    case workouts

    /// What a column holds.
    package enum Kind: Sendable {
        case date
        /// Microseconds since 1970.
        case time
        /// The identifier of a time zone.
        case zone
        /// A decimal of up to six places.
        case value
        /// How long, in microseconds, or how many.
        case count
        case hour
        case priority
        /// A value of one of HealthKit's enumerations.
        case code

        /// The column's type in SQL, the same in every engine.
        package var sql: String {
            switch self {
            case .date, .zone: "VARCHAR"
            case .time, .count: "BIGINT"
            case .value: "DECIMAL(18,6)"
            case .hour, .priority, .code: "INT"
            }
        }
    }

    /// A column behind those that every table has: person, type and month.
    package struct Column: Sendable {
        package let name: String
        package let kind: Kind

        init(_ name: String, _ kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }

    private static let values = ["total", "minimum", "maximum", "average", "latest"].map { Column($0, .value) }
    private static let times = [Column("start_us", .time), Column("end_us", .time)]

    /// The columns, in order.
    package var columns: [Column] {
        switch self {
        case .days:
            [Column("date", .date)] + Self.times + [Column("zone", .zone)] + Self.values
                + [Column("covered_us", .count), Column("n", .count)]
        case .hours:
            [Column("date", .date), Column("hour", .hour)] + Self.times + Self.values
                + [Column("covered_us", .count), Column("n", .count)]
        case .samples: [Column("priority", .priority)] + Self.times + [Column("value", .value)]
        case .categories: Self.times + [Column("value", .code)]
        case .workouts:
            Self.times + [Column("value", .code)]
                + ["duration", "energy", "distance"].map { Column($0, .value) }
        }
    }

}

/// How finely a study asks.
package enum StudyForm: String, Codable, CaseIterable, Sendable {
    case days
    case hours
    case samples
}

/// Whether a study gets a person's own dates.
package enum StudyDates: String, Codable, CaseIterable, Sendable {
    case real
    /// By so many whole weeks earlier or later as only the person knows.
    case shifted
}

/// Who may take part.
package enum StudyEnrolment: String, Codable, CaseIterable, Sendable {
    case open
    /// Who has a code, each of which counts once.
    case codes
}
