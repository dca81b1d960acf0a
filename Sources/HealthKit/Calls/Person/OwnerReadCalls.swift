import Foundation

/// The owner's calls.
package enum OwnerReadCalls {
    /// All kinds of read calls, and the calls that decide and change.
    package static let kinds: [any StoreCall.Type] = [
        OwnerCall.self, OwnerAppsCall.self, OwnerGrantsCall.self, OwnerApprovalCall.self, OwnerRequestsCall.self,
        OwnerRequestCall.self,
        OwnerObjectChoiceCall.self, OwnerCompanionPairsCall.self,
        OwnerSourceOrderCall.self, OwnerChosenSourcesCall.self, OwnerCharacteristicsCall.self, OwnerPinsCall.self,
        OwnerCardsCall.self,
        OwnerDeliveriesCall.self, OwnerWakesCall.self,
        OwnerChosenUnitCall.self, OwnerTypesCall.self, OwnerSourcesCall.self, OwnerDevicesCall.self, OwnerPageCall.self,
        OwnerSampleCall.self, OwnerOwnersCall.self, OwnerCountCall.self, OwnerExplanationCall.self,
        OwnerOperationsCall.self,
        UndoOperationCall.self, OwnerNextOperationCall.self, OwnerOperationPreviewCall.self,
        ForgetOperationsCall.self, EditCall.self,
        EditSamplesCall.self,
        OwnerVersionsCall.self,
        OwnerSuccessorCall.self, OwnerAuditCall.self, OwnerGuestCall.self, OwnerStudiesCall.self,
        OwnerDaySummariesCall.self, OwnerUnknownSamplesCall.self, OwnerUnknownSampleCall.self,
        OwnerMedicationsCall.self,
        SaveMedicationCall.self, LogDoseCall.self, OwnerBeginningCall.self, OwnerRecalibrationCall.self,
        OwnerTypeGoalsCall.self, OwnerAssistantCall.self, OwnerDraftsCall.self,
        SaveDraftCall.self,
        OwnerMarksCall.self, OwnerGoalsCall.self, OwnerChosenGoalsCall.self, OwnerRingPauseCall.self,
        OwnerRingsCall.self,
        OwnerReadingsCall.self, OwnerRoutesCall.self, OwnerMemberCountsCall.self, OwnerEffortCall.self,
        OwnerChosenZonesCall.self, ImportCall.self, ExportCall.self, BackUpCall.self, MergeCall.self,
    ]
}
