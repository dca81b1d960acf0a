/// What a change was about when it was not about samples, in words that do not depend on where the store keeps it.
package enum ChangeTopic: Hashable, Sendable, CaseIterable {
    /// The apps that asked for access.
    case apps
    /// What apps were granted, by type or by object.
    case grants
    /// Requests for access that wait for an answer.
    case requests
    /// The order of sources and which of them count.
    case sourceOrder
    /// What is known of the person.
    case characteristics
    /// The units that the person prefers.
    case units
    /// What is pinned to the summary.
    case pins
    /// The goals of types.
    case typeGoals
    /// The summaries of days, the goals of rings and when they are paused.
    case activitySummaries
    /// The effort of workouts.
    case workoutEffort
    /// What the person did, and what of it was taken back.
    case steps
    /// What apps did.
    case audit
    /// Whether a guest uses the machine.
    case guest
    /// Which apps are woken, and when they were.
    case wakes
    /// The studies that the person takes part in.
    case studies

    private var namespaces: Set<String> {
        switch self {
        case .apps: [StoreNamespace.apps]
        case .grants:
            [
                StoreNamespace.grants, StoreNamespace.objectGrants, StoreNamespace.companionPairs,
                StoreNamespace.approvals,
            ]
        case .requests: [StoreNamespace.requests]
        case .sourceOrder: [StoreNamespace.sourceOrder, StoreNamespace.sourceArrivals]
        case .characteristics: [StoreNamespace.characteristics]
        case .units: [StoreNamespace.preferredUnits]
        case .pins: [StoreNamespace.pins]
        case .typeGoals: [StoreNamespace.typeGoals]
        case .activitySummaries:
            [StoreNamespace.activitySummaries, StoreNamespace.activityGoals, StoreNamespace.ringPauses]
        case .workoutEffort: [StoreNamespace.workoutEffort]
        case .steps: [OperationNamespace.steps]
        case .audit: StoreNamespace.auditNamespaces
        case .guest: [StoreNamespace.machine]
        case .studies: [StoreNamespace.studies]
        case .wakes: StoreNamespace.wakeNamespaces.union([StoreNamespace.backgroundDelivery])
        }
    }

    /// The topics of values in some namespaces.
    fileprivate static func topics(of namespaces: Set<String>) -> Set<ChangeTopic> {
        namespaces.isEmpty ? [] : Set(allCases.filter { !$0.namespaces.isDisjoint(with: namespaces) })
    }
}

extension DatabaseChange {
    /// What the change was about besides samples.
    package var topics: Set<ChangeTopic> { ChangeTopic.topics(of: namespaces) }
}
