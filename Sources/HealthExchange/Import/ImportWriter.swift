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
    private let emptied = Mutex<[NewSample]>([])
    private let result = Mutex<(outcome: ImportOutcome, error: (any Error)?)>((ImportOutcome(), nil))
    private let mayHand = DispatchSemaphore(value: 1)
    private let mayTake = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Touched by the writing thread only.
    private var numbers = ImportNumbers()

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

    /// An array to fill, with the memory of one that was written where there is one.
    func emptyRows() -> [NewSample] {
        emptied.withLock { rows in
            defer { rows = [] }
            return rows
        }
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
            guard var chunk else { break }
            guard result.withLock({ $0.error == nil }) else { continue }
            do {
                let outcome = try write(&chunk)
                result.withLock { $0.outcome = $0.outcome + outcome }
                chunk.rows.removeAll(keepingCapacity: true)
                emptied.withLock { $0 = chunk.rows }
            } catch {
                result.withLock { $0.error = error }
            }
        }
        hasEnded.signal()
    }

    private func write(_ chunk: inout ImportChunk) throws -> ImportOutcome {
        let known = numbers
        do {
            return try session.write { transaction in
                try define(chunk.definitions, transaction)
                return try store(&chunk, transaction)
            }
        } catch {
            numbers = known
            throw error
        }
    }

    private func define(_ new: ImportChunk.Definitions, _ transaction: ImportTransaction) throws {
        for series in new.series {
            numbers.types.append(try transaction.intern(.type, DictionaryCoding.bytes(type: series.type)))
            numbers.units.append(
                series.unit.isEmpty ? 0 : try transaction.intern(.unit, DictionaryCoding.bytes(unit: series.unit))
            )
        }
        for revision in new.revisions {
            numbers.revisions.append(try transaction.intern(.revision, DictionaryCoding.bytes(revision: revision)))
            numbers.sources.append(try transaction.intern(.source, DictionaryCoding.bytes(source: revision.source)))
        }
        for device in new.devices {
            numbers.devices.append(try transaction.intern(.device, DictionaryCoding.bytes(device: device)))
        }
        for set in new.metadata { numbers.metadata.append(try transaction.intern(.metadata, set.bytes)) }
    }

    private func store(_ chunk: inout ImportChunk, _ transaction: ImportTransaction) throws -> ImportOutcome {
        var outcome = ImportOutcome()
        numbers.translate(&chunk.rows)
        let counts = try transaction.add(chunk.rows)
        outcome.records.added = counts.added
        outcome.records.duplicate = counts.duplicate
        outcome.twins = transaction.twins
        for correlation in chunk.correlations { try store(correlation, transaction, &outcome) }
        for workout in chunk.workouts {
            var record = numbers.translated(workout.record)
            record.payload = workout.content.json
            outcome.workouts.count(try transaction.add(record).added)
        }
        for summary in chunk.summaries {
            let bytes = summary.json
            let stored = try transaction.writer.value(StoreNamespace.activitySummaries, summary.day)
            outcome.activitySummaries.count(stored != bytes)
            guard stored != bytes else { continue }
            try transaction.writer.setValue(bytes, StoreNamespace.activitySummaries, summary.day)
        }
        if let characteristics = chunk.characteristics { try store(characteristics, transaction) }
        return outcome
    }

    private func store(
        _ correlation: ImportChunk.Correlation,
        _ transaction: ImportTransaction,
        _ outcome: inout ImportOutcome
    ) throws {
        var members = correlation.members
        numbers.translate(&members)
        let children = try transaction.resolve(members: members)
        let (parent, isNew) = try transaction.add(numbers.translated(correlation.record))
        outcome.correlations.count(isNew)
        outcome.linkedMembers += children.count
        guard isNew else { return }
        for child in Set(children) {
            try transaction.writer.link(parent: parent, child: child, role: LinkRole.correlationMember.rawValue)
        }
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
