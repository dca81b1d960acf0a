import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// What a store holds can be listed, opened, filtered, exported and deleted, whatever HealthKit has a type for.
@Suite("Every kind that a store can hold")
struct EveryKindTests {
    private let folder: TemporaryFolder
    private let person = HKHealthStore.person(location: .memory).person

    /// Types of records that HealthKit doesn't know: with a number, with a text, in a correlation, health records.
    private static let unknown = [
        "HKQuantityTypeIdentifierMadeUp", "HKDataTypeMadeUp", "HKCorrelationTypeIdentifierMadeUp",
        "HKClinicalTypeIdentifierPatientRecord", "HKClinicalTypeIdentifierMedicationPlanRecord",
    ]

    init() throws {
        folder = try TemporaryFolder()
        try fill()
    }

    private static let times =
        "creationDate=\"2024-06-01 08:00:00 +0000\" startDate=\"2024-06-01 08:00:00 +0000\" "
        + "endDate=\"2024-06-01 08:05:00 +0000\""

    private static func record(_ type: String, unit: String? = nil, value: String, by source: String) -> String {
        let unit = unit.map { " unit=\"\($0)\"" } ?? ""
        return "<Record type=\"\(type)\" sourceName=\"\(source)\"\(unit) value=\"\(value)\" "
            + "device=\"&lt;&lt;HKDevice: 0x1&gt;, name:Gadget&gt;\" \(times)/>"
    }

    /// One sample of each type and source, as far as imports and the person bring them.
    private func fill() throws {
        var text = "<HealthData locale=\"en_US\">"
        for source in ["One", "Two"] {
            for type in HKObjectType.all {
                switch type {
                case let type as HKQuantityType:
                    text += Self.record(type.identifier, unit: type.canonicalUnit.unitString, value: "1", by: source)
                case let type as HKCategoryType:
                    let value = (0...20).first { type.allows(value: $0) } ?? 0
                    text += Self.record(type.identifier, value: "\(value)", by: source)
                default: break
                }
            }
            text += Self.record(Self.unknown[0], unit: "kg", value: "7", by: source)
            text += Self.record(Self.unknown[1], value: "a few words", by: source)
            for type in [Self.unknown[2]] + ["BloodPressure", "Food"].map({ "HKCorrelationTypeIdentifier" + $0 }) {
                text += "<Correlation type=\"\(type)\" sourceName=\"\(source)\" \(Self.times)>"
                text += Self.record("HKQuantityTypeIdentifierDietaryWater", unit: "mL", value: "9", by: source)
                text += "</Correlation>"
            }
        }
        let resources = [
            "AllergyIntolerance", "Condition", "Coverage", "DocumentReference", "Immunization", "DiagnosticReport",
            "MedicationRequest", "Procedure", "Patient", "MedicationPlan",
        ]
        for resource in resources {
            text += "<ClinicalRecord type=\"\(resource)\" identifier=\"x\" sourceName=\"One\" sourceURL=\"\" "
            text += "fhirVersion=\"4.0.1\" receivedDate=\"2024-06-01 08:00:00 +0000\" "
            text += "resourceFilePath=\"/clinical-records/\(resource).json\"/>"
            let json = "{\"resourceType\":\"\(resource)\",\"id\":\"x\"}"
            _ = try folder.write(Array(json.utf8), to: "export/clinical-records/\(resource).json")
        }
        let vital = "{\"resourceType\":\"Observation\",\"id\":\"v\",\"category\":[{\"text\":\"vital-signs\"}]}"
        _ = try folder.write(Array(vital.utf8), to: "export/clinical-records/Observation.json")
        text += "<ExportDate value=\"2024-06-02 08:00:00 +0000\"/></HealthData>"
        _ = try folder.write(Array(text.utf8), to: "export/export.xml")
        let summary = try ExportImporter(person).run(path: folder.url.appending(path: "export").path)
        #expect(summary.total(\.refused) == 0, "\(summary.warnings)")
        for fixture in ["imports/everything.zip", "every-element.xml", "imports/export-ios18.xml"] {
            _ = try ExportImporter(person).run(path: Fixtures.own.appending(path: fixture).path)
        }
        let cards = Fixtures.own.appending(path: "cards/card.jws").path
        _ = try ReaderImport(person).run(path: cards, with: CardReader())
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
        try person.save([
            HKStateOfMind(date: date, kind: .dailyMood, valence: 0.3, labels: [.calm], associations: [.family]),
            HKGAD7Assessment(date: date, answers: Array(repeating: .notAtAll, count: 7)),
            HKPHQ9Assessment(date: date, answers: Array(repeating: .notAtAll, count: 9)),
        ])
    }

    /// What is listed under a type, and from whom.
    private func listed(_ query: SampleListQuery) throws -> [UUID] {
        guard query.type is UnknownSampleType else {
            return try person.samples(query, ascending: true, limit: 10_000).map(\.uuid)
        }
        var found: [UUID] = []
        try person.unknownSamples(query, ascending: true) {
            found.append($0.uuid)
            return true
        }
        return found
    }

