import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// What columns are taken for by their names and their numbers.
@Suite struct TableColumnTests {
    private let store = TableStore()

    @Test("A 0 of what nobody has a 0 of was not measured: it isn't stored, and says nothing of the unit")
    func zeros() throws {
        let text = """
            "biceps","bone","calories","dateTime","fat","lbm","muscle","waist","height","bmr","water","weight"
            0.0,2.9,0.0,"13.10.2026 06:29",17.6,0.0,40.5,0.0,0.0,1650,62.7,69.3
            0.0,2.9,0.0,"14.10.2026 06:31",0.0,0.0,40.6,0.0,0.0,1650,62.9,69.1
            """
        let file = try store.file(text)
        #expect(file.questions == [])
        // What is shown before the import doesn't name a unit that nothing says.
        let waist = file.tables[0].columns.first { $0.name == "waist" }
        #expect(waist?.role == .ignored && waist?.note == "not measured: 0 in every row")
        let summary = try store.read(text)
        #expect(summary.outcome == .complete && summary.warnings == [])
        #expect(try store.values(.bodyMass, "kg") == [69.3, 69.1])
        #expect(try store.values(.bodyFatPercentage, "%") == [0.176])
        for type in [
            HKQuantityTypeIdentifier.waistCircumference, .height, .leanBodyMass, .basalEnergyBurned, .dietaryWater,
        ] {
            #expect(try store.samples(type).isEmpty)
        }
        // A 0 of what can be none is a value.
        try store.read("Date,Steps\n2026-10-13,0\n")
        #expect(try store.values(.stepCount, "count") == [0])
    }

    @Test("A column of numbers is not the activity, whatever it is called")
    func levels() throws {
        let text = "Date - Time;Pulse;Activity\n25.06.2026 - 19:14;72 bpm;2\n26.06.2026 - 19:14;70 bpm;1\n"
        #expect(try store.file(text).tables[0].columns.map(\.role).last == .ignored)
        try store.read(text)
        #expect(try store.values(.heartRate, "count/min") == [72, 70])
    }

    @Test("Zeros beside values don't change the guess of a unit")
    func zerosBesideValues() throws {
        let text = "Date,Waist\n2026-10-13,0\n2026-10-14,82\n2026-10-15,0.0\n"
        #expect(try store.file(text).questions == [])
        try store.read(text)
        #expect(try store.values(.waistCircumference, "cm") == [82])
    }

    @Test(
        "A scale's metabolic rate is no energy that was burned at that instant",
        arguments: ["BMR", "BMR (kcal)", "Basal Metabolic Rate", "Grundumsatz", "Resting calories"]
    )
    func metabolicRate(name: String) throws {
        let text = "Date,Weight (kg),\(name)\n2026-10-13 06:29,69.3,1650\n"
        #expect(try store.file(text).questions == [])
        try store.read(text)
        #expect(try store.samples(.basalEnergyBurned).isEmpty)
    }

    @Test("A name with a unit of its own is a measurement, not the activity or the type of rows")
    func unitsOfRoles() throws {
        try store.read("Date,Activity (steps)\n2026-10-13,1200\n")
        #expect(try store.values(.stepCount, "count") == [1_200])
        let open = try store.file("Date,Steps,Activity (kcal)\n2026-10-13,1200,300\n").questions
        #expect(open.count == 1 && open[0].description.contains("--map \"Activity (kcal)=\""))
    }

    @Test(
        "Stones and feet are never guessed from a number",
        arguments: [("Weight", "12.5"), ("Weight", "11"), ("Height", "5.9"), ("Height", "6")]
    )
    func stones(name: String, value: String) throws {
        let questions = try store.file("Date,\(name)\n2026-10-13,\(value)\n").questions
        #expect(questions.count == 1 && questions[0].description.contains("the unit is not said"))
        #expect(try store.file("Date,Weight (st)\n2026-10-13,12.5\n").questions == [])
    }

    @Test("A table means the same in every language of the program")
    func languages() throws {
        let text =
            "Datum;Gewicht (kg);Herzfrequenz (bpm);Blutzucker (mg/dl);Schritte\n13.10.2026 06:29;69,3;61;98;1200\n"
        #expect(try store.file(text).questions == [])
        try store.read(text)
        #expect(try store.values(.bodyMass, "kg") == [69.3] && store.values(.heartRate, "count/min") == [61])
        #expect(try store.values(.bloodGlucose, "mg/dL") == [98] && store.values(.stepCount, "count") == [1_200])
    }

