import Foundation
import RandomTesting
import Testing

@testable import HealthKit

@Suite("Unit strings")
struct UnitGrammarTests {
    @Test(
        "R9.1 reads what the grammar allows",
        arguments: [
            ("", "()"), ("()", "()"), ("((()))", "()"), ("1", "()"), ("1/s", "1/s"), ("m·1/s", "m/s"), ("m*s", "m·s"),
            ("m.s", "m·s"), ("kg/m.s^2", "kg/m·s^2"), ("kg/(m.s^2)", "kg/m·s^2"), ("kg.m^-1.s^-2", "kg/m·s^2"),
            ("kcal/kg·hr", "kcal/hr·kg"), ("kcal/(kg*hr)", "kcal/hr·kg"), ("(m^2)^2", "m^4"), ("m^0", "()"),
            ("(m)", "m"),
            ("((m))", "m"), ("m^-2", "1/m^2"), ("(m·s)^2/kg", "m^2·s^2/kg"), ("m/m", "()"), ("1^5/s", "1/s"),
            ("mmol<180.15588000005408>/L", "mmol<180.1558800000541>/L"), ("mol<1e2>", "mol<100>"), ("mmol/L", "mmol/L"),
            ("min", "min"), ("Pa", "Pa"), ("dam", "dam"), ("mcg", "mcg"), ("%", "%"), ("dal", "daL"), ("Gg", "Gg"),
        ]
    )
    func parses(string: String, printed: String) throws {
        #expect(try HKUnit(validating: string).unitString == printed)
    }

    @Test(
        "R9.1 refuses what the grammar does not allow",
        arguments: [
            "J/m/kg/s", "m^2^2", "/s", "(m)(m)", "m(m)", "()·m", "()^2", "(", ")", "(m", "mol<>", "km<123>", "percent",
            "kWh",
            "ug", "µg", "kg/", "not a unit", "mL/kg/min", "count/hour", "(m/s)", "m·()", "m·", "·m", "m^", "m^-", "m^x",
            "mol<0>", "mol<-1>", "mol<inf>", "mol<nan>", "mol<0x10>", "mol<1", "kmin", "kcount", "m/", "kkg", "KG",
            "m ",
            " m", "m^99999999999999999999", "(m^9999)^9999", "m^9999·m", "m²",
        ]
    )
    func refuses(string: String) {
        #expect {
            try HKUnit(validating: string)
        } throws: { error in
            (error as? HKError)?.code == .errorInvalidArgument
                && error.localizedDescription == "Unable to parse factorization string \(string)"
        }
    }

    @Test(
        "R9.3 prints a product the same whatever the order it was written in",
        arguments: [
            "mL/min·kg", "kcal/hr·kg", "L/g·s", "g·L/s", "L·hr", "min·count", "J/m·s·kg", "m/s^2", "degC·m", "m·degF",
            "atm·L·hr", "mg/dL", "count/min", "1/s^2",
        ]
    )
    func printsInOrder(printed: String) throws {
        let sides = printed.split(separator: "/")
        let reversed = sides.map { $0.split(separator: "·").reversed().joined(separator: "·") }.joined(separator: "/")
        #expect(try HKUnit(validating: printed).unitString == printed)
        #expect(try HKUnit(validating: reversed).unitString == printed)
    }

    @Test("R9.3 atm·L·hr prints one way, although Apple prints it in two")
    func printsOneOrderWhereAppleHasTwo() throws {
        #expect(try HKUnit(validating: "L·atm·hr").unitString == "atm·L·hr")
    }

    @Test("R9.4 l is L, Cal and kcal keep their spelling, micro is mc")
    func keepsSpelling() throws {
        #expect(try HKUnit(validating: "ml").unitString == "mL")
        #expect(try HKUnit(validating: "l") == HKUnit.liter())
        #expect(try HKUnit(validating: "Cal").unitString == "Cal")
        #expect(HKUnit.kilocalorie().unitString == "kcal")
        #expect(HKUnit.kilocalorie() != HKUnit.largeCalorie())
        #expect(HKQuantity(unit: .largeCalorie(), doubleValue: 3) == HKQuantity(unit: .kilocalorie(), doubleValue: 3))
        #expect(HKUnit.gramUnit(with: .micro).unitString == "mcg")
    }

    @Test("R9.9 units are equal when their factors are, whatever the spelling")
    func equality() {
        #expect(HKUnit(from: "m/s^2") == HKUnit(from: "m·s^-2"))
        #expect(HKUnit(from: "m/s^2").hash == HKUnit(from: "m·s^-2").hash)
        #expect(HKUnit(from: "m/s") != HKUnit(from: "m/s^2"))
        #expect(HKUnit.named("count/min") === HKUnit.named("count/min"))
    }

    @Test("every symbol reads as itself, with and without a prefix")
    func everySymbolReadsBack() throws {
        for base in BaseUnit.all {
            #expect(try HKUnit(validating: base.symbol).unitString == base.symbol)
            for prefix in HKMetricPrefix.all where base.takesPrefix {
                let unit = try HKUnit(validating: prefix.symbol + base.symbol)
                #expect(unit.factorization.factors.map(\.atom.prefix) == [prefix])
                #expect(unit.unitString == prefix.symbol + base.symbol)
            }
        }
    }

    @Test("random strings never stop the program, and what is read prints as itself")
    func fuzz() throws {
        var random = SeededGenerator("texts of units")
        let seed = random.seed
        let pieces = [
            "m", "kg", "mol<18.02>", "mol<", ">", "/", "·", "*", ".", "^", "-", "2", "0", "(", ")", "1", "s", "%", "é",
            "\u{0}",
        ]
        for _ in 0..<20_000 {
            let string = (0..<Int.random(in: 0..<12, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard let unit = try? HKUnit(validating: string) else { continue }
            let again = try? HKUnit(validating: unit.unitString)
            #expect(again == unit, "\(string) printed as \(unit.unitString), seed \(seed)")
        }
        #expect((try? HKUnit(validating: String(repeating: "(", count: 1_000_000) + "m")) == nil)
        #expect(
            HKUnit.named(String(repeating: "(", count: 1_000) + String(repeating: ")", count: 1_000))?.isNull() == true
        )
    }
}
