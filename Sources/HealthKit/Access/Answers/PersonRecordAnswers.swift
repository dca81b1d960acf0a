import Foundation
import HealthKitStore

extension OwnerDaySummariesCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [ActivitySummaryContent] {
        try reader.storedActivitySummaries().values.sorted { $0.day < $1.day }
    }
}

extension OwnerMedicationsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [HKUserAnnotatedMedication] {
        try reader.medications(SampleFilter(nil))
    }
}

extension OwnerBeginningCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [HKSample] {
        let wanted = prefix.uppercased().filter { $0 != "-" }
        var found: [HKSample] = []
        for type in types.map(\.wrappedValue).sorted(by: { $0.identifier < $1.identifier }) where found.count < limit {
            try reader.forEachRecord(FetchRequest(type: type), ascending: false) { record in
                guard record.uuid.uuidString.filter({ $0 != "-" }).hasPrefix(wanted) else { return true }
                if let sample = try reader.sample(uuid: record.uuid) { found.append(sample) }
                return found.count < limit
            }
        }
        return found
    }
}

extension OwnerUnknownSampleCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> UnknownSample? {
        guard let object = try reader.store.object(uuid: uuid) else { return nil }
        let type = try reader.typeIdentifier(object.type)
        guard HKSampleType.ofStored(type) is UnknownSampleType else { return nil }
        switch object {
        case .sample(let row): return try UnknownSample(row, type, reader)
        case .record(let record): return try UnknownSample(record, type, reader)
        }
    }
}

extension OwnerRecalibrationCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> Date? {
        try reader.value(Double.self, StoreNamespace.recalibrations, type.identifier)
            .map { Date(timeIntervalSinceReferenceDate: $0) }
    }
}

extension SaveMedicationCall: PassedCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws { try gate.answer(self) }
}

extension LogDoseCall: PassedCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws { try gate.answer(self) }
}

extension Gate {
    /// Visits the samples of a type that HealthKit does not know.
    ///
    /// - Parameters:
    ///   - question: The samples to visit.
    ///   - body: Receives each sample and returns whether to continue.
    /// - Throws: `errorAuthorizationDenied` for an app, any error of opening the store, and any error thrown by `body`.
    func answer(_ question: OwnerUnknownSamplesCall, _ body: (UnknownSample) throws -> Bool) throws {
        try question.check()
        try personsDatabase()
            .read { reader in
                let (type, ascending) = (question.selection.type.identifier, question.ascending)
                let request = FetchRequest(type: question.selection.type, filter: question.selection.filter)
                // Few have no number: export elements that contain others.
                var records: [UnknownSample] = []
                try reader.forEachRecord(request, ascending: ascending) { record in
                    records.append(try UnknownSample(record, type, reader))
                    return true
                }
                var next = records.makeIterator()
                var waiting = next.next()
                var goesOn = true
                try reader.forEachRow(request, ascending: ascending) { row in
                    while goesOn, let record = waiting, record.comesBefore(row.start, ascending) {
                        goesOn = try body(record)
                        waiting = next.next()
                    }
                    if goesOn { goesOn = try body(try UnknownSample(row, type, reader)) }
                    return goesOn
                }
                while goesOn, let record = waiting {
                    goesOn = try body(record)
                    waiting = next.next()
                }
                try reader.checkLookups()
            }
    }

    /// Adds a medication to the person's list.
    ///
    /// - Throws: `errorAuthorizationDenied` for an app, `errorInvalidArgument` for an empty identifier, and what opening the
    ///   store throws.
    func answer(_ call: SaveMedicationCall) throws {
        let (now, revision) = (clock(), principal.revision)
        let medication = HKUserAnnotatedMedication(call.medication)
        let name = medication.nickname ?? medication.medication.displayText
        try personsDatabase()
            .write { writer in
                try self.once(SaveMedicationCall.self, writer) {
                    _ = try writer.recording(OperationDraft(.medication, note: name), now: now) {
                        try writer.save(medication, revision: revision, now: now)
                    }
                }
            }
    }

    /// Logs how the person handled a dose.
    ///
    /// - Throws: `errorAuthorizationDenied` for an app, `errorInvalidArgument` for an invalid dose, and what opening the store
    ///   throws.
    func answer(_ call: LogDoseCall) throws {
        let (now, revision) = (clock(), principal.revision)
        try personsDatabase()
            .write { writer in
                try self.once(LogDoseCall.self, writer) {
                    _ = try writer.recording(OperationDraft(.add), now: now) {
                        if let earlier = call.earlier { _ = try writer.delete([earlier]) }
                        try writer.save([call.dose], revision: revision, now: now)
                    }
                }
            }
    }
}
