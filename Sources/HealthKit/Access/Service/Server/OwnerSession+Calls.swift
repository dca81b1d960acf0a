import Foundation
import HealthKitStore

/// A call of the owner's session that defines how it is carried out.
protocol PerformedSessionCall: OwnerSessionCall {
    /// Carries the call out.
    ///
    /// - Parameters:
    ///   - session: The connection's session.
    ///   - isWanted: Checked from time to time.
    /// - Returns: The answer.
    /// - Throws: Any error of the call.
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> Answer
}

extension BeginDryRunCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> UInt64 {
        try session.begin(ServedScratch(session.gate.scratchStore { !isWanted() }))
    }
}

extension BeginImportCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> UInt64 {
        guard let forms = session.forms else { throw HKError.invalid("This service takes no imports") }
        let call = ImportCall(file: file, restoresDeleted: restoresDeleted)
        // A dry run was begun on the same connection, with the secret.
        let scratch = try dryRun.map { try session.work($0, ServedScratch.self).store }
        let keepsBack = try scratch == nil && !session.isProven()
        let work = try session.gate.answer(call, forms, keepsBack: keepsBack, into: scratch)
        return try session.begin(ServedImport(work))
    }
}

extension ImportChunkCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> ImportOutcome {
        try session.work(work, ServedImport.self).take(chunk)
    }
}

extension BeginSnapshotCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> UInt64 {
        let copy = try copy.map { StoreCopy(path: try session.work($0, ServedCopy.self).path) }
        let work = ServedSnapshot()
        try work.begin(session.gate, selection, copy)
        return try session.begin(work)
    }
}

extension AskSnapshotCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> SnapshotReply {
        try session.work(work, ServedSnapshot.self).ask(question)
    }
}

extension BeginCopyCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> BegunCopy {
        let copy = ServedCopy(path: try session.newPath())
        let size: Int
        do {
            let call = BackUpCall(path: copy.path, replaces: true, leavesSteps: leavesSteps)
            size = try session.gate.backUp(call) { _, _ in if !isWanted() { throw CancellationError() } }
        } catch {
            copy.end()
            throw error
        }
        return BegunCopy(work: try session.begin(copy), size: size)
    }
}

extension CopyPieceCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> Data {
        try session.work(work, ServedCopy.self).piece(at: offset)
    }
}

extension BeginUploadCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> UInt64 {
        try session.begin(ServedUpload(path: session.newPath()))
    }
}

extension UploadPieceCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws {
        try session.work(work, ServedUpload.self).append(data)
    }
}

extension MergeUploadCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> StoreMergeSummary {
        guard let forms = session.forms else { throw HKError.invalid("This service takes no imports") }
        let path = try session.work(work, ServedUpload.self).finish()
        let call = MergeCall(path: path, file: file, restoresDeleted: restoresDeleted)
        let isCancelled = { !isWanted() }
        let scratch = try dryRun.map { try session.work($0, ServedScratch.self).store }
        let keepsBack = try scratch == nil && !session.isProven()
        return try session.gate
            .answer(call, forms, keepsBack: keepsBack, into: scratch, isCancelled: isCancelled) { _, _ in }
    }
}

extension EndWorkCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws { session.end(work) }
}

extension OwnerLockStateCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> StoreLockState {
        try session.gate.lockState()
    }
}

extension OwnerUnlockCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> UnlockReport? {
        let report = try session.gate.unlock(secret.secret(), UnlockPlan(seconds: seconds))
        session.noteProven(isForOne: false)
        return report
    }
}

extension OwnerLockCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> LockOutcome {
        session.proof?.forget()
        return try session.gate.lock()
    }
}

extension OwnerKeptKeyCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> KeptKey? {
        try session.gate.keptKey()
    }
}

extension OwnerPassphraseCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> String? {
        session.proof?.forget()
        // Secrets tried meanwhile may have become right.
        defer { session.proof?.forget() }
        let check = { (_: StorePassphrase.Step) throws in if !isWanted() { throw CancellationError() } }
        switch change {
        case .set(let new): return try session.gate.setPassphrase(new.secret(), check)
        case .change(let old, let new):
            try session.gate.changePassphrase(from: old.secret(), to: new.secret())
            return nil
        case .renewRecoveryKey(let secret): return try session.gate.renewRecoveryKey(with: secret.secret())
        case .remove(let secret):
            try session.gate.removePassphrase(with: secret.secret(), check)
            return nil
        }
    }
}

extension OwnerUnknownPageCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> [UnknownSample] {
        var found: [UnknownSample] = []
        var place = 0
        try session.gate.visit(OwnerUnknownSamplesCall(selection: selection, ascending: ascending)) { sample in
            if place >= skipped { found.append(sample) }
            place += 1
            return found.count < limit
        }
        return found
    }
}

extension OwnerDeletedCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> [UUID] {
        var deleted: [UUID] = []
        _ = try session.gate.delete(.deleteMatching(selections, expecting: expected)) { deleted.append($0) }
        return deleted
    }
}

extension OwnerCheckCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> StoreCheck {
        try session.gate.check { _ in }
    }
}
