import Foundation
import Testing

@testable import HealthKit

@Suite("Unit conversion")
struct UnitConversionTests {
    static func convert(_ value: Double, _ from: String, _ to: String) throws -> Double {
        try HKQuantity(unit: HKUnit(validating: from), doubleValue: value)
            .doubleValue(validating: HKUnit(validating: to))
    }

    @Test("R9.2 the null unit is that of numbers")
    func nullUnit() throws {
        let null = HKUnit(from: "")
        #expect(null.unitString == "()")
        for string in ["m/m", "m^0", "()", "((()))"] { #expect(HKUnit(from: string).isNull()) }
        #expect(null.unitRaised(toPower: 3).isNull())
        for string in ["m/in", "dL/L", "count/%", "%/count", "count"] { #expect(!HKUnit(from: string).isNull()) }
        #expect(HKUnit.liter().unitDivided(by: null).unitString == "L")
        #expect(null.unitDivided(by: .liter()).unitString == "1/L")
        for string in ["", "count", "count^2", "%"] {
            #expect(try HKQuantity(unit: null, doubleValue: 7).doubleValue(validating: HKUnit(validating: string)) == 7)
        }
        for string in ["IU", "in", "appleEffortScore"] { #expect(!null.isCompatible(with: HKUnit(from: string))) }
    }

    @Test(
        "R9.5 units of one dimension convert",
        arguments: [
            ("%", "count", 1), ("L", "m^3", 0.001), ("Hz", "count/s", 1), ("lb", "g", 453.59237),
            ("mol<18.02>", "g", 18.02),
            ("mol<10>", "mol<20>", 0.5), ("dL/L", "%", 0.1), ("m/in", "count", 10_000.0 / 254), ("Cal", "kcal", 1),
        ] as [(String, String, Double)]
    )
    func compatible(from: String, to: String, factor: Double) throws {
        #expect(try abs(Self.convert(1, from, to) - factor) <= 1e-12 * factor)
    }

    @Test(
        "R9.5 units of other dimensions do not",
        arguments: [
            ("W", "J/s"), ("mol", "mol<18.02>"), ("mol", "g"), ("mol", "count"), ("dBHL", "dBASPL"), ("dBHL", "Pa"),
            ("IU", "count"),
            ("V", "count"), ("appleEffortScore", "count"), ("D", "1/m"), ("deg", "degC"), ("kg", "count"), ("m", "m^2"),
            ("dBASPL/s", "Pa/s"),
        ]
    )
    func incompatible(from: String, to: String) throws {
        #expect(!HKQuantity(unit: HKUnit(from: from), doubleValue: 1).is(compatibleWith: HKUnit(from: to)))
        #expect(HKUnit(from: from).conversion(to: HKUnit(from: to)) == nil)
        #expect {
            try Self.convert(1, from, to)
        } throws: { error in
            (error as? HKError)?.code == .errorInvalidArgument
                && error.localizedDescription
                    == "Attempt to convert incompatible units: \(HKUnit(from: from)), \(HKUnit(from: to))"
        }
    }

    @Test("R9.5 two moles of water weigh 36.04 g")
    func molesAreMass() throws {
        #expect(try abs(Self.convert(2, "mol<18.02>", "g") - 36.04) < 1e-12)
    }

    @Test("R9.5 sound levels are pressures on a logarithmic scale")
    func soundLevels() throws {
        #expect(try abs(Self.convert(94, "dBASPL", "Pa") - 1.002_374_467_2) < 1e-9)
        #expect(try abs(Self.convert(1, "Pa", "dBASPL") - 93.979_400_086_7) < 1e-9)
        #expect(try abs(Self.convert(0.002, "kPa", "dBASPL") - 100) < 1e-9)
        #expect(HKUnit(from: "dBASPL").conversion(to: .pascal()) == nil)
        #expect(HKUnit(from: "dBASPL").conversion(to: HKUnit(from: "dBASPL"))?.scale == 1)
    }

    @Test(
        "R9.6 factors are the measured ones",
        arguments: [
            ("oz", "g", 28.349523125), ("lb", "g", 453.59237), ("st", "g", 6350.29318), ("in", "m", 0.0254),
            ("ft", "m", 0.3048),
            ("yd", "m", 0.9144), ("mi", "m", 1609.344), ("mmHg", "Pa", 133.32236842105263), ("inHg", "Pa", 3386.38816),
            ("cmAq", "Pa", 98.06649606299213), ("atm", "Pa", 101_325), ("fl_oz_us", "L", 0.0295735295625),
            ("pt_us", "L", 0.473176473), ("cup_us", "L", 0.2365882365), ("fl_oz_imp", "L", 0.0284130625),
            ("pt_imp", "L", 0.56826125), ("cup_imp", "L", 0.284130625), ("cal", "J", 4.184), ("kcal", "J", 4184),
            ("Cal", "J", 4184), ("min", "s", 60), ("hr", "s", 3600), ("d", "s", 86_400),
            ("deg", "rad", Double.pi / 180),
            ("lb", "oz", 16), ("mi", "yd", 1760), ("kg", "g", 1000), ("mcg", "mg", 0.001), ("Tm", "fm", 1e27),
            ("dag", "g", 10),
        ] as [(String, String, Double)]
    )
    func factors(from: String, to: String, factor: Double) throws {
        #expect(try Self.convert(1, from, to) == factor)
    }

    @Test(
        "products convert with Apple's last digits: powers multiplied in printed order, grams and cubic metres",
        arguments: [
            (100, "mg/dL", "mmol<180.15588000005408>/L", 5.550748607260001),
            (5.5, "mmol<180.15588000005408>/L", "mg/dL", 99.08573400002975),
            (1.7, "mg/min·dL", "mg/dL·s", 0.02833333333333334),
            (0.03, "mg/dL·s", "mg/min·dL", 1.7999999999999998),
            (2.3, "mg/min·dL", "mmol<180.15588000005408>/min·L", 0.12766721796698),
            (4.7, "kcal/hr·kg", "kJ/hr·lb", 8.919803237576001),
            (67, "count/min", "count/s", 1.1166666666666667),
            (1.15, "count/s", "count/min", 69.0),
            (11.3, "km/hr", "m/s", 3.1388888888888893),
            (3.7, "m/s", "mi/hr", 8.276664280601288),
            (7.9, "mi/hr", "km/hr", 12.7138176),
        ] as [(Double, String, String, Double)]
    )
    func products(value: Double, from: String, to: String, expected: Double) throws {
        #expect(try Self.convert(value, from, to) == expected)
    }

    @Test("minutes print before litres, seconds and hours after them")
    func orderOfTime() {
        #expect(HKUnit(from: "mg/dL").unitDivided(by: .minute()).unitString == "mg/min·dL")
        #expect(HKUnit(from: "mmol<180>/L·min").unitString == "mmol<180>/min·L")
        #expect(HKUnit(from: "mg/dL·s").unitString == "mg/dL·s")
        #expect(HKUnit(from: "mg/dL·IU").unitString == "mg/dL·IU")
    }

    @Test("R9.6 temperatures have offsets")
    func temperatures() throws {
        #expect(try Self.convert(0, "degC", "K") == 273.15)
        #expect(try abs(Self.convert(300, "K", "degF") - 80.33) < 1e-10)
        #expect(try Self.convert(98.6, "degF", "degC") == 37)
        #expect(try abs(Self.convert(1000, "mK", "degC") + 272.15) < 1e-10)
    }

    @Test("R9.7 products have no offset, and powers of temperatures are units")
    func temperatureProducts() throws {
        #expect(try Self.convert(27, "degC", "degF") == 80.6)
        #expect(try abs(Self.convert(1.1, "degC·m", "degF·m") - 1.98) < 1e-12)
        #expect(HKUnit.degreeCelsius().reciprocal().unitString == "1/degC")
        #expect(HKUnit.degreeCelsius().unitRaised(toPower: 2).unitString == "degC^2")
        #expect(try abs(Self.convert(10, "1/degC", "1/degF") - 10 / 1.8) < 1e-12)
    }

    @Test("R9.8 blood glucose converts between mass and moles")
    func bloodGlucose() throws {
        let moles = HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose).unitDivided(by: .liter())
        let grams = HKUnit.gramUnit(with: .milli).unitDivided(by: .literUnit(with: .deci))
        #expect(moles.unitString == "mmol<180.1558800000541>/L")
        #expect(grams.unitString == "mg/dL")
        let quantity = HKQuantity(unit: grams, doubleValue: 90)
        #expect(abs(quantity.doubleValue(for: moles) - 4.9957) < 5e-5)
        #expect(try HKUnit(validating: "mmol<180.1558800000541>/L") == moles)
    }

    @Test("R9.9 quantities compare and equal by their size")
    func comparison() throws {
        let kilogram = HKQuantity(unit: HKUnit(from: "kg"), doubleValue: 1)
        let grams = HKQuantity(unit: .gram(), doubleValue: 1000)
        #expect(kilogram == grams)
        #expect(kilogram.hash == grams.hash)
        #expect(Set([kilogram, grams]).count == 1)
        #expect(
            HKQuantity(unit: HKUnit(from: "kg"), doubleValue: 2).compare(HKQuantity(unit: .gram(), doubleValue: 2500))
                == .orderedAscending
        )
        #expect(grams.compare(kilogram) == .orderedSame)
        #expect(HKQuantity(unit: .pound(), doubleValue: 3).compare(kilogram) == .orderedDescending)
        #expect(kilogram != HKQuantity(unit: .count(), doubleValue: 1))
        #expect(throws: HKError.self) { try kilogram.compare(validating: HKQuantity(unit: .count(), doubleValue: 1)) }
        #expect(!kilogram.isEqual("1 kg"))
    }

