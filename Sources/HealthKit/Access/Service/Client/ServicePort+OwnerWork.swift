import Foundation
import Glibc
import HealthKitStore

/// The owner's work with files, over calls to the service: this program opens the files, and the service opens none of them.
extension ServicePort: OwnerWork {
    private func end(_ work: UInt64) { HealthLog.attempt("end") { try perform(EndWorkCall(work: work)) } }

    func beginDryRun(isCancelled: @escaping () -> Bool) throws -> ScratchStore {
        try proveForImportsAgain()
        let work = try perform(BeginDryRunCall()) { !isCancelled() }
        return ScratchStore(.served(work)) { [self] in end(work) }
    }

    func beginImport(_ call: ImportCall, _ forms: ImportForms, in scratch: ScratchStore?) throws -> ObjectImport {
        if scratch == nil { try proveForImportsAgain() }
        let begin = BeginImportCall(
            file: call.file,
            restoresDeleted: call.restoresDeleted,
            dryRun: scratch?.number
        )
        let work = try perform(begin)
        return ObjectImport(
            write: { [self] chunk in try perform(ImportChunkCall(work: work, chunk: chunk)) },
            finish: { [self] in
                _ = try perform(ImportChunkCall(work: work, chunk: nil))
                end(work)
            }
        )
    }

    func listenForPerson(_ body: @escaping @Sendable (DatabaseChange) -> Void) throws -> ChangeToken {
        let call = ListenCall(types: [], namespaces: [], whenReopened: true, isEverything: true)
        return try listen(call) { bytes in
            // After a reconnection it is unknown what changed: listeners without a notice check again.
            var change: DatabaseChange? = DatabaseChange(types: [], namespaces: [], isReopened: true)
            if !bytes.isEmpty { change = HealthLog.attempt("listen") { try ChangeMessage.change(bytes) } }
            if let change { body(change) }
        }
    }

    func watchPlaceForPerson(_ body: @escaping @Sendable (StorePlace) -> Void) throws -> AnyObject? { nil }

    // MARK: Exporting

    func snapshot<T>(_ call: ExportCall, _ body: (any StoreSnapshot) throws -> T) throws -> T {
        try call.check()
        let snapshot = try RemoteSnapshot(self, call.selection, copy: nil, leaves: call.leaves)
        defer { snapshot.end() }
        return try body(snapshot)
    }

    func copiedSnapshot<T>(
        _ copy: StoreCopy,
        isCancelled: @escaping @Sendable () -> Bool,
        _ body: (any StoreSnapshot) throws -> T
    ) throws -> T {
        let begun = try perform(BeginCopyCall(leavesSteps: true)) { !isCancelled() }
        defer { end(begun.work) }
        try fetch(begun, to: copy.path) { _, _ in if isCancelled() { throw CancellationError() } }
        let snapshot = try RemoteSnapshot(self, ExportSelection(), copy: begun.work, leaves: true)
        defer { snapshot.end() }
        return try body(snapshot)
    }

    func backUp(_ call: BackUpCall, _ progress: @escaping (_ copied: Int, _ total: Int) throws -> Void) throws -> Int {
        let file = try OutgoingFile(at: call.path, replacing: call.replaces, store: filePath)
        do {
            let begun = try perform(BeginCopyCall(leavesSteps: call.leavesSteps))
            defer { end(begun.work) }
            try fetch(begun, to: file.temporaryPath, progress)
            try file.finish()
            return begun.size
        } catch {
            file.discard()
            throw error
        }
    }

    /// Writes a copy that the service made into a file of this program.
    private func fetch(
        _ copy: BegunCopy,
        to path: String,
        _ progress: (_ copied: Int, _ total: Int) throws -> Void
    ) throws {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var offset = 0
        while offset < copy.size {
            let piece = try perform(CopyPieceCall(work: copy.work, offset: offset))
            guard !piece.isEmpty else {
                throw HKError.error(.errorDatabaseInaccessible, "The copy ended after \(offset) of \(copy.size) bytes")
            }
            do { try file.write(contentsOf: piece) } catch { throw Self.failure(path, "\(error)") }
            offset += piece.count
            try progress(offset, copy.size)
        }
        guard fsync(descriptor) == 0 else { throw Self.failure(path) }
    }

    private static func failure(_ path: String, _ reason: String? = nil) -> HKError {
        let reason = reason ?? String(cString: strerror(errno))
        return .error(.errorDatabaseInaccessible, "\(path): \(reason)")
    }

