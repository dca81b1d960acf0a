import Foundation

extension HKUnit {
    /// The gram.
    ///
    /// - Returns: The unit `g`.
    public class func gram() -> HKUnit { standard("g") }

    /// The gram with a prefix.
    ///
    /// - Parameter prefix: The prefix.
    /// - Returns: The unit, such as `kg` for kilo.
    public class func gramUnit(with prefix: HKMetricPrefix) -> HKUnit { standard(prefix.symbol + "g") }

    /// The ounce.
    ///
    /// - Returns: The unit `oz`.
    public class func ounce() -> HKUnit { standard("oz") }

    /// The pound.
    ///
    /// - Returns: The unit `lb`.
    public class func pound() -> HKUnit { standard("lb") }

    /// The stone.
    ///
    /// - Returns: The unit `st`.
    public class func stone() -> HKUnit { standard("st") }

    /// The mole of a substance, which measures mass.
    ///
    /// - Parameter gramsPerMole: The molar mass; one that is not a positive number stops the program.
    /// - Returns: The unit `mol<gramsPerMole>`.
    public class func moleUnit(withMolarMass gramsPerMole: Double) -> HKUnit {
        moleUnit(with: .none, molarMass: gramsPerMole)
    }

    /// The mole of a substance with a prefix, which measures mass.
    ///
    /// - Parameters:
    ///   - prefix: The prefix.
    ///   - gramsPerMole: The molar mass; one that is not a positive number stops the program.
    /// - Returns: The unit, such as `mmol<180.15588>`.
    public class func moleUnit(with prefix: HKMetricPrefix, molarMass gramsPerMole: Double) -> HKUnit {
        // The shortest text that reads back as the same number, so that no digit is lost.
        standard("\(prefix.symbol)mol<\(gramsPerMole)>")
    }

    /// The meter.
    ///
    /// - Returns: The unit `m`.
    public class func meter() -> HKUnit { standard("m") }

    /// The meter with a prefix.
    ///
    /// - Parameter prefix: The prefix.
    /// - Returns: The unit, such as `km` for kilo.
    public class func meterUnit(with prefix: HKMetricPrefix) -> HKUnit { standard(prefix.symbol + "m") }

    /// The inch.
    ///
    /// - Returns: The unit `in`.
    public class func inch() -> HKUnit { standard("in") }

    /// The foot.
    ///
    /// - Returns: The unit `ft`.
    public class func foot() -> HKUnit { standard("ft") }

    /// The yard.
    ///
    /// - Returns: The unit `yd`.
    public class func yard() -> HKUnit { standard("yd") }

    /// The mile.
    ///
    /// - Returns: The unit `mi`.
    public class func mile() -> HKUnit { standard("mi") }
}
