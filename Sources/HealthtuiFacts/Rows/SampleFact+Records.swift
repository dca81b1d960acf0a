import Foundation
import HealthKit
import HealthtuiExchange

// The facts of samples with classes of their own.
extension SampleFact {
    static func records(of type: HKSampleType, _ sex: HKReferenceSex) -> [SampleFact] {
        switch type.entry.kind {
        case .stateOfMind: stateOfMind
        case .scoredAssessment: assessment
        case .electrocardiogram: electrocardiogram
        case .series: series
        case .audiogram: audiogram
        case .visionPrescription: prescription
        case .clinical: clinical(sex)
        case .document: document
        case .medicationDoseEvent: dose
        default: []
        }
    }

    private static let stateOfMind: [SampleFact] = [
        .of(HKStateOfMind.self, "kind", "momentaryEmotion or dailyMood") { state, _ in
            .name(state.kind.rawValue, of: "HKStateOfMind.Kind")
        },
        .of(HKStateOfMind.self, "valence", "from -1, very unpleasant, to 1, very pleasant") { state, _ in
            .number(state.valence)
        },
        .of(HKStateOfMind.self, "valenceClassification", "the valence in seven steps") { state, _ in
            .name(state.valenceClassification.rawValue, of: "HKStateOfMind.ValenceClassification")
        },
        .of(HKStateOfMind.self, "labels", "what it felt like") { state, _ in
            .array(state.labels.map { .name($0.rawValue, of: "HKStateOfMind.Label") })
        },
        .of(HKStateOfMind.self, "associations", "what it has to do with") { state, _ in
            .array(state.associations.map { .name($0.rawValue, of: "HKStateOfMind.Association") })
        },
    ]

    private static let assessment: [SampleFact] = [
        .of(HKScoredAssessment.self, "score", "the sum of the answers") { sample, _ in .integer(sample.score) },
        SampleFact("risk", "what the score stands for") { sample, _ in
            switch sample {
            case let sample as HKGAD7Assessment: .name(sample.risk.rawValue, of: "HKGAD7Assessment.Risk")
            case let sample as HKPHQ9Assessment: .name(sample.risk.rawValue, of: "HKPHQ9Assessment.Risk")
            default: .null
            }
        },
        SampleFact("answers", "the answers in the order of the questions") { sample, _ in
            switch sample {
            case let sample as HKGAD7Assessment: .array(sample.answers.map { .integer($0.rawValue) })
            case let sample as HKPHQ9Assessment: .array(sample.answers.map { .integer($0.rawValue) })
            default: .null
            }
        },
    ]

    private static let electrocardiogram: [SampleFact] = [
        .of(HKElectrocardiogram.self, "classification", "what the recording shows") { sample, _ in
            .name(sample.classification.rawValue, of: "HKElectrocardiogram.Classification")
        },
        .of(HKElectrocardiogram.self, "symptoms", "whether symptoms were noted: none, present or notSet") { sample, _ in
            .name(sample.symptomsStatus.rawValue, of: "HKElectrocardiogram.SymptomsStatus")
        },
        .of(HKElectrocardiogram.self, "symptomNames", "the symptoms that a recording of an export names, in its words")
        {
            sample,
            _ in
            .texts(ECGSymptoms(of: sample).names.map(\.text))
        },
        .of(HKElectrocardiogram.self, "averageHeartRate", "in count/min") { sample, _ in
            .number(sample.averageHeartRate, .count().unitDivided(by: .minute()))
        },
        .of(HKElectrocardiogram.self, "samplingFrequency", "in Hz") { sample, _ in
            .number(sample.samplingFrequency, .hertz())
        },
        .of(HKElectrocardiogram.self, "measurements", "how many voltages it holds") { sample, _ in
            .integer(sample.numberOfVoltageMeasurements)
        },
    ]

    private static let series: [SampleFact] = [
        .of(HKSeriesSample.self, "count", "how many heartbeats or locations it holds") { sample, _ in
            .integer(sample.count)
        }
    ]

    private static let audiogram: [SampleFact] = [
        .of(HKAudiogramSample.self, "points", "what each ear hears at which frequency, in dBHL and Hz") { sample, _ in
            .array(sample.sensitivityPoints.map(point))
        }
    ]