    @Test("R9.10 descriptions are the number and the unit")
    func descriptions() {
        #expect(HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 72).description == "72 count/min")
        #expect(HKQuantity(unit: .percent(), doubleValue: 0.97).description == "0.97 %")
        #expect(HKQuantity(unit: .count(), doubleValue: .nan).description == "nan count")
        #expect(HKUnit(from: "kcal/(kg*hr)").description == "kcal/hr·kg")
    }

    @Test("R9.11 a quantity keeps its number to the last bit")
    func keepsTheNumber() {
        let value = 154.3.nextUp
        #expect(HKQuantity(unit: .pound(), doubleValue: value).doubleValue(for: HKUnit(from: "lb")) == value)
    }

    @Test("powers that leave the largest exponent are refused, not wrapped")
    func largestExponent() throws {
        let unit = HKUnit.meter().unitRaised(toPower: 9_999)
        #expect(unit.unitString == "m^9999")
        #expect(unit.unitRaised(toPower: -1).unitString == "1/m^9999")
        // A factor beyond what a double can hold converts to infinity or to no number, but nothing stops.
        _ = try Self.convert(1, "km^9999", "m^9999")
    }

    @Test("formatter units have a unit and back")
    func formatterUnits() {
        #expect(HKUnit(from: MassFormatter.Unit.stone) == .stone())
        #expect(HKUnit(from: LengthFormatter.Unit.centimeter) == HKUnit(from: "cm"))
        #expect(HKUnit(from: EnergyFormatter.Unit.kilojoule) == HKUnit(from: "kJ"))
        #expect(HKUnit.massFormatterUnit(from: .gramUnit(with: .kilo)) == .kilogram)
        #expect(HKUnit.lengthFormatterUnit(from: .mile()) == .mile)
        #expect(HKUnit.energyFormatterUnit(from: .largeCalorie()) == .kilocalorie)
    }

