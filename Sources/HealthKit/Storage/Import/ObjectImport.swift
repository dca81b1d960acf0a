import Foundation
import HealthKitStore

/// A bulk import of objects, which recognizes stored objects by their content.
///
/// Each chunk is one transaction: it is stored completely when ``write(_:)`` returns, or not at all. Until ``finish()`` has
/// returned, a crash of the machine may lose the last chunks, but never a part of one. Use it from one thread at a time.
package final class ObjectImport {
    private let session: Session
    private let forms: ImportForms
    private let restoresDeleted: Bool
    private var entries = ImportEntries()
    private var gate = ImportGate()
    /// The series of the import, indexed by number.
    private var series: [ImportedSeries] = []
    /// The stored objects that others may belong to; `nil` for one that the person deleted.
    private var owners: [ImportNumber.Owner: UUID?] = [:]
    /// The objects that files know by a name.
    private var names = ImportNames()
    /// The medications of doses, by their names in the file.
    private var medications: [String: ConceptIdentifierContent] = [:]
    /// The changes held back until the person has given the secret; `nil` if none are.
    private var waiting: WaitingImports?
    /// The result for each type and source in a dry run.
    private var parts: ImportParts
    /// A buffer of rows to store, kept to reuse its memory.
    private var rows: [NewSample] = []
    /// The number of objects added, of every kind.
    private var added = 0
    /// How many medications came into the person's list with their doses.
    private var listed = 0
    /// Called at the end with the added objects.
    private let ended: ((ImportEnd) throws -> Void)?

    private enum Session {
        case here(ImportSession)
        /// An import into a store that a service has open: sends chunks, and ends the import there.
        case sent(write: (ImportChunk) throws -> ImportOutcome, finish: () throws -> Void)
    }

    /// An import into a store that a service has open.
    ///
    /// - Parameters:
    ///   - write: Sends a chunk.
    ///   - finish: Ends the import.
    init(write: @escaping (ImportChunk) throws -> ImportOutcome, finish: @escaping () throws -> Void) {
        forms = .none
        restoresDeleted = false
        ended = nil
        parts = ImportParts(isCounting: false)
        session = .sent(write: write, finish: finish)
    }

    init(
        _ store: SampleStore,
        _ forms: ImportForms,
        restoresDeleted: Bool,
        countsParts: Bool = false,
        throttle: @escaping @Sendable () -> Void = {},
        waiting: WaitingImports? = nil,
        ended: ((ImportEnd) throws -> Void)? = nil,
        around: (@Sendable (StoreWriter, () throws -> Void) throws -> Void)? = nil
    ) throws {
        self.forms = forms
        self.ended = ended
        self.waiting = waiting
        parts = ImportParts(isCounting: countsParts)
        let restoresDeleted = restoresDeleted && waiting == nil
        self.restoresDeleted = restoresDeleted
        session = .here(
            try store.beginImport(
                ImportOptions(
                    spelling: forms.spelling,
                    restoresDeleted: restoresDeleted,
                    heedsDeletion: { !TombstonePayload.isUndo($0) },
                    syncsAtEnd: true,
                    around: around,
                    throttle: throttle
                )
            )
        )
    }

    /// Flushes stored data to the disk; call it at the end, whether the import succeeded or failed.
    ///
    /// - Throws: `HKError`.
    package func finish() throws {
        switch session {
        case .here(let session):
            if let waiting {
                try HKError.translating { try session.write { try waiting.finish(ObjectWriter($0.writer)) } }
            }
            try HKError.translating { try session.finish() }
            if added > 0 {
                try ended?(ImportEnd(objects: added, members: session.uncountedMembers, medications: listed))
            }
        case .sent(_, let finish): try finish()
        }
    }

    /// Whether part of the import may be waiting, so that its outcome isn't reported.
    var isUnseen: Bool { waiting != nil }

    /// Does work that would otherwise remain for the end; call it while there is nothing to store.
    ///
    /// - Throws: `HKError`; chunks written earlier remain stored.
    package func tidy() throws {
        guard case .here(let session) = session else { return }
        try HKError.translating { try session.tidy() }
    }

    /// Stores a chunk.
    ///
    /// - Parameter chunk: The chunk to store.
    /// - Returns: The outcome.
    /// - Throws: `HKError`; nothing of the chunk is stored then.
    package func write(_ chunk: ImportChunk) throws -> ImportOutcome {
        let session: ImportSession
        switch self.session {
        case .sent(let write, _): return try write(chunk)
        case .here(let here): session = here
        }
        let (knownEntries, knownOwners, knownSeries) = (entries.counts, owners, gate.count)
        let (knownWaiting, knownListed, knownNames, knownParts) = (waiting, listed, names, parts.counts)
        do {
            parts.begin(chunk.definitions)
            gate.define(chunk.definitions.series)
            series += chunk.definitions.series
            let outcome = try HKError.translating {
                try session.write { transaction in
                    let writer = ObjectWriter(transaction.writer)
                    try entries.define(chunk.definitions, in: writer)
                    return try store(chunk, transaction, writer)
                }
            }
            added += outcome.tallies.total(\.added)
            return outcome
        } catch {
            entries.forget(after: knownEntries)
            owners = knownOwners
            medications.removeAll()
            (waiting, listed, names) = (knownWaiting, knownListed, knownNames)
            parts.forget(after: knownParts)
            gate.forget(after: knownSeries)
            series.removeSubrange(knownSeries...)
            throw error
        }
    }

    private func store(
        _ all: ImportChunk,
        _ transaction: ImportTransaction,
        _ writer: ObjectWriter
    ) throws -> ImportOutcome {
        var outcome = ImportOutcome()
        var chunk = all
        if chunk.startsFile { transaction.beginFile() }
        try waiting?.begin(&chunk, writer)
        gate.sift(&chunk, series, &outcome.tallies)
        if try writer.remove(chunk.superseded) > 0 { transaction.forgetRows() }
        try store(chunk.buckets, transaction, writer, &outcome)
        entries.translate(chunk.rows, into: &rows)
        let counts = try parts.add(rows, chunk.rows) { rows, _ in try transaction.add(rows) }
        outcome.tallies[.records].added += counts.added
        outcome.tallies[.records].duplicate += counts.duplicate
        outcome.tallies[.records].deleted += counts.deleted
        outcome.duplicates = transaction.duplicates
        try store(chunk.correlations, transaction, writer, &outcome)
        try store(chunk.workouts, transaction, writer, &outcome)
        for summary in chunk.summaries { try store(summary, writer, &outcome) }
        for object in chunk.objects { try store(object, transaction, writer, &outcome) }
        for members in chunk.members { try store(members, transaction, writer, &outcome) }
        for owner in chunk.completed { try names.complete(owner, transaction, writer) }
        for attachment in chunk.attachments { try store(attachment, writer, &outcome) }
        for piece in chunk.documentPieces {
            // A document that stays deleted has no owner.
            if let document = owners[piece.owner] ?? nil { try writer.keep(piece, of: document) }
        }
        if let characteristics = chunk.characteristics { try store(characteristics, writer) }
        waiting?.end(outcome)
        outcome.parts = parts.ofChunk
        return outcome
    }

    /// Stores values that may replace earlier ones for the same time.
    private func store(
        _ buckets: [ImportedBucket],
        _ transaction: ImportTransaction,
        _ writer: ObjectWriter,
        _ outcome: inout ImportOutcome
    ) throws {
        if buckets.isEmpty { return }
        entries.translate(buckets.map(\.row), into: &rows)
        /// The last value of each that is to be stored, with its index among the rows.
        var fresh: [String: (row: Int, version: Double)] = [:]
        var replaced: [String: UUID] = [:]
        for (index, bucket) in buckets.enumerated() {
            let key = try writer.bucketKey(rows[index], bucket.identifier)
            var isKnown = false
            if let earlier = fresh[key] {
                isKnown = earlier.version > bucket.version
            } else if let entry = try writer.bucketEntry(key) {
                if let stored = try writer.writer.sample(uuid: entry.uuid) {
                    isKnown = !BucketEntry(bucket).replaces(entry, stored, rows[index])
                    if !isKnown, let waiting {
                        try waiting.keep(bucket, at: key, writer)
                        isKnown = true
                    }
                    if !isKnown { replaced[key] = stored.uuid }
                } else if !restoresDeleted, !transaction.comesAgain(entry.uuid) {
                    outcome.tallies[.records].deleted += 1
                    parts.count(bucket.row, \.deleted)
                    continue
                }
            }
            if isKnown {
                outcome.tallies[.records].duplicate += 1
                parts.count(bucket.row, \.duplicate)
            } else {
                if let earlier = fresh.updateValue((index, bucket.version), forKey: key) {
                    outcome.tallies[.records].duplicate += 1
                    parts.count(buckets[earlier.row].row, \.duplicate)
                }
            }
        }
        if fresh.isEmpty { return }
        if !replaced.isEmpty {
            try writer.delete(replaced.values.sorted())
            transaction.forgetRows()
        }
        let new = fresh.sorted { $0.value.row < $1.value.row }
        for isReplacing in [true, false] {
            // A replaced sum may return with its earlier value: replacing it wasn't a deletion by the person.
            let part = new.filter { (replaced[$0.key] != nil) == isReplacing }
            let uuids = try transaction.resolve(members: part.map { rows[$0.value.row] }, heedsDeletions: !isReplacing)
            for ((key, value), uuid) in zip(part, uuids) {
                parts.count(buckets[value.row].row, uuid == nil ? \.deleted : \.added)
                guard let uuid else {
                    outcome.tallies[.records].deleted += 1
                    continue
                }
                try writer.remember(BucketEntry(uuid: uuid, version: value.version), key)
                outcome.tallies[.records].added += 1
            }
        }
    }

    private func store(
        _ workouts: [ImportedWorkout],
        _ transaction: ImportTransaction,
        _ writer: ObjectWriter,
        _ outcome: inout ImportOutcome
    ) throws {
        if workouts.isEmpty { return }
        var children = try add(members: workouts.flatMap { $0.members ?? [] }.map(\.row), transaction, &outcome)[...]
        let type = try writer.intern(type: HKObjectType.workoutType())
        for workout in workouts {
            let record = entries.record(workout.header, type: type, payload: workout.content.json)
            let keys = forms.workout(workout.content).map { Array($0.utf8) }
            let stored =
                try workout.identity.map {
                    try names.store(record, $0, workout.number, nameRules, transaction, writer)
                } ?? transaction.add(record, knownAs: keys)
            outcome.tallies[.workouts].count(stored)
            parts.count(workout, stored.outcome)
            if let number = workout.number { owners[number] = .some(stored.storedUUID) }
            let members = workout.members ?? []
            let own = children.prefix(members.count)
            children = children.dropFirst(members.count)
            guard let uuid = stored.storedUUID, workout.number.flatMap({ names.leavesOut($0) }) == nil else { continue }
            for (member, child) in zip(members, own) where member.isEffort {
                if let child { try relate(effort: child.uuid, to: uuid, member.activity, writer) }
            }
        }
    }

    /// Stores samples that belong to workouts, and counts them.
    ///
    /// - Returns: What they are in the store; `nil` for one that stays deleted.
    private func add(
        members: [ImportedRow],
        _ transaction: ImportTransaction,
        _ outcome: inout ImportOutcome
    ) throws -> [FoundMember?] {
        entries.translate(members, into: &rows)
        var stored: [FoundMember?] = []
        let counts = try parts.add(rows, members) { rows, places in
            let (found, counts) = try transaction.add(members: rows)
            if let places {
                if stored.isEmpty { stored = Array(repeating: nil, count: members.count) }
                for (place, member) in zip(places, found) { stored[place] = member }
            } else {
                stored = found
            }
            return counts
        }
        outcome.tallies[.records].added += counts.added
        outcome.tallies[.records].duplicate += counts.duplicate
        outcome.tallies[.records].deleted += counts.deleted
        return stored
    }

    /// Relates a sample to a workout, or one of its activities, as its effort.
    private func relate(effort child: UUID, to workout: UUID, _ activity: UUID?, _ writer: ObjectWriter) throws {
        let role = LinkRole.workoutEffort.rawValue
        let known = Set(try writer.store.parents(of: child, role: role).map(\.parent))
        let missing = Set([workout, activity ?? workout]).subtracting(known)
        if missing.isEmpty { return }
        for parent in missing { try writer.writer.link(parent: parent, child: child, role: role) }
        if let score = try writer.store.object(uuid: child) {
            try writer.noteEffort(ofWorkout: workout, through: score)
        }
    }

    private func store(
        _ correlations: [ImportedCorrelation],
        _ transaction: ImportTransaction,
        _ writer: ObjectWriter,
        _ outcome: inout ImportOutcome
    ) throws {
        if correlations.isEmpty { return }
        let unnamed = correlations.filter { $0.identity == nil }
        entries.translate(unnamed.flatMap(\.members), into: &rows)
        var children = try transaction.resolve(members: rows)[...]
        for correlation in unnamed {
            let own = children.prefix(correlation.members.count).compactMap { $0 }
            children = children.dropFirst(correlation.members.count)
            let record = entries.record(correlation.header, type: entries.type(correlation.series))
            let stored = try transaction.add(record)
            outcome.tallies[.correlations].count(stored)
            parts.count(correlation, stored.outcome)
            outcome.linkedMembers += own.count
            guard case .added(let parent) = stored else { continue }
            for child in Set(own) {
                try transaction.writer.link(parent: parent, child: child, role: LinkRole.correlationMember.rawValue)
            }
        }
        for correlation in correlations {
            guard let identity = correlation.identity else { continue }
            try store(correlation, identity, transaction, writer, &outcome)
        }
    }

    /// Stores a correlation that files know by a name, and its members unless the store has a later one.
    private func store(
        _ correlation: ImportedCorrelation,
        _ identity: ImportedIdentity,
        _ transaction: ImportTransaction,
        _ writer: ObjectWriter,
        _ outcome: inout ImportOutcome
    ) throws {
        let record = entries.record(correlation.header, type: entries.type(correlation.series))
        let stored = try names.store(record, identity, Self.aloneOwner, nameRules, transaction, writer)
        outcome.tallies[.correlations].count(stored)
        parts.count(correlation, stored.outcome)
        if let parent = stored.storedUUID, names.leavesOut(Self.aloneOwner) == nil {
            entries.translate(correlation.members, into: &rows)
            let role = LinkRole.correlationMember.rawValue
            let children = try transaction.resolve(members: rows).compactMap { $0 }
            outcome.linkedMembers += children.count
            let known = Set(try writer.store.children(of: parent, role: role).map(\.child))
            for child in Set(children).subtracting(known) {
                try writer.writer.link(parent: parent, child: child, role: role)
            }
        }
        try names.complete(Self.aloneOwner, transaction, writer)
    }

    /// The number of a correlation with a name, while it is stored: no other object has it.
    private static let aloneOwner = ImportNumber.Owner(.max)

    /// The rules for names in this import.
    private var nameRules: (restoresDeleted: Bool, replaces: Bool) { (restoresDeleted, waiting == nil) }

    /// Stores samples of a workout and links them to it.
    private func store(
        _ members: ImportedMembers,
        _ transaction: ImportTransaction,
        _ writer: ObjectWriter,
        _ outcome: inout ImportOutcome
    ) throws {
        switch names.leavesOut(members.workout) {
        case .duplicate?:
            outcome.tallies[.records].duplicate += members.rows.count
            for row in members.rows { parts.count(row, \.duplicate) }
            return
        case .deleted?:
            outcome.tallies[.records].deleted += members.rows.count
            for row in members.rows { parts.count(row, \.deleted) }
            return
        case nil: break
        }
        let found = try add(members: members.rows, transaction, &outcome)
        guard let workout = owners[members.workout] ?? nil else { return }
        let role = LinkRole.workoutSample.rawValue
        let known = found.compactMap { $0?.isNew == false ? $0?.uuid : nil }
        try writer.writer.link(parent: workout, children: known, role: role)
        // Equal members are one row.
        let new = found.compactMap { $0?.isNew == true ? $0?.uuid : nil }
        try writer.writer.link(parent: workout, children: new, role: role, areNew: true)
    }

    /// Stores the summary of a day, of which there is only one.
    private func store(
        _ summary: ActivitySummaryContent,
        _ writer: ObjectWriter,
        _ outcome: inout ImportOutcome
    ) throws {
        let bytes = summary.json
        let stored = try writer.writer.value(StoreNamespace.activitySummaries, summary.day)
        if stored == nil {
            outcome.tallies[.activitySummaries].added += 1
        } else {
            outcome.tallies[.activitySummaries].duplicate += 1
        }
        guard stored != bytes else {
            try waiting?.keep(summary, changes: false, writer)
            return
        }
        if let old = try writer.value(ActivitySummaryContent.self, StoreNamespace.activitySummaries, summary.day),
            forms.saysTheSame(old, summary)
        {
            try waiting?.keep(summary, changes: false, writer)
            return
        }
        if stored != nil, let waiting { return try waiting.keep(summary, changes: true, writer) }
        try writer.writer.setValue(bytes, StoreNamespace.activitySummaries, summary.day)
    }

    /// Sets the characteristics that the import contains and keeps the others.
    private func store(_ new: CharacteristicValues, _ writer: ObjectWriter) throws {
        let key = CharacteristicValues.key
        let old = try writer.requiredValue(CharacteristicValues.self, StoreNamespace.characteristics, key)
        var merged = (old ?? CharacteristicValues()).updated(with: new)
        if let waiting, let old {
            // Unknown values are filled in; differing ones wait.
            let filled = new.updated(with: old)
            try waiting.keep(new, changes: filled != merged, writer)
            merged = filled
        }
        guard merged != old else { return }
        try writer.setValue(merged, StoreNamespace.characteristics, key)
    }

    // MARK: Objects with dedicated classes

    private func store(
        _ object: ImportedObject,
        _ transaction: ImportTransaction,
        _ writer: ObjectWriter,
        _ outcome: inout ImportOutcome
    ) throws {
        var object = object
        if case .dose(var dose, let medication) = object.content {
            dose.concept = try concept(of: medication, object.header, writer)
            object.content = .dose(dose, of: medication)
        }
        // Content that can't be encoded is as unreadable as content that can't be decoded.
        guard let payload = try? object.content.payload, ImportGate.admits(object, payload) else {
            outcome.tallies[object.kind].refused += 1
            if let number = object.number { owners[number] = .some(nil) }
            return
        }
        switch object.workout.flatMap({ names.leavesOut($0) }) {
        case .duplicate?:
            outcome.tallies[object.kind].duplicate += 1
            parts.count(object, \.duplicate)
            return
        case .deleted?:
            outcome.tallies[object.kind].deleted += 1
            parts.count(object, \.deleted)
            return
        case nil: break
        }
        let record = entries.record(object.header, type: try writer.intern(type: object.type), payload: payload)
        let stored = try add(record, object, transaction, writer)
        outcome.tallies[object.kind].count(stored)
        parts.count(object, stored.outcome)
        if let number = object.number { owners[number] = .some(stored.storedUUID) }
        guard let uuid = stored.storedUUID else { return }
        for symptom in object.symptoms { try link(symptom: symptom, to: uuid, object.header, writer) }
        guard let number = object.workout, let workout = owners[number] ?? nil else { return }
        try link(uuid, to: workout, writer)
    }

    private func add(
        _ record: NewRecord,
        _ object: ImportedObject,
        _ transaction: ImportTransaction,
        _ writer: ObjectWriter
    ) throws -> ImportedRecord {
        if let identity = object.identity {
            return try names.store(record, identity, nil, nameRules, transaction, writer)
        }
        // Dependents of a named workout come again with each copy of its file, even within one import.
        if let workout = object.workout, names.isNamed(workout) {
            return try transaction.add(record, namedBy: object.text)
        }
        return try transaction.add(record, knownBy: object.text) { found in
            try writer.source(found.source).isOfImports
        }
    }

    /// The identity of a medication: that of the one on the person's list with its name or one of its codes, otherwise its own,
    /// which is then added to the list.
    private func concept(
        of medication: AnnotatedMedicationContent,
        _ header: ImportedHeader,
        _ writer: ObjectWriter
    ) throws -> ConceptIdentifierContent {
        let name = medication.concept.displayText
        if let known = medications[name] { return known }
        let names = Set([name, medication.nickname].compactMap { $0?.lowercased() })
        let found = try writer.medicationRecords().compactMap { AnnotatedMedicationContent(bytes: $0.payload) }
            .first { own in
                [own.concept.displayText, own.nickname].contains { $0.map { names.contains($0.lowercased()) } ?? false }
                    || !own.concept.codings.isDisjoint(with: medication.concept.codings)
            }
        if found == nil {
            let noted = Date(timeIntervalSinceReferenceDate: header.creation)
            try writer.save(HKUserAnnotatedMedication(medication), revision: .health, now: noted)
            listed += 1
        }
        let identifier = (found ?? medication).concept.identifier
        medications[name] = identifier
        return identifier
    }

    /// Links the sample of a symptom to a recording: the one with the same time, or the one whose beginning is nearest among
    /// those that contain it.
    private func link(
        symptom type: String,
        to recording: UUID,
        _ header: ImportedHeader,
        _ writer: ObjectWriter
    ) throws {
        guard let id = try writer.typeID(type) else { return }
        let request = ScanRequest(type: id, startUpper: header.end, endLower: header.start)
        var best: (uuid: UUID, distance: Double)?
        try writer.store.forEachSample(request) { row in
            // A symptom that lasts for days doesn't belong to this half minute, and one may be recorded as not present.
            guard row.start >= header.start.rounded(.down),
                row.value != Double(HKCategoryValueSeverity.notPresent.rawValue)
            else { return .continue }
            let distance = row.start - header.start
            if best.map({ distance < $0.distance }) ?? true { best = (row.uuid, distance) }
            return .continue
        }
        guard let best else { return }
        let role = LinkRole.electrocardiogramSymptom.rawValue
        let isLinked = try writer.store.children(of: recording, role: role).contains { $0.child == best.uuid }
        if !isLinked { try writer.writer.link(parent: recording, child: best.uuid, role: role) }
    }

    private func link(_ child: UUID, to workout: UUID, _ writer: ObjectWriter) throws {
        let role = LinkRole.workoutSample.rawValue
        let isLinked = try writer.store.children(of: workout, role: role).contains { $0.child == child }
        if !isLinked { try writer.writer.link(parent: workout, child: child, role: role) }
    }

    private func store(
        _ attachment: ImportedAttachment,
        _ writer: ObjectWriter,
        _ outcome: inout ImportOutcome
    ) throws {
        guard let owner = owners[attachment.owner] ?? nil, let record = try writer.store.record(uuid: owner) else {
            outcome.tallies[.attachments].deleted += 1
            return
        }
        let content = attachment.content(of: owner, creation: record.creation)
        if try writer.attachments(of: owner).contains(where: { $0.identifier == content.identifier }) {
            outcome.tallies[.attachments].duplicate += 1
            return
        }
        try writer.attach(content, attachment.data)
        outcome.tallies[.attachments].added += 1
    }
}

