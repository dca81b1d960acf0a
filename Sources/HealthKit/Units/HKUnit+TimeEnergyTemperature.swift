import Foundation

extension HKUnit {
    /// The second.
    ///
    /// - Returns: The unit `s`.
    public class func second() -> HKUnit { standard("s") }

    /// The second with a prefix.
    ///
    /// - Parameter prefix: The prefix.
    /// - Returns: The unit, such as `ks` for kilo.
    public class func secondUnit(with prefix: HKMetricPrefix) -> HKUnit { standard(prefix.symbol + "s") }

    /// The minute.
    ///
    /// - Returns: The unit `min`.
    public class func minute() -> HKUnit { standard("min") }

    /// The hour.
    ///
    /// - Returns: The unit `hr`.
    public class func hour() -> HKUnit { standard("hr") }

    /// The day.
    ///
    /// - Returns: The unit `d`.
    public class func day() -> HKUnit { standard("d") }

    /// The joule.
    ///
    /// - Returns: The unit `J`.
    public class func joule() -> HKUnit { standard("J") }

    /// The joule with a prefix.
    ///
    /// - Parameter prefix: The prefix.
    /// - Returns: The unit, such as `kJ` for kilo.
    public class func jouleUnit(with prefix: HKMetricPrefix) -> HKUnit { standard(prefix.symbol + "J") }

    /// The kilocalorie.
    ///
    /// - Returns: The unit `kcal`.
    public class func kilocalorie() -> HKUnit { standard("kcal") }

    /// The small calorie, 4.184 J.
    ///
    /// - Returns: The unit `cal`.
    public class func smallCalorie() -> HKUnit { standard("cal") }

    /// The large calorie, 1000 small ones.
    ///
    /// - Returns: The unit `Cal`.
    public class func largeCalorie() -> HKUnit { standard("Cal") }

    /// The former name of the small calorie.
    ///
    /// - Returns: The unit `cal`.
    @available(*, deprecated, renamed: "smallCalorie()")
    public class func calorie() -> HKUnit { standard("cal") }

    /// The degree Celsius.
    ///
    /// - Returns: The unit `degC`.
    public class func degreeCelsius() -> HKUnit { standard("degC") }

    /// The degree Fahrenheit.
    ///
    /// - Returns: The unit `degF`.
    public class func degreeFahrenheit() -> HKUnit { standard("degF") }

    /// The kelvin.
    ///
    /// - Returns: The unit `K`.
    public class func kelvin() -> HKUnit { standard("K") }

    /// The hertz.
    ///
    /// - Returns: The unit `Hz`.
    public class func hertz() -> HKUnit { standard("Hz") }

    /// The hertz with a prefix.
    ///
    /// - Parameter prefix: The prefix.
    /// - Returns: The unit, such as `kHz` for kilo.
    public class func hertzUnit(with prefix: HKMetricPrefix) -> HKUnit { standard(prefix.symbol + "Hz") }
}
