import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// An import is complete where all data came in, and says what and how much did not otherwise.
@Suite("Complete means complete") struct CompleteImportTests {
    private let folder: TemporaryFolder
    private let person = HKHealthStore.person(location: .memory).person

    init() throws { folder = try TemporaryFolder() }

    private static let times =
        "sourceName=\"W\" startDate=\"2026-09-01 16:00:00 +0100\" endDate=\"2026-09-01 16:30:00 +0100\""
    private static let record =
        "<Record type=\"HKQuantityTypeIdentifierStepCount\" unit=\"count\" \(times) value=\"12\"/>"

    private func run(_ body: String) throws -> ImportSummary {
        try ExportImporter(person).run(path: try folder.write(Array(export(body).utf8), to: "export.xml"))
    }

    private static func workout(_ children: String, _ attributes: String = "") -> String {
        "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" \(times) \(attributes)>\(children)</Workout>"
    }

    @Test(
        "Each thing of an export that is left out makes it partial, and is listed",
        arguments: [
            "<StateOfMind kind=\"1\" valence=\"0.5\"/>", "<MedicationDoseEvent status=\"4\"/>",
            record.replacing("value=", with: "mood=\"4\" value="),
            record.replacing("StepCount", with: "BodyMass"), "<Record type=\"x\" value=/>",
            workout("<WorkoutThing/>"), workout("<WorkoutEvent type=\"HKWorkoutEventTypePause\" date=\"then\"/>"),
            workout("<WorkoutStatistics sum=\"1\"/>"), workout("<WorkoutActivity uuid=\"x\"/>"),
            workout("", "duration=\"1e308\" durationUnit=\"hr\""), workout("", "totalDistance=\"far\""),
            workout(
                "<WorkoutRoute><Location date=\"2026-09-01 16:00:00 +0100\" latitude=\"99\" longitude=\"8\"/></WorkoutRoute>"
            ),
            workout(
                "<WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\" average=\"1e999\" unit=\"count/min\"/>"
            ),
            "<Me HKCharacteristicTypeIdentifierDateOfBirth=\"spring\"/>",
            "<ActivitySummary dateComponents=\"2026-09-01\" activeEnergyBurned=\"1e999\"/>",
            "<Correlation type=\"HKCorrelationTypeIdentifierFood\" \(times)>\(record.replacing("12", with: "many"))</Correlation>",
            "<Correlation type=\"HKQuantityTypeIdentifierStepCount\" \(times)></Correlation>",
            "<VisionPrescription type=\"HKVisionPrescriptionTypeGlasses\" dateIssued=\"2026-09-01 16:00:00 +0100\">"
                + "<RightEye sphere=\"-1\" sphereUnit=\"D\"/><LeftEye/></VisionPrescription>",
        ]
    )
    func partial(body: String) throws {
        let summary = try run(Self.record.replacing("12", with: "7") + "\n" + body)
        #expect(summary.outcome == .partial)
        #expect(summary.total(\.added) > 0)
        #expect(!summary.warnings.isEmpty || summary.dataLeftOut > 0)
    }

    @Test(
        "What is whole is complete, with nothing in it too",
        arguments: [
            "", "<Me/>", record, workout(""), workout("", "duration=\"\" totalDistance=\"\""),
            workout("<WorkoutRoute><FileReference path=\"/workout-routes/gone.gpx\"/></WorkoutRoute>"),
            workout("", "").replacing("TypeRunning", with: "TypeFlying"),
        ]
    )
    func complete(body: String) throws {
        let summary = try run(body)
        #expect(summary.outcome == .complete, "\(summary.warnings) \(summary.notImported)")
    }

    @Test("A file of which nothing came in says nothing, and one with a part of it partial")
    func nothing() throws {
        #expect(try run(Self.record.replacing("12", with: "many")).outcome == .nothing)
        #expect(try run("<StateOfMind/>").outcome == .nothing)
        #expect(try run("<StateOfMind/>" + Self.record).outcome == .partial)
        // Again: it is there already, and still not all of it.
        #expect(try run("<StateOfMind/>" + Self.record).outcome == .partial)
    }

    @Test("Files beside an export: another export is data, notes and pictures that nothing names are not")
    func beside() throws {
        func run(_ name: String, _ files: [String: String]) throws -> ImportSummary {
            _ = try folder.write(Array(export(Self.record).utf8), to: "\(name)/export.xml")
            for (file, text) in files { _ = try folder.write(Array(text.utf8), to: "\(name)/\(file)") }
            return try ExportImporter(person).run(path: folder.url.appending(path: name).path)
        }
        let notes = try run("notes", ["notes.txt": "hello", "scan.pdf": "%PDF"])
        #expect(notes.outcome == .complete && notes.notImported.map(\.count) == [1, 1])
        #expect(notes.notImported.allSatisfy { !$0.isData })
        let two = try run("two", ["older/export.xml": export(Self.record.replacing("12", with: "5"))])
        #expect(two.outcome == .partial && two.notImported.contains { $0.isData })
    }

    @Test("Posts: what HealthKit has a type for and is left out makes them partial, a series that was used does not")
    func posts() throws {
        func post(_ data: String) throws -> ImportSummary {
            let bytes = Array(#"{"data": {\#(data)}}"#.utf8)
            let reader = try #require(ReaderImport.reader(for: bytes, named: "request"))
            return try ReaderImport(person).run(bytes, from: "request", with: reader)
        }
        let times = #""start": "2024-03-01 08:00:00 +0100", "end": "2024-03-01 08:30:00 +0100""#
        let rates = #"[{"date": "2024-03-01 08:01:00 +0100", "qty": 140, "units": "bpm"}]"#
        func workout(_ part: String) -> String { #""workouts": [{"name": "Yoga", \#(times), \#(part)}]"# }
        #expect(try post("").outcome == .complete)
        #expect(try post(#""metrics": []"#).outcome == .complete)
        #expect(try post(workout(#""heartRateData": \#(rates)"#)).outcome == .complete)
        #expect(try post(workout(#""heartRateRecovery": \#(rates)"#)).outcome == .partial)
        #expect(
            try post(workout(#""stepCount": [{"date": "2024-03-01 08:01:00 +0100", "qty": 9, "units": "furlong"}]"#))
                .outcome == .partial
        )
        #expect(try post(workout(#""route": [{"latitude": 99, "longitude": 1}]"#)).outcome == .partial)
        for part in [#""dreams": [1, 2]"#, #""swolf": {"qty": 40, "units": "count"}"#, #""score": 7"#] {
            let summary = try post(workout(part))
            #expect(
                summary.outcome == .partial && summary.notImported.first?.kind.hasPrefix("workouts.") == true,
                "\(part)"
            )
        }
        for part in [#""id": "A", "metadata": {"x": 1}, "isPrivate": true, "note": "7", "dreams": []"#] {
            #expect(try post(workout(part)).outcome == .complete, "\(part)")
        }
        #expect(try post(workout(#""isIndoor": true"#) + #", "profile": {"x": 1}"#).outcome == .partial)
        #expect(try post(workout(#""isIndoor": true"#) + #", "dreams": [{}, {}]"#).outcome == .partial)
        #expect(try post(#""dreams": [{}, {}], "metrics": []"#).outcome == .nothing)
    }
}
