import Synchronization

/// The units that have been named so far.
///
/// A unit is parsed once; the next time its string is looked up. The table stops growing at a limit, so that a hostile
/// file cannot fill the memory with units: further units are parsed each time.
enum UnitTable {
    private struct Contents {
        var byString: [String: HKUnit] = [:]
        var byUnitString: [String: HKUnit] = [:]
    }

    private static let contents = Mutex(Contents())
    private static let limit = 4_096
    private static let longestString = 100

    /// The unit that a string names, or nil when it names none.
    static func unit(named string: String) -> HKUnit? {
        if let known = contents.withLock({ $0.byString[string] }) { return known }
        guard let factors = UnitParser.factors(of: string) else { return nil }
        let unit = unit(of: factors)
        contents.withLock { contents in
            if contents.byString.count < limit, string.utf8.count <= longestString {
                contents.byString[string] = unit
            }
        }
        return unit
    }

    /// The unit with these factors, which are sorted and without doubles.
    static func unit(of factors: [Factorization.Factor]) -> HKUnit {
        let fresh = Factorization(factors, isShared: true)
        return contents.withLock { contents in
            if let known = contents.byUnitString[fresh.unitString], known.factorization.factors == factors {
                return known
            }
            // Molar masses that differ in the last bit print alike; only the first of them is kept.
            let isKept = contents.byUnitString.count < limit && contents.byUnitString[fresh.unitString] == nil
            let unit = HKUnit(factorization: isKept ? fresh : Factorization(factors, isShared: false))
            if isKept { contents.byUnitString[fresh.unitString] = unit }
            return unit
        }
    }
}
