public import Foundation
public import HealthKit
import Synchronization

/// An app's request to the person: only types that were not decided before.
public struct PermissionRequest: Sendable, Hashable {
    /// The identity of the app that asks.
    public let bundleIdentifier: String
    /// The types that it wants to read.
    public let read: Set<HKObjectType>
    /// The types that it wants to save.
    public let share: Set<HKSampleType>
    /// The objects it wants to read, by UUID, when it asks for single objects of the type in ``read``.
    public let objects: Set<UUID>
}

/// The person's answer when an app asks for access.
public enum PermissionAnswer: Sendable {
    /// Everything is allowed.
    case allowAll
    /// Nothing is allowed.
    case denyAll
    /// Only these types are allowed; a type to read stands for all requested objects of it.
    case allow(read: Set<HKObjectType>, share: Set<HKSampleType>)
    /// Only these objects are allowed of those that are asked for one by one; other requests are denied.
    case allowObjects(Set<UUID>)
    /// The sheet is closed without an answer: nothing is decided, the app gets `HKError.errorUserCanceled`.
    case cancel
    /// The test decides when it is asked; it may let the app wait.
    case ask(@Sendable (PermissionRequest) async -> PermissionAnswer)
}

/// Answers requests as the test wants.
final class TestPrompt: AuthorizationPrompting {
    private struct State {
        var answer: PermissionAnswer
        var requests: [PermissionRequest] = []
    }

    private let state: Mutex<State>

    init(_ answer: PermissionAnswer) { state = Mutex(State(answer: answer)) }

    var answer: PermissionAnswer {
        get { state.withLock { $0.answer } }
        set { state.withLock { $0.answer = newValue } }
    }

    var requests: [PermissionRequest] { state.withLock { $0.requests } }

    func present(_ request: AuthorizationRequest, at desk: RequestDesk) async -> Bool {
        let asked = PermissionRequest(
            bundleIdentifier: request.app.bundleIdentifier,
            read: Set(request.read.compactMap { HKObjectType.type(identifier: $0) }),
            share: Set(request.share.compactMap { HKObjectType.type(identifier: $0) as? HKSampleType }),
            objects: Set((request.objects ?? []).map(\.id))
        )
        let answer = state.withLock { state in
            state.requests.append(asked)
            return state.answer
        }
        return await give(answer, to: request, asked, at: desk)
    }

    private func give(
        _ answer: PermissionAnswer,
        to request: AuthorizationRequest,
        _ asked: PermissionRequest,
        at desk: RequestDesk
    ) async -> Bool {
        switch answer {
        case .allowAll: return decide(request, Set(request.read), Set(request.share), desk)
        case .denyAll: return decide(request, [], [], desk)
        case .allow(let read, let share):
            return decide(request, Set(read.map(\.identifier)), Set(share.map(\.identifier)), desk)
        case .allowObjects(let objects):
            guard request.objects != nil else { return decide(request, [], [], desk) }
            return decide { try desk.send(.answerObjects(request.id, objects)) }
        case .cancel: return true
        case .ask(let decide): return await give(await decide(asked), to: request, asked, at: desk)
        }
    }

    /// Stores the decision; false says that the request is not to be cancelled.
    private func decide(
        _ request: AuthorizationRequest,
        _ read: Set<String>,
        _ share: Set<String>,
        _ desk: RequestDesk
    ) -> Bool {
        decide { try desk.send(.answer(request.id, read: read, share: share)) }
    }

    private func decide(_ body: () throws -> Bool) -> Bool {
        do {
            _ = try body()
            return false
        } catch {
            return true
        }
    }
}
