import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import Testing

/// A name means one measure, or is refused with those that it may mean.
@Suite struct MeasureNamesTests {
    private static let names = MeasureNames(
        MeasureList(
            laboratory: ["LDL cholesterol", "HDL cholesterol", "Glucose", "HbA1c"],
            medications: ["Metformin 500 mg"],
            activities: [.running, .yoga]
        )
    )

    /// The meaning of a text: identifiers, or similar names.
    private func meanings(_ text: String, _ names: MeasureNames = names) -> [String] {
        switch names.resolve(text) {
        case .one(let measure): [measure.id]
        case .several(let measures): measures.map(\.id)
        case .none: []
        }
    }

    private static let answers: [(text: String, id: String)] = [
        ("sleep", "sleep"), ("night", "night"), ("bedtime", "bedtime"), ("naps", "naps"), ("nap", "naps"),
        ("bp", "bloodPressure"), ("weight", "bodyMass"), ("steps", "stepCount"), ("step", "stepCount"),
        ("Running distance", "running distance"), ("running-pace", "running pace"), ("headache", "headache"),
        ("headaches", "headache"), ("doses", "doses"), ("LDL", "LDL cholesterol"), ("hba1c", "HbA1c"),
        ("alcohol", "numberOfAlcoholicBeverages"), ("rhr", "restingHeartRate"), ("caffeine", "dietaryCaffeine"),
        ("hrv", "heartRateVariabilitySDNN"), ("oxygen", "oxygenSaturation"), ("rem", "REM sleep"), ("mood", "mood"),
        ("pills", "doses taken"), ("HKQuantityTypeIdentifierStepCount", "stepCount"),
        ("RESTING  HEART rate", "restingHeartRate"),
        ("Menstruatión", "menstrualFlow"), ("bloodPressureSystolic", "bloodPressure"), ("workouts", "workouts"),
        ("HKWorkoutTypeIdentifier", "workout time"), ("rides", "rides"), ("cycling distance", "distanceCycling"),
        ("cycling workout distance", "cycling workout distance"), ("rowing time", "rowing time"),
        ("lab glucose", "Glucose"), ("metformin 500 mg doses", "Metformin 500 mg doses"),
        ("headache severity", "headache severity"), ("sleepEfficiency", "sleep efficiency"),
        ("runningPace", "running pace"), ("vo2 max", "vo2Max"), ("temperature", "bodyTemperature"),
    ]

    @Test(
        "A name, an identifier, a synonym, in any case, singular or plural, means its measure",
        arguments: answers.indices
    )
    func oneMeaning(index: Int) {
        let (text, id) = Self.answers[index]
        #expect(meanings(text) == [id], "\(text)")
    }