    @Test("All kinds are there, those that HealthKit has no type for too")
    func kinds() throws {
        let stored = Set(try person.types().map(\.identifier))
        let known = HKObjectType.all.compactMap { $0 as? HKSampleType }.map(\.identifier)
        // What only apps and the console bring.
        let others: Set = [HKObjectType.medicationDoseEventType().identifier]
        let missing = Set(known + Self.unknown + [VerifiableRecordType.shared.identifier])
            .subtracting(stored).subtracting(others)
        #expect(missing.isEmpty, "\(missing)")
        #expect(HKSampleType.ofStored(Self.unknown[4])?.entry.name == "Medication Plan Records")
        #expect(HKSampleType.ofStored(Self.unknown[3]) === HKSampleType.ofStored(Self.unknown[3]))
        #expect(HKSampleType.ofStored("HKCharacteristicTypeIdentifierDateOfBirth") == nil)
    }

    @Test("As many as are counted can be listed and opened, by type, by source and by device")
    func listing() throws {
        let sources = try person.sources()
        let devices = try person.devices()
        for summary in try person.types() {
            let type = try #require(HKSampleType.ofStored(summary.identifier))
            let query = SampleListQuery(type: type)
            let all = try listed(query)
            #expect(all.count == summary.count, "\(type)")
            #expect(try person.count(query) == summary.count, "\(type)")
            for uuid in all.prefix(3) {
                let isThere = try person.sample(uuid) != nil || person.unknownSample(uuid) != nil
                #expect(isThere, "\(type) \(uuid)")
            }
            var ofSources = 0
            for source in sources {
                let own = SampleListQuery(type: type, source: source.source)
                #expect(try listed(own).count == source.types[type.identifier] ?? 0, "\(type) of \(source.source.name)")
                ofSources += try person.count(own)
            }
            #expect(ofSources == summary.count, "\(type)")
            for device in devices {
                let own = SampleListQuery(type: type, device: device.device)
                #expect(try listed(own).count == device.types[type.identifier] ?? 0, "\(type)")
            }
        }
    }

    @Test("A source's data is deleted whole, then all other data, and can be had again")
    func deleting() throws {
        let source = try #require(try person.sources().first { $0.source.name == "One" })
        let queries = source.types.keys.sorted().compactMap { HKSampleType.ofStored($0) }
            .map { SampleListQuery(type: $0, source: source.source) }
        let before = try person.sources().reduce(0) { $0 + $1.count }
        #expect(try person.delete(queries) == source.count)
        #expect(try person.sources().contains { $0.source == source.source } == false)
        let rest = try person.types().compactMap { HKSampleType.ofStored($0.identifier) }
            .map { SampleListQuery(type: $0) }
        #expect(try person.delete(rest) == before - source.count)
        #expect(try person.types().isEmpty)
        #expect(try person.sources().isEmpty)
        let again = ExportImporter(person, restoresDeleted: true)
        let summary = try again.run(path: folder.url.appending(path: "export").path)
        #expect(summary.total(\.refused) == 0)
        #expect(try Set(person.types().map(\.identifier)).isSuperset(of: Self.unknown))
    }

    @Test("One of each kind that HealthKit has no type for is deleted by its UUID")
    func deletingOne() throws {
        for identifier in Self.unknown {
            let type = try #require(HKSampleType.ofStored(identifier))
            let all = try listed(SampleListQuery(type: type))
            #expect(try person.delete([try #require(all.first)]) == 1)
            #expect(try listed(SampleListQuery(type: type)) == Array(all.dropFirst()), "\(identifier)")
        }
    }

    @Test("All of it goes out in the plain export and comes in elsewhere")
    func exporting() throws {
        let out = folder.url.appending(path: "out.zip").path
        let written = try AppleExporter(person, isPlain: true).run(ExportRequest(path: out))
        for identifier in Self.unknown {
            #expect(!written.leftOut.contains { $0.kind == identifier }, "\(identifier)")
        }
        let other = HKHealthStore.person(location: .memory).person
        _ = try ExportImporter(other).run(path: out)
        let (before, after) = (try person.types(), try other.types())
        for identifier in Self.unknown {
            let count = before.first { $0.identifier == identifier }?.count
            #expect(after.first { $0.identifier == identifier }?.count == count, "\(identifier)")
        }
        let again = try ExportImporter(person).run(path: out)
        for kind in [ImportKind.correlations, .clinicalRecords] { #expect(again.counts[kind].added == 0, "\(kind)") }
        let correlation = try #require(HKSampleType.ofStored(Self.unknown[2]))
        var texts: [String?] = []
        try other.unknownSamples(SampleListQuery(type: correlation)) {
            texts.append($0.text)
            return true
        }
        #expect(texts == ["1 member", "1 member"])
    }

    @Test("An app sees nothing of what HealthKit has no type for")
    func apps() throws {
        let query = SampleListQuery(type: try #require(HKSampleType.ofStored(Self.unknown[3])))
        let call = try AppCall.bytes(of: OwnerCountCall(selection: query.selection))
        #expect(throws: HKError.self) { try AppCall.call(call) }
        #expect(throws: Never.self) { try AppCall.call(call, among: OwnerReadCalls.kinds) }
        let deletion = try AppCall.bytes(of: DeleteMatchingCall(selection: query.selection))
        #expect(throws: HKError.self) { try AppCall.call(deletion) }
    }
}