    @Test(
        "Words that only help to find a type in a search are no names of columns",
        arguments: ["Stress", "Recovery", "Effort", "Speed", "Size", "Light"]
    )
    func searchWords(name: String) throws {
        let mapping = try store.file("Date,Heart Rate (bpm),\(name)\n2026-10-13,61,40\n").tables[0]
        #expect(mapping.columns[2].role == .ignored && mapping.questions == [])
    }

    @Test("Percentages of unknown measure are parts of one where that is said")
    func partsOfOne() throws {
        let text = "Date,Walking Asymmetry\n2026-10-13,0.5\n2026-10-14,1\n"
        let type = HKQuantityTypeIdentifier.walkingAsymmetryPercentage
        #expect(try store.file(text).questions.first?.description.contains("walkingAsymmetryPercentage:1\"") == true)
        try store.read(text, ["Walking Asymmetry": .measure(type: type.rawValue, unit: TableMapping.partsOfOne)])
        #expect(try store.values(type, "%") == [0.5, 1])
    }

    @Test(
        "What a file is shows in its beginning, whatever it is called",
        arguments: [
            ("<?xml version=\"1.0\"?>", true, false), ("\u{FEFF} \n<HealthData>", true, false),
            ("PK\u{3}\u{4}", true, false),
            ("{\"data\":{}}", false, false), ("[1]", false, false), ("Date,Steps\n", false, true), ("", false, false),
        ]
    )
    func beginnings(text: String, isExport: Bool, isTable: Bool) {
        #expect(ReaderImport.looksLikeExport(Array(text.utf8)) == isExport)
        #expect(ReaderImport.mayBeTable(Array(text.utf8)) == isTable)
    }

    @Test("Names of foods, activities and doses aren't people's")
    func otherNames() throws {
        for text in [
            "Date,Name,Dietary Energy (kcal)\n2024-01-01,Bread,300\n2024-01-02,Milk,120\n",
            "Date,Name,Activity,Distance (km)\n2024-01-01,Park,Running,5\n2024-01-02,Lake,Running,6\n",
        ] {
            let file = try #require(TableFile.guess(Array(text.utf8)))
            #expect(!file.questions.contains { $0.description.contains("several people") }, "\(text)")
        }
    }

    @Test("A table of several people is not imported unasked, and nothing of it is stored")
    func personsUnasked() throws {
        let folder = try TemporaryFolder()
        let text = "Date,Weight (kg),Name\n2024-01-01,71.5,Ann\n2024-01-02,92.5,Bob\n"
        _ = try folder.write(text.utf8, to: "files/scale.csv")
        let container = try #require(FileContainer(path: folder.url.appending(path: "files").path))
        let store = TableStore()
        let importer = ReaderImport(store.person)
        #expect(try importer.inquire(container).tables.tables.count == 1)
        let summary = try importer.run(container, takesTables: true)
        #expect(summary.outcome == .nothing)
        #expect(summary.warnings.contains { $0.contains("several people") }, "\(summary.warnings)")
        #expect(try store.values(.bodyMass, "kg").isEmpty)
    }

    @Test("A table of several people is a question, and only those rows come in that are the person's")
    func persons() throws {
        let text = "Date,Weight (kg),User\n2024-01-01,71.5,Ann\n2024-01-02,92.5,Bob\n2024-01-03,71.7,Ann\n"
        let open = try #require(TableFile.guess(Array(text.utf8)))
        #expect(open.questions.count == 1)
        #expect(open.doubt?.contains("--answer \"table-person=Ann\"") == true, "\(open.doubt ?? "none")")
        for (answer, wanted) in [("Ann", [71.5, 71.7]), ("Bob", [92.5]), ("all", [71.5, 92.5, 71.7])] {
            let store = TableStore()
            var answers = ReaderAnswers()
            answers.choices = ["table-person": answer]
            let file = try #require(TableFile.guess(Array(text.utf8), answers))
            #expect(file.doubt == nil)
            _ = try ReaderImport(store.person)
                .run(Array(text.utf8), from: "a.csv", with: TableReader(file, zone: store.zone, source: "CSV"))
            #expect(try store.values(.bodyMass, "kg") == wanted, "\(answer)")
        }
        for name in ["Name", "Familienmitglied", "First name", "Patient"] {
            let other = Array(text.replacing("User", with: name).utf8)
            let file = try #require(TableFile.guess(other))
            #expect(file.questions.count == 1 && file.doubt?.contains("table-person") == true, "\(name)")
        }
        // One name is no question.
        #expect(try #require(TableFile.guess(Array(text.replacing("Bob", with: "Ann").utf8))).questions.isEmpty)
    }
}
