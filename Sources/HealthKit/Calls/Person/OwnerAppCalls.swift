import Foundation

/// The apps that asked for access, by name.
package struct OwnerAppsCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = [AppRecord]
    package static let name = "apps"
}

/// The person's decisions about an app, by type identifier.
package struct OwnerGrantsCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = [String: Grant]
    package static let name = "grants"

    package var app: String
}

/// The approved program of an app, if a service has identified its programs.
package struct OwnerApprovalCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = ApprovedProgram?
    package static let name = "approval"

    /// The app's account.
    package var app: String
}

/// The programs that may be two of one app, and the person's decisions about them.
package struct OwnerCompanionPairsCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = [KnownPair]
    package static let name = "companionPairs"
}

/// Two programs that may share workout sessions, or could ask for it.
package struct KnownPair: Codable, Hashable, Sendable {
    package enum State: String, Codable, Sendable {
        case undecided, allowed, refused
        /// It was allowed, and one of the two programs has changed since.
        case changed
    }

    /// The bundle identifiers, in order.
    package var apps: [String]
    /// The current paths of the two programs, by bundle identifier.
    package var programs: [String: String]
    package var state: State
    /// The time of the person's decision, in seconds since the reference date, or `nil` for none.
    package var decided: Double?
}

/// The requests that wait for an answer, the oldest first.
package struct OwnerRequestsCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = [AuthorizationRequest]
    package static let name = "requests"
}

/// The request with a number; `nil` when there is none.
package struct OwnerRequestCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = AuthorizationRequest?
    package static let name = "request"

    package var number: Int
}

/// The person's choice for an app, for a type whose objects are permitted one by one.
package struct OwnerObjectChoiceCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = ObjectChoice
    package static let name = "singleObjects"

    package var app: String
    /// The type's identifier.
    package var type: String
}

/// The types for which an app registered, with the maximum frequency of wakes.
package struct OwnerDeliveriesCall: OwnerReadCall {
    package typealias Answer = [String: HKUpdateFrequency]
    package static let name = "deliveries"

    package var app: String
}

extension OwnerDeliveriesCall: AnsweredCall {
    package static func value(of answer: [String: HKUpdateFrequency]) throws -> CallValue {
        try CallEncoder.value(of: answer.mapValues(\.rawValue))
    }

    package static func answer(from value: CallValue) throws -> [String: HKUpdateFrequency] {
        try CallDecoder.value([String: Int].self, from: value)
            .mapValues { number in
                guard let frequency = HKUpdateFrequency(rawValue: number) else {
                    throw CallCodingError.newer("unknown frequency \(number)")
                }
                return frequency
            }
    }
}

/// The apps that are woken for changes, and the outcomes.
package struct OwnerWakesCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = WakeReport
    package static let name = "wakes"
}

/// The ledger of wakes.
package struct WakeReport: Codable, Hashable, Sendable {
    package var ledger: WakeLedger
    /// Whether a service that wakes apps is running; without one, a row's obstacle is the last known one.
    package var isServed: Bool

    /// The obstacle to a start by the current decisions, which the service examines a moment later.
    ///
    /// - Parameter row: The app and the type.
    /// - Returns: The obstacle, or `nil` if the service hasn't examined it yet.
    package func obstacle(of row: WakeLedger.Row) -> WakeObstacle? {
        guard isServed else { return .noService }
        if row.record.obstacle == .neverChanges { return .neverChanges }
        if let obstacle = ledger.decisionObstacle(row.key.app) { return obstacle }
        switch row.record.obstacle {
        case .notApproved, .refused, .programChanged: return nil
        case let obstacle: return obstacle
        }
    }
}
