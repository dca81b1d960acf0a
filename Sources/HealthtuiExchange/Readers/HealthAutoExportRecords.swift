import Foundation
import HealthKit

/// Reads the other parts of Health Auto Export, in addition to metrics and workouts: states of mind, medications,
/// symptoms, cycles, electrocardiograms and notifications.
struct HealthAutoExportRecords {
    private let formatName: String
    /// The number of values that determine a notification's kind.
    private var notifiedValues = 0

    init(_ formatName: String) { self.formatName = formatName }

    /// The parts of a post that are read here.
    static let parts: Set<String> = [
        "stateOfMind", "medications", "symptoms", "cycleTracking", "ecg", "heartRateNotifications",
    ]

    /// Reports notes about the whole file.
    func finish(_ sink: inout ReaderSink) {
        sink.passOver("heartRateNotifications.heartRate", notifiedValues, isData: false)
    }

    /// Reads an element of a part.
    mutating func read(
        _ part: String,
        _ element: Range<Int>,
        of walk: JSONWalk,
        at place: String,
        _ sink: inout ReaderSink
    ) throws {
        let kind = part == "ecg" ? ImportKind.electrocardiograms : .records
        guard let entry = walk.value(element) as? [String: Any] else {
            return sink.refuse("not an object, or invalid JSON", at: place, as: kind)
        }
        do {
            switch part {
            case "stateOfMind": try readMind(entry, place, &sink)
            case "medications": try readDose(entry, place, &sink)
            case "symptoms": try readCategory(entry, "symptom", valueKey: "severity", place, &sink)
            case "cycleTracking": try readCategory(entry, "kind of cycle tracking", valueKey: "value", place, &sink)
            case "ecg": try readElectrocardiogram(entry, place, &sink)
            default: try readNotification(entry, place, &sink)
            }
        } catch let flaw as Flaw {
            sink.refuse(flaw.reason, at: place, as: kind)
        }
    }

    /// The reason an element can't be imported.
    private struct Flaw: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    private func start(_ entry: [String: Any]) throws -> Date {
        guard let start = HealthAutoExportDate.read(entry["start"]) else { throw Flaw("it has no start") }
        return start
    }

    private func source(_ entry: [String: Any]) -> String { entry["source"] as? String ?? formatName }

    private func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

    // MARK: States of mind

    private func readMind(_ entry: [String: Any], _ place: String, _ sink: inout ReaderSink) throws {
        let start = try start(entry)
        guard let valence = HealthAutoExportNames.number(entry["valence"]) else { throw Flaw("it has no valence") }
        let kinds: [String: HKStateOfMind.Kind] = ["momentaryemotion": .momentaryEmotion, "dailymood": .dailyMood]
        guard let kind = kinds[letters(entry["kind"] as? String ?? "")] else {
            throw Flaw("it is neither a momentary emotion nor a daily mood")
        }
        let labels = values("labels", of: entry, "HKStateOfMind.Label", place, &sink)
        let associations = values("associations", of: entry, "HKStateOfMind.Association", place, &sink)
        let content = StateOfMindContent(
            kind,
            valence,
            labels.compactMap { HKStateOfMind.Label(rawValue: $0) },
            associations.compactMap { HKStateOfMind.Association(rawValue: $0) }
        )
        let source = source(entry)
        let record = ReadRecord(
            type: HKObjectType.stateOfMindType().identifier,
            content: .stateOfMind(content),
            start: start,
            end: start,
            source: source,
            text: ExportSpelling.form(
                ofStateOfMind: kind.rawValue,
                from: source,
                at: start.timeIntervalSinceReferenceDate,
                valence: valence,
                identifier: entry["id"] as? String ?? ""
            )
        )
        try sink.take(record, at: place)
    }

    /// The values of names, by HealthKit's names for them; an unknown name is skipped and reported.
    private func values(
        _ key: String,
        of entry: [String: Any],
        _ enumeration: String,
        _ place: String,
        _ sink: inout ReaderSink
    ) -> [Int] {
        let cases = TypeCatalogue.shared.enumerations[enumeration]?.cases ?? []
        return (entry[key] as? [Any] ?? [])
            .compactMap { word in
                let wanted = letters(word as? String ?? "")
                if let known = cases.first(where: { letters($0.name) == wanted }) { return known.value }
                sink.leaveOut(1, "\(place).\(key): a word is unknown")
                return nil
            }
    }

    // MARK: Medications

