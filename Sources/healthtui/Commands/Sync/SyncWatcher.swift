import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiSync

/// Syncs a store whenever something changes in it or in the group's folder.
final class SyncWatcher {
    /// The polling interval, used if the system doesn't report changes, and as a fallback if it missed one.
    private static let interval = Duration.seconds(1)
    private static let longestWait = Duration.seconds(60)

    private let sync: any StoreSync
    /// Syncs, and gives how many entries were sent.
    private let once: (any StoreSync) throws -> Int
    private let folder = ChangeWatch()
    private var pace = SyncPace()
    private var problem: String?
    private var isNotified = false

    /// - Parameters:
    ///   - sync: What syncs the store.
    ///   - once: Syncs once, and gives how many entries were sent.
    init(_ sync: any StoreSync, once: @escaping (any StoreSync) throws -> Int) {
        self.sync = sync
        self.once = once
    }

    /// Goes on until the program ends.
    func run() -> Never { while true { look() } }

    /// Runs for as long as it is needed, which is checked after each wait.
    func run(while isNeeded: () -> Bool) { while isNeeded() { look() } }

    private func look() {
        folder.wait(isNotified ? Self.longestWait : Self.interval)
        do {
            // Changes from here on end the next wait.
            try sync.extend(folder)
            isNotified = folder.isNotified
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
        EndingWork.waitIfEnding()
        isNotified = false
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
    /// Syncs a store that a service has open, on a separate thread; does nothing for a store without a group.
    ///
    /// Decisions for the person are left to `healthtui sync`: a first sync that would delete something.
    ///
    /// - Parameter person: Access to the store, in the service itself.
    static func start(serving person: PersonAccess) {
        start(person) {
            guard try DeviceSync.isInGroup(person) else { return }
            SyncWatcher(try DeviceSync(person)) { try sent($0) }.run(while: { true })
        }
    }

    /// Carries the files of a group between its folder and a service that can't reach that, on a separate thread,
    /// whenever there is such a service and its store is in a group.
    ///
    /// - Parameter person: Access to the service.
    static func start(carryingFor person: PersonAccess) {
        start(person) {
            let group = ServedGroup(person)
            guard try group.needsCarrying() else { return }
            // If that can't be determined, the surrounding loop retries, and logs the reason.
            SyncWatcher(group) { try sent($0) }.run(while: { (try? group.needsCarrying()) ?? false })
        }
    }

    /// - Parameters:
    ///   - person: Access to the store; beginning or joining a group changes the store.
    ///   - body: Watches until there is nothing to watch.
    private static func start(_ person: PersonAccess, _ body: @escaping @Sendable () throws -> Void) {
        let thread = Thread {
            let watch = ChangeWatch()
            var listening: ChangeToken?
            while true {
                var isUnknown = false
                do {
                    if listening == nil { listening = try person.listen { [waking = watch.waking] _ in waking.wake() } }
                    try body()
                } catch {
                    // A locked store reports its group once it is unlocked; a service may start later.
                    HealthLog.debug("sync", ["error": "\(error)"])
                    isUnknown = true
                }
                watch.wait(isUnknown ? retry : longestWait)
            }
        }
        thread.name = "healthkit.sync"
        thread.start()
    }

    /// The delay before it retries a store that couldn't be read.
    private static let retry = Duration.seconds(2)

    private static func sent(_ sync: any StoreSync) throws -> Int {
        do {
            let report = try sync.sync(joins: false)
            for name in report.joined {
                StandardError.line("healthtui: \(name.printable) is a member of the group now")
            }
            for machine in report.addedMachines {
                StandardError.line("healthtui: \(machine.name.printable) was added by \(machine.by.printable)")
            }
            for problem in report.problems { StandardError.line("healthtui: \(SyncWork.line(problem))") }
            return report.sent
        } catch let deletions as JoiningDeletions {
            throw CommandFailure(
                "sync",
                "joining would delete \(deletions.here.of("sample")) here and \(deletions.there.of("sample")) there; "
                    + "run healthtui sync to decide"
            )
        }
    }
}
