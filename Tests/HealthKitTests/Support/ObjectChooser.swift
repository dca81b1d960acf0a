import Foundation
import Synchronization

@testable import HealthKit

/// Answers a request about objects as told, and remembers what was listed.
final class ObjectChooser: AuthorizationPrompting {
    private let choose: @Sendable ([RequestedObject]) -> Set<UUID>?
    let listed = Mutex<[[RequestedObject]]>([])

    init(_ choose: @escaping @Sendable ([RequestedObject]) -> Set<UUID>?) { self.choose = choose }

    func present(_ request: AuthorizationRequest, at desk: RequestDesk) async -> Bool {
        let objects = request.objects ?? []
        listed.withLock { $0.append(objects) }
        guard let chosen = choose(objects) else { return true }
        let isAnswered = try? desk.send(.answerObjects(request.id, chosen))
        return isAnswered != true
    }
}