extension HKSource {
    /// The bundle identifier prefix of sources that an export names without one.
    package static let importPrefix = "import:"

    /// The bundle identifier prefix of sources in files that aren't Apple Health exports but identify the recording
    /// source.
    package static let filePrefix = "file:"

    /// The bundle identifier prefix of data that another app relays from other sources: its sums and copies of their samples.
    package static let relayPrefix = importPrefix + "relayed:"

    /// The bundle identifier prefix of sums that a file reports without naming the sources that they sum up.
    package static let sumPrefix = filePrefix + "sums:"

    /// Whether the source's samples are sums of unnamed sources (R5.29).
    package var isOfSums: Bool { bundleIdentifier.hasPrefix(Self.sumPrefix) }

    /// Whether its samples came from a file that isn't an Apple Health export.
    var isOfFiles: Bool { bundleIdentifier.hasPrefix(Self.filePrefix) }

    /// The bundle identifiers of the sources whose samples another app relays; empty for an independent source.
    ///
    /// The name of a sum over several sources consists of their names separated by bars.
    var relayedBundleIdentifiers: [String] {
        guard bundleIdentifier.hasPrefix(Self.relayPrefix) else { return [] }
        return name.split(separator: "|")
            .map { Self.importBundleIdentifier(of: $0.trimmingCharacters(in: .whitespaces)) }
    }

    /// The bundle identifier for a source named in an import.
    package static func importBundleIdentifier(of name: String) -> String {
        let health = HKSourceRevision.health.source
        return name == health.name ? health.bundleIdentifier : importPrefix + name
    }

    /// Whether objects of the source come from imports, or from the person.
    var isOfImports: Bool {
        bundleIdentifier.hasPrefix(Self.importPrefix) || bundleIdentifier.hasPrefix(Self.filePrefix)
            || bundleIdentifier == HKSourceRevision.health.source.bundleIdentifier
    }
}

extension HKQuantityType {
    /// Whether a sum of the type adds only its excess over the samples of its time (R5.29).
    ///
    /// An hour of basal insulin is a separate dose.
    package var admitsRelayedSums: Bool {
        aggregationStyle == .cumulative && identifier != HKQuantityTypeIdentifier.insulinDelivery.rawValue
    }
}

extension ImportTally {
    /// Counts one record.
    fileprivate mutating func count(_ record: ImportedRecord) {
        switch record {
        case .added: added += 1
        case .duplicate: duplicate += 1
        case .deleted: deleted += 1
        }
    }
}
