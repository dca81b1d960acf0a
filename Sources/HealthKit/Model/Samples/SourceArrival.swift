/// The time at which the machines of a group first saw a source (R5.17): the same on each of them.
package struct SourceArrival: Codable, Hashable, Sendable {
    /// Seconds since the reference date.
    package var time: Double
    /// The source's bundle identifier in the group, which decides between equal times.
    package var name: String

    /// Creates an arrival.
    package init(time: Double, name: String) {
        self.time = time
        self.name = name
    }
}
