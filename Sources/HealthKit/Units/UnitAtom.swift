import Foundation

/// A unit with its prefix, and for moles the mass of one.
struct UnitAtom: Hashable, Sendable {
    /// The place of the unit in `BaseUnit.all`.
    let place: Int
    let prefix: HKMetricPrefix
    /// Grams per mole, when the unit is a mole of a known substance.
    let molarMass: Double?

    init(place: Int, prefix: HKMetricPrefix = .none, molarMass: Double? = nil) {
        self.place = place
        self.prefix = prefix
        self.molarMass = molarMass
    }

    /// Finds the unit that a symbol such as `km` or `mmol` names.
    ///
    /// A symbol of the table wins over a prefix: `min` is a minute, `cal` a calorie, `Pa` a pascal.
    init?(symbol: String, molarMass: Double? = nil) {
        guard let (place, prefix) = UnitAtom.split(symbol) else { return nil }
        guard molarMass == nil || BaseUnit.all[place].symbol == "mol" else { return nil }
        self.init(place: place, prefix: prefix, molarMass: molarMass)
    }

    private static func split(_ symbol: String) -> (place: Int, prefix: HKMetricPrefix)? {
        if let place = BaseUnit.places[symbol] { return (place, .none) }
        for prefix in HKMetricPrefix.all where symbol.hasPrefix(prefix.symbol) {
            let rest = String(symbol.dropFirst(prefix.symbol.count))
            if let place = BaseUnit.places[rest], BaseUnit.all[place].takesPrefix { return (place, prefix) }
        }
        return nil
    }

    var base: BaseUnit { BaseUnit.all[place] }

    var dimension: Dimension { molarMass == nil ? base.dimension : Dimension(.mass) }

    var ratio: Ratio {
        let size = molarMass.map { Ratio($0, over: 1_000) } ?? base.ratio
        return prefix == .none ? size : size * Ratio(powerOfTen: prefix.power)
    }

    /// The size in Apple's base unit: that of mass is the gram, all others are as in ``ratio``.
    var scale: Double {
        let size = molarMass ?? (dimension == Dimension(.mass) ? Ratio(1_000) * base.ratio : base.ratio).value
        return prefix == .none ? size : Ratio(powerOfTen: prefix.power).value * size
    }

    /// The symbol as Apple prints it: the molar mass with sixteen digits.
    var symbol: String {
        symbol(molarMassAs: { String(format: "%.16g", $0) })
    }

    /// The symbol with every digit of the molar mass.
    var exactSymbol: String {
        symbol(molarMassAs: { $0.description })
    }

    private func symbol(molarMassAs text: (Double) -> String) -> String {
        prefix.symbol + base.symbol + (molarMass.map { "<\(text($0))>" } ?? "")
    }

    /// The sort key of products.
    var order: (Int, Int, Double) {
        let isPrefixedGram = base.symbol == "g" && prefix != .none
        return (isPrefixedGram ? UnitAtom.placeOfHeavyMasses : place, -prefix.power, molarMass ?? 0)
    }

    private static let placeOfHeavyMasses = BaseUnit.places["oz"] ?? 0
}

extension HKMetricPrefix {
    /// Every prefix that is written.
    static let all: [HKMetricPrefix] = [
        .femto, .pico, .nano, .micro, .milli, .centi, .deci, .deca, .hecto, .kilo, .mega, .giga, .tera,
    ]

    /// The letters of the prefix in unit strings; `mc` is micro.
    var symbol: String {
        switch self {
        case .none: ""
        case .femto: "f"
        case .pico: "p"
        case .nano: "n"
        case .micro: "mc"
        case .milli: "m"
        case .centi: "c"
        case .deci: "d"
        case .deca: "da"
        case .hecto: "h"
        case .kilo: "k"
        case .mega: "M"
        case .giga: "G"
        case .tera: "T"
        }
    }

    /// The prefix's power of ten.
    var power: Int {
        switch self {
        case .none: 0
        case .femto: -15
        case .pico: -12
        case .nano: -9
        case .micro: -6
        case .milli: -3
        case .centi: -2
        case .deci: -1
        case .deca: 1
        case .hecto: 2
        case .kilo: 3
        case .mega: 6
        case .giga: 9
        case .tera: 12
        }
    }
}
