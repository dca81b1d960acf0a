/// The cases of an enumeration of HealthKit's, with their names in Swift, in exports and for people.
package struct Enumeration: Sendable {
    /// One case.
    package struct Case: Decodable, Sendable {
        /// The name in Swift: `asleepREM`.
        package let name: String
        /// The raw value.
        package let value: Int
        /// The name in exports: `HKCategoryValueSleepAnalysisAsleepREM`.
        package let constant: String
        /// Names in exports that the case once had.
        package let formerConstants: [String]?
        /// The name for people: `REM`.
        package let label: String
    }

    /// The name in Swift: `HKCategoryValueSleepAnalysis`.
    package let name: String
    package let cases: [Case]

    private let byValue: [Int: Int]
    private let byConstant: [String: Int]

    /// The case with a raw value.
    ///
    /// - Parameter value: Any number.
    /// - Returns: The case, or nil when none has the value.
    package func `case`(value: Int) -> Case? { byValue[value].map { cases[$0] } }

    /// The case with a name in exports.
    ///
    /// - Parameter constant: Any text.
    /// - Returns: The case, or nil when none has or had the name.
    package func `case`(constant: String) -> Case? { byConstant[constant].map { cases[$0] } }

    /// The case that a person names by its number, its name or its label, in any capitals.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The case, or nil when the text names none.
    package func `case`(named text: String) -> Case? {
        if let value = Int(text) { return self.case(value: value) }
        if let match = self.case(constant: text) { return match }
        let text = text.lowercased()
        return cases.first { $0.name.lowercased() == text || $0.label.lowercased() == text }
    }
}

extension Enumeration: Decodable {
    private enum CodingKeys: String, CodingKey {
        case name
        case cases
    }

    package init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: CodingKeys.self)
        name = try row.decode(String.self, forKey: .name)
        cases = try row.decode([Case].self, forKey: .cases)
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
