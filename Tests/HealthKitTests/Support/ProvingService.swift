import Foundation
import HealthKitStore
import Synchronization

@testable import HealthKit

/// A clock that a test moves.
final class ProofClock: Sendable {
    private let time = Mutex(1_000.0)
    var now: Double { time.withLock { $0 } }
    func pass(_ seconds: Double) { time.withLock { $0 += seconds } }
}

/// Answers questions with what a test says, and counts them.
final class ProofAnswers: OwnerAsking {
    private let state: Mutex<(secrets: [String], asked: [OwnerQuestion])>

    init(_ secrets: String...) { state = Mutex((secrets, [])) }

    var asked: [OwnerQuestion] { state.withLock { $0.asked } }

    func ask(_ question: OwnerQuestion) throws -> StoreSecret {
        let secret: String? = state.withLock { state in
            state.asked.append(question)
            return state.secrets.count > 1 ? state.secrets.removeFirst() : state.secrets.first
        }
        guard let secret else { throw HKError.error(.errorUserCanceled, "nobody answers") }
        return try Self.secret(secret)
    }

    static func secret(_ text: String) throws -> StoreSecret {
        let entry = try StoreSecret.Entry()
        for byte in text.utf8 { _ = entry.add(byte) }
        return try entry.take(.passphrase)
    }
}

/// A service that asks for a secret.
struct ProvingService {
    let served: ServedStore
    let clock: ProofClock

    init(
        _ location: HKHealthStoreConfiguration.Location = .memory,
        _ clock: ProofClock = ProofClock(),
        pin: String? = "1234"
    ) throws {
        try self.init(HKHealthStore.person(location: location).person, clock)
        if let pin { try person().setPIN(ProofAnswers.secret(pin), current: nil) }
    }

    init(_ person: PersonAccess, _ clock: ProofClock = ProofClock()) throws {
        var surroundings = StoreService.Surroundings.ofTest
        surroundings.asksForSecret = true
        surroundings.secretCost = .least
        surroundings.forms = ImportForms.none
        surroundings.clock = { clock.now }
        served = try ServedStore(person, surroundings)
        self.clock = clock
    }

    /// The owner on a connection of its own.
    func person(_ answers: ProofAnswers? = nil) -> PersonAccess {
        PersonAccess(HKHealthStore(port: served.port(of: .person, asker: answers.map { OwnerAsker($0) })))
    }
}

/// A folder that goes with the test.
final class ProofFolder {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("proof-\(UUID().uuidString)")

    init() { mkdir(root.path, 0o700) }

    deinit { try? FileManager.default.removeItem(at: root) }

    func path(_ name: String) -> String { root.appendingPathComponent(name).path }
}
