import Foundation

/// What only the person can ask to see: what everybody saved, and what was decided for whom.
///
/// They are a list of their own, beside ``AppCall``: whatever an app sends, it is none of these.
package protocol OwnerReadCall: StoreCall {}

/// What only the person can ask: decisions about apps, sources and what anybody saved.
///
/// It is a list of its own, beside ``AppCall``: whatever an app sends, it is none of these.
package enum OwnerCall: Codable, Hashable, Sendable {
    /// Sets what an app may do with types; what was decided for other types stays.
    case setGrants([String: Grant], app: String)
    /// Removes an app with all its data, and forgets what was decided for it.
    case removeApp(String)
    /// Forgets what was decided for an app; its data stays.
    case forgetApp(String)
    /// Deletes all data that an app saved; what was decided for it stays.
    case deleteData(ofApp: String)
    /// Answers a request: the types that are named are granted, the others that were asked for denied; samples are read from
    /// a time on, in seconds since the reference date, or all.
    case answer(Int, read: Set<String>, share: Set<String>, since: Double? = nil)
    /// Answers a request about single objects.
    case answerObjects(Int, Set<UUID>)
    /// Ends a request without an answer.
    case cancel(Int)
    /// Approves the program that an app has become, by account, and says whether whatever is at its path is trusted from now
    /// on; `nil` leaves that as it is.
    case approveProgram(String, trustsPath: Bool?)
    /// Sets whether two programs share workout sessions.
    case setPair(CompanionPair)
    /// Forgets what was decided about two programs.
    case forgetPair(String, String)
    /// Sets whether an app is started for changes; `nil` forgets the decision.
    case setWake(WakeDecision?, app: String)
    /// Sets the order in which the sources of a type count, and those left out.
    case setSourceOrder(type: String, SourcePriority)
    /// Sets what is known of the person.
    case setCharacteristics(CharacteristicValues)
    /// Sets where the zones of a type meet; `nil` for those that are worked out.
    case setZones(type: String, [QuantityText]?)
    /// Sets the goals of the rings from a day on; `nil` forgets what was set for that day.
    case setGoals(ActivityGoals?, from: String)
    /// Sets the goal of a type; `nil` removes it.
    case setTypeGoal(TypeGoal?, type: String)
    /// Pauses the rings from a day on; `nil` forgets the pause that begins with that day.
    case setRingPause(RingPause?, from: String)
    /// Lets the rings count again from a day on; pauses that begin later are forgotten.
    case resumeRings(from: String)
    /// Sets the types that are pinned to the summary.
    case setPins([String])
    /// Sets the cards of the summary, in order, and with them the pinned types where their order changes.
    case setCards([String], types: [String]?)
    /// Sets the unit in which a type is shown; `nil` for what is usual.
    case setPreferredUnit(type: String, String?)
    /// Says whether somebody else than the owner uses the machine.
    case setGuest(Bool)
    /// Keeps what is known of a study that the person takes part in, or forgets it, and counts in the audit how many rows of
    /// each type went to it.
    case setStudy(String, StudyRecord?, sent: [String: Int])
    /// Deletes objects, whoever saved them.
    case delete([UUID])
    /// Deletes all that match, whoever saved it; nothing when there are not as many as expected.
    case deleteMatching([SampleSelection], expecting: Int?)
}

extension OwnerCall: StoreCall {
    package typealias Answer = OwnerAnswer
    package static let name = "person"

    package func check() throws {
        switch self {
        case .setGrants(let grants, _): try CallBounds.check(grants.count, CallBounds.types, "types")
        case .answer(_, let read, let share, _):
            try CallBounds.check(max(read.count, share.count), CallBounds.types, "types")
        case .answerObjects(_, let objects): try CallBounds.check(objects.count, CallBounds.objects, "objects")
        case .setTypeGoal(let goal, let type): try goal?.check(for: type)
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

/// The answer to a call of the person.
package enum OwnerAnswer: Codable, Hashable, Sendable {
    case done
    /// How many objects there were.
    case count(Int)
    /// Whether the request was still waiting.
    case wasWaiting(Bool)

    var count: Int { if case .count(let count) = self { count } else { 0 } }
    var wasWaiting: Bool { self == .wasWaiting(true) }
}