    // MARK: Importing

    func merge(
        _ call: MergeCall,
        _ forms: ImportForms,
        in scratch: ScratchStore?,
        isCancelled: @escaping () -> Bool,
        _ progress: @escaping (_ objects: Int, _ total: Int) -> Void
    ) throws -> StoreMergeSummary {
        let file: FileHandle
        do {
            file = try FileHandle(forReadingFrom: URL(fileURLWithPath: call.path))
        } catch {
            throw Self.failure(call.path, "\(error)")
        }
        try proveForImportsAgain()
        let work = try perform(BeginUploadCall())
        defer { end(work) }
        while true {
            if isCancelled() { throw CancellationError() }
            let piece: Data
            do { piece = try file.read(upToCount: CopyPieceCall.pieceSize) ?? Data() } catch {
                throw Self.failure(call.path, "\(error)")
            }
            if piece.isEmpty { break }
            try perform(UploadPieceCall(work: work, data: piece))
        }
        let merge = MergeUploadCall(
            work: work,
            file: call.file,
            restoresDeleted: call.restoresDeleted,
            dryRun: scratch?.number
        )
        return try perform(merge) { !isCancelled() }
    }

    // MARK: Single objects

    func visit(_ call: OwnerUnknownSamplesCall, _ body: (UnknownSample) throws -> Bool) throws {
        let limit = 1_000
        var skipped = 0
        while true {
            let page = try perform(
                OwnerUnknownPageCall(
                    selection: call.selection,
                    ascending: call.ascending,
                    skipped: skipped,
                    limit: limit
                )
            )
            for sample in page { guard try body(sample) else { return } }
            if page.count < limit { return }
            skipped += limit
        }
    }

    func delete(_ call: OwnerCall, visit: (UUID) -> Void) throws -> OwnerAnswer {
        guard case .deleteMatching(let selections, let expected) = call else { return try send(call, while: nil) }
        let deleted = try perform(OwnerDeletedCall(selections: selections, expected: expected))
        for uuid in deleted { visit(uuid) }
        return .count(deleted.count)
    }

    // MARK: The group

    func sync(_ call: BeginSyncCall, answering answer: (Data) throws -> Data) throws -> Data {
        // It may carry the code of an invitation or the group's recovery key.
        var step = try perform(call, isSecret: call.purpose == .deciding)
        while step.outcome == nil {
            let reply: Data
            do {
                reply = try answer(step.question ?? Data())
            } catch {
                end(step.work)
                throw error
            }
            step = try perform(ContinueSyncCall(work: step.work, reply: reply))
        }
        return step.outcome ?? Data()
    }

    // MARK: The lock

    func lockState() throws -> StoreLockState { try perform(OwnerLockStateCall()) }

    func unlock(_ secret: StoreSecret, _ plan: UnlockPlan) throws -> UnlockReport? {
        try perform(OwnerUnlockCall(secret: SecretForm(secret), seconds: plan.seconds, starter: .current))
    }

    func lock() throws -> LockOutcome { try perform(OwnerLockCall()) }

    func keptKey() throws -> KeptKey? { try perform(OwnerKeptKeyCall()) }

    func setPassphrase(_ passphrase: StoreSecret, _ progress: (StorePassphrase.Step) throws -> Void) throws -> String {
        guard let key = try perform(OwnerPassphraseCall(change: .set(SecretForm(passphrase)))) else {
            throw HKError.error(.errorDatabaseInaccessible, "The service gave no recovery key")
        }
        return key
    }

    func changePassphrase(from old: StoreSecret, to new: StoreSecret) throws {
        _ = try perform(OwnerPassphraseCall(change: .change(SecretForm(old), to: SecretForm(new))))
    }

    func renewRecoveryKey(with secret: StoreSecret) throws -> String {
        guard let key = try perform(OwnerPassphraseCall(change: .renewRecoveryKey(SecretForm(secret)))) else {
            throw HKError.error(.errorDatabaseInaccessible, "The service gave no recovery key")
        }
        return key
    }

    func removePassphrase(with secret: StoreSecret, _ progress: (StorePassphrase.Step) throws -> Void) throws {
        _ = try perform(OwnerPassphraseCall(change: .remove(SecretForm(secret))))
    }

    func check(progress: @escaping (Int) -> Void) throws -> StoreCheck { try perform(OwnerCheckCall()) }
}
