/// The number of an entry in one of the store's dictionaries, given by the type parameter.
///
/// 0 means "none".
package struct EntryID<Entry>: Hashable, Comparable, Sendable {
    /// The number as it is stored.
    package let number: Int32

    package init(number: Int32) { self.number = number }

    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension EntryID: ExpressibleByIntegerLiteral {
    package init(integerLiteral number: Int32) { self.init(number: number) }
}

extension EntryID: CustomStringConvertible {
    package var description: String { String(number) }
}

/// The kinds of dictionary entries that numbers refer to; these types have no values.
package enum TypeEntry {}
package enum UnitEntry {}
package enum SourceEntry {}
package enum RevisionEntry {}
package enum DeviceEntry {}
package enum MetadataEntry {}

package typealias TypeID = EntryID<TypeEntry>
package typealias UnitID = EntryID<UnitEntry>
package typealias SourceID = EntryID<SourceEntry>
package typealias RevisionID = EntryID<RevisionEntry>
package typealias DeviceID = EntryID<DeviceEntry>
package typealias MetadataID = EntryID<MetadataEntry>

/// One of the dictionaries, where the kind of its numbers matters.
package struct StoreDictionary<Entry>: Sendable {
    package let kind: DictionaryKind

    fileprivate init(_ kind: DictionaryKind) { self.kind = kind }
}

extension StoreDictionary<TypeEntry> { package static var type: Self { Self(.type) } }
extension StoreDictionary<UnitEntry> { package static var unit: Self { Self(.unit) } }
extension StoreDictionary<SourceEntry> { package static var source: Self { Self(.source) } }
extension StoreDictionary<RevisionEntry> { package static var revision: Self { Self(.revision) } }
extension StoreDictionary<DeviceEntry> { package static var device: Self { Self(.device) } }
extension StoreDictionary<MetadataEntry> { package static var metadata: Self { Self(.metadata) } }
