import HealthKitLocalization

/// The cases of a HealthKit enumeration, with their names in Swift, in exports and for display.
package struct Enumeration: Sendable {
    /// One case.
    package struct Case: Sendable {
        /// The name in Swift: `asleepREM`.
        package let name: String
        /// The raw value.
        package let value: Int
        /// The name in exports: `HKCategoryValueSleepAnalysisAsleepREM`.
        package let constant: String
        /// Former names of the case in exports.
        package let formerConstants: [String]?
        /// The display name in English: `REM`.
        package let englishLabel: String
        /// The name of the enumeration, which distinguishes equal English labels for translators.
        fileprivate(set) var enumeration = ""

        /// The display name, in the person's language.
        package var label: String { localizedName(englishLabel, context: enumeration) }

        fileprivate init(_ scanner: inout CatalogueScanner) throws {
            var texts: [String: String] = [:]
            var value: Int?
            var formerConstants: [String]?
            try scanner.object { key, scanner in
                switch key {
                case "name", "constant", "label": texts[key] = try scanner.string()
                case "value": value = try scanner.integer()
                case "formerConstants": formerConstants = try scanner.strings()
                default: throw scanner.fault("a case has no \(key)")
                }
            }
            guard let name = texts["name"], let value, let constant = texts["constant"], let label = texts["label"]
            else {
                throw scanner.fault("a case lacks what each has")
            }
            self.name = name
            self.value = value
            self.constant = constant
            self.formerConstants = formerConstants
            englishLabel = label
        }
    }

    /// The name in Swift: `HKCategoryValueSleepAnalysis`.
    package let name: String
    package let cases: [Case]

    private let byValue: [Int: Int]
    private let byConstant: [String: Int]

    /// The case with a raw value.
    ///
    /// - Parameter value: Any number.
    /// - Returns: The case, or nil if none has the value.
    package func `case`(value: Int) -> Case? { byValue[value].map { cases[$0] } }

    /// The case with a name in exports.
    ///
    /// - Parameter constant: Any text.
    /// - Returns: The case, or nil if none has or had the name.
    package func `case`(constant: String) -> Case? { byConstant[constant].map { cases[$0] } }

    /// The case with a number, a name, or a label in English or the person's language, ignoring capitalization.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The case, or nil if the text doesn't name one.
    package func `case`(named text: String) -> Case? {
        if let value = Int(text) { return self.case(value: value) }
        if let match = self.case(constant: text) { return match }
        let text = text.lowercased()
        return cases.first { [$0.name, $0.englishLabel, $0.label].contains { $0.lowercased() == text } }
    }
}

extension Enumeration {
    init(_ scanner: inout CatalogueScanner) throws {
        var name: String?
        var cases: [Case] = []
        try scanner.object { key, scanner in
            switch key {
            case "name": name = try scanner.string()
            case "cases": cases = try scanner.array { try Case(&$0) }
            default: throw scanner.fault("an enumeration has no \(key)")
            }
        }
        guard let name else { throw scanner.fault("an enumeration has no name") }
        self.name = name
        for index in cases.indices { cases[index].enumeration = name }
        self.cases = cases
        var byValue: [Int: Int] = [:]
        var byConstant: [String: Int] = [:]
        for (index, each) in cases.enumerated() {
            byValue[each.value] = index
            for constant in [each.constant] + (each.formerConstants ?? []) { byConstant[constant] = index }
        }
        self.byValue = byValue
        self.byConstant = byConstant
    }
}
