/// A call whose need depends on its contents; see ``OwnerNeeds``.
protocol OwnerNeedingCall: StoreCall {
    var ownerNeed: OwnerNeed { get }
}

/// The proof that each kind of call needs.
///
/// A kind that isn't listed needs ``OwnerNeed/each``, and fails a test. If the need depends on a call's contents, the highest is
/// listed, and the call itself determines the actual one.
package enum OwnerNeeds {
    /// The kinds that are accepted at the owner's socket.
    static let kinds: [any StoreCall.Type] =
        [ListenCall.self] as [any StoreCall.Type] + AppCall.kinds + ServiceCalls.kinds + OwnerReadCalls.kinds
        + OwnerSessionCalls.kinds

    /// Calls that add and import, lock, or reveal nothing about health.
    private static let free: [any StoreCall.Type] = [
        SaveSeriesCall.self, SaveRouteCall.self, AddSamplesCall.self, AddToWorkoutCall.self,
        FinishWorkoutCall.self, KeepSessionCall.self, ForgetSessionCall.self, MayBuildWorkoutCall.self,
        PreferredUnitsCall.self, AuthorizationStatusCall.self, RequestStatusCall.self, EarliestDatesCall.self,
        EarliestSampleDateCall.self, MarkSessionCall.self, SessionMarkedCall.self, MarkCompanionCall.self,
        CompanionMarkedCall.self, OwnerChosenUnitCall.self, ImportCall.self, MergeCall.self, ListenCall.self,
        BeginImportCall.self, ImportChunkCall.self, BeginUploadCall.self, UploadPieceCall.self, MergeUploadCall.self,
        OwnerLockStateCall.self, OwnerLockCall.self, OwnerKeptKeyCall.self, OwnerPINStateCall.self,
        OwnerUseCall.self, OwnerWaitCall.self, OwnerEndWaitCall.self,
        // The work that they belong to was begun on the same connection, with the secret if it needs that.
        AskSnapshotCall.self, CopyPieceCall.self, EndWorkCall.self, ContinueSyncCall.self,
    ]

    /// Calls that read, edit and delete.
    private static let ofSession: [any StoreCall.Type] = [
        SamplesCall.self, CorrelationsCall.self, SourcesCall.self, SeriesCall.self, StatisticsCall.self,
        RecordDataCall.self, MedicationsCall.self, AttachmentsCall.self, AttachmentPieceCall.self, ObserveCall.self,
        AnchoredCall.self, CollectionCall.self, SummariesCall.self, EffortCall.self, DeleteCall.self,
        SaveCall.self, DeleteMatchingCall.self, RelateCall.self, UnrelateCall.self, AttachCall.self, DetachCall.self,
        RecalibrateCall.self, DeliveryCall.self, AuthorizeCall.self, AuthorizeObjectsCall.self,
        AuthorizeDocumentsCall.self, PickRecordsCall.self, AuthorizeExtensionsCall.self, CharacteristicCall.self,
        PreferredZonesCall.self, BodyFactsCall.self, CollectCall.self, SourceOrderCall.self, SessionsCall.self,
        SessionPlaceCall.self, MembersCall.self, AnnounceCompanionCall.self, CompanionsCall.self,
        AskForCompanionsCall.self, TakeCompanionCall.self, MirroredSessionsCall.self, ReportSessionCall.self,
        HearSessionCall.self, StartCompanionCall.self,
        OwnerAppsCall.self, OwnerGrantsCall.self, OwnerApprovalCall.self, OwnerRequestsCall.self, OwnerRequestCall.self,
        OwnerObjectChoiceCall.self, OwnerCompanionPairsCall.self, OwnerSourceOrderCall.self,
        OwnerChosenSourcesCall.self,
        OwnerCharacteristicsCall.self, OwnerPinsCall.self, OwnerCardsCall.self, OwnerDeliveriesCall.self,
        OwnerWakesCall.self, OwnerTypesCall.self, OwnerSourcesCall.self, OwnerDevicesCall.self, OwnerPageCall.self,
        OwnerSampleCall.self, OwnerOwnersCall.self, OwnerCountCall.self, OwnerExplanationCall.self,
        OwnerOperationsCall.self, OwnerNextOperationCall.self, OwnerOperationPreviewCall.self,
        ForgetOperationsCall.self, EditCall.self, EditSamplesCall.self, OwnerVersionsCall.self, OwnerSuccessorCall.self,
        OwnerAuditCall.self,
        OwnerGuestCall.self, OwnerStudiesCall.self, OwnerDaySummariesCall.self, OwnerUnknownSamplesCall.self,
        OwnerUnknownSampleCall.self, OwnerMedicationsCall.self, SaveMedicationCall.self, LogDoseCall.self,
        OwnerBeginningCall.self, OwnerRecalibrationCall.self, OwnerTypeGoalsCall.self, OwnerMarksCall.self,
        OwnerGoalsCall.self, OwnerAssistantCall.self, OwnerDraftsCall.self, SaveDraftCall.self, TotalsCall.self,
        DraftCall.self,
        OwnerChosenGoalsCall.self, OwnerRingPauseCall.self, OwnerRingsCall.self, OwnerReadingsCall.self,
        OwnerRoutesCall.self, OwnerMemberCountsCall.self, OwnerEffortCall.self, OwnerChosenZonesCall.self,
        OwnerUnknownPageCall.self, OwnerDeletedCall.self, OwnerCheckCall.self, OwnerSessionCheckCall.self,
        // It reveals what is stored.
        BeginDryRunCall.self,
    ]

    /// Calls for permissions and guests, and those that move all of the data elsewhere.
    private static let ofEach: [any StoreCall.Type] = [
        OwnerCall.self, UndoOperationCall.self, ExportCall.self, BackUpCall.self, BeginSnapshotCall.self,
        BeginCopyCall.self, OwnerPassphraseCall.self, BeginSyncCall.self,
    ]

    /// Calls that carry the secret.
    private static let carrying: [any StoreCall.Type] = [
        OwnerUnlockCall.self, OwnerProveCall.self, OwnerPINCall.self,
    ]

    private static let byKind: [ObjectIdentifier: OwnerNeed] = {
        let lists: [(OwnerNeed, [any StoreCall.Type])] = [
            (.none, free), (.session, ofSession), (.each, ofEach), (.carried, carrying),
        ]
        var needs: [ObjectIdentifier: OwnerNeed] = [:]
        // For a kind in two lists, the stricter need applies.
        for (need, kinds) in lists { for kind in kinds { needs[ObjectIdentifier(kind)] = need } }
        return needs
    }()

    /// The highest need of a kind's calls, or `nil` for a kind without a decision.
    static func need(ofKind kind: any StoreCall.Type) -> OwnerNeed? { byKind[ObjectIdentifier(kind)] }

    /// The proof that a call needs.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - next: Returns the operation that is undone or redone next.
    /// - Returns: The need.
    /// - Throws: Any error thrown by `next`.
    static func need(
        of call: any StoreCall,
        next: (_ isRedo: Bool) throws -> OwnerOperation?
    ) rethrows -> OwnerNeed {
        if let call = call as? any OwnerNeedingCall { return call.ownerNeed }
        if let undo = call as? UndoOperationCall {
            // Without a number, it may be a different operation by the time it is undone.
            guard let expected = undo.number ?? undo.expected else { return .each }
            guard let operation = try next(undo.isRedo), operation.number == expected else {
                // An operation that isn't the next is undone all the same if it is requested by its number.
                return undo.number == nil ? .session : .each
            }
            return operation.changesRights ? .each : .session
        }
        return need(ofKind: type(of: call)) ?? .each
    }

    /// The proof that a call needs if it is unknown what would be undone.
    static func need(of call: any StoreCall) -> OwnerNeed { need(of: call, next: { _ in nil }) }
}

