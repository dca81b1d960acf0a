/// The versions of one sample, by name; at least one.
///
/// Most samples have one version, which takes no table of its own.
package struct VersionSet: Sendable {
    private var one: SyncedVersion
    private var others: [VersionName: SyncedVersion] = [:]

    /// The versions of a sample that has one.
    init(_ version: SyncedVersion) { one = version }

    /// The number of versions.
    package var count: Int { 1 + others.count }

    /// The only one; `nil` where there are several.
    var only: SyncedVersion? { others.isEmpty ? one : nil }

    /// The versions in no particular order.
    package var values: [SyncedVersion] { others.isEmpty ? [one] : [one] + others.values }

    /// The names of the versions in no particular order.
    package var keys: [VersionName] { others.isEmpty ? [one.name] : [one.name] + others.keys }

    /// The version with a name; `nil` when there is none.
    package subscript(name: VersionName) -> SyncedVersion? { one.name == name ? one : others[name] }

    /// Adds a version, replacing one with the same name.
    mutating func insert(_ version: SyncedVersion) {
        if one.name == version.name { one = version } else { others[version.name] = version }
    }
}