    private static let statuses: [String: HKMedicationDoseEvent.LogStatus] = [
        "taken": .taken, "skipped": .skipped, "snoozed": .snoozed, "notinteracted": .notInteracted,
        "notificationnotsent": .notificationNotSent, "notlogged": .notLogged,
    ]

    private func readDose(_ entry: [String: Any], _ place: String, _ sink: inout ReaderSink) throws {
        let name = (entry["displayText"] as? String ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty else { throw Flaw("it has no displayText, the name of the medication") }
        guard let status = Self.statuses[letters(entry["status"] as? String ?? "")] else {
            throw Flaw("its status isn't known")
        }
        let due = HealthAutoExportDate.read(entry["scheduledDate"])
        guard let start = HealthAutoExportDate.read(entry["start"]) ?? due else { throw Flaw("it has no start") }
        let dosage = HealthAutoExportNames.number(entry["dosage"])
        let scheduled = HealthAutoExportNames.number(entry["scheduledDosage"]) ?? dosage ?? 1
        let concept = ConceptIdentifierContent(domain: .medication, identifier: name)
        let dose = DoseContent(
            concept: concept,
            schedule: due == nil ? .asNeeded : .schedule,
            scheduledDate: due?.timeIntervalSinceReferenceDate,
            scheduledQuantity: due == nil ? nil : scheduled,
            quantity: status == .taken ? dosage ?? scheduled : nil,
            status: status
        )
        let form = entry["form"] as? String ?? ""
        let nickname = (entry["nickname"] as? String ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        let medication = AnnotatedMedicationContent(
            concept: MedicationConceptContent(
                identifier: concept,
                displayText: name,
                generalForm: form.isEmpty
                    ? .unknown : HKMedicationGeneralForm(rawValue: "HKMedicationGeneralForm" + form.capitalized),
                codings: Set(codings(entry))
            ),
            nickname: nickname.isEmpty ? nil : nickname,
            isArchived: entry["isArchived"] as? Bool ?? false,
            hasSchedule: due != nil
        )
        let source = source(entry)
        let record = ReadRecord(
            type: HKObjectType.medicationDoseEventType().identifier,
            content: .dose(dose, of: medication),
            start: start,
            end: start,
            source: source,
            text: ExportSpelling.form(
                ofDose: name,
                from: source,
                at: start.timeIntervalSinceReferenceDate,
                due: dose.scheduledDate,
                status: status.rawValue
            )
        )
        try sink.take(record, at: place)
    }

    private func codings(_ entry: [String: Any]) -> [HKClinicalCoding] {
        (entry["codings"] as? [[String: Any]] ?? [])
            .compactMap { coding in
                guard let system = coding["system"] as? String, let code = coding["code"] as? String else { return nil }
                return HKClinicalCoding(system: system, version: coding["version"] as? String, code: code)
            }
    }

    // MARK: Symptoms and cycles

    /// The category types by the letters of their names.
    private static let categories: [String: HKCategoryType] = {
        var found: [String: HKCategoryType] = [:]
        let prefix = "HKCategoryTypeIdentifier"
        for entry in TypeCatalogue.shared.entries where entry.identifier.hasPrefix(prefix) {
            guard let type = HKObjectType.type(identifier: entry.identifier) as? HKCategoryType else { continue }
            for name in [entry.englishName, String(entry.identifier.dropFirst(prefix.count))] {
                found[name.lowercased().filter { $0.isLetter || $0.isNumber }] = type
            }
        }
        return found
    }()

    private func readCategory(
        _ entry: [String: Any],
        _ what: String,
        valueKey: String,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        let start = try start(entry)
        guard let type = Self.categories[letters(entry["name"] as? String ?? "")] else {
            throw Flaw("the \(what) isn't known")
        }
        guard let value = value(entry[valueKey] ?? entry["value"] ?? entry["severity"], of: type) else {
            throw Flaw("\(type.identifier) has no such value")
        }
        var metadata: [String: String] = [:]
        if let isOwn = entry["userEntered"] as? Bool, isOwn { metadata[HKMetadataKeyWasUserEntered] = "1" }
        if type.identifier == HKCategoryTypeIdentifier.menstrualFlow.rawValue {
            metadata[HKMetadataKeyMenstrualCycleStart] = entry["isCycleStart"] as? Bool ?? false ? "1" : "0"
        }
        let sample = ReadSample(
            type: type.identifier,
            value: Double(value),
            start: start,
            end: HealthAutoExportDate.read(entry["end"]) ?? start,
            source: source(entry),
            metadata: metadata
        )
        try sink.take(sample, at: place)
    }

    /// The value of a word; without a word, the value for an unspecified event.
    private func value(_ word: Any?, of type: HKCategoryType) -> Int? {
        let cases = type.enumeration?.cases ?? []
        let wanted = letters(word as? String ?? "")
        if wanted.isEmpty {
            let plain = ["unspecified", "present", "notApplicable"]
            return plain.lazy.compactMap { name in cases.first { $0.name == name } }.first?.value
        }
        return cases.first { [letters($0.name), letters($0.englishLabel)].contains(wanted) }?.value
    }

    // MARK: Electrocardiograms

    private func readElectrocardiogram(_ entry: [String: Any], _ place: String, _ sink: inout ReaderSink) throws {
        let start = try start(entry)
        let list = entry["voltageMeasurements"] as? [[String: Any]] ?? []
        guard !list.isEmpty else { throw Flaw("it has no voltageMeasurements; export them too") }
        guard list.count <= ECGReader.mostVoltages else { throw Flaw("more than \(ECGReader.mostVoltages) voltages") }
        let words = Set(list.map { $0["units"] as? String ?? "" })
        guard words.count == 1, let word = words.first,
            let unit = HKUnit.named(HealthAutoExportNames.unit(word.isEmpty ? "mcV" : word)),
            unit.conversion(to: .volt()) != nil
        else { throw Flaw("the unit is none of voltage") }
        let voltages = list.compactMap { HealthAutoExportNames.number($0["voltage"]) }
        guard voltages.count == list.count else { throw Flaw("a voltage isn't a number") }
        guard let hertz = hertz(entry, list) else { throw Flaw("the samplingFrequency isn't a frequency") }
        let rate = HealthAutoExportNames.number(entry["averageHeartRate"])
        let reading = ECGReader.Reading(
            recorded: start.timeIntervalSinceReferenceDate,
            classification: entry["classification"] as? String ?? "",
            symptoms: "",
            softwareVersion: "",
            device: "",
            hertz: hertz,
            lead: "",
            unit: unit,
            averageHeartRate: rate.flatMap { $0 > 0 ? $0 : nil },
            voltages: voltages
        )
        try sink.take(reading, at: place)
    }

    /// The sampling frequency, as stated in the file, otherwise from the time between the first two voltages.
    private func hertz(_ entry: [String: Any], _ list: [[String: Any]]) -> Double? {
        let given = entry["samplingFrequency"]
        if let hertz = HealthAutoExportNames.number((given as? [String: Any])?["qty"] ?? given), hertz > 0 {
            return hertz
        }
        guard given == nil, list.count > 1, let first = HealthAutoExportNames.number(list[0]["date"]),
            let second = HealthAutoExportNames.number(list[1]["date"]), second > first
        else { return nil }
        return 1 / (second - first)
    }

    // MARK: Notifications

    /// Reads a notification of a high, a low or an irregular heart rate.
    ///
    /// The file doesn't say which of these it is: the rates are above the threshold or below it, and an irregular
    /// rhythm has none.
    private mutating func readNotification(_ entry: [String: Any], _ place: String, _ sink: inout ReaderSink) throws {
        let start = try start(entry)
        let list = entry["heartRate"] as? [[String: Any]] ?? []
        let rates = list.compactMap { HealthAutoExportNames.number($0["hr"] ?? $0["qty"]) }
        let variations = entry["heartRateVariation"] as? [Any] ?? []
        var metadata: [String: String] = [:]
        let type: HKCategoryTypeIdentifier
        if let threshold = HealthAutoExportNames.number(entry["threshold"]), threshold > 0 {
            guard let least = rates.min(), let most = rates.max() else {
                throw Flaw("it has no heart rates, which tell whether they were high or low")
            }
            guard most <= threshold || least >= threshold else {
                throw Flaw("its heart rates are above the threshold and below it")
            }
            type = least >= threshold ? .highHeartRateEvent : .lowHeartRateEvent
            metadata[HKMetadataKeyHeartRateEventThreshold] = "\(HKQuantity.text(threshold)) count/min"
        } else if !variations.isEmpty {
            type = .irregularHeartRhythmEvent
        } else {
            throw Flaw("it has no threshold, and no heartRateVariation of an irregular rhythm")
        }
        notifiedValues += list.count + variations.count
        let sample = ReadSample(
            type: type.rawValue,
            value: 0,
            start: start,
            end: HealthAutoExportDate.read(entry["end"]) ?? start,
            source: source(entry),
            metadata: metadata
        )
        try sink.take(sample, at: place)
    }
}
