import HealthKit

// Tab completion of a filter.
extension SampleFilterPhrase {
    /// The completions of a text, likeliest first.
    ///
    /// It completes a partial condition, property, value or source, and suggests another condition after a complete one.
    ///
    /// - Parameter text: The typed text.
    /// - Returns: Whole texts; empty when nothing fits.
    package func completions(of text: String) -> [String] {
        guard text.count <= Self.longestCompleted else { return [] }
        if text.last.map({ !$0.isWhitespace && $0 != "(" }) ?? false, let finished = finished(text) { return finished }
        // Text that isn't understood has to be corrected first.
        let isWhole = text.allSatisfy(\.isWhitespace) || (try? reading(text)) != nil || endsOpen(text)
        guard isWhole else { return [] }
        let begun = text.last.map { $0.isWhitespace || $0 == "(" } ?? true
        let lower = text.lowercased()
        return starters.filter { !lower.contains($0.lowercased()) }.map { text + (begun ? "" : " ") + $0 }
    }

    private static let longestCompleted = 500

    /// Whether a text ends where a condition has to follow.
    private func endsOpen(_ text: String) -> Bool {
        let word = text.split(whereSeparator: \.isWhitespace).last.map { $0.lowercased() } ?? ""
        return [FilterWords.and, FilterWords.or, FilterWords.not].contains(word) || word.hasSuffix("(")
    }

    /// The text with its last words finished; `nil` when they begin nothing.
    private func finished(_ text: String) -> [String]? {
        let words = text.split(whereSeparator: { $0.isWhitespace || $0 == "(" })
        for count in stride(from: min(4, words.count), through: 1, by: -1) {
            let start = words[words.count - count].startIndex
            let stem = text[start...].lowercased()
            let candidates =
                (stem.contains("=") ? values : starters + FilterWords.prepositions.map { $0 + " " } + dates)
                .filter { $0.lowercased().hasPrefix(stem) && $0.lowercased() != stem }
            var seen: Set<String> = []
            let found = candidates.filter { seen.insert($0.lowercased()).inserted }
            if !found.isEmpty { return found.map { text[..<start] + $0 } }
        }
        return nil
    }

    /// `since last month` and its like, and the person's marks.
    private var dates: [String] {
        let marks = names.marks.all.prefix(Self.mostMarks).map { Self.quoted($0.name) }
        return [FilterWords.since, FilterWords.before]
            .flatMap { word in
                (TimeForm.offered + marks).map { word + " " + $0 }
            } + marks
    }

    private static let mostMarks = 1_000

    /// The possible beginnings of a condition, likeliest first.
    private var starters: [String] {
        let properties = FilterProperty.all(of: type)
        let examples = properties.compactMap { property in property.example.map { property.name + "=" + $0 } }
        let ranges = type is HKClinicalType ? [FilterWords.outOfRange, FilterWords.inRange] : []
        let workouts =
            type is HKWorkoutType
            ? [] : [FilterWords.not + " " + FilterWords.inWorkout, FilterWords.inWorkout]
        let isNumeric = type is HKQuantityType
        let spoken = properties.filter(\.isSpoken)
            .flatMap { property -> [String] in
                guard case .choice(let choices, _) = property.kind, choices.count <= 12 else { return [] }
                return choices.map { $0.label.lowercased() }
            }
        return examples + ranges + (isNumeric ? workouts : []) + properties.map { $0.name + Self.sign(of: $0) }
            + spoken + (isNumeric ? [] : workouts)
            + [FilterWords.night, FilterWords.weekend, FilterWords.workweek, FilterWords.since + " "]
            + [FilterWords.before + " "] + TimeForm.offered + FilterWords.partsOfDay + origins
    }

    private static func sign(of property: FilterProperty) -> String {
        switch property.kind {
        case .choice(_, let isOrdered): isOrdered ? ">=" : "="
        case .medication, .text: "="
        case .number, .quantity, .seconds, .recordValue: ">"
        }
    }

    /// `source="My Watch"` for each source and device, the first of many.
    private var origins: [String] {
        func conditions(_ label: String, _ names: [String]) -> [String] {
            Set(names.filter { $0.count > 1 && !$0.contains("\"") }).sorted().prefix(20)
                .map { label + "=" + Self.quoted($0) }
        }
        return conditions(FilterWords.source, names.sources.map(\.name))
            + conditions(FilterWords.device, names.devices.map { DevicePhrase.name($0) })
    }

    /// `classification=sinus rhythm` for each value of each property.
    private var values: [String] {
        FilterProperty.all(of: type)
            .flatMap { property -> [String] in
                switch property.kind {
                case .choice(let choices, _):
                    choices.flatMap { [$0.label.lowercased()] + $0.otherNames.filter { $0.count < 5 } }
                        .map { property.name + "=" + $0 }
                case .medication: names.medications.map { property.name + "=" + Self.quoted($0.name) }
                default: []
                }
            } + origins
    }

    private static func quoted(_ name: String) -> String {
        name.contains(where: { !$0.isLetter && !$0.isNumber }) ? "\"" + name + "\"" : name
    }
}
