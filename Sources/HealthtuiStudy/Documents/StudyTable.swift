/// A table of what people contribute, and what its columns may hold.
package enum StudyTable: String, Codable, CaseIterable, Sendable {
    case days
    case hours
    case samples
    case categories
    case workouts

    /// The kind of content in a column.
    package enum Kind: Sendable {
        case date
        /// Microseconds since 1970.
        case time
        /// The identifier of a time zone.
        case zone
        /// A decimal of up to six places.
        case value
        /// A duration in microseconds, or a number of things.
        case count
        case hour
        case priority
        /// A value of one of HealthKit's enumerations.
        case code

        /// The column's type in SQL, the same in every engine.
        func sql(_ layout: Layout) -> String {
            switch self {
            case .date: layout == .typed ? "DATE" : "VARCHAR"
            case .time: layout == .typed ? "TIMESTAMP" : "BIGINT"
            case .zone: "VARCHAR"
            case .count: "BIGINT"
            case .value: "DECIMAL(18,6)"
            case .hour, .priority, .code: "INT"
            }
        }
    }

    /// The storage format of dates and times.
    package enum Layout: Int, Codable, Sendable {
        /// Dates are texts, and times whole microseconds since 1970: contributions, files of before, and the merge's SQL.
        case plain = 1
        /// Dates are dates, and times timestamps in UTC without a zone.
        case typed = 2
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

    /// The columns in the form that an engine expects: names and types.
    func columns(_ layout: Layout) -> [[String]] {
        [["person", "VARCHAR"], ["person_id", "INT"], ["type", "VARCHAR"], ["month", "INT"]]
            + columns.map { [$0.name, $0.kind.sql(layout)] }
    }

    /// The units of columns that have one whatever the type.
    var columnUnits: [String: String] {
        switch self {
        case .days, .hours: ["covered_us": "us"]
        case .samples, .categories: [:]
        case .workouts: ["duration": "s", "energy": "kcal", "distance": "m"]
        }
    }
}

/// The level of detail that a study asks for.
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

/// The people who may take part.
package enum StudyEnrolment: String, Codable, CaseIterable, Sendable {
    case open
    /// People with a code; each code counts once.
    case codes
}
