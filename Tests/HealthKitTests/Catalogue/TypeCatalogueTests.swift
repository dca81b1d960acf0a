import Foundation
import Testing

@testable import HealthKit

@Suite("Type catalogue")
struct TypeCatalogueTests {
    let catalogue = TypeCatalogue.shared

    @Test("every kind of type is there in full")
    func counts() {
        let kinds = Dictionary(grouping: catalogue.entries, by: \.kind).mapValues(\.count)
        #expect(kinds[.quantity] == 121)
        // 72 identifiers, two of which are one type.
        #expect(kinds[.category] == 71)
        #expect(kinds[.characteristic] == 7)
        #expect(kinds[.correlation] == 2)
        #expect(kinds[.clinical] == 9)
        #expect(Set(catalogue.entries.map(\.identifier)).count == catalogue.entries.count)
        #expect(HKObjectType.all.count == catalogue.entries.count)
        #expect(catalogue.workoutActivities?.cases.count == 84)
        #expect(catalogue.metadataKeys.count == 71)
    }

    @Test("every entry is fit to be shown")
    func wholeEntries() {
        for entry in catalogue.entries {
            #expect(!entry.name.isEmpty && !entry.summary.isEmpty && !entry.synonyms.isEmpty, "\(entry.identifier)")
            #expect(entry.synonyms.allSatisfy { $0 == $0.lowercased() }, "\(entry.identifier)")
            #expect(entry.type?.entry.name == entry.name, "\(entry.identifier)")
            for member in entry.members + entry.requiredMembers {
                #expect(catalogue.entry(identifier: member)?.kind == .quantity, "\(entry.identifier)")
            }
            for key in entry.requiredMetadata { #expect(catalogue.metadataKey(key) != nil, "\(key)") }
        }
    }

    @Test("every unit of the catalogue is a unit, and people see types in a unit they can be told in")
    func units() throws {
        for type in HKObjectType.all.compactMap({ $0 as? HKQuantityType }) {
            let entry = type.entry
            let shown = try HKUnit(validating: #require(entry.displayUnit))
            #expect(type.is(compatibleWith: shown), "\(type)")
            #expect(type.canonicalUnit.unitString == (try HKUnit(validating: #require(entry.unit))).unitString)
            #expect(entry.unitLabel?.isEmpty == false, "\(type)")
            #expect((0...3).contains(entry.decimals), "\(type)")
        }
        for key in catalogue.metadataKeys.values {
            if let unit = key.unit { #expect(HKUnit.named(unit) != nil, "\(key.constant)") }
            if let values = key.values { #expect(catalogue.enumeration(values) != nil, "\(key.constant)") }
            #expect((key.valueType == .enumeration) == (key.values != nil), "\(key.constant)")
        }
    }

    @Test("every category type knows its values")
    func categoryValues() {
        let unknown = HKObjectType.all.compactMap { $0 as? HKCategoryType }.filter { $0.enumeration == nil }
        #expect(unknown.map(\.entry.shortName) == [])
    }

    @Test("raw values and names of cases lead to each other")
    func caseNames() throws {
        let sleep = try #require(catalogue.enumeration("HKCategoryValueSleepAnalysis"))
        #expect(sleep.case(constant: "HKCategoryValueSleepAnalysisAsleepREM")?.value == 5)
        #expect(sleep.case(constant: "HKCategoryValueSleepAnalysisAsleep")?.value == 1)
        #expect(sleep.case(value: 1)?.constant == "HKCategoryValueSleepAnalysisAsleepUnspecified")
        #expect(sleep.case(named: "rem")?.label == "REM")
        #expect(sleep.case(named: "4")?.name == "asleepDeep")
        #expect(sleep.case(named: "7") == nil)
        let flow = try #require(catalogue.enumeration("HKCategoryValueVaginalBleeding"))
        #expect(flow.case(constant: "HKCategoryValueMenstrualFlowHeavy")?.value == 4)
        #expect(catalogue.enumeration("HKBiologicalSex")?.case(constant: "HKBiologicalSexMale")?.value == 2)
        let running = try #require(catalogue.workoutActivities?.case(constant: "HKWorkoutActivityTypeRunning"))
        #expect(running.value == 37 && running.label == "Running" && running.name == "running")
        #expect(catalogue.workoutActivities?.case(value: 3000)?.constant == "HKWorkoutActivityTypeOther")
        for enumeration in catalogue.enumerations.values {
            #expect(Set(enumeration.cases.map(\.value)).count == enumeration.cases.count, "\(enumeration.name)")
            #expect(
                Set(enumeration.cases.map { $0.label.lowercased() }).count == enumeration.cases.count,
                "\(enumeration.name)"
            )
        }
    }

    @Test(
        "a search finds what people mean first",
        arguments: [
            ("hea", "Heart Rate"), ("HEART R", "Heart Rate"), ("step", "Steps"), ("weight", "Weight"),
            ("pulse", "Heart Rate"),
            ("bp", "Blood Pressure"), ("blood pr", "Blood Pressure"), ("glucose", "Blood Glucose"),
            ("spo2", "Blood Oxygen"),
            ("hrv", "Heart Rate Variability"), ("rate heart", "Heart Rate"), ("calories", "Active Energy"),
            ("sleep", "Sleep"),
            ("ecg", "Electrocardiogram"), ("period", "Menstruation"), ("diarrhoea", "Diarrhea"),
            ("HKQuantityTypeIdentifierVO2Max", "Cardio Fitness"),
            ("mood", "State of Mind"), ("run", "Walking + Running Distance"), ("cough", "Coughing"),
            ("b12", "Vitamin B12"),
        ]
    )
    func search(query: String, first: String) {
        #expect(
            TypeCatalogue.search(query).first?.name == first,
            "\(TypeCatalogue.search(query).prefix(5).map(\.name))"
        )
    }

    @Test("a search ranks beginnings of names before synonyms before what only contains the text")
    func searchOrder() throws {
        let names = TypeCatalogue.search("hea").map(\.name)
        let headache = try #require(names.firstIndex(of: "Headache"))
        let resting = try #require(names.firstIndex(of: "Resting Heart Rate"))
        #expect(names.firstIndex(of: "Heart Rate") == 0)
        #expect(headache < resting)
        #expect(TypeCatalogue.search("").count == catalogue.entries.count)
        #expect(TypeCatalogue.search("no such thing").isEmpty)
    }

    @Test(
        "a type is resolved by identifier, name, name in Swift and synonym",
        arguments: [
            ("steps", "stepCount"), ("heartRate", "heartRate"), ("heartrate", "heartRate"),
            ("HKQuantityTypeIdentifierHeartRate", "heartRate"),
            ("Heart Rate", "heartRate"), ("body mass", "bodyMass"), ("weight", "bodyMass"),
            ("audioExposureEvent", "environmentalAudioExposureEvent"),
            ("HKWorkoutTypeIdentifier", "workout"), ("workouts", "workout"), ("bp", "bloodPressure"),
            ("temperature", "bodyTemperature"),
            ("sleep", "sleepAnalysis"), ("water", "dietaryWater"),
        ]
    )
    func resolve(text: String, shortName: String) {
        #expect(TypeCatalogue.resolve(text)?.shortName == shortName)
    }

    @Test(
        "what names no type, or several alike, resolves to none",
        arguments: ["", "xyz", "mineral", "HKQuantityTypeIdentifierSteps"]
    )
    func unresolved(text: String) {
        #expect(TypeCatalogue.resolve(text) == nil)
    }

    @Test("every name resolves to its own type")
    func namesAreUnique() {
        for entry in catalogue.entries {
            #expect(TypeCatalogue.resolve(entry.name)?.identifier == entry.identifier)
            #expect(TypeCatalogue.resolve(entry.shortName)?.identifier == entry.identifier)
        }
    }
}

/// The catalogue has a reader of its own, which must find what any reader of JSON finds.
@Suite("Reading of the catalogue") struct CatalogueReadingTests {
    private func file() throws -> [String: [[String: Any]]] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appendingPathComponent("Resources/catalogue.json"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]])
    }

    private func texts(_ value: Any?) -> [String] { value as? [String] ?? [] }

    @Test("Every type says what the file says of it")
    func types() throws {
        let rows = try #require(try file()["types"])
        #expect(rows.count == TypeCatalogue.shared.entries.count)
        for (row, entry) in zip(rows, TypeCatalogue.shared.entries) {
            let label = Comment(rawValue: entry.identifier)
            func text(_ key: String) -> String? { row[key] as? String }
            #expect(entry.identifier == text("identifier") && entry.name == text("name"), label)
            #expect(entry.kind.rawValue == text("kind") && entry.group.rawValue == text("group"), label)
            #expect(entry.shortName == text("shortName") && entry.summary == text("summary") ?? "", label)
            #expect(entry.unit == text("unit") && entry.displayUnit == text("displayUnit") ?? text("unit"), label)
            #expect(entry.unitLabel == text("unitLabel") ?? entry.displayUnit, label)
            #expect(entry.values == text("values") && entry.readOnlyBasis == text("readOnly"), label)
            #expect(entry.formerNames == texts(row["formerNames"]) && entry.synonyms == texts(row["synonyms"]), label)
            #expect(entry.requiredMetadata == texts(row["requiredMetadata"]), label)
            #expect(entry.members == texts(row["members"]), label)
            #expect(entry.requiredMembers == texts(row["requiredMembers"]), label)
            #expect(entry.decimals == row["decimals"] as? Int ?? 0, label)
            #expect(entry.prominence == row["prominence"] as? Int, label)
            #expect(entry.aggregationStyle?.rawValue == row["aggregation"] as? Int, label)
            #expect(entry.maximumDuration == (row["maximumDuration"] as? Int).map(Double.init), label)
            #expect(entry.isOpenEnded == row["isOpenEnded"] as? Bool ?? false, label)
            #expect(entry.needsPerObjectAuthorization == row["perObjectAuthorization"] as? Bool ?? false, label)
            #expect(entry.recalibrates == row["recalibrates"] as? Bool ?? false, label)
        }
    }

    @Test("Every enumeration and every metadata key says what the file says of it")
    func others() throws {
        let file = try file()
        for row in try #require(file["enumerations"]) {
            let name = try #require(row["name"] as? String)
            let cases = try #require(row["cases"] as? [[String: Any]])
            let found = try #require(TypeCatalogue.shared.enumeration(name))
            #expect(found.cases.count == cases.count)
            for (row, each) in zip(cases, found.cases) {
                #expect(each.name == row["name"] as? String && each.label == row["label"] as? String, "\(name)")
                #expect(each.value == row["value"] as? Int && each.constant == row["constant"] as? String, "\(name)")
                #expect(each.formerConstants == row["formerConstants"] as? [String], "\(name)")
            }
        }
        for row in try #require(file["metadata"]) {
            let key = try #require(row["key"] as? String)
            let entry = try #require(TypeCatalogue.shared.metadataKey(key))
            #expect(entry.constant == row["constant"] as? String && entry.label == row["label"] as? String, "\(key)")
            #expect(entry.valueType.rawValue == row["valueType"] as? String, "\(key)")
            #expect(entry.unit == row["unit"] as? String && entry.values == row["values"] as? String, "\(key)")
            #expect(entry.types == row["types"] as? [String], "\(key)")
            #expect(entry.requiredFor == row["requiredFor"] as? [String], "\(key)")
        }
    }

    @Test(
        "What is no catalogue is an error that says where",
        arguments: [
            "", "[", "{\"types\": [}", "{\"types\": [{\"identifier\": 3}]}", "{\"others\": []}", "{} {}", "{\"a",
        ]
    )
    func faults(_ text: String) {
        Array(text.utf8)
            .withUnsafeBufferPointer { bytes in
                let fault = #expect(throws: CatalogueScanner.Fault.self) {
                    var scanner = CatalogueScanner(bytes)
                    try scanner.object { key, scanner in
                        guard key == "types" else { throw scanner.fault("no list") }
                        _ = try scanner.array { try CatalogueEntry(&$0) }
                    }
                    try scanner.end()
                }
                #expect(fault?.description.hasPrefix("byte ") == true)
            }
    }
}
