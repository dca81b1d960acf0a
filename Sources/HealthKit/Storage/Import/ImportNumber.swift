/// Numbers that an import assigns in order of appearance; they are unrelated to the store's numbers.
package enum ImportNumber {
    /// A type with the unit of its values, counted from zero.
    package struct Series: Codable, Hashable, Sendable {
        package let place: UInt32

        package init(_ place: UInt32) { self.place = place }
    }

    /// A source with its version, counted from zero.
    package struct Revision: Codable, Hashable, Sendable {
        package let place: UInt32

        package init(_ place: UInt32) { self.place = place }
    }

    /// A device, counted from one; zero means none.
    package struct Device: Codable, Hashable, Sendable {
        package let place: UInt32

        package init(_ place: UInt32) { self.place = place }

        package static let none = Device(0)
    }

    /// A set of metadata, counted from one; zero means none.
    package struct MetadataSet: Codable, Hashable, Sendable {
        package let place: UInt32

        package init(_ place: UInt32) { self.place = place }

        package static let none = MetadataSet(0)
    }

    /// An object that others belong to, such as a workout with routes, counted from zero.
    package struct Owner: Codable, Hashable, Sendable {
        package let place: UInt32

        package init(_ place: UInt32) { self.place = place }
    }
}
