import Foundation
import HealthtuiFacts
import Testing
@testable import HealthKit
@testable import healthtui

@Suite struct RecordCommandTests {
    private static let kinds = [
        "electrocardiogram", "audiogram", "visionPrescription", "heartbeatSeries", "stateOfMind", "GAD7", "PHQ9",
        "allergyRecord", "medicationDoseEvent",
    ]

    @Test("A record is shown by its UUID, by a prefix of it and as the newest of its type, with the same output")
    func tells() throws {
        let example = try ExampleStore()
        for kind in Self.kinds {
            let newest = try example.run(["record", kind])
            #expect(newest.status == 0, "\(newest.errors)")
            let uuid = try #require(try example.run(["samples", kind, "--json"]).rows().first?["uuid"] as? String)
            #expect(newest.output.contains(uuid), "\(newest.output)")
            for id in [uuid, uuid.lowercased(), String(uuid.prefix(13))] {
                #expect(try example.run(["record", id]).output == newest.output)
            }
            let object = try #require(try example.run(["record", uuid, "--json"]).json() as? [String: Any])
            #expect(object["uuid"] as? String == uuid)
        }
    }

    @Test("The voltages and the beats of a record are in its JSON")
    func numbers() throws {
        let example = try ExampleStore()
        let strip = try #require(try example.run(["record", "ecg", "--json"]).json() as? [String: Any])
        #expect(strip["millivolts"] as? [Double] == [0.001, 0.002, 0.003])
        let series = try #require(try example.run(["record", "heartbeatSeries", "--json"]).json() as? [String: Any])
        #expect((series["beats"] as? [[String: Any]])?.compactMap { $0["time"] as? Double } == [0.5, 1.25])
    }

    @Test("A file of a record is saved under a path, and what stands there is replaced only with --force")
    func saves() throws {
        let example = try ExampleStore()
        let path = example.folder.path("allergy.json")
        let call = ["record", "allergyRecord", "--save-attachment", "1", path]
        #expect(try example.run(call).status == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "{}")
        #expect(try example.run(call).status == 1)
        #expect(try example.run(call + ["--force"]).status == 0)
        let missing = try example.run(["record", "allergyRecord", "--save-attachment", "2", path])
        #expect(missing.status == 1)
        #expect(missing.errors.contains("it has 1 file"))
    }

    @Test("Invalid names of records are reported: a wrong name, an unknown identity, invalid numbers")
    func refuses() throws {
        let example = try ExampleStore()
        #expect(try example.run(["record", "nonsense-type"]).status == 64)
        #expect(try example.run(["record", "00000000"]).status == 1)
        #expect(try example.run(["record", "ecg", "--save-attachment", "x", "y"]).status == 64)
        #expect(try example.run(["record", "ecg", "--save-attachment", "1"]).status == 64)
        #expect(try example.run(["record", "ecg", "--force"]).status == 64)
        let none = try example.run(["record", "labResultRecord"])
        #expect(none.status == 1)
        #expect(none.errors.contains("no Lab Results found"))
    }

