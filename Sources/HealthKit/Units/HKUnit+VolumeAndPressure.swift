import Foundation

extension HKUnit {
    /// The liter.
    ///
    /// - Returns: The unit `L`.
    public class func liter() -> HKUnit { standard("L") }

    /// The liter with a prefix.
    ///
    /// - Parameter prefix: The prefix.
    /// - Returns: The unit, such as `kL` for kilo.
    public class func literUnit(with prefix: HKMetricPrefix) -> HKUnit { standard(prefix.symbol + "L") }

    /// The US fluid ounce.
    ///
    /// - Returns: The unit `fl_oz_us`.
    public class func fluidOunceUS() -> HKUnit { standard("fl_oz_us") }

    /// The imperial fluid ounce.
    ///
    /// - Returns: The unit `fl_oz_imp`.
    public class func fluidOunceImperial() -> HKUnit { standard("fl_oz_imp") }

    /// The US pint.
    ///
    /// - Returns: The unit `pt_us`.
    public class func pintUS() -> HKUnit { standard("pt_us") }

    /// The imperial pint.
    ///
    /// - Returns: The unit `pt_imp`.
    public class func pintImperial() -> HKUnit { standard("pt_imp") }

    /// The US cup.
    ///
    /// - Returns: The unit `cup_us`.
    public class func cupUS() -> HKUnit { standard("cup_us") }

    /// The imperial cup.
    ///
    /// - Returns: The unit `cup_imp`.
    public class func cupImperial() -> HKUnit { standard("cup_imp") }

    /// The pascal.
    ///
    /// - Returns: The unit `Pa`.
    public class func pascal() -> HKUnit { standard("Pa") }

    /// The pascal with a prefix.
    ///
    /// - Parameter prefix: The prefix.
    /// - Returns: The unit, such as `kPa` for kilo.
    public class func pascalUnit(with prefix: HKMetricPrefix) -> HKUnit { standard(prefix.symbol + "Pa") }

    /// The millimeter of mercury.
    ///
    /// - Returns: The unit `mmHg`.
    public class func millimeterOfMercury() -> HKUnit { standard("mmHg") }

    /// The centimeter of water.
    ///
    /// - Returns: The unit `cmAq`.
    public class func centimeterOfWater() -> HKUnit { standard("cmAq") }

    /// The atmosphere.
    ///
    /// - Returns: The unit `atm`.
    public class func atmosphere() -> HKUnit { standard("atm") }

    /// The inch of mercury.
    ///
    /// - Returns: The unit `inHg`.
    public class func inchesOfMercury() -> HKUnit { standard("inHg") }

    /// The decibel of A-weighted sound pressure level.
    ///
    /// - Returns: The unit `dBASPL`.
    public class func decibelAWeightedSoundPressureLevel() -> HKUnit { standard("dBASPL") }
}
