extension HKUnit {
    /// Makes the unit that a string names.
    ///
    /// A string that names no unit stops the program, as on Apple's platforms; see `init(validating:)` for one that may.
    ///
    /// - Parameter string: Units joined by `·`, `*` or `.`, with powers like `^2` and at most one `/`.
    public convenience init(from string: String) {
        guard let unit = UnitTable.unit(named: string) else {
            raiseException(ExceptionName.invalidArgument, HKUnit.parseFailure(string))
        }
        self.init(factorization: unit.factorization)
    }

    /// Apple's words for a string that names no unit.
    static func parseFailure(_ string: String) -> String { "Unable to parse factorization string \(string)" }

    /// The factors of the unit that a string names; `nil` if it names none.
    static func factorization(named string: String) -> Factorization? { UnitTable.unit(named: string)?.factorization }
}
