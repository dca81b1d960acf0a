import Foundation
import HealthKitStore

/// Stores the calls that waited while a store was locked.
struct JournalIntake {
    let store: SampleStore
    let publicKey: [UInt8]
    let secret: SecretBytes
    let carryOutOne: HealthDatabase.CarryOut

    /// The maximum number of calls in one transaction.
    private static let groupLimit = 256
    /// The position up to which each journal was processed, by its ID.
    private static let taken = "journal.taken"
    /// The earlier positions that were left for a later version, by the journal's ID.
    private static let kept = "journal.kept"
    /// Whether journals of version 0.2 were processed for the last time.
    private static let form = "journal.form"

    private struct Waiting {
        var call: WaitingCall
        var place: UInt64
        /// The app whose calls stay in order.
        var owner: String
    }

    /// The progress within a journal.
    private struct Progress {
        let journal: UUID
        var taken: UInt64
        var kept: Set<UInt64>
        /// Apps with a call left in the journal: their later calls stay behind it.
        var blocked: Set<String> = []
        var report: UnlockReport

        func isDone(_ place: UInt64) -> Bool { place <= taken && !kept.contains(place) }

        mutating func leave(_ place: UInt64, of owner: String?) {
            kept.insert(place)
            if let owner { blocked.insert(owner) }
            report.later += 1
        }
    }

    /// Processes the saves of version 0.2 once, and then this version's journal.
    ///
    /// An entry of version 0.2 doesn't record where it belongs, so an old one could be put back at any time. Versions that
    /// write such entries don't open a store that this version has written to, so a later one can't be a legitimate save and is
    /// left alone.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - journal: The journal.
    /// - Returns: The outcome of the calls.
    /// - Throws: The error that prevented storing; unstored calls keep waiting.
    func run(_ path: String, _ journal: SealedJournal) throws -> UnlockReport {
        var report = UnlockReport()
        let earlier = SealedJournal.earlier(storePath: path)
        let isOver = try store.read { try $0.value(Self.form, "earlier") } != nil
        if isOver {
            report.earlier = earlier.count
        } else {
            report = try earlier.takeIn { try take(&$0, report) } ?? report
            try store.write { try $0.setValue([2], Self.form, "earlier") }
        }
        return try run(journal, after: report)
    }

    /// Processes a journal.
    ///
    /// - Parameters:
    ///   - journal: The journal.
    ///   - report: The outcome of earlier calls.
    /// - Returns: The combined outcome.
    /// - Throws: The error that prevented storing; unstored calls keep waiting.
    func run(_ journal: SealedJournal, after report: UnlockReport = UnlockReport()) throws -> UnlockReport {
        try journal.takeIn { try take(&$0, report) } ?? report
    }

    private func take(
        _ reading: inout JournalReading,
        _ report: UnlockReport
    ) throws -> (UnlockReport, kept: Set<UInt64>) {
        // A process that was killed between the last transaction and the removal of the journal leaves both.
        let key = reading.id.uuidString
        let (taken, kept) = try store.read { reader in
            (try reader.value(Self.taken, key).map(Self.numbers), try reader.value(Self.kept, key).map(Self.numbers))
        }
        var progress = Progress(journal: reading.id, taken: taken?.first ?? 0, kept: Set(kept ?? []), report: report)
        let before = (progress.taken, progress.kept)
        var (present, last) = (Set<UInt64>(), progress.taken)
        while true {
            var group: [Waiting] = []
            while group.count < Self.groupLimit, let entry = try reading.next() {
                if progress.isDone(entry.place) { continue }
                let opened = reading.open(entry, publicKey: publicKey, secretKey: secret)
                switch opened {
                case .damaged: reading.reject(entry)
                case .foreign: progress.report.foreign += 1
                case .misplaced: progress.report.misplaced += 1
                case .later, .call:
                    guard present.insert(entry.place).inserted else {
                        progress.report.misplaced += 1
                        continue
                    }
                    last = max(last, entry.place)
                    guard case .call(let bytes, let owner) = opened else {
                        progress.leave(entry.place, of: nil)
                        continue
                    }
                    guard let call = WaitingCall(bytes: bytes) else {
                        progress.leave(entry.place, of: owner)
                        continue
                    }
                    let app = owner ?? call.app.account
                    group.append(Waiting(call: call, place: entry.place, owner: app))
                }
            }
            if group.isEmpty { break }
            try store(group[...], &progress)
        }
        progress.report.damaged += reading.damaged
        progress.report.isCut = progress.report.isCut || reading.isCut
        // The remaining entries may have been removed meanwhile.
        progress.kept.formIntersection(present)
        if !progress.kept.isEmpty {
            progress.taken = max(progress.taken, last)
            if before != (progress.taken, progress.kept) { try store.write { try note(progress, $0) } }
        }
        return (progress.report, progress.kept)
    }

    /// Stores calls in one transaction; if one is refused, stores those before it and then those after it.
    private func store(_ group: ArraySlice<Waiting>, _ progress: inout Progress) throws {
        var rest = group
        while !rest.isEmpty {
            for waiting in rest where progress.blocked.contains(waiting.owner) {
                progress.leave(waiting.place, of: waiting.owner)
            }
            rest = rest.filter { !progress.blocked.contains($0.owner) }[...]
            var next = rest.startIndex
            do {
                try carryOut(rest, &progress) { next = $0 }
                progress.report.stored += rest.count
                return
            } catch is LaterVersionCall {
                try storeFirst(rest[..<next], &progress)
                progress.leave(rest[next].place, of: rest[next].owner)
            } catch let error as HKError where error.code != .errorDatabaseInaccessible {
                try storeFirst(rest[..<next], &progress)
                progress.kept.remove(rest[next].place)
                progress.report.refused += 1
            }
            rest = rest[(next + 1)...]
        }
    }

    private func storeFirst(_ group: ArraySlice<Waiting>, _ progress: inout Progress) throws {
        if group.isEmpty { return }
        try carryOut(group, &progress) { _ in }
        progress.report.stored += group.count
    }

    private func carryOut(
        _ group: ArraySlice<Waiting>,
        _ progress: inout Progress,
        _ reached: (Int) -> Void
    ) throws {
        guard let last = group.last else { return }
        var after = progress
        after.taken = max(after.taken, last.place)
        after.kept.subtract(group.map(\.place))
        try HKError.translating {
            try store.write { writer in
                let database = HealthDatabase(store, within: ObjectWriter(writer))
                for index in group.indices {
                    reached(index)
                    try carryOutOne(group[index].call, database)
                }
                try note(after, writer)
            }
        }
        progress = after
    }

    private func note(_ progress: Progress, _ writer: StoreWriter) throws {
        let key = progress.journal.uuidString
        try writer.setValue(Self.bytes([progress.taken]), Self.taken, key)
        let kept = progress.kept.sorted()
        let isNoted = try writer.value(Self.kept, key) != nil
        if !kept.isEmpty || isNoted { try writer.setValue(kept.isEmpty ? nil : Self.bytes(kept), Self.kept, key) }
    }

    private static func bytes(_ numbers: [UInt64]) -> [UInt8] {
        numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
    }

    private static func numbers(_ bytes: [UInt8]) -> [UInt64] {
        stride(from: 0, to: bytes.count - bytes.count % 8, by: 8)
            .map { offset in
                bytes.withUnsafeBytes {
                    UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                }
            }
    }
}
