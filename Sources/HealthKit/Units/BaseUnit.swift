/// A unit with its own symbol.
struct BaseUnit: Sendable {
    let symbol: String
    let dimension: Dimension
    /// The size of the unit in that of its dimension: kg, m, s, K, Pa, J and so on.
    let ratio: Ratio
    /// Hundredths of the unit from absolute zero to its own zero; zero but for temperatures.
    let zero: Double
    let takesPrefix: Bool

    init(_ symbol: String, _ dimension: Dimension, _ ratio: Ratio = .one, zero: Double = 0, prefix: Bool = false) {
        self.symbol = symbol
        self.dimension = dimension
        self.ratio = ratio
        self.zero = zero
        takesPrefix = prefix
    }
}

extension BaseUnit {
    /// Every unit, in the order in which products print them.
    ///
    /// Apple's order follows the first use of unit objects in the process, which no table can repeat. This order prints
    /// the products that Apple documents and exports as Apple does: `kcal/hr·kg`, `mL/min·kg`, `g·L/s` (rule R9.3).
    /// Grams with a prefix print among the units of mass that follow the units of time.
    static let all: [BaseUnit] = [
        BaseUnit("degC", Dimension(.temperature), zero: -27_315),
        BaseUnit("K", Dimension(.temperature), prefix: true),
        BaseUnit("g", Dimension(.mass), Ratio(1, over: 1_000), prefix: true),

        BaseUnit("m", Dimension(.length), prefix: true),
        BaseUnit("in", Dimension(.length), Ratio(254, over: 10_000)),
        BaseUnit("ft", Dimension(.length), Ratio(3_048, over: 10_000)),
        BaseUnit("yd", Dimension(.length), Ratio(9_144, over: 10_000)),
        BaseUnit("mi", Dimension(.length), Ratio(1_609_344, over: 1_000)),

        BaseUnit("Pa", Dimension(.pressure), prefix: true),
        BaseUnit("mmHg", Dimension(.pressure), Ratio(101_325, over: 760)),
        BaseUnit("inHg", Dimension(.pressure), Ratio(338_638_816, over: 100_000)),
        BaseUnit("cmAq", Dimension(.pressure), Ratio(2_490_889, over: 25_400)),
        BaseUnit("atm", Dimension(.pressure), Ratio(101_325)),
        BaseUnit("dBASPL", Dimension(.soundLevel)),
        BaseUnit("dBHL", Dimension(.hearingLevel)),

        // Before the litre, as trends of blood glucose print: mg/min·dL, but mg/dL·s.
        BaseUnit("min", Dimension(.time), Ratio(60)),
        BaseUnit("L", Dimension(.length, power: 3), Ratio(1, over: 1_000), prefix: true),
        BaseUnit("fl_oz_us", Dimension(.length, power: 3), Ratio(295_735_295_625, over: 1e16)),
        BaseUnit("fl_oz_imp", Dimension(.length, power: 3), Ratio(284_130_625, over: 1e13)),
        BaseUnit("pt_us", Dimension(.length, power: 3), Ratio(473_176_473, over: 1e12)),
        BaseUnit("pt_imp", Dimension(.length, power: 3), Ratio(56_826_125, over: 1e11)),
        BaseUnit("cup_us", Dimension(.length, power: 3), Ratio(2_365_882_365, over: 1e13)),
        BaseUnit("cup_imp", Dimension(.length, power: 3), Ratio(284_130_625, over: 1e12)),

        BaseUnit("J", Dimension(.energy), prefix: true),
        BaseUnit("cal", Dimension(.energy), Ratio(4_184, over: 1_000)),
        BaseUnit("kcal", Dimension(.energy), Ratio(4_184)),
        BaseUnit("Cal", Dimension(.energy), Ratio(4_184)),
        BaseUnit("W", Dimension(.power), prefix: true),
        BaseUnit("V", Dimension(.electricPotential), prefix: true),
        BaseUnit("S", Dimension(.conductance), prefix: true),
        BaseUnit("IU", Dimension(.internationalUnit)),
        BaseUnit("D", Dimension(.opticalPower)),
        BaseUnit("pD", Dimension(.prismPower)),
        BaseUnit("rad", Dimension(.angle), prefix: true),
        BaseUnit("deg", Dimension(.angle), Ratio(.pi, over: 180)),
        BaseUnit("lx", Dimension(.illuminance), prefix: true),
        BaseUnit("appleEffortScore", Dimension(.effort)),

        BaseUnit("s", Dimension(.time), prefix: true),
        BaseUnit("hr", Dimension(.time), Ratio(3_600)),
        BaseUnit("d", Dimension(.time), Ratio(86_400)),
        BaseUnit("Hz", Dimension(.time, power: -1), prefix: true),

        BaseUnit("count", .none),
        BaseUnit("%", .none),

        BaseUnit("oz", Dimension(.mass), Ratio(28_349_523_125, over: 1e12)),
        BaseUnit("lb", Dimension(.mass), Ratio(45_359_237, over: 1e8)),
        BaseUnit("st", Dimension(.mass), Ratio(635_029_318, over: 1e8)),
        BaseUnit("mol", Dimension(.amount), prefix: true),
        BaseUnit("degF", Dimension(.temperature), Ratio(5, over: 9), zero: -45_967),
    ]

    /// The places in the table, by symbol and by the other spellings that Apple takes.
    static let places: [String: Int] = {
        var places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.symbol, $0) })
        places["l"] = places["L"]
        places["lux"] = places["lx"]
        return places
    }()
}
