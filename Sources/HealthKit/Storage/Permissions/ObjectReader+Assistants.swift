import Foundation
import HealthKitStore

extension StoreNamespace {
    /// The decisions about assistants, by account; a version that doesn't know them finds that nothing was decided.
    package static let assistants = "assistants"
    /// How many calls each assistant made on its last day, by account.
    package static let assistantCalls = "assistants.calls"
    /// The entries that assistants drafted and that wait for the person, by identity.
    package static let drafts = "assistants.drafts"

    /// The namespaces that are never merged from another store's copy.
    static let assistantNamespaces: Set<String> = [assistants, assistantCalls, drafts]
}

/// The limits on drafts and requests of assistants.
package enum AssistantLimits {
    /// How many requests of assistants wait at most.
    package static let requests = 3
    /// How many drafts of an assistant wait at most.
    package static let drafts = 5
    /// How long a draft waits, in seconds.
    package static let draftSeconds = 86_400.0
}

/// How many calls an assistant made on a day.
struct AssistantCount: Codable, Sendable, Hashable {
    var day: CalendarDay
    var calls: Int
}

/// Whether an assistant is answered now.
enum AssistantAdmission {
    case allowed(AssistantGrant, AssistantMoment)
    case refused(AssistantRefusal)
}

extension ObjectReader {
    /// The person's decisions about an assistant; `nil` for none, and for those that can't be read.
    ///
    /// - Parameter account: The assistant's account.
    /// - Returns: The decisions.
    /// - Throws: Any error from the store.
    package func assistant(_ account: String) throws -> AssistantGrant? {
        try value(AssistantGrant.self, StoreNamespace.assistants, account)
    }

    /// The decisions about assistants, by account.
    package func assistants() throws -> [String: AssistantGrant] {
        Dictionary(
            try values(AssistantGrant.self, StoreNamespace.assistants).map { ($0.key, $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The drafts that wait at a time, the oldest first.
    ///
    /// - Parameter now: The time.
    /// - Returns: The drafts.
    /// - Throws: Any error from the store.
    func drafts(at now: Date) throws -> [AssistantDraft] {
        let oldest = now.timeIntervalSinceReferenceDate - AssistantLimits.draftSeconds
        return try values(AssistantDraft.self, StoreNamespace.drafts).map(\.value)
            .filter { $0.drafted > oldest }
            .sorted { ($0.drafted, $0.date, $0.id.uuidString) < ($1.drafted, $1.date, $1.id.uuidString) }
    }
}

extension ObjectWriter {
    /// Decides whether an assistant is answered now, and counts the call; one without a decision makes a request.
    ///
    /// - Parameters:
    ///   - app: The assistant.
    ///   - now: The current time.
    /// - Returns: The decisions, or why it isn't answered.
    /// - Throws: Any error from the store.
    func admit(_ app: AppIdentity, at now: Date) throws -> AssistantAdmission {
        guard let grant = try assistant(app.account), try !isPaused(app), let moment = AssistantMoment(now, grant),
            moment.isCovered(by: grant)
        else {
            try askAsAssistant(app, at: now)
            return .refused(.undecided)
        }
        guard try count(app.account, on: moment.today, most: grant.callsADay) else {
            return .refused(.spent(callsADay: grant.callsADay))
        }
        return .allowed(grant, moment)
    }

    /// Counts a call of a day.
    ///
    /// - Returns: Whether it is one of those allowed.
    private func count(_ account: String, on day: CalendarDay, most: Int) throws -> Bool {
        var count = AssistantCount(day: day, calls: 0)
        // A clock that was set back gives no calls again.
        if let known = try value(AssistantCount.self, StoreNamespace.assistantCalls, account), known.day >= day {
            count = known
        }
        guard count.calls < most else { return false }
        count.calls += 1
        try setValue(count, StoreNamespace.assistantCalls, account)
        return true
    }

    /// Makes a request of an assistant, which doesn't wait for the answer; assistants have at most three open requests.
    func askAsAssistant(_ app: AppIdentity, at now: Date) throws {
        if try isGuest { return }
        try endExpiredRequests(at: now.timeIntervalSinceReferenceDate)
        let waiting = try pendingRequests().filter(\.app.isAssistant)
        guard waiting.count < AssistantLimits.requests, !waiting.contains(where: { $0.app.account == app.account })
        else { return }
        let note = try note(app, now: now)
        _ = try makeRequest(note.record, read: [], share: [], takenFrom: note.takenFrom)
    }

    /// Whether the person has decided about an assistant, and the decision still holds.
    func isDecided(_ app: AppIdentity, at now: Date) throws -> Bool {
        guard let grant = try assistant(app.account), try !isPaused(app) else { return false }
        return AssistantMoment(now, grant)?.isCovered(by: grant) == true
    }

    /// Sets the person's decisions about an assistant, and answers its requests.
    ///
    /// - Parameters:
    ///   - grant: The decisions; `nil` to take all access away.
    ///   - account: The assistant's account.
    ///   - now: The current time.
    /// - Throws: Any error from the store.
    func setAssistant(_ grant: AssistantGrant?, _ account: String, now: Date) throws {
        let requests = try pendingRequests().filter { $0.app.account == account }
        if grant != nil {
            try noteAnswered(requests.last?.app ?? AppRecord(assistant: account, now: now))
            if let asking = requests.last?.app { try approve(asking) } else { try approveFirstProgram(account) }
        } else {
            try forgetDrafts(of: account)
        }
        try setValue(grant, StoreNamespace.assistants, account)
        for request in requests { try set(request, state: .answered) }
    }

    /// Forgets everything about an assistant.
    func forgetAssistant(_ account: String) throws {
        try setValue(AssistantGrant?.none, StoreNamespace.assistants, account)
        try setValue(AssistantCount?.none, StoreNamespace.assistantCalls, account)
        try forgetDrafts(of: account)
    }

    private func forgetDrafts(of account: String) throws {
        for (key, draft) in try values(AssistantDraft.self, StoreNamespace.drafts) where draft.app == account {
            try setValue(AssistantDraft?.none, StoreNamespace.drafts, key)
        }
    }

    /// Keeps a draft for the person, and drops those that waited for too long.
    ///
    /// - Returns: How many of the assistant wait now; `nil` where too many do.
    func keep(_ draft: AssistantDraft, at now: Date) throws -> Int? {
        let waiting = try drafts(at: now)
        let known = Set(waiting.map(\.id.uuidString))
        for key in try store.valueKeys(StoreNamespace.drafts) where !known.contains(key) {
            try setValue(AssistantDraft?.none, StoreNamespace.drafts, key)
        }
        let own = waiting.count { $0.app == draft.app }
        guard own < AssistantLimits.drafts else { return nil }
        try setValue(draft, StoreNamespace.drafts, draft.id.uuidString)
        return own + 1
    }

    /// Removes a draft.
    ///
    /// - Returns: Whether it still waited.
    func removeDraft(_ id: UUID, at now: Date) throws -> Bool {
        let waits = try drafts(at: now).contains { $0.id == id }
        try setValue(AssistantDraft?.none, StoreNamespace.drafts, id.uuidString)
        return waits
    }
}

extension AppRecord {
    /// The record of an assistant that the person decided about before it asked.
    fileprivate init(assistant account: String, now: Date) {
        let identifier = AppAccount.bundleIdentifier(account)
        let time = now.timeIntervalSinceReferenceDate
        self.init(
            bundleIdentifier: identifier,
            name: identifier,
            version: nil,
            readUsage: nil,
            shareUsage: nil,
            firstRequest: time,
            lastRequest: time
        )
    }
}
