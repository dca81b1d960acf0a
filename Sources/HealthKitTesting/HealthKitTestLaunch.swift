import Foundation
public import HealthKit

/// The outcome of a launch in the background: see ``HealthKitTestStore/launchInBackground(waitingFor:isolation:_:)``.
public struct HealthKitTestLaunch: Sendable {
    /// The types that the app is registered for.
    public let types: Set<HKObjectType>
    /// Those of them that no observer of the launch observes: an app that is woken for one does nothing about it.
    public let unobserved: Set<HKObjectType>
    /// The types of observers that were not called, or whose handler didn't call its completion handler: for these the system
    /// would launch the app again, and then no more.
    public let unfinished: Set<HKObjectType>

    /// Whether the app did all that the system expects of it.
    public var isFinished: Bool { unobserved.isEmpty && unfinished.isEmpty }
}

extension HealthKitTestStore {
    /// Launches the app in the background, as the system does when there is news of a type that it registered for.
    ///
    /// The app's process is taken to be a new one: the observers that it has executed before are stopped. `launch` is
    /// what the app does when it is launched, such as its delegate's `application(_:didFinishLaunchingWithOptions:)`:
    /// it executes its observer queries. They are called, and the launch is over when each has called its completion
    /// handler.
    ///
    /// ```swift
    /// try await test.healthStore.enableBackgroundDelivery(for: steps, frequency: .immediate)
    /// try test.watch().save(walk)
    /// let launch = try await test.launchInBackground { uploader.start() }
    /// #expect(launch.isFinished)
    /// #expect(server.received == [walk.uuid])
    /// ```
    ///
    /// Code that makes its `HKHealthStore()` on queues of its own needs ``asDefaultEverywhere(_:)`` around the launch.
    ///
    /// - Parameters:
    ///   - duration: The time that handlers have, by the machine's clock. The system gives an app about this long.
    ///   - isolation: The actor that `launch` runs on.
    ///   - launch: The app's launch code; its observers are executed when it returns.
    /// - Returns: The outcome.
    /// - Throws: `HKError.errorInvalidArgument` for an app that has registered for nothing,
    ///   `HKError.errorDatabaseInaccessible` while the machine is locked, and any error that `launch` throws.
    public func launchInBackground(
        waitingFor duration: Duration = .seconds(15),
        isolation: isolated (any Actor)? = #isolation,
        _ launch: () async throws -> Void
    ) async throws -> HealthKitTestLaunch {
        let app = healthStore.principal.revision.source.bundleIdentifier
        let types = Set(try person.deliveries(app: app).keys.compactMap { HKObjectType.type(identifier: $0) })
        guard !types.isEmpty else {
            throw HKError.invalid(
                "\(app) isn't registered for background delivery: call enableBackgroundDelivery before the launch"
            )
        }
        for earlier in observers.take(of: app) { earlier.stop() }
        try await asDefault(isolation: isolation, launch)
        let launched = observers.take(of: app)
        for observer in launched { observers.note(observer) }
        let awaited = launched.filter { !($0.types as Set<HKObjectType>).isDisjoint(with: types) }
        await Self.wait(for: awaited, atMost: duration)
        let observed = awaited.reduce(into: Set<HKObjectType>()) { $0.formUnion($1.types as Set<HKObjectType>) }
        let unfinished = awaited.filter { !$0.isDone() }
            .reduce(into: Set<HKObjectType>()) { $0.formUnion($1.types as Set<HKObjectType>) }
        return HealthKitTestLaunch(
            types: types,
            unobserved: types.subtracting(observed),
            unfinished: unfinished.intersection(types)
        )
    }

    /// Waits until each observer was called and is done, or for as long as an app has.
    private static func wait(for observers: [ObserverRegistry.Observer], atMost duration: Duration) async {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        for observer in observers { observer.listen { continuation.yield() } }
        defer { for observer in observers { observer.listen(nil) } }
        continuation.yield()
        let timer = Task {
            // Cancelled when all are done.
            try? await Task.sleep(for: duration)
            continuation.finish()
        }
        defer { timer.cancel() }
        for await _ in changes where observers.allSatisfy({ $0.isDone() }) { return }
    }
}
