import Foundation
import HealthKit

/// The names of blood pressure values in tables.
enum PressureNames {
    /// Words beside those that distinguish the two values.
    private static let others = [
        "bloodpressure", "blood", "pressure", "blutdruck", "bp", "value", "reading", "wert", "mmhg", "arterial",
        "arterielle", "pression", "presion", "pressione", "tension", "arteriosa", "bloeddruk", "blodtryck", "blodtrykk",
    ]
    private static let systolic: Set<String> = [
        "systolic", "systole", "sys", "syst", "sysbp", "sbp", "systolisch", "systolischer", "systolische", "systolique",
        "sistolica", "sistolico", "systolisk", "systoliskt", "bovendruk",
    ]
    private static let diastolic: Set<String> = [
        "diastolic", "diastole", "dia", "diast", "diabp", "dbp", "diastolisch", "diastolischer", "diastolische",
        "diastolique", "diastolica", "diastolico", "diastolisk", "diastoliskt", "onderdruk",
    ]
    private static let both: Set<String> = [
        "bloodpressure", "bp", "blutdruck", "presionarterial", "tensionarterial", "pressionarterielle",
        "tensionarterielle", "pressionearteriosa", "pressaoarterial", "bloeddruk", "blodtryck", "blodtrykk",
    ]

    /// The identifier of the type that a name means: one value, or both in one cell.
    ///
    /// - Parameters:
    ///   - name: The name, folded.
    ///   - all: The folded names of all columns; `nil` for the name of a type in a row.
    /// - Returns: The identifier; `nil` for any other name.
    static func type(_ name: String, among all: Set<String>?) -> String? {
        if both.contains(name) { return HKCorrelationTypeIdentifier.bloodPressure.rawValue }
        let own = which(name)
        if systolic.contains(own) { return HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue }
        guard diastolic.contains(own) else { return nil }
        // `dia` is the day in several languages.
        let isAlone = all.map { !$0.contains { systolic.contains(which($0)) } } ?? false
        return name == "dia" && isAlone ? nil : HKQuantityTypeIdentifier.bloodPressureDiastolic.rawValue
    }

    /// A name without the words that both values share.
    private static func which(_ name: String) -> String {
        if systolic.contains(name) || diastolic.contains(name) { return name }
        var rest = name[...]
        var isShorter = true
        while isShorter {
            isShorter = false
            for word in others where rest.count > word.count {
                if rest.hasPrefix(word) {
                    rest = rest.dropFirst(word.count)
                    isShorter = true
                } else if rest.hasSuffix(word) {
                    rest = rest.dropLast(word.count)
                    isShorter = true
                }
            }
        }
        return String(rest)
    }
}

/// A cell with both values of a blood pressure, `128/82` or `128/82 mmHg`.
struct PressureCell {
    let systolic: Double
    let diastolic: Double
    /// The text after the numbers; empty if there is none.
    let unit: String

    init?(_ text: String, _ numbers: TableNumbers) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let last = TableCell(String(parts[1])),
            let systolic = numbers.number(parts[0]), let diastolic = numbers.number(last.number)
        else { return nil }
        self.systolic = systolic
        self.diastolic = diastolic
        unit = String(last.unit)
    }

    /// Whether the numbers are plausible as a blood pressure in mmHg.
    var isUsual: Bool { (60...280).contains(systolic) && (30...180).contains(diastolic) && systolic > diastolic }
}
