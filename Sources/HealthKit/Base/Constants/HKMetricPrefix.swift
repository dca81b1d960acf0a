import Foundation

/// A metric prefix of a unit.
public enum HKMetricPrefix: Int, Sendable {
    /// No prefix.
    case none = 0

    /// Femto, a factor of 10 to the power of -15.
    case femto = 13

    /// Pico, a factor of 10 to the power of -12.
    case pico = 1

    /// Nano, a factor of 10 to the power of -9.
    case nano = 2

    /// Micro, a factor of 10 to the power of -6.
    case micro = 3

    /// Milli, a factor of 10 to the power of -3.
    case milli = 4

    /// Centi, a factor of 10 to the power of -2.
    case centi = 5

    /// Deci, a factor of 10 to the power of -1.
    case deci = 6

    /// Deca, ten.
    case deca = 7

    /// Hecto, a factor of 10 to the power of 2.
    case hecto = 8

    /// Kilo, a factor of 10 to the power of 3.
    case kilo = 9

    /// Mega, a factor of 10 to the power of 6.
    case mega = 10

    /// Giga, a factor of 10 to the power of 9.
    case giga = 11

    /// Tera, a factor of 10 to the power of 12.
    case tera = 12
}
