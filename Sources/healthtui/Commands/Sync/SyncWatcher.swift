import Foundation
import HealthFacts
import HealthKit
import HealthSync

/// Syncs a store whenever something changes in it or in the group's folder.
final class SyncWatcher {
    /// How often it looks where the system doesn't tell of changes, and where it does, in case that it forgot one.
    private static let interval = Duration.seconds(1)
    private static let longestWait = Duration.seconds(60)

    private let sync: DeviceSync
    /// Syncs, and gives how many entries were sent.
    private let once: (DeviceSync) throws -> Int
    private let folder = ChangeWatch()
    private var pace = SyncPace()
    private var problem: String?
    private var isTold = false

    /// - Parameters:
    ///   - sync: What syncs the store.
    ///   - once: Syncs once, and gives how many entries were sent.
    init(_ sync: DeviceSync, once: @escaping (DeviceSync) throws -> Int) {
        self.sync = sync
        self.once = once
    }

    /// Goes on until the program ends.
    func run() -> Never { while true { look() } }

    private func look() {
        folder.wait(isTold ? Self.longestWait : Self.interval)
        do {
            // What changes from here on ends the next wait.
            try sync.extend(folder)
            isTold = folder.isTold
            if try sync.hasNews() {
                let pause = pace.pause(at: .now)
                if pause > .zero { Thread.sleep(forTimeInterval: pause / .seconds(1)) }
                if try once(sync) > 0 { pace.sent(at: .now) }
            }
            problem = nil
        } catch {
            note(error)
        }
    }

    /// Shows each trouble once: the drive may come back, and the store be unlocked.
    private func note(_ error: any Error) {
        isTold = false
        let text =
            switch error {
            case let failure as CommandFailure: failure.description
            case let error as SyncError: error.message
            case let error as HKError: error.text
            default: "\(error)"
            }
        if problem != text { StandardError.line("healthtui: \(text.printable)") }
        problem = text
    }
}

extension SyncWatcher {
    /// Keeps a store that a service has open in step, on a thread of its own; of a store that is in no group, nothing.
    ///
    /// What a person has to decide about is left to `healthtui sync`: a first sync that would delete something.
    ///
    /// - Parameter person: Access to the store.
    static func start(serving person: PersonAccess) {
        let box = Box(person)
        let thread = Thread {
            while true {
                do {
                    guard try DeviceSync.isInGroup(box.person) else { return }
                    let sync = try DeviceSync(box.person)
                    SyncWatcher(sync) { try sent($0) }.run()
                } catch {
                    // A locked store says whether it is in a group when it is unlocked.
                    HealthLog.debug("sync", ["error": "\(error)"])
                    Thread.sleep(forTimeInterval: retry)
                }
            }
        }
        thread.name = "healthkit.sync"
        thread.start()
    }

    /// How long it waits until it asks a store again that couldn't be read, in seconds.
    private static let retry = 2.0

    private struct Box: Sendable {
        let person: PersonAccess

        init(_ person: PersonAccess) { self.person = person }
    }

    private static func sent(_ sync: DeviceSync) throws -> Int {
        do {
            let report = try sync.sync()
            for name in report.joined {
                StandardError.line("healthtui: \(name.printable) is a member of the group now")
            }
            for problem in report.problems { StandardError.line("healthtui: \(SyncWork.line(problem))") }
            return report.sent
        } catch let deletions as JoiningDeletions {
            throw CommandFailure(
                "sync",
                "joining would delete \(deletions.here.of("sample")) here and \(deletions.there.of("sample")) there; "
                    + "stop the service and run healthtui sync to decide"
            )
        }
    }
}
