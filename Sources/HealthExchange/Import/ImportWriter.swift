import Foundation
import HealthKit
import HealthStore
import Synchronization

/// Writes chunks to the store on a thread of its own, one transaction a chunk, while the scanner fills the next.
///
/// At most one chunk waits, so that memory stays flat.
final class ImportWriter: @unchecked Sendable {
    private let session: ImportSession
    private let toWrite = Mutex<ImportChunk?>(nil)
    private let result = Mutex<(outcome: ImportOutcome, error: (any Error)?)>((ImportOutcome(), nil))
    private let mayHand = DispatchSemaphore(value: 1)
    private let mayTake = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)

    // Touched by the writing thread only: the store's numbers of this import's numbers.
    private var types: [DictionaryID] = []
    private var units: [DictionaryID] = []
    private var sources: [DictionaryID] = []
    private var revisions: [DictionaryID] = []
    private var devices: [DictionaryID] = [0]
    private var metadata: [DictionaryID] = [0]

    init(_ session: ImportSession) {
        self.session = session
        let thread = Thread { [self] in run() }
        thread.name = "healthkit.import"
        thread.stackSize = 4 << 20
        thread.start()
    }

    /// Hands over a chunk; waits while another one waits.
    ///
    /// - Throws: The error at which the writer stopped.
    func hand(_ chunk: ImportChunk) throws {
        mayHand.wait()
        toWrite.withLock { $0 = chunk }
        mayTake.signal()
        if let error = result.withLock({ $0.error }) { throw error }
    }

    /// How many records are in the store by now, new or not.
    var recordsWritten: Int { result.withLock { $0.outcome.records.added + $0.outcome.records.duplicate } }

    /// Waits until everything is written.
    ///
    /// - Throws: The error at which the writer stopped.
    func finish() throws -> ImportOutcome {
        stop()
        let (outcome, error) = result.withLock { ($0.outcome, $0.error) }
        if let error { throw error }
        return outcome
    }

    /// Ends the thread once it has written what it was handed.
    func stop() {
        mayHand.wait()
        toWrite.withLock { $0 = nil }
        mayTake.signal()
        hasEnded.wait()
    }

    private func run() {
        while true {
            mayTake.wait()
            let chunk = toWrite.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            mayHand.signal()
            guard let chunk else { break }
            guard result.withLock({ $0.error == nil }) else { continue }
            do {
                let outcome = try write(chunk)
                result.withLock { $0.outcome = $0.outcome + outcome }
            } catch {
                result.withLock { $0.error = error }
            }
        }
        hasEnded.signal()
    }

    private func write(_ chunk: ImportChunk) throws -> ImportOutcome {
        let known = (types, units, sources, revisions, devices, metadata)
        do {
            return try session.write { transaction in
                try define(chunk.definitions, transaction)
                return try store(chunk, transaction)
            }
        } catch {
            (types, units, sources, revisions, devices, metadata) = known
            throw error
        }
    }

    private func define(_ new: ImportChunk.Definitions, _ transaction: ImportTransaction) throws {
        for series in new.series {
            types.append(try transaction.intern(.type, DictionaryCoding.bytes(type: series.type)))
            units.append(
                series.unit.isEmpty ? 0 : try transaction.intern(.unit, DictionaryCoding.bytes(unit: series.unit))
            )
        }
        for revision in new.revisions {
            revisions.append(try transaction.intern(.revision, DictionaryCoding.bytes(revision: revision)))
            sources.append(try transaction.intern(.source, DictionaryCoding.bytes(source: revision.source)))
        }
        for device in new.devices {
            devices.append(try transaction.intern(.device, DictionaryCoding.bytes(device: device)))
        }
        for set in new.metadata { metadata.append(try transaction.intern(.metadata, set.bytes)) }
    }

    private func store(_ chunk: ImportChunk, _ transaction: ImportTransaction) throws -> ImportOutcome {
        var outcome = ImportOutcome()
        var rows = chunk.rows
        for index in rows.indices { translate(&rows[index]) }
        let counts = try transaction.add(rows)
        outcome.records.added = counts.added
        outcome.records.duplicate = counts.duplicate
        outcome.twins = transaction.twins
        for correlation in chunk.correlations { try store(correlation, transaction, &outcome) }
        for workout in chunk.workouts {
            let (_, isNew) = try transaction.add(translated(workout))
            outcome.workouts.count(isNew)
        }
        for summary in chunk.summaries { try store(summary, transaction, &outcome) }
        if let characteristics = chunk.characteristics { try store(characteristics, transaction) }
        return outcome
    }

    private func store(
        _ correlation: ImportChunk.Correlation,
        _ transaction: ImportTransaction,
        _ outcome: inout ImportOutcome
    ) throws {
        var members = correlation.members
        for index in members.indices { translate(&members[index]) }
        let children = try transaction.resolve(members: members)
        let (parent, isNew) = try transaction.add(translated(correlation.record))
        outcome.correlations.count(isNew)
        outcome.linkedMembers += children.count
        guard isNew else { return }
        for child in Set(children) {
            try transaction.writer.link(parent: parent, child: child, role: LinkRole.correlationMember.rawValue)
        }
    }

    private func store(
        _ summary: ActivitySummaryContent,
        _ transaction: ImportTransaction,
        _ outcome: inout ImportOutcome
    ) throws {
        let stored = try transaction.writer.value(StoreNamespace.activitySummaries, summary.day)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let bytes = Array(try encoder.encode(summary))
        outcome.activitySummaries.count(stored != bytes)
        guard stored != bytes else { return }
        try transaction.writer.setValue(bytes, StoreNamespace.activitySummaries, summary.day)
    }

    /// Sets what the export knows of the person and leaves what it does not.
    private func store(_ new: CharacteristicValues, _ transaction: ImportTransaction) throws {
        let key = CharacteristicValues.key
        let bytes = try transaction.writer.value(StoreNamespace.characteristics, key)
        let old = bytes.flatMap { try? JSONDecoder().decode(CharacteristicValues.self, from: Data($0)) }
        var merged = old ?? CharacteristicValues()
        merged.dateOfBirth = new.dateOfBirth ?? merged.dateOfBirth
        merged.biologicalSex = new.biologicalSex ?? merged.biologicalSex
        merged.bloodType = new.bloodType ?? merged.bloodType
        merged.fitzpatrickSkinType = new.fitzpatrickSkinType ?? merged.fitzpatrickSkinType
        merged.cardioFitnessMedicationsUse = new.cardioFitnessMedicationsUse ?? merged.cardioFitnessMedicationsUse
        guard merged != old else { return }
        try transaction.writer.setValue(Array(try JSONEncoder().encode(merged)), StoreNamespace.characteristics, key)
    }

    /// Puts the store's numbers in the place of this import's.
    private func translate(_ row: inout NewSample) {
        let series = Int(row.type)
        row.type = types[series]
        row.unit = units[series]
        let revision = Int(row.revision)
        row.revision = revisions[revision]
        row.source = sources[revision]
        row.device = devices[Int(row.device)]
        row.metadata = metadata[Int(row.metadata)]
    }

    private func translated(_ record: NewRecord) -> NewRecord {
        var record = record
        let revision = Int(record.revision)
        record.type = types[Int(record.type)]
        record.revision = revisions[revision]
        record.source = sources[revision]
        record.device = devices[Int(record.device)]
        record.metadata = metadata[Int(record.metadata)]
        return record
    }
}

extension ImportTally {
    /// Counts one that was added, or was there.
    fileprivate mutating func count(_ isNew: Bool) {
        if isNew { added += 1 } else { duplicate += 1 }
    }

    static func + (left: ImportTally, right: ImportTally) -> ImportTally {
        var sum = left
        sum.read += right.read
        sum.added += right.added
        sum.duplicate += right.duplicate
        sum.refused += right.refused
        return sum
    }
}

extension ImportOutcome {
    static func + (left: ImportOutcome, right: ImportOutcome) -> ImportOutcome {
        ImportOutcome(
            records: left.records + right.records,
            correlations: left.correlations + right.correlations,
            workouts: left.workouts + right.workouts,
            activitySummaries: left.activitySummaries + right.activitySummaries,
            linkedMembers: left.linkedMembers + right.linkedMembers,
            twins: left.twins + right.twins
        )
    }
}
