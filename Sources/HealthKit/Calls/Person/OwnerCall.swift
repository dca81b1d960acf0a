import Foundation

/// A call that only the owner can make to read data: everyone's samples, and the decisions about apps.
///
/// These calls are a separate list from ``AppCall``, so that an app can't send any of them.
package protocol OwnerReadCall: StoreCall {}

/// The calls that only the owner can make: decisions about apps and sources, and changes of anyone's data.
///
/// They are a separate list from ``AppCall``, so that an app can't send any of them.
package enum OwnerCall: Codable, Hashable, Sendable {
    /// Sets an app's rights for types; decisions about other types stay.
    case setGrants([String: Grant], app: String)
    /// Removes an app with all its data, and forgets the decisions about it.
    case removeApp(String)
    /// Forgets the decisions about an app; its data stays.
    case forgetApp(String)
    /// Deletes all data that an app saved; the decisions about it stay.
    case deleteData(ofApp: String)
    /// Answers a request: the named types are granted, the other requested ones denied.
    ///
    /// Samples may be read from a time on, in seconds since the reference date, or all.
    case answer(Int, read: Set<String>, share: Set<String>, since: Double? = nil)
    /// Answers a request about single objects.
    case answerObjects(Int, Set<UUID>)
    /// Ends a request without an answer.
    case cancel(Int)
    /// Approves an app's changed program, by account, and sets whether any program at its path is trusted from now on;
    /// `nil` leaves that unchanged.
    case approveProgram(String, trustsPath: Bool?)
    /// Sets whether two programs share workout sessions.
    case setPair(CompanionPair)
    /// Forgets the decision about two programs.
    case forgetPair(String, String)
    /// Sets whether an app is started for changes; `nil` forgets the decision.
    case setWake(WakeDecision?, app: String)
    /// Sets the priority order of a type's sources, and the excluded ones.
    case setSourceOrder(type: String, SourcePriority)
    /// Sets the person's characteristics.
    case setCharacteristics(CharacteristicValues)
    /// Sets the boundaries between a type's zones; `nil` for calculated ones.
    case setZones(type: String, [QuantityText]?)
    /// Sets the ring goals from a day on; `nil` forgets those set for that day.
    case setGoals(ActivityGoals?, from: String)
    /// Sets the goal of a type; `nil` removes it.
    case setTypeGoal(TypeGoal?, type: String)
    /// Adds a mark to days.
    case addMark(DayMark)
    /// Removes the mark of an identity.
    case removeMark(UUID)
    /// Pauses the rings from a day on; `nil` forgets the pause that begins with that day.
    case setRingPause(RingPause?, from: String)
    /// Resumes the rings from a day on; pauses that begin later are forgotten.
    case resumeRings(from: String)
    /// Sets the types that are pinned to the summary.
    case setPins([String])
    /// Sets the cards of the summary, in order, and the pinned types if their order changes.
    case setCards([String], types: [String]?)
    /// Sets the display unit of a type; `nil` for the usual one.
    case setPreferredUnit(type: String, String?)
    /// Sets whether a guest uses the machine.
    case setGuest(Bool)
    /// Stores or removes the record of a study that the person takes part in, and counts the rows of each type sent to
    /// it in the audit.
    case setStudy(String, StudyRecord?, sent: [String: Int])
    /// Sets the decisions about an assistant, by account; `nil` takes all access away.
    case setAssistant(AssistantGrant?, app: String)
    /// Removes the draft of an identity.
    case removeDraft(UUID)
    /// Deletes objects, whoever saved them.
    case delete([UUID])
    /// Deletes all matching objects, whoever saved them; nothing if their number differs from the expected one.
    case deleteMatching([SampleSelection], expecting: Int?)
}

extension OwnerCall: AnsweredCall {
    package typealias Answer = OwnerAnswer
    package static let name = "person"

    package func check() throws {
        switch self {
        case .setGrants(let grants, let app):
            try CallBounds.check(grants.count, CallBounds.types, "types")
            if AssistantGrant.isAssistant(app) { throw HKError.notForAssistants }
        case .setAssistant(let grant, let app):
            guard AssistantGrant.isAssistant(app), app.utf8.count <= 512 else {
                throw HKError.invalid("“\(app.prefix(80))” is no assistant’s account")
            }
            try CallBounds.check(max(grant?.types.count ?? 0, grant?.units.count ?? 0), CallBounds.types, "types")
            try grant?.check()
        case .answer(_, let read, let share, _):
            try CallBounds.check(max(read.count, share.count), CallBounds.types, "types")
        case .answerObjects(_, let objects): try CallBounds.check(objects.count, CallBounds.objects, "objects")
        case .setTypeGoal(let goal, let type): try goal?.check(for: type)
        case .addMark(let mark): try mark.check()
        case .setWake(let decision, _): try decision?.program.check()
        case .setPins(let types): try CallBounds.check(types.count, CallBounds.types, "types")
        case .setCards(let cards, let types):
            try CallBounds.check(max(cards.count, types?.count ?? 0), CallBounds.types, "cards")
        case .setStudy(_, let record, let sent):
            try CallBounds.check(sent.count, CallBounds.types, "types")
            try CallBounds.check(record?.bytes.count ?? 0, StudyRecord.mostBytes, "bytes")
        case .delete(let objects): try CallBounds.check(objects.count, CallBounds.objects, "objects")
        case .deleteMatching(let selections, _): try selections.check()
        default: break
        }
    }
}

/// The answer to a call of the owner.
package enum OwnerAnswer: Codable, Hashable, Sendable {
    case done
    /// The number of objects.
    case count(Int)
    /// Whether the request was still waiting.
    case wasWaiting(Bool)

    var count: Int { if case .count(let count) = self { count } else { 0 } }
    var wasWaiting: Bool { self == .wasWaiting(true) }
}
