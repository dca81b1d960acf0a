import Foundation

extension HKUnit {
    /// The siemens.
    ///
    /// - Returns: The unit `S`.
    public class func siemen() -> HKUnit { standard("S") }

    /// The siemens with a prefix.
    ///
    /// - Parameter prefix: The prefix.
    /// - Returns: The unit, such as `kS` for kilo.
    public class func siemenUnit(with prefix: HKMetricPrefix) -> HKUnit { standard(prefix.symbol + "S") }

    /// The international unit of pharmacology.
    ///
    /// - Returns: The unit `IU`.
    public class func internationalUnit() -> HKUnit { standard("IU") }

    /// The count.
    ///
    /// - Returns: The unit `count`.
    public class func count() -> HKUnit { standard("count") }

    /// The percent; a value of 0.5 is 50 %.
    ///
    /// - Returns: The unit `%`.
    public class func percent() -> HKUnit { standard("%") }

    /// The decibel of hearing level.
    ///
    /// - Returns: The unit `dBHL`.
    public class func decibelHearingLevel() -> HKUnit { standard("dBHL") }

    /// The volt.
    ///
    /// - Returns: The unit `V`.
    public class func volt() -> HKUnit { standard("V") }

    /// The volt with a prefix.
    ///
    /// - Parameter prefix: The prefix.
    /// - Returns: The unit, such as `kV` for kilo.
    public class func voltUnit(with prefix: HKMetricPrefix) -> HKUnit { standard(prefix.symbol + "V") }

    /// The watt.
    ///
    /// - Returns: The unit `W`.
    public class func watt() -> HKUnit { standard("W") }

    /// The watt with a prefix.
    ///
    /// - Parameter prefix: The prefix.
    /// - Returns: The unit, such as `kW` for kilo.
    public class func wattUnit(with prefix: HKMetricPrefix) -> HKUnit { standard(prefix.symbol + "W") }

    /// The diopter.
    ///
    /// - Returns: The unit `D`.
    public class func diopter() -> HKUnit { standard("D") }

    /// The prism diopter.
    ///
    /// - Returns: The unit `pD`.
    public class func prismDiopter() -> HKUnit { standard("pD") }

    /// The radian.
    ///
    /// - Returns: The unit `rad`.
    public class func radianAngle() -> HKUnit { standard("rad") }

    /// The radian with a prefix.
    ///
    /// - Parameter prefix: The prefix.
    /// - Returns: The unit, such as `krad` for kilo.
    public class func radianAngleUnit(with prefix: HKMetricPrefix) -> HKUnit { standard(prefix.symbol + "rad") }

    /// The degree of angle.
    ///
    /// - Returns: The unit `deg`.
    public class func degreeAngle() -> HKUnit { standard("deg") }

    /// The lux.
    ///
    /// - Returns: The unit `lx`.
    public class func lux() -> HKUnit { standard("lx") }

    /// The lux with a prefix.
    ///
    /// - Parameter prefix: The prefix.
    /// - Returns: The unit, such as `klx` for kilo.
    public class func luxUnit(with prefix: HKMetricPrefix) -> HKUnit { standard(prefix.symbol + "lx") }

    /// The score of Apple's effort scale.
    ///
    /// - Returns: The unit `appleEffortScore`.
    public class func appleEffortScore() -> HKUnit { standard("appleEffortScore") }

    /// The unit of a string that the functions of this type put together.
    static func standard(_ string: String) -> HKUnit {
        guard let unit = UnitTable.unit(named: string) else {
            raiseException(ExceptionName.invalidArgument, parseFailure(string))
        }
        return unit
    }
}
