import Foundation
import HealthKitStore

extension Gate: OwnerWork {
    func sync(_ call: BeginSyncCall, answering answer: (Data) throws -> Data) throws -> Data {
        throw HKError.invalid("This process has the store open itself, and syncs it without a call")
    }

    func beginDryRun(isCancelled: @escaping () -> Bool) throws -> ScratchStore {
        let store = try scratchStore(isCancelled: isCancelled)
        return ScratchStore(.here(store)) {
            store.close()
            FreedMemory.giveBack()
        }
    }

    func beginImport(_ call: ImportCall, _ forms: ImportForms, in scratch: ScratchStore?) throws -> ObjectImport {
        try answer(call, forms, into: scratch?.store)
    }

    func snapshot<T>(_ call: ExportCall, _ body: (any StoreSnapshot) throws -> T) throws -> T {
        try answer(call) { try body($0) }
    }

    func copiedSnapshot<T>(
        _ copy: StoreCopy,
        isCancelled: @escaping @Sendable () -> Bool,
        _ body: (any StoreSnapshot) throws -> T
    ) throws -> T {
        _ = try answer(BackUpCall(path: copy.path, replaces: true, leavesSteps: true)) { _, _ in
            if isCancelled() { throw CancellationError() }
        }
        return try answer(from: copy) { try body($0) }
    }

    func backUp(_ call: BackUpCall, _ progress: @escaping (_ copied: Int, _ total: Int) throws -> Void) throws -> Int {
        try answer(call, progress: progress)
    }

    func merge(
        _ call: MergeCall,
        _ forms: ImportForms,
        in scratch: ScratchStore?,
        isCancelled: @escaping () -> Bool,
        _ progress: @escaping (_ objects: Int, _ total: Int) -> Void
    ) throws -> StoreMergeSummary {
        try answer(call, forms, into: scratch?.store, isCancelled: isCancelled, progress: progress)
    }

    func visit(_ call: OwnerUnknownSamplesCall, _ body: (UnknownSample) throws -> Bool) throws {
        try answer(call, body)
    }

    func delete(_ call: OwnerCall, visit: (UUID) -> Void) throws -> OwnerAnswer { try answer(call, visit: visit) }

    func changePassphrase(from old: StoreSecret, to new: StoreSecret) throws {
        try passphrase().change(from: old, to: new)
    }

    func renewRecoveryKey(with secret: StoreSecret) throws -> String {
        try passphrase().renewRecoveryKey(with: secret)
    }

    func check(progress: @escaping (Int) -> Void) throws -> StoreCheck {
        guard let path = try personsPath else {
            throw HKError.error(.errorDatabaseInaccessible, "The store is kept in memory, and has no file.")
        }
        return try StoreDoctor(path: path).check(progress: progress)
    }
}