    @Test(
        "German words mean what the English ones do, with umlauts or without, whatever the language",
        arguments: [
            ("Schlaf", "sleep"), ("nacht", "night"), ("Nächte", "night"), ("Naechte", "night"), ("nachte", "night"),
            ("Nickerchen", "naps"), ("Tiefschlaf", "deep sleep"), ("REM-Schlaf", "REM sleep"),
            ("Schlafenszeit", "bedtime"), ("Aufwachzeit", "wake time"), ("Schlafeffizienz", "sleep efficiency"),
            ("Schritte", "stepCount"), ("Puls", "heartRate"), ("Ruhepuls", "restingHeartRate"),
            ("Blutdruck", "bloodPressure"), ("Gewicht", "bodyMass"), ("Größe", "height"), ("Groesse", "height"),
            ("Stimmung", "mood"), ("Tabletten", "doses taken"), ("Dosen", "doses"), ("Läufe", "runs"),
            ("Laufstrecke", "running distance"), ("Lauftempo", "running pace"), ("Kopfschmerzen", "headache"),
            ("Zykluslaenge", "cycle length"), ("Koffein", "dietaryCaffeine"), ("EKG", "ECGs"),
            ("Radstrecke", "distanceCycling"), ("Geschlossene Ringe", "rings closed"),
        ]
    )
    func german(text: String, id: String) { #expect(meanings(text) == [id], "\(text)") }

    @Test("German words for several are refused as the English ones are, and none is offered for a letter or two")
    func germanChoices() {
        #expect(meanings("laufen") == meanings("running") && meanings("Ringe") == meanings("rings"))
        #expect(Set(meanings("Bett")) == Set(meanings("bed")))
        #expect(Set(meanings("Radfahren")) == Set(meanings("cycling")))
        for text in ["s", "bl", "sch"] {
            #expect(!Self.names.completions(of: text).contains { $0.hasPrefix("schl") || $0 == "blutdruck" })
        }
        #expect(Self.names.completions(of: "blutd") == ["blutdruck"])
        #expect(Self.names.typeToAdd("Gewicht") == HKQuantityType(.bodyMass))
    }

    @Test("What may mean several is refused with these")
    func severalMeanings() {
        #expect(meanings("running") == ["runs", "running time", "running distance", "running pace"])
        let walking = meanings("walking")
        #expect(walking.contains("stepCount") && walking.contains("walking pace"))
        #expect(!walking.contains("distanceWalkingRunning"))
        #expect(Set(meanings("cycling")).isSuperset(of: ["rides", "cycling pace", "distanceCycling"]))
        #expect(meanings("yoga").count == 4)
        #expect(meanings("calories").count == 3)
        #expect(meanings("metformin").sorted() == ["Metformin 500 mg doses", "Metformin 500 mg doses taken"])
        #expect(meanings("rings").count == 4)
        #expect(meanings("bed") == ["time in bed", "bedtime"])
        // A lab test of the same name is never taken for the sensor's glucose, nor the other way round.
        #expect(Set(meanings("glucose")) == ["bloodGlucose", "Glucose"])
        #expect(Set(meanings("cholesterol")) == ["dietaryCholesterol", "LDL cholesterol", "HDL cholesterol"])
        #expect(MeasureNames.catalogue.resolve("glucose") == .one(Measure(.quantity(HKQuantityType(.bloodGlucose)))))
    }

    @Test("Every identifier of a type means its measure, and every measure has a spelling that means it alone")
    func everyName() throws {
        for entry in TypeCatalogue.shared.entries {
            guard let type = entry.type, Measure(of: type) != nil else { continue }
            guard case .one(let measure) = Self.names.resolve(entry.identifier) else {
                Issue.record("\(entry.identifier) means no measure")
                continue
            }
            let isPart = type == BloodPressure.systolicType || type == BloodPressure.diastolicType
            #expect(measure == (isPart ? Measure(.bloodPressure) : Measure(of: type)), "\(entry.identifier)")
            for synonym in entry.synonyms { #expect(!meanings(synonym).isEmpty, "\(synonym)") }
        }
        let list = MeasureList(laboratory: ["Glucose", "heart rate"], medications: ["Aspirin"], activities: [.running])
        let names = MeasureNames(list)
        for measure in list.measures {
            #expect(names.resolve(names.spelled(measure)) == .one(measure), "\(measure.id)")
        }
        #expect(meanings("heart rate", names) == ["heartRate"])
        #expect(names.spelled(Measure(.laboratory("heart rate"))) == "lab heart rate")
        #expect(names.spellings[Measure(.sleep(.rem))]?.contains("rem") == true)
    }

    @Test("A misspelled name is answered with the one that was meant, and nonsense with none")
    func nearNames() {
        #expect(Self.names.resolve("bedtiem") == .none(near: ["bedtime"]))
        #expect(Self.names.resolve("caffiene") == .none(near: ["caffeine"]))
        guard case .none(let near) = Self.names.resolve("resting") else {
            Issue.record("resting means a measure")
            return
        }
        #expect(near.contains("resting heart rate"))
        for text in ["", "   ", "qqqqqqqqq", "--help", String(repeating: "x", count: 100_000), "\u{202E}\u{0}"] {
            guard case .none = Self.names.resolve(text) else {
                Issue.record("\(text.prefix(20)) means a measure")
                return
            }
        }
    }

    @Test("Ten thousand lab tests with hostile names are found, and hide no name of a type")
    func hostileNames() {
        let hostile = ["\u{202E}esoculg", "--help", "today", "1 sep", "steps", "", "é́́", "a\u{0}b", "lab steps"]
        let many = (0..<10_000).map { "Test \($0) \u{2067}سكر" }
        let names = MeasureNames(MeasureList(laboratory: hostile + many, medications: ["", "steps"]))
        #expect(meanings("steps", names) == ["stepCount"])
        #expect(meanings("Test 77 \u{2067}سكر", names) == ["Test 77 \u{2067}سكر"])
        guard case .several(let found) = names.resolve("سكر") else {
            Issue.record("a word of ten thousand names means one")
            return
        }
        #expect(found.count == 10_000)
        for text in hostile { _ = names.resolve(text) }
    }

    @Test("Lab tests, medications and activities are those of the store")
    func namesOfAStore() throws {
        let store = try MeasureStore()
        _ = try store.medication("Aspirin")
        try store.save([
            store.result("Glucose", code: "2345-7", "90", "mg/dL", on: "2026-11-02"),
            store.result("Glucose", code: "2350-7", "1", "mg/dL", on: "2026-11-02"),
            store.result("HbA1c", code: "4548-4", "5.4", "%", on: "2026-11-02"),
            store.workout(.yoga, store.time(2, 9), minutes: 30),
        ])
        let list = try MeasureList.read(.person(store.person))
        #expect(list.activities == [.yoga])
        let ids = Set(list.measures.map(\.id))
        let expected = ["Glucose (2345-7)", "Glucose (2350-7)", "HbA1c", "Aspirin doses", "yoga workouts"]
        #expect(ids.isSuperset(of: expected))
        #expect(!ids.contains("runs"))
        let names = try MeasureNames.names(for: "hba1c", .person(store.person))
        #expect(names.resolve("hba1c") == .one(Measure(.laboratory("HbA1c"))))
        #expect(meanings("glucose", names).count == 3)
    }
}