    private static func point(_ point: HKAudiogramSensitivityPoint) -> JSONValue {
        let level = HKUnit.decibelHearingLevel()
        let fields: JSONValue.Fields = [
            ("frequency", .number(point.frequency, .hertz())), ("left", .number(point.leftEarSensitivity, level)),
            ("right", .number(point.rightEarSensitivity, level)),
        ]
        return .object(fields)
    }

    private static func clinical(_ sex: HKReferenceSex) -> [SampleFact] {
        [
            .of(HKClinicalRecord.self, "displayName", "the record's name for people") { sample, _ in
                .text(sample.displayName)
            },
            .of(
                HKClinicalRecord.self,
                "result",
                "the result in words: a number with its sign and unit, such as <14 mg/L, or what it says; null where there is none"
            ) { sample, _ in
                let text = sample.fhirResource.map { ClinicalResult($0.data, sex: .notSet).text(.plain) } ?? ""
                return text.isEmpty ? .null : .text(text)
            },
            .of(
                HKClinicalRecord.self,
                "outOfRange",
                "whether the result is out of range, as filters say; null where that isn't known"
            ) { sample, _ in
                sample.fhirResource.map { .outOfRange(ClinicalResult($0.data, sex: sex)) } ?? .null
            },
            .of(HKClinicalRecord.self, "resourceType", "the kind of its FHIR resource") { sample, _ in
                .text(sample.fhirResource?.resourceType.rawValue)
            },
            .of(HKClinicalRecord.self, "resourceIdentifier", "the identifier of its FHIR resource") { sample, _ in
                .text(sample.fhirResource?.identifier)
            },
            .of(HKClinicalRecord.self, "fhirVersion", "the version of FHIR it is written in") { sample, _ in
                .text(sample.fhirResource?.fhirVersion.stringRepresentation)
            },
            .of(HKClinicalRecord.self, "url", "where its FHIR resource came from") { sample, _ in
                .text(sample.fhirResource?.sourceURL?.absoluteString)
            },
            .of(HKClinicalRecord.self, "fhir", "its FHIR resource") { sample, _ in
                .text(sample.fhirResource.map { String(decoding: $0.data, as: UTF8.self) })
            },
        ]
    }

    private static let document: [SampleFact] = [
        .of(HKCDADocumentSample.self, "title", "the document's title") { sample, _ in .text(sample.document?.title) },
        .of(HKCDADocumentSample.self, "patient", "whom it is about") { sample, _ in
            .text(sample.document?.patientName)
        },
        .of(HKCDADocumentSample.self, "author", "who wrote it") { sample, _ in .text(sample.document?.authorName) },
        .of(HKCDADocumentSample.self, "custodian", "who keeps it") { sample, _ in
            .text(sample.document?.custodianName)
        },
    ]

    private static let dose: [SampleFact] = [
        .of(HKMedicationDoseEvent.self, "medication", "the medication's identifier") { sample, _ in
            .text(sample.medicationConceptIdentifier.description)
        },
        .of(HKMedicationDoseEvent.self, "status", "what became of the dose: taken, skipped, …") { sample, _ in
            .name(sample.logStatus.rawValue, of: "HKMedicationDoseEvent.LogStatus")
        },
        .of(HKMedicationDoseEvent.self, "schedule", "asNeeded or schedule") { sample, _ in
            .name(sample.scheduleType.rawValue, of: "HKMedicationDoseEvent.ScheduleType")
        },
        .of(HKMedicationDoseEvent.self, "due", "when it was due") { sample, times in
            sample.scheduledDate.map { times.json($0) } ?? .null
        },
        .of(HKMedicationDoseEvent.self, "dueQuantity", "how much was due") { sample, _ in
            .number(sample.scheduledDoseQuantity)
        },
        .of(HKMedicationDoseEvent.self, "doseQuantity", "how much was taken") { sample, _ in
            .number(sample.doseQuantity)
        },
        .of(HKMedicationDoseEvent.self, "doseUnit", "the unit of both quantities") { sample, _ in
            .text(sample.unit.unitString)
        },
    ]
}
