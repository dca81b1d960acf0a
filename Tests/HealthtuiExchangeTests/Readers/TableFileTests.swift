import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Files with several tables, each of which is understood by itself.
@Suite struct TableFileTests {
    private let store = TableStore()

    private static let scale = """
        Benutzerdetails;;;;;;;;;;
        Geschlecht;männlich;;;;;;;;;
        Nachname;Beispiel;;;;;;;;;
        Geburtsdatum;01.01.1980;;;;;;;;;
        Körpergröße;180 cm;;;;;;;;;
        ;;;;;;;;;;
        Gewicht;;;;;;;;;;
        Datum;Uhrzeit;kg;BMI;Körperfett;Wasser;Muskeln;Knochen;Metabolisches Alter;Puls;Viszeralfett
        19.06.2026;07:12;81,4;25,1;22,3;55,2;40,1;3,4;41;62;8
        20.06.2026;07:10;81,1;25,0;22,1;55,4;40,2;3,4;41;;8
        ;;;;;;;;;;
        Blutdruck;;;;;;;;;;
        Datum;Uhrzeit;Systole;Diastole;Puls;;;;;;
        19.06.2026;07:15;128;82;61;;;;;;

        """

    @Test("A second table has its own columns: a blood pressure is no weight")
    func secondTable() throws {
        let roles: [String: TableMapping.Role] = [
            "kg": .measure(type: HKQuantityTypeIdentifier.bodyMass.rawValue, unit: "kg")
        ]
        let file = try store.file(Self.scale, roles)
        #expect(file.questions == [] && file.tables.map(\.title) == ["Gewicht", "Blutdruck"])
        let summary = try store.read(Self.scale, roles)
        #expect(summary.outcome == .complete, "\(summary.warnings)")
        #expect(try store.values(.bodyMass, "kg") == [81.4, 81.1])
        #expect(try store.pressures() == ["128/82"])
        #expect(try store.values(.heartRate, "count/min").sorted() == [61, 62])
        #expect(try store.values(.bodyFatPercentage, "%").sorted() == [0.221, 0.223])
    }

    @Test("A column that is called by its unit alone is asked about, with the way to leave it out")
    func unitAsName() throws {
        let questions = try store.file(Self.scale).questions.map(\.description)
        #expect(questions.count == 1)
        #expect(questions[0].contains("--map \"kg=bodyMass:kg\"") && questions[0].contains("--map \"kg=\""))
        #expect(questions[0].contains("line 8"))
    }

    @Test("A table that isn't understood is named with its line, and the import is partial")
    func unknownTable() throws {
        let text = """
            Date,Weight (kg)
            2026-06-19 07:12,81.4
            Errands
            When,Where,How many
            2026-06-19,town,3
            2026-06-20,town,4
            Date,Systolic,Diastolic
            2026-06-20 07:15,128,82
            """
        let file = try store.file(text)
        #expect(file.tables.count == 3 && file.understood.count == 2)
        let summary = try store.read(text)
        #expect(summary.outcome == .partial && summary.dataLeftOut == 2)
        #expect(summary.notImported.map(\.firstLine) == [3] && summary.notImported[0].kind.contains("Errands"))
        #expect(summary.warnings.contains { $0.contains("line 3") })
        #expect(try store.values(.bodyMass, "kg") == [81.4])
        #expect(try store.pressures() == ["128/82"])
    }

    @Test("Words behind the rows, and rows of units below the names, are no tables")
    func words() throws {
        let text = """
            Date,Weight,Note
            ,kg,
            2026-06-19 07:12,81.4,fasting
            ,n/a,nothing measured

            Made by Some App
            """
        let summary = try store.read(
            text,
            ["Weight": .measure(type: HKQuantityTypeIdentifier.bodyMass.rawValue, unit: "kg")]
        )
        #expect(summary.outcome == .complete, "\(summary.warnings)")
        #expect(try store.values(.bodyMass, "kg") == [81.4])
    }

    @Test("A row with more fields than the header has columns is refused: an unquoted decimal comma divides numbers")
    func wideRows() throws {
        let summary = try store.read("Date,Weight (kg)\n2026-06-19 07:12,81,4\n2026-06-20 07:12,81,\n")
        #expect(summary.counts[.records].refused == 1 && summary.counts[.records].added == 1)
        #expect(summary.warnings.contains { $0.contains("line 2") && $0.contains("more fields") })
    }

    @Test(
        "Of tables below each other, in whatever order and with or without titles, no value comes under another's type"
    )
    func generated() throws {
        var random = SeededGenerator("tables below each other")
        let kinds: [(title: String, names: [String], values: (Int) -> [String])] = [
            ("Weight", ["Date", "Time", "Weight (kg)"], { ["\(60 + $0)"] }),
            (
                "Blood pressure", ["Date", "Time", "Systolic", "Diastolic", "Pulse"],
                { ["\(120 + $0)", "82", "\(50 + $0)"] }
            ),
            ("Oxygen", ["Date", "Time", "SpO2 (%)"], { ["\(90 + $0 % 9)"] }),
        ]
        for _ in 0..<60 {
            let store = TableStore(zone: .gmt)
            var lines: [String] = []
            var expected = (weights: [Double](), pressures: [String](), pulses: [Double](), oxygen: [Double]())
            var day = 1
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let kind = Int.random(in: 0..<kinds.count, using: &random)
                if Bool.random(using: &random) {
                    lines.append(kinds[kind].title + (Bool.random(using: &random) ? ";;;;" : ""))
                }
                lines.append(kinds[kind].names.joined(separator: ";"))
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let values = kinds[kind].values(day % 28)
                    lines.append((["2026-01-\(day < 10 ? "0" : "")\(day)", "08:00"] + values).joined(separator: ";"))
                    let numbers = values.compactMap(Double.init)
                    switch kind {
                    case 0: expected.weights += numbers
                    case 1:
                        expected.pressures.append("\(values[0])/\(values[1])")
                        expected.pulses.append(numbers[2])
                    default: expected.oxygen.append(numbers[0] / 100)
                    }
                    day += 1
                }
                if Bool.random(using: &random) { lines.append(Bool.random(using: &random) ? "" : ";;;;") }
            }
            let text = lines.joined(separator: "\n") + "\n"
            let summary = try store.read(text)
            #expect(summary.outcome == .complete, "seed \(random.seed): \(summary.warnings)\n\(text)")
            #expect(try store.values(.bodyMass, "kg") == expected.weights, "seed \(random.seed)\n\(text)")
            #expect(try store.pressures() == expected.pressures, "seed \(random.seed)\n\(text)")
            #expect(try store.values(.heartRate, "count/min") == expected.pulses, "seed \(random.seed)\n\(text)")
            #expect(try store.values(.oxygenSaturation, "%") == expected.oxygen, "seed \(random.seed)\n\(text)")
        }
    }
}