extension OwnerCall: OwnerNeedingCall {
    var ownerNeed: OwnerNeed {
        switch self {
        // Removing rights from apps costs no more than their saved data.
        case .setGrants(let grants, _):
            grants.values.allSatisfy { $0.read != true && $0.share != true } ? .session : .each
        case .answer(_, let read, let share, _): read.isEmpty && share.isEmpty ? .session : .each
        case .answerObjects(_, let objects): objects.isEmpty ? .session : .each
        case .approveProgram: .each
        case .setPair(let pair): pair.isAllowed ? .each : .session
        case .setWake(let decision, _): decision?.isAllowed == true ? .each : .session
        case .setAssistant(let grant, _): grant?.allowsAnything == true ? .each : .session
        case .setGuest(let isGuest): isGuest ? .session : .each
        case .removeApp, .forgetApp, .deleteData, .cancel, .forgetPair, .setSourceOrder, .setCharacteristics, .setZones,
            .setGoals, .setTypeGoal, .setRingPause, .resumeRings, .setPins, .setCards, .setPreferredUnit, .setStudy,
            .addMark, .removeMark, .removeDraft, .delete, .deleteMatching:
            .session
        }
    }
}

extension SaveCall: OwnerNeedingCall {
    // A sample with a sync identifier replaces an earlier version.
    var ownerNeed: OwnerNeed {
        objects.contains { $0.metadata?[HKMetadataKeySyncIdentifier] != nil } ? .session : .none
    }
}

extension LogDoseCall: OwnerNeedingCall {
    var ownerNeed: OwnerNeed { earlier == nil ? .none : .session }
}

extension BeginSnapshotCall: OwnerNeedingCall {
    // A copy was created on the same connection, with the secret.
    var ownerNeed: OwnerNeed { copy != nil ? .none : leaves ? .each : .session }
}

extension BeginSyncCall: OwnerNeedingCall {
    var ownerNeed: OwnerNeed {
        switch purpose {
        case .carrying: .none
        case .reading: .session
        case .deciding: .each
        }
    }
}

extension OwnerPassphraseCall: OwnerNeedingCall {
    var ownerNeed: OwnerNeed {
        switch change {
        case .set: .each
        case .change, .renewRecoveryKey, .remove: .carried
        }
    }
}
