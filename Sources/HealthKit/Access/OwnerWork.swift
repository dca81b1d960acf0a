import Foundation

/// What the person does that works on the store's file or within one transaction of it: it is done here where the store is open
/// here, and over several calls where a service has it open.
protocol OwnerWork {
    /// Begins a bulk import.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - forms: How it recognises what is spelled differently.
    /// - Returns: What takes in the objects.
    /// - Throws: `HKError`.
    func beginImport(_ call: ImportCall, _ forms: ImportForms) throws -> ObjectImport

    /// Hears of every change of the store until the token is released.
    func listenForPerson(_ body: @escaping @Sendable (DatabaseChange) -> Void) throws -> ChangeToken

    /// Watches what becomes of the store's file; `nil` where it isn't this process that has it open.
    func watchPlaceForPerson(_ body: @escaping @Sendable (StorePlace) -> Void) throws -> AnyObject?

    /// Reads what is to leave the store.
    func snapshot<T>(_ call: ExportCall, _ body: (any StoreSnapshot) throws -> T) throws -> T

    /// Copies the store to a new file and reads the copy.
    ///
    /// - Parameters:
    ///   - copy: Where the copy is to be.
    ///   - isCancelled: Asked now and then.
    ///   - body: Gets the snapshot, which is good until it returns.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, `HKError` and `CancellationError`.
    func copiedSnapshot<T>(
        _ copy: StoreCopy,
        isCancelled: @escaping @Sendable () -> Bool,
        _ body: (any StoreSnapshot) throws -> T
    ) throws -> T

    /// Writes a copy of the store.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - progress: Called with the bytes that were copied and all there are, now and then; what it throws ends the copy.
    /// - Returns: The size of the copy in bytes.
    /// - Throws: `HKError`, and what `progress` throws.
    func backUp(_ call: BackUpCall, _ progress: @escaping (_ copied: Int, _ total: Int) throws -> Void) throws -> Int

    /// Takes over what a copy of a store holds and this store does not.
    func merge(
        _ call: MergeCall,
        _ forms: ImportForms,
        isCancelled: @escaping () -> Bool,
        _ progress: @escaping (_ objects: Int, _ total: Int) -> Void
    ) throws -> StoreMergeSummary

    /// Visits the samples of a type that HealthKit does not know.
    func visit(_ call: OwnerUnknownSamplesCall, _ body: (UnknownSample) throws -> Bool) throws

    /// Carries out a call of the person that deletes what matches, and tells the UUID of each object.
    func delete(_ call: OwnerCall, visit: (UUID) -> Void) throws -> OwnerAnswer

    /// Has the service that has the store open work on the store's group.
    ///
    /// - Parameters:
    ///   - call: What is to be done.
    ///   - answer: Answers what the service asks.
    /// - Returns: What came of it, as bytes.
    /// - Throws: `HKError`, and what `answer` throws.
    func sync(_ call: BeginSyncCall, answering answer: (Data) throws -> Data) throws -> Data

    func lockState() throws -> StoreLockState
    func unlock(_ secret: StoreSecret, _ plan: UnlockPlan) throws -> UnlockReport?
    func lock() throws -> LockOutcome
    func keptKey() throws -> KeptKey?

    /// Encrypts the store and gives the recovery key.
    func setPassphrase(_ passphrase: StoreSecret, _ progress: (StorePassphrase.Step) throws -> Void) throws -> String
    func changePassphrase(from old: StoreSecret, to new: StoreSecret) throws
    func renewRecoveryKey(with secret: StoreSecret) throws -> String
    func removePassphrase(with secret: StoreSecret, _ progress: (StorePassphrase.Step) throws -> Void) throws

    /// Reads everything in the store and holds it against its own checksums.
    func check(progress: @escaping (Int) -> Void) throws -> StoreCheck
}
