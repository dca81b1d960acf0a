import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Blood pressures of tables: a correlation a row, or a question, never nothing.
@Suite struct TablePressureTests {
    private let store = TableStore()

    @Test(
        "Two columns make one blood pressure a row, whatever they are called",
        arguments: [
            ("Systolic (mmHg)", "Diastolic (mmHg)"), ("Systolic", "Diastolic"), ("SYS", "DIA"), ("sys", "dia"),
            ("Systole", "Diastole"), ("systolic_bp", "diastolic_bp"), ("bp_systolic", "bp_diastolic"),
            ("Blood pressure systolic", "Blood pressure diastolic"),
            ("Systolic Blood Pressure", "Diastolic Blood Pressure"),
            ("Systolischer Blutdruck", "Diastolischer Blutdruck"), ("Blutdruck systolisch", "Blutdruck diastolisch"),
            ("bloodPressureSystolic", "bloodPressureDiastolic"), ("Systolique", "Diastolique"),
            ("Presión sistólica", "Presión diastólica"), ("Sys[mmHg]", "Dia[mmHg]"),
        ]
    )
    func names(systolic: String, diastolic: String) throws {
        let text =
            "Date,Time,\(systolic),\(diastolic),Pulse (bpm),Notes\n"
            + "Jan 12 2026,08:15,128,82,64,ok\nJan 12 2026,21:00,131,84,-,\n"
        #expect(try store.file(text).questions == [])
        let summary = try store.read(text)
        #expect(summary.outcome == .complete && summary.counts[.correlations].added == 2, "\(summary.warnings)")
        #expect(try store.pressures() == ["128/82", "131/84"])
        #expect(try store.values(.heartRate, "count/min") == [64])
        #expect(try store.read(text).added == 0)
    }

    @Test(
        "Both values are in one cell",
        arguments: [
            ("Blood pressure", "128/82"), ("Blutdruck", "128/82"), ("BP", "128 / 82 mmHg"),
            ("Blood Pressure (mmHg)", "128/82"), ("blood_pressure", "128/82"),
        ]
    )
    func oneCell(name: String, cell: String) throws {
        try store.read("Date,\(name)\n2026-06-20 08:15,\(cell)\n")
        #expect(try store.pressures() == ["128/82"])
    }

    @Test("Units in cells are read: mmHg, bpm, kPa, pounds")
    func unitsInCells() throws {
        let text = """
            "VitaDock Online"
            "Blood pressure"
            "Date - Time";"Systole";"Diastole";"Pulse";"Weight"
            "25.06.2026 - 19:14";"134 mmHg";"81 mmHg";"72 bpm";"180 lb"
            "26.06.2026 - 07:02";"17.0653 kPa";"79 mmHg";"66 bpm";"81.5 kg"
            """
        #expect(try store.file(text).questions == [])
        let summary = try store.read(text)
        #expect(summary.outcome == .complete, "\(summary.warnings)")
        #expect(try store.pressures() == ["134/81", "128/79"])
        #expect(try store.values(.heartRate, "count/min") == [72, 66])
        #expect(try store.values(.bodyMass, "kg").map { ($0 * 10).rounded() / 10 } == [81.6, 81.5])
        #expect(try store.samples(.heartRate).first?.startDate == TableStore.date("2026-06-25T17:14:00Z"))
    }

    @Test("Columns that the person names are a blood pressure too")
    func mapped() throws {
        let roles: [String: TableMapping.Role] = [
            "Haut": .measure(type: HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue, unit: "mmHg"),
            "Bas": .measure(type: HKQuantityTypeIdentifier.bloodPressureDiastolic.rawValue, unit: "mmHg"),
        ]
        try store.read("Date,Haut,Bas\n2026-06-20 08:15,128,82\n", roles)
        #expect(try store.pressures() == ["128/82"])
        let pair = TableMapping.Role.measure(type: HKCorrelationTypeIdentifier.bloodPressure.rawValue, unit: "mmHg")
        try store.read("Date,Tension\n2026-06-21 08:15,131/84\n", ["Tension": pair])
        #expect(try store.pressures() == ["128/82", "131/84"])
    }