    @Test("units and quantities survive an archive, to the last digit of a molar mass")
    func archives() throws {
        let unit = HKUnit.moleUnit(withMolarMass: HKUnitMolarMassBloodGlucose).unitDivided(by: .liter())
        let quantity = HKQuantity(unit: unit, doubleValue: 5.1)
        let data = try NSKeyedArchiver.archivedData(withRootObject: quantity, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQuantity.self, from: data))
        #expect(copy == quantity)
        #expect(copy.unit.factorization.factors == unit.factorization.factors)
        #expect(copy.copy() as? HKQuantity === copy)
    }

    @Test("an archive that names no unit gives nothing")
    func corruptArchive() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode("no unit" as NSString, forKey: "unitString")
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        #expect(HKUnit(coder: unarchiver) == nil)
        #expect(HKQuantity(coder: unarchiver) == nil)
    }

    @Test("units are named from many threads at once")
    func concurrency() async {
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<500)
                        .allSatisfy { index in
                            let unit = HKUnit(from: "m^\((index + task) % 50 + 1)/s")
                            return HKQuantity(unit: unit, doubleValue: 1)
                                .doubleValue(for: HKUnit(from: "km^\((index + task) % 50 + 1)/min")) > 0
                        }
                }
            }
            for await result in group { #expect(result) }
        }
    }
}
