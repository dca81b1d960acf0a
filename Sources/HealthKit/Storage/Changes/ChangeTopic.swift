/// The subject of a change other than samples, independent of how the store keeps it.
package enum ChangeTopic: Hashable, Sendable, CaseIterable {
    /// The apps that requested access.
    case apps
    /// The permissions of apps, by type or by object.
    case grants
    /// Pending access requests.
    case requests
    /// The order of sources and which of them count.
    case sourceOrder
    /// The person's characteristics.
    case characteristics
    /// The person's preferred units.
    case units
    /// The items pinned to the summary.
    case pins
    /// The goals of types.
    case typeGoals
    /// The marks on days.
    case dayMarks
    /// The summaries of days, the ring goals and the ring pauses.
    case activitySummaries
    /// The effort of workouts.
    case workoutEffort
    /// The undo history.
    case steps
    /// The activity of apps.
    case audit
    /// Whether a guest uses the machine.
    case guest
    /// The apps that are woken, and the times when they were.
    case wakes
    /// The studies that the person takes part in.
    case studies
    /// The entries that assistants drafted.
    case drafts

    private var namespaces: Set<String> {
        switch self {
        case .apps: [StoreNamespace.apps]
        case .grants:
            [
                StoreNamespace.grants, StoreNamespace.objectGrants, StoreNamespace.companionPairs,
                StoreNamespace.approvals, StoreNamespace.assistants,
            ]
        case .requests: [StoreNamespace.requests]
        case .sourceOrder: [StoreNamespace.sourceOrder, StoreNamespace.sourceArrivals]
        case .characteristics: [StoreNamespace.characteristics]
        case .units: [StoreNamespace.preferredUnits]
        case .pins: [StoreNamespace.pins]
        case .typeGoals: [StoreNamespace.typeGoals]
        case .dayMarks: [StoreNamespace.dayMarks]
        case .activitySummaries:
            [StoreNamespace.activitySummaries, StoreNamespace.activityGoals, StoreNamespace.ringPauses]
        case .workoutEffort: [StoreNamespace.workoutEffort]
        case .steps: [OperationNamespace.steps]
        case .audit: StoreNamespace.auditNamespaces
        case .guest: [StoreNamespace.machine]
        case .studies: [StoreNamespace.studies]
        case .drafts: [StoreNamespace.drafts]
        case .wakes: StoreNamespace.wakeNamespaces.union([StoreNamespace.backgroundDelivery])
        }
    }

    /// The topics of the values in a set of namespaces.
    fileprivate static func topics(of namespaces: Set<String>) -> Set<ChangeTopic> {
        namespaces.isEmpty ? [] : Set(allCases.filter { !$0.namespaces.isDisjoint(with: namespaces) })
    }
}

extension DatabaseChange {
    /// The subjects of the change other than samples.
    package var topics: Set<ChangeTopic> { ChangeTopic.topics(of: namespaces) }
}