    @Test("Values in rows of their own find each other by their time")
    func rows() throws {
        let text = """
            Date,Type,Value,Unit
            2026-06-20 08:15,Blood Pressure Systolic,128,mmHg
            2026-06-20 08:15,Blood Pressure Diastolic,82,mmHg
            2026-06-20 08:15,Heart Rate,61,bpm
            2026-06-21 08:15,Diastolic,84,mmHg
            2026-06-21 08:15,Systolic,131,mmHg
            2026-06-22 08:15,Blood Pressure,129/83,mmHg
            2026-06-23 08:15,Systolic,140,mmHg
            """
        let summary = try store.read(text)
        #expect(try store.pressures() == ["128/82", "131/84", "129/83"])
        #expect(try store.values(.heartRate, "count/min") == [61])
        #expect(summary.outcome == .partial && summary.counts[.correlations].refused == 1)
        #expect(summary.warnings.contains { $0.contains("line 8") && $0.contains("without a diastolic") })
    }

    @Test("One value without the other is refused with its line; a column without its partner is asked about")
    func lonely() throws {
        let summary = try store.read("Date,Systolic,Diastolic\n2026-06-20 08:15,128,\n2026-06-21 08:15,131,84\n")
        #expect(summary.outcome == .partial && summary.warnings.contains { $0.contains("line 2") })
        #expect(try store.pressures() == ["131/84"])
        let questions = try store.file("Date,Systolic,Pulse\n2026-06-20 08:15,128,61\n").questions.map(\.description)
        #expect(questions.count == 1 && questions[0].contains("--map \"Systolic=\""))
        #expect(questions[0].contains("bloodPressureDiastolic"))
    }

    @Test(
        "A column of a type or a unit of HealthKit that finds no place is asked about, and can be left out",
        arguments: [
            "Foo (mmHg)", "Max HR (bpm)", "Time asleep (h)", "Blood Pressure", "Sleep", "Weight (bpm)", "cm",
            "Neck (in)",
        ]
    )
    func noPlace(name: String) throws {
        let text = "Date,Heart Rate (bpm),\(name)\n2026-06-20 08:15,61,40\n"
        let questions = try store.file(text).questions.map(\.description)
        #expect(questions.count == 1 && questions.first?.contains("--map \"\(name)=\"") == true, "\(questions)")
        #expect(questions.first?.contains("line 1") == true)
        #expect(try store.file(text, [name: .ignored]).questions == [])
        // What is empty has no place to find.
        #expect(try store.file("Date,Heart Rate (bpm),\(name)\n2026-06-20 08:15,61,-\n").questions == [])
    }

    @Test(
        "What is no measurement, or has no type in HealthKit, is left out without a question",
        arguments: ["Notes", "Device", "Recovery score %", "Bone mass (kg)", "Battery (%)", "Nr", "Elevation Gain (m)"]
    )
    func noMeasure(name: String) throws {
        #expect(try store.file("Date,Heart Rate (bpm),\(name)\n2026-06-20 08:15,61,40\n").questions == [])
    }

    @Test("A column of pairs without a known name is asked about")
    func unknownPairs() throws {
        let questions = try store.file("Date,Pulse,Misura\n2026-06-20 08:15,61,128/82\n").questions.map(\.description)
        #expect(questions.count == 1 && questions[0].contains("--map \"Misura=bloodPressure:mmHg\""))
    }

    @Test("A column called dia is the day where no systolic values are")
    func day() throws {
        let text = "Dia,Weight (kg)\n2026-06-20,71.5\n"
        #expect(try store.file(text).questions == [])
        try store.read(text)
        #expect(try store.values(.bodyMass, "kg") == [71.5])
    }
}
