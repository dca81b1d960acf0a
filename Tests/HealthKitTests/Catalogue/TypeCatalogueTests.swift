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
        #expect(kinds[.characteristic] == 6)
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

    @Test("every category type knows its values, but for the one whose values Apple has not published")
    func categoryValues() {
        let unknown = HKObjectType.all.compactMap { $0 as? HKCategoryType }.filter { $0.enumeration == nil }
        #expect(unknown.map(\.entry.shortName) == ["menopausalState"])
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
