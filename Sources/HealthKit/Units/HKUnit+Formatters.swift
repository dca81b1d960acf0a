import Foundation

extension HKUnit {
    private static let massUnits: [(MassFormatter.Unit, String)] = [
        (.gram, "g"), (.kilogram, "kg"), (.ounce, "oz"), (.pound, "lb"), (.stone, "st"),
    ]

    private static let lengthUnits: [(LengthFormatter.Unit, String)] = [
        (.millimeter, "mm"), (.centimeter, "cm"), (.meter, "m"), (.kilometer, "km"),
        (.inch, "in"), (.foot, "ft"), (.yard, "yd"), (.mile, "mi"),
    ]

    private static let energyUnits: [(EnergyFormatter.Unit, String)] = [
        (.joule, "J"), (.kilojoule, "kJ"), (.calorie, "cal"), (.kilocalorie, "kcal"),
    ]

    /// Makes the unit of a mass formatter.
    ///
    /// - Parameter massFormatterUnit: The formatter's unit.
    public convenience init(from massFormatterUnit: MassFormatter.Unit) {
        self.init(from: HKUnit.string(of: massFormatterUnit, in: HKUnit.massUnits))
    }

    /// Makes the unit of a length formatter.
    ///
    /// - Parameter lengthFormatterUnit: The formatter's unit.
    public convenience init(from lengthFormatterUnit: LengthFormatter.Unit) {
        self.init(from: HKUnit.string(of: lengthFormatterUnit, in: HKUnit.lengthUnits))
    }

    /// Makes the unit of an energy formatter.
    ///
    /// - Parameter energyFormatterUnit: The formatter's unit.
    public convenience init(from energyFormatterUnit: EnergyFormatter.Unit) {
        self.init(from: HKUnit.string(of: energyFormatterUnit, in: HKUnit.energyUnits))
    }

    /// The unit that a mass formatter has for a unit.
    ///
    /// - Parameter unit: One of `g`, `kg`, `oz`, `lb` and `st`; any other stops the program.
    /// - Returns: The formatter's unit.
    public class func massFormatterUnit(from unit: HKUnit) -> MassFormatter.Unit {
        formatterUnit(for: unit, in: massUnits)
    }

    /// The unit that a length formatter has for a unit.
    ///
    /// - Parameter unit: One of `mm`, `cm`, `m`, `km`, `in`, `ft`, `yd` and `mi`; any other stops the program.
    /// - Returns: The formatter's unit.
    public class func lengthFormatterUnit(from unit: HKUnit) -> LengthFormatter.Unit {
        formatterUnit(for: unit, in: lengthUnits)
    }

    /// The unit that an energy formatter has for a unit.
    ///
    /// - Parameter unit: One of `J`, `kJ`, `cal`, `kcal` and `Cal`; any other stops the program.
    /// - Returns: The formatter's unit.
    public class func energyFormatterUnit(from unit: HKUnit) -> EnergyFormatter.Unit {
        formatterUnit(for: unit, in: energyUnits + [(.kilocalorie, "Cal")])
    }

    private static func string<Unit: Equatable>(of unit: Unit, in table: [(Unit, String)]) -> String {
        guard let row = table.first(where: { $0.0 == unit }) else {
            raiseException(ExceptionName.invalidArgument, "Unknown formatter unit \(unit)")
        }
        return row.1
    }

    private static func formatterUnit<Unit>(for unit: HKUnit, in table: [(Unit, String)]) -> Unit {
        guard let row = table.first(where: { $0.1 == unit.unitString }) else {
            raiseException(ExceptionName.invalidArgument, "There is no formatter unit for \(unit)")
        }
        return row.0
    }
}
