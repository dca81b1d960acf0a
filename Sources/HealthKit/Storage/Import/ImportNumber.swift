/// Numbers that an import gives to what it meets, counted in the order met; none of them is a number of the store's.
package enum ImportNumber {
    /// A type with the unit of its values, counted from zero.
    package struct Series: Hashable, Sendable {
        package let place: UInt32

        package init(_ place: UInt32) { self.place = place }
    }

    /// A source with its version, counted from zero.
    package struct Revision: Hashable, Sendable {
        package let place: UInt32

        package init(_ place: UInt32) { self.place = place }
    }

    /// A device, counted from one; zero stands for none.
    package struct Device: Hashable, Sendable {
        package let place: UInt32

        package init(_ place: UInt32) { self.place = place }

        package static let none = Device(0)
    }

    /// A set of metadata, counted from one; zero stands for none.
    package struct MetadataSet: Hashable, Sendable {
        package let place: UInt32

        package init(_ place: UInt32) { self.place = place }

        package static let none = MetadataSet(0)
    }

    /// An object that others belong to, such as a workout with routes, counted from zero.
    package struct Owner: Hashable, Sendable {
        package let place: UInt32

        package init(_ place: UInt32) { self.place = place }
    }
}
