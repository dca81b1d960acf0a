extension StoreNamespace {
    /// The group of devices that the store is in, and this device's place in it.
    package static let devices = "devices"
    /// The sealed files of the group that were written and read here.
    package static let deviceFiles = "devices.files"
    /// What is known of these files without opening them.
    package static let deviceSegments = "devices.segments"
    /// What the entries of these files speak of.
    package static let deviceTopics = "devices.topics"
    /// What the devices agree on that has no place in the order of changes: links, settings, records that change.
    package static let deviceShared = "devices.shared"
    /// The group's statements about its members.
    package static let deviceStatements = "devices.statements"
    /// The sources of other devices that the person approved as apps of their identifiers here.
    static let deviceApps = "devices.apps"

    /// The edits of other devices that weren't shown and that the person decided on.
    package static let deviceConflicts = "devices.conflicts"

    /// When each machine of the group first saw a source, by source and machine.
    package static let sourcesSeen = "sources.seen"
    /// What the group makes of that, by the source's bundle identifier here.
    package static let sourceArrivals = "sources.arrivals"

    /// Digests of the totals of days, by the machine that worked them out.
    package static let dayTotals = "totals.days"

    /// What belongs to this device alone, and never leaves with a copy.
    static let deviceNamespaces: Set<String> = [
        devices, deviceFiles, deviceSegments, deviceTopics, deviceShared, deviceStatements, deviceApps, deviceConflicts,
    ]

    /// The values that devices of a group share: settings of the person, and what belongs to objects.
    ///
    /// Rights, requests, the audit, undo, locks and live sessions stay on each device.
    package static let sharedNamespaces: [String] = [
        sourceOrder, sourcesSeen, dayTotals, characteristics, preferredUnits, workoutZones, pins, activityGoals,
        typeGoals,
        ringPauses,
        activitySummaries, versions, AttachmentKey.contents, AttachmentKey.data, StoredDocument.namespace,
    ]

    /// Those whose values never change under their keys, and may be large.
    package static let unchangingNamespaces: Set<String> = [AttachmentKey.data, StoredDocument.namespace]
}
