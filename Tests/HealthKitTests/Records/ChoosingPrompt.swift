import Foundation
import Synchronization

@testable import HealthKit

/// A person who allows the objects that a test says of those an app asks for; without a say, the list is closed.
final class ChoosingPrompt: AuthorizationPrompting {
    let choice = Mutex<Set<UUID>?>([])
    /// What was asked for, in order.
    let asked = Mutex<[Set<UUID>]>([])

    func present(_ request: AuthorizationRequest, at desk: RequestDesk) async -> Bool {
        asked.withLock { $0.append(Set((request.objects ?? []).map(\.id))) }
        guard let allowed = choice.withLock({ $0 }) else { return true }
        return (try? desk.send(.answerObjects(request.id, allowed))) == nil
    }
}
