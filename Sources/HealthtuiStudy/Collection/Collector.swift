import Foundation
import Glibc

/// Takes contributions into a study: all of what is accepted at once, or nothing.
///
/// Contributions are opened, verified and checked row by row; the engine writes new Parquet files beside those that there
/// are, which stay as they are; then the next list of files is linked into place. Whatever ends the process before that, the
/// list that there was still counts, and the next collection removes what is left over. Receipts are written before the list
/// and moved to their place after it; if the process ends in between, the next collection moves them.
package struct Collector {
    private let folder: StudyFolder
    private let python: StudyPython
    private let now: Date
    private let started: (pid_t) -> Void
    /// Called with the number of contributions looked at, and of all.
    private let progress: (Int, Int) -> Void
    /// Called after each file that is written or linked; tests end the process here.
    package var wrote: (String) -> Void = { _ in }

    /// The number of files that the engine may have to write while the next ones are prepared.
    private static let mostAhead = 6

    /// A collector.
    ///
    /// - Parameters:
    ///   - folder: The study.
    ///   - python: Where Python is.
    ///   - now: The current time.
    ///   - started: Told the process group of the engine.
    ///   - progress: Told how many contributions were looked at, and how many there are.
    package init(
        _ folder: StudyFolder,
        python: StudyPython,
        now: Date = Date(),
        started: @escaping (pid_t) -> Void = { _ in },
        progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) {
        self.folder = folder
        self.python = python
        self.now = now
        self.started = started
        self.progress = progress
    }

    /// Takes in contributions.
    ///
    /// - Parameter inputs: Files, and folders of files.
    /// - Returns: The result of each.
    /// - Throws: ``StudyError`` when nothing could be taken in: a missing engine, a full disk, an input that isn't there.
    package func collect(_ inputs: [String]) throws -> CollectOutcome {
        let lock = try FolderLock(folder.path, isShared: false)
        defer { withExtendedLifetime(lock) {} }
        let before = try Dataset.latest(folder)
        try removeLeftovers(before)
        try ReceiptFiles(folder, before.number).publish { wrote("receipt") }
        var outcome = CollectOutcome(before)
        let found = try InboxFiles(inputs, study: folder)
        for (name, why) in found.skipped { outcome.note(name, .skipped, why: why) }
        for (name, why) in found.closed { outcome.note(name, .refused, why: why) }
        let pending = try self.pending(found.files, &outcome)
        guard !pending.isEmpty else { return outcome }
        let staging = folder.path + "/" + StudyFolder.stagingName
        try LastingFile.makeFolder(staging)
        defer { try? FileManager.default.removeItem(atPath: staging) }
        var next = before
        next.number += 1
        next.study = folder.study.digest
        let owed = try take(pending, before, &next, staging, &outcome)
        guard outcome.count(.accepted) + outcome.count(.withdrawn) > 0 else { return outcome }
        for name in Set(next.files.map { $0.path.split(separator: "/")[0] }) {
            LastingFile.sync(folder: folder.path + "/" + name)
        }
        let receipts = ReceiptFiles(folder, next.number)
        for receipt in owed {
            try receipts.write(self.receipt(receipt, next))
            wrote("receipt")
        }
        receipts.sync()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try LastingFile.link(try encoder.encode(next), to: folder.path + "/" + Dataset.name(next.number))
        wrote("list")
        outcome.dataset = next
        outcome.isChanged = true
        // Withdrawn data must not stay until the next collection, and must be gone before a receipt says so.
        if outcome.count(.withdrawn) > 0 { try removeLeftovers(next) }
        try receipts.publish { wrote("receipt in place") }
        return outcome
    }

    /// The files to take in, grouped by the first byte of the person.
    private func pending(
        _ files: [InboxFiles.File],
        _ outcome: inout CollectOutcome
    ) throws -> [String: [Bucket.Pending]] {
        var pending: [String: [Bucket.Pending]] = [:]
        for (index, file) in files.enumerated() {
            progress(index, files.count)
            do {
                let manifest = try OpenedContribution(file.path, study: folder.study.description, box: folder.box)
                    .manifest
                pending[String(manifest.person.prefix(2)), default: []]
                    .append(
                        Bucket.Pending(
                            file: file,
                            person: manifest.person,
                            sequence: manifest.sequence,
                            kind: manifest.kind
                        )
                    )
            } catch let error as StudyError {
                outcome.note(file.name, .refused, why: error.why)
            }
        }
        return pending
    }

    /// A receipt that is due once all is in place.
    private struct Owed {
        let person: StudyPerson
        let sequence: Int
        let kind: ContributionManifest.Kind
    }

    private func take(
        _ pending: [String: [Bucket.Pending]],
        _ before: Dataset,
        _ next: inout Dataset,
        _ staging: String,
        _ outcome: inout CollectOutcome
    ) throws -> [Owed] {
        let writer = ParquetWriter(folder, number: next.number) {
            try StudyEngine(.duckdb, scratch: staging, python: python, started: started)
        }
        defer { writer.end() }
        var ledger = Bucket.Ledger(nextPerson: before.nextPerson, codes: try folder.codes(), used: before.codes)
        var owed: [Owed] = []
        var gone: [Int] = []
        for name in pending.keys.sorted() {
            let known = before.file(StudyPerson.folder, name)
            var bucket = Bucket(
                name,
                people: try known.map { try StudyPerson.read(folder.path + "/" + $0.path) } ?? [:],
                folder: folder,
                now: now
            )
            let taken = outcome.count(.accepted) + outcome.count(.withdrawn)
            let staged = StagedRows(staging + "/" + name)
            let byPerson = Dictionary(grouping: pending[name] ?? [], by: \.person)
            for (_, files) in byPerson.sorted(by: { $0.key < $1.key }) {
                let ordered = files.sorted {
                    ($0.kind == .data ? 0 : 1, $0.sequence) < ($1.kind == .data ? 0 : 1, $1.sequence)
                }
                try bucket.take(ordered, &ledger, &outcome) { try staged.append($1, to: $0) }
            }
            try staged.finish()
            guard outcome.count(.accepted) + outcome.count(.withdrawn) > taken else { continue }
            try writer.write(bucket, staged, before)
            wrote("bucket \(name)")
            while writer.ahead > Self.mostAhead { try writer.receive() }
            next.files.removeAll { $0.table == StudyPerson.folder && $0.bucket == name }
            next.files.append(try writer.write(bucket.people, bucket: name))
            wrote("people \(name)")
            let old = try known.map { try StudyPerson.read(folder.path + "/" + $0.path) } ?? [:]
            next.people += bucket.people.values.count { !$0.isWithdrawn } - old.values.count { !$0.isWithdrawn }
            next.withdrawn += bucket.people.values.count(where: \.isWithdrawn) - old.values.count(where: \.isWithdrawn)
            for receipt in bucket.receipts {
                guard let person = bucket.people[receipt.person] else { continue }
                owed.append(Owed(person: person, sequence: receipt.sequence, kind: receipt.kind))
                if receipt.kind == .withdraw { gone.append(person.id) }
            }
        }
        while writer.ahead > 0 { try writer.receive() }
        // Before the list says that they withdrew, so that no list says so while their values are still there.
        if !gone.isEmpty {
            try StudyLedger(folder).forget(gone) { try writer.ask($0) }
            wrote("ledger")
        }
        wrote("tables")
        for (old, new) in writer.written {
            if let old { next.files.removeAll { $0.path == old } }
            if let new { next.files.append(new) }
        }
        next.files.sort { ($0.table, $0.bucket) < ($1.table, $1.bucket) }
        next.nextPerson = ledger.nextPerson
        next.codes = ledger.used
        return owed
    }

    private func receipt(_ owed: Owed, _ dataset: Dataset) -> StudyReceipt {
        StudyReceipt(
            study: folder.study.description.id,
            person: owed.person.person,
            sequence: owed.sequence,
            kind: owed.kind,
            time: Int64(now.timeIntervalSince1970),
            dataset: dataset.number,
            tables: owed.person.months.count,
            rows: owed.person.rows
        )
    }

    /// Removes what no list needs: files and lists of before, and what an interrupted collection left.
    private func removeLeftovers(_ dataset: Dataset) throws {
        let manager = FileManager.default
        // The next collection removes anything that can't be removed now.
        try? manager.removeItem(atPath: folder.path + "/" + StudyFolder.stagingName)
        try StudyLedger(folder).removeLeftovers()
        let kept = Set(dataset.files.map(\.path))
        for table in StudyTable.allCases.map(\.rawValue) + [StudyPerson.folder] {
            let path = folder.path + "/" + table
            // Withdrawn data would stay in a folder that can't be listed.
            for name in try FolderNames.names(in: path, mayBeMissing: true) where !kept.contains("\(table)/\(name)") {
                unlink(path + "/" + name)
            }
        }
        for name in try FolderNames.names(in: folder.path, mayBeMissing: false) {
            let isOld = Dataset.number(name).map { $0 < dataset.number } ?? name.contains(".json.part-")
            if isOld { unlink(folder.path + "/" + name) }
            // Receipts of a list that never came to be promise what isn't true.
            let isUntrue = ReceiptFiles.number(name).map { $0 > dataset.number } ?? false
            if isUntrue { try manager.removeItem(atPath: folder.path + "/" + name) }
        }
    }
}
