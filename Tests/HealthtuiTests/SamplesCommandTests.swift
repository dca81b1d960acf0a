import Foundation
import HealthtuiFacts
import Testing

@testable import healthtui

/// The output of `samples` for every kind of sample.
@Suite("samples: what a sample holds")
struct SamplesCommandTests {
    private let example: ExampleStore

    init() throws { example = try ExampleStore() }

    private static let common = [
        "uuid", "type", "start", "end", "value", "unit", "source", "bundle", "sourceVersion", "device", "metadata",
    ]

    /// Types of every kind, what their columns are beyond the common ones, and what some of them say.
    static let kinds: [(type: String, keys: [String], said: [String: String])] = [
        ("heartRate", ["count", "beats"], ["value": "64", "unit": "count/min", "count": "1"]),
        (
            "sleepAnalysis", ["valueName", "valueLabel"],
            ["value": "5", "valueName": "HKCategoryValueSleepAnalysisAsleepREM", "valueLabel": "REM"]
        ),
        (
            "bloodPressure", ["members", "systolic", "diastolic", "objects"],
            ["members": "2", "systolic": "118.5", "diastolic": "77.75", "value": ""]
        ),
        ("food", ["members", "systolic", "diastolic", "objects"], ["members": "2", "systolic": "", "diastolic": ""]),
        (
            "workout",
            [
                "activity", "activityName", "activityType", "energy", "distance", "strokes", "flights", "events",
                "activities",
                "statistics",
            ],
            [
                "activity": "Running", "activityType": "37", "energy": "321", "distance": "5250", "value": "1740",
                "unit": "s", "events": "2", "strokes": "",
            ]
        ),
        (
            "stateOfMind", ["kind", "valence", "valenceClassification", "labels", "associations"],
            [
                "kind": "dailyMood", "valence": "0.4375", "valenceClassification": "pleasant",
                "labels": #"["calm","happy"]"#,
            ]
        ),
        ("GAD7", ["score", "risk", "answers"], ["score": "7", "risk": "mild", "answers": "[1,1,1,1,1,1,1]"]),
        ("PHQ9", ["score", "risk", "answers"], ["score": "0", "risk": "noneToMinimal"]),
        (
            "electrocardiogram",
            ["classification", "symptoms", "symptomNames", "averageHeartRate", "samplingFrequency", "measurements"],
            [
                "classification": "sinusRhythm", "symptoms": "none", "averageHeartRate": "60",
                "samplingFrequency": "512", "measurements": "3", "symptomNames": "[]",
            ]
        ),
        ("audiogram", ["points"], ["points": #"[{"frequency":250,"left":10,"right":null}]"#]),
        (
            "visionPrescription", ["prescriptionType", "expiration", "brand", "rightEye", "leftEye"],
            ["prescriptionType": "glasses", "leftEye": "", "brand": ""]
        ),
        (
            "allergyRecord",
            [
                "displayName", "result", "outOfRange", "resourceType", "resourceIdentifier", "fhirVersion", "url",
                "fhir",
            ],
            ["displayName": "penicillin-secret", "resourceType": "AllergyIntolerance", "resourceIdentifier": "a1"]
        ),
        (
            "medicationDoseEvent",
            ["medication", "status", "schedule", "due", "dueQuantity", "doseQuantity", "doseUnit"],
            ["status": "taken", "schedule": "schedule", "dueQuantity": "2", "doseQuantity": "2"]
        ),
        ("heartbeatSeries", ["count"], ["count": "2"]),
    ]

    @Test(
        "CSV is RFC 4180, has one set of columns for a kind, and says what the sample holds",
        arguments: kinds.indices
    )
    func csv(index: Int) throws {
        let kind = Self.kinds[index]
        let outcome = try example.run(["samples", kind.type, "--csv"])
        try #require(outcome.status == 0, "\(outcome.errors)")
        let records = try CSVTable.records(outcome.output)
        try #require(records.count >= 2, "\(kind.type): \(outcome.output)")
        #expect(records[0] == Self.common + kind.keys)
        let row = Dictionary(uniqueKeysWithValues: zip(records[0], records[1]))
        for (key, text) in kind.said { #expect(row[key] == text, "\(kind.type) \(key)") }
        #expect(row["source"] == "Heart, \"my\"\nWatch")
        #expect(row["bundle"] == "com.apple.health.watch")
    }

    @Test("JSON has the keys of CSV's columns in their order, and the same facts", arguments: kinds.indices)
    func json(index: Int) throws {
        let type = Self.kinds[index].type
        let records = try CSVTable.records(try example.run(["samples", type, "--csv"]).output)
        let rows = try example.run(["samples", type, "--json"]).rows()
        #expect(rows.count == records.count - 1)
        for (row, record) in zip(rows, records.dropFirst()) {
            #expect(Set(row.keys) == Set(records[0]), "\(type)")
            for (key, field) in zip(records[0], record) {
                switch try #require(row[key]) {
                case let text as String: #expect(text == field, "\(type) \(key)")
                case is NSNull: #expect(field == "", "\(type) \(key)")
                case let number as NSNumber: #expect(Double(field) == number.doubleValue, "\(type) \(key)")
                case let value:
                    let read = try JSONSerialization.jsonObject(with: Data(field.utf8)) as? NSObject
                    #expect(read == value as? NSObject, "\(type) \(key)")
                }
            }
        }
    }

    @Test("the members of a correlation come with type, value and unit")
    func members() throws {
        let rows = try example.run(["samples", "bloodPressure", "--json"]).rows()
        let members = try #require(rows.first?["objects"] as? [[String: Any]])
        #expect(members.map { $0["value"] as? Double } == [77.75, 118.5])
        #expect(
            members.allSatisfy { $0["unit"] as? String == "mmHg" && UUID(uuidString: "\($0["uuid"] ?? "")") != nil }
        )
        let systolic = try example.run(["samples", "bloodPressureSystolic", "--json"]).rows()
        #expect(systolic.first?["uuid"] as? String == members[1]["uuid"] as? String)
    }

    @Test("CSV without rows is its header, the same one")
    func empty() throws {
        let outcome = try example.run(["samples", "bloodPressure", "--csv", "--to", "1990-01-01"])
        let records = try CSVTable.records(outcome.output)
        #expect(records == [Self.common + ["members", "systolic", "diastolic", "objects"]])
    }

    @Test("an empty text is quoted, which tells it from nothing")
    func emptyText() {
        #expect(JSONValue.csv(.text("")) == "\"\"")
        #expect(JSONValue.csv(.null) == "")
        #expect(JSONValue.csv(nil) == "")
        #expect(JSONValue.csv(.text("a\rb")) == "\"a\rb\"")
        #expect(JSONValue.csv(.text("a\"b")) == "\"a\"\"b\"")
    }
}