    @Test("If several identities begin alike, the shortest distinct prefixes are listed")
    func beginnings() throws {
        let uuids = try ["61900000-0000-8014-A72A-598D007976A9", "61900000-0000-8C7F-AB02-C4B1A81831CB"]
            .map { try #require(UUID(uuidString: $0)) }
        #expect(UUID.distinctBeginnings(of: uuids) == ["61900000-0000-8014", "61900000-0000-8C7F"])
        #expect(UUID.distinctBeginnings(of: [uuids[0], UUID()]).map(\.count) == [13, 13])
        let near = try #require(UUID(uuidString: "61900000-0000-8014-A72A-598D007976AA"))
        #expect(UUID.distinctBeginnings(of: [uuids[0], near]).map(\.count) == [36, 36])
    }

    @Test("States of mind, questionnaires and prescriptions are added by value and fields, and told again")
    func adds() throws {
        let example = try ExampleStore()
        let mood = try example.run(["add", "stateOfMind", "very", "pleasant", "felt=calm, happy", "because=family"])
        #expect(mood.status == 0, "\(mood.errors)")
        #expect(mood.output.contains("Added State of Mind Very pleasant"))
        let reported = try example.run(["record", "stateOfMind"]).output
        #expect(reported.contains("calm, happy"))
        #expect(try example.run(["add", "GAD7", "3,3,3,3,3,nearly every day,0"]).output.contains("18, severe"))
        #expect(try example.run(["add", "PHQ9", "0,0,0,0,0,0,0,0,prefer"]).output.contains("0, none to minimal"))
        let call = ["add", "visionPrescription", "right.sphere=-1.25", "right.cyl=-0.5", "right.axis=87"]
        #expect(try example.run(call).status == 0)
        let eyes = try #require(try example.run(["record", "visionPrescription", "--json"]).json() as? [String: Any])
        let right = (eyes["sample"] as? [String: Any])?["rightEye"] as? [String: Any]
        #expect(right?["sphere"] as? Double == -1.25)
        #expect(right?["axis"] as? Double == 87)
        let wrong: [([String], String)] = [
            (["stateOfMind"], "say how it was"), (["stateOfMind", "so-so"], "is none of"),
            (["stateOfMind", "neutral", "felt=wobbly"], "is none of them"), (["GAD7", "1,2"], "7 answers, not 2"),
            (["GAD7", "0,0,0,0,0,0,4"], "is none of"), (["visionPrescription"], "at least one eye"),
            (["visionPrescription", "nose=1"], "isn't a field"),
            (["visionPrescription", "right.sphere=x"], "isn't a number"),
            (["visionPrescription", "right.sphere=100"], "from -40 to 40"),
            (["stateOfMind", "neutral", "--start", "tomorrow"], "in the future"),
        ]
        for (words, text) in wrong {
            let outcome = try example.run(["add"] + words)
            #expect(outcome.status == 64, "\(words)")
            #expect(outcome.errors.contains(text), "\(words): \(outcome.errors)")
        }
    }

    @Test("A value and a moment behind a name are added together, and what is no value or still to come is refused")
    func addsLines() throws {
        let example = try ExampleStore()
        let calls = [
            ["weight", "75.2", "yesterday", "7:30"], ["bp", "131/80", "yesterday", "7:30"],
            ["blood", "pressure", "131/80", "mmHg", "yesterday", "7:30"], ["steps", "500"],
        ]
        for (words, added) in zip(
            calls,
            ["Added Weight 75.2", "Added Blood Pressure 131/80", "Added Blood Pressure 131/80", "Added Steps 500"]
        ) {
            let outcome = try example.run(["add"] + words + ["--time-zone", "Europe/Berlin"])
            #expect(outcome.status == 0 && outcome.output.hasPrefix(added), "\(outcome.output)\(outcome.errors)")
            if words.contains("7:30") { #expect(outcome.output.contains("07:30"), "\(outcome.output)") }
        }
        let wrong: [([String], String)] = [
            (["weight", "75.2", "tomorrow"], "in the future"), (["weight", "75.2", "steps"], "steps"),
            (["weight", "yesterday"], "weight"), (["weight"], "weight"), (["bp", "131"], "131"),
            (["weight", "75.2", "yesterday", "--start", "yesterday"], "yesterday"), (["runs", "5"], "runs"),
        ]
        for (words, text) in wrong {
            let outcome = try example.run(["add"] + words)
            #expect(outcome.status == 64 && outcome.errors.contains(text), "\(words): \(outcome.errors)")
        }
    }

    @Test("A medication is added, taken as needed, and skipped only when a dose is due")
    func medications() throws {
        let example = try ExampleStore()
        #expect(try example.run(["medications"]).output.contains("There are no medications"))
        #expect(try example.run(["medications", "--take", "Aspirin"]).status == 1)
        let added = try example.run(["medications", "--add", "Aspirin 100 mg", "--nickname", "the small one", "--json"])
        #expect(try added.rows().map { $0["nickname"] as? String } == ["the small one"])
        let taken = try example.run(["medications", "--take", "the sm", "--json"]).rows()
        let doses = try #require(taken.first?["today"] as? [[String: Any]])
        #expect(doses.map { $0["status"] as? String } == ["taken"])
        let skipped = try example.run(["medications", "--skip", "aspirin"])
        #expect(skipped.status == 1)
        #expect(skipped.errors.contains("no dose is due today"))
        #expect(try example.run(["medications", "--remove", "the small"]).output.contains("There are no medications"))
        #expect(try example.run(["medications", "--add", "Aspirin 100 mg", "--json"]).rows().count == 1)
        #expect(try example.run(["medications", "--remove", "Ibuprofen"]).status == 1)
        #expect(try example.run(["medications", "--skip", "a", "--take", "b"]).status == 64)
        #expect(try example.run(["medications", "--nickname", "a"]).status == 64)
    }

    @Test("A dose that is due is noted in its place, the first one of the day first")
    func dueDose() throws {
        let example = try ExampleStore()
        let concept = HKHealthConceptIdentifier(ConceptIdentifierContent(domain: .medication, identifier: "Metformin"))
        #expect(try example.run(["medications", "--add", "Metformin"]).status == 0)
        let midnight = Calendar(identifier: .gregorian).startOfDay(for: Date())
        let times = [1.0, 2].map { midnight.addingTimeInterval($0 * 60) }
        let database = try HKHealthStore(configuration: .person(location: .file(example.path))).database()
        try database.write { writer in
            let doses = try times.map {
                try HKMedicationDoseEvent(of: concept, status: .notInteracted, at: $0, due: ($0, 1))
            }
            try writer.save(doses, revision: .health, now: Date())
        }
        let zone = ["TZ": TimeZone.current.identifier]
        #expect(try example.run(["medications", "--take", "metformin"], environment: zone).status == 0)
        let rows = try example.run(["medications", "--skip", "metformin", "--json"], environment: zone).rows()
        let doses = try #require(rows.first?["today"] as? [[String: Any]])
        #expect(doses.map { $0["status"] as? String } == ["taken", "skipped"])
        #expect(try example.run(["medications", "--skip", "metformin"], environment: zone).status == 1)
    }
}
