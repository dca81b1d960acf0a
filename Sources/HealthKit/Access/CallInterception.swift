import Foundation
import Synchronization

/// The properties of an app's call by which a test may make it fail or wait.
package struct InterceptedCall: Sendable {
    /// The kinds of calls that a test distinguishes.
    package enum Kind: Sendable, Hashable, CaseIterable {
        case authorization, read, save, delete, backgroundDelivery, workout
    }

    package let kind: Kind
    /// The types that the call is about.
    package let types: Set<HKObjectType>
    /// The bundle identifier of the calling app.
    package let bundleIdentifier: String

    fileprivate init?(_ call: some StoreCall, _ app: AppIdentity) {
        guard let (kind, types) = Self.subject(of: call) else { return nil }
        self.kind = kind
        self.types = Set(types)
        bundleIdentifier = app.bundleIdentifier
    }

    private static func subject(of call: some StoreCall) -> (Kind, [HKObjectType])? {
        switch call {
        case let call as AuthorizeCall:
            (.authorization, call.read.map(\.wrappedValue) + call.share.map(\.wrappedValue))
        case let call as RequestStatusCall:
            (.authorization, call.read.map(\.wrappedValue) + call.share.map(\.wrappedValue))
        case let call as AuthorizeObjectsCall: (.authorization, [call.type])
        case let call as AuthorizeDocumentsCall: (.authorization, [call.selection.type])
        case is PickRecordsCall, is AuthorizeExtensionsCall: (.authorization, [])
        case let call as SaveCall: (.save, call.objects.compactMap { ($0 as? HKSample)?.sampleType })
        case let call as DeliveryCall:
            (.backgroundDelivery, [call.type.flatMap { HKObjectType.type(identifier: $0) }].compactMap { $0 })
        case let call as PreferredUnitsCall: (.read, call.types.map(\.wrappedValue))
        case let call as EarliestDatesCall: (.read, call.types.map(\.wrappedValue))
        case is MayBuildWorkoutCall, is AddToWorkoutCall, is FinishWorkoutCall: (.workout, [HKObjectType.workoutType()])
        case let call as any AuditedCall:
            call.audit.flatMap { subject in kind(of: subject.operation).map { ($0, subject.types) } }
        default: nil
        }
    }

    private static func kind(of operation: AuditOperation) -> Kind? {
        switch operation {
        case .read, .follow, .observe, .statistics, .sources, .totals: .read
        case .save, .change: .save
        case .delete: .delete
        case .ask, .mirror, .launch, .contribute, .draft: nil
        }
    }
}

/// A test's errors and delays for the calls of the apps of its store.
package final class CallInterception: Sendable {
    /// Lets a call pass by returning, possibly after a delay, or refuses it by throwing.
    package typealias Handler = @Sendable (InterceptedCall) throws -> Void

    private let handler = Mutex<Handler?>(nil)

    package init() {}

    /// Whether all calls pass immediately.
    var isIdle: Bool { handler.withLock { $0 == nil } }

    /// Sets the handler called for each call, on a thread that may wait; `nil` for none.
    package func set(_ handler: Handler?) { self.handler.withLock { $0 = handler } }

    /// The handler to run before a call passes, or `nil` if it passes immediately.
    func obstacle(of call: some StoreCall, by app: AppIdentity?) -> (@Sendable () throws -> Void)? {
        guard let app, let handler = handler.withLock({ $0 }), let intercepted = InterceptedCall(call, app) else {
            return nil
        }
        return { try handler(intercepted) }
    }
}
