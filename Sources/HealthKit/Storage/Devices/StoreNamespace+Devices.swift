extension StoreNamespace {
    /// The group of devices that the store is in, and this device's identity in it.
    package static let devices = "devices"
    /// The sealed files of the group that were written and read here.
    package static let deviceFiles = "devices.files"
    /// Information about these files that is known without opening them.
    package static let deviceSegments = "devices.segments"
    /// The subjects of the entries of these files.
    package static let deviceEntryKeys = "devices.topics"
    /// Shared values that have no change number: links, settings, records that change.
    package static let deviceShared = "devices.shared"
    /// The group's statements about its members.
    package static let deviceStatements = "devices.statements"
    /// The sources of other devices that the person approved as apps of their identifiers here.
    static let deviceApps = "devices.apps"

    /// The edits of other devices that weren't shown and that the person decided on.
    package static let deviceConflicts = "devices.conflicts"

    /// When each machine of the group first saw a source, by source and machine.
    package static let sourcesSeen = "sources.seen"
    /// The group's conclusion from that, by the source's bundle identifier here.
    package static let sourceArrivals = "sources.arrivals"

    /// Digests of daily totals, by the machine that computed them.
    package static let dayTotals = "totals.days"

    /// The namespaces that belong to this device alone and are never included in a copy.
    static let deviceNamespaces: Set<String> = [
        devices, deviceFiles, deviceSegments, deviceEntryKeys, deviceShared, deviceStatements, deviceApps,
        deviceConflicts,
    ]

    /// The values that devices of a group share: the person's settings, and data that belongs to objects.
    ///
    /// Rights, requests, the audit, undo, locks and live sessions stay on each device.
    package static let sharedNamespaces: [String] = [
        sourceOrder, sourcesSeen, dayTotals, characteristics, preferredUnits, workoutZones, pins, activityGoals,
        typeGoals, dayMarks,
        ringPauses,
        activitySummaries, versions, AttachmentKey.contents, AttachmentKey.data, StoredDocument.namespace,
    ]

    /// The namespaces whose values never change under their keys, and may be large.
    package static let unchangingNamespaces: Set<String> = [AttachmentKey.data, StoredDocument.namespace]
}
