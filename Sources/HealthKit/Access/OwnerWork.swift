import Foundation

/// The owner's functions that work on the store's file or within one transaction of it.
///
/// They run here if this process has the store open, and over several calls if a service has it open.
protocol OwnerWork {
    /// Copies the store into memory for dry runs of imports.
    ///
    /// - Parameter isCancelled: Checked from time to time.
    /// - Returns: The copy.
    /// - Throws: `HKError` and `CancellationError`.
    func beginDryRun(isCancelled: @escaping () -> Bool) throws -> ScratchStore

    /// Begins a bulk import.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - forms: How the import recognizes values that are spelled differently.
    ///   - scratch: The copy to write to in place of the store, for a dry run.
    /// - Returns: The object that receives the imported objects.
    /// - Throws: `HKError`.
    func beginImport(_ call: ImportCall, _ forms: ImportForms, in scratch: ScratchStore?) throws -> ObjectImport

    /// Observes every change of the store until the token is released.
    func listenForPerson(_ body: @escaping @Sendable (DatabaseChange) -> Void) throws -> ChangeToken

    /// Watches the store's file; returns `nil` if this process doesn't have it open.
    func watchPlaceForPerson(_ body: @escaping @Sendable (StorePlace) -> Void) throws -> AnyObject?

    /// Reads the data of an export.
    func snapshot<T>(_ call: ExportCall, _ body: (any StoreSnapshot) throws -> T) throws -> T

    /// Copies the store to a new file and reads the copy.
    ///
    /// - Parameters:
    ///   - copy: The path of the copy.
    ///   - isCancelled: Checked from time to time.
    ///   - body: Receives the snapshot, which is valid until it returns.
    /// - Returns: The result of `body`.
    /// - Throws: Any error thrown by `body`, `HKError` and `CancellationError`.
    func copiedSnapshot<T>(
        _ copy: StoreCopy,
        isCancelled: @escaping @Sendable () -> Bool,
        _ body: (any StoreSnapshot) throws -> T
    ) throws -> T

    /// Writes a copy of the store.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - progress: Called from time to time with the number of bytes copied and the total; an error that it throws ends the
    ///     copy.
    /// - Returns: The size of the copy in bytes.
    /// - Throws: `HKError`, and any error thrown by `progress`.
    func backUp(_ call: BackUpCall, _ progress: @escaping (_ copied: Int, _ total: Int) throws -> Void) throws -> Int

    /// Merges contents of a store's copy that this store does not have.
    func merge(
        _ call: MergeCall,
        _ forms: ImportForms,
        in scratch: ScratchStore?,
        isCancelled: @escaping () -> Bool,
        _ progress: @escaping (_ objects: Int, _ total: Int) -> Void
    ) throws -> StoreMergeSummary

    /// Visits the samples of a type that HealthKit does not know.
    func visit(_ call: OwnerUnknownSamplesCall, _ body: (UnknownSample) throws -> Bool) throws

    /// Carries out a call of the owner that deletes matching objects, and reports the UUID of each.
    func delete(_ call: OwnerCall, visit: (UUID) -> Void) throws -> OwnerAnswer

    /// Asks the service that has the store open to work on the store's group.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - answer: Answers the service's questions.
    /// - Returns: The result, as bytes.
    /// - Throws: `HKError`, and any error thrown by `answer`.
    func sync(_ call: BeginSyncCall, answering answer: (Data) throws -> Data) throws -> Data

    func lockState() throws -> StoreLockState
    func unlock(_ secret: StoreSecret, _ plan: UnlockPlan) throws -> UnlockReport?
    func lock() throws -> LockOutcome
    func keptKey() throws -> KeptKey?

    /// Encrypts the store and returns the recovery key.
    func setPassphrase(_ passphrase: StoreSecret, _ progress: (StorePassphrase.Step) throws -> Void) throws -> String
    func changePassphrase(from old: StoreSecret, to new: StoreSecret) throws
    func renewRecoveryKey(with secret: StoreSecret) throws -> String
    func removePassphrase(with secret: StoreSecret, _ progress: (StorePassphrase.Step) throws -> Void) throws

    /// Reads everything in the store and verifies its checksums.
    func check(progress: @escaping (Int) -> Void) throws -> StoreCheck
}
