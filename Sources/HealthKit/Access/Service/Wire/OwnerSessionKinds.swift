/// The calls of the owner's work that spans several calls.
package enum OwnerSessionCalls {
    /// All of them.
    package static let kinds: [any StoreCall.Type] = [
        BeginDryRunCall.self, BeginImportCall.self, ImportChunkCall.self, BeginSnapshotCall.self, AskSnapshotCall.self,
        BeginCopyCall.self,
        CopyPieceCall.self, BeginUploadCall.self, UploadPieceCall.self, MergeUploadCall.self, EndWorkCall.self,
        OwnerLockStateCall.self, OwnerUnlockCall.self, OwnerLockCall.self, OwnerKeptKeyCall.self,
        OwnerPassphraseCall.self, OwnerUnknownPageCall.self, OwnerDeletedCall.self, OwnerCheckCall.self,
        OwnerProveCall.self, OwnerSessionCheckCall.self, OwnerPINStateCall.self, OwnerPINCall.self, BeginSyncCall.self,
        ContinueSyncCall.self, OwnerUseCall.self, OwnerWaitCall.self, OwnerEndWaitCall.self,
    ]
}
