/// The time of a change, as far as causality and clocks can tell.
///
/// The generation is one above that of the value replaced, so a wrong clock decides only between changes that didn't know of
/// each other.
package struct Stamp: Hashable, Comparable, Sendable {
    /// The number of changes so far.
    package var generation: UInt64
    /// Milliseconds since 1970, by the clock of the device.
    package var clock: Int64
    /// The device that made the change.
    package var device: SyncID

    /// Creates a stamp.
    package init(generation: UInt64, clock: Int64, device: SyncID) {
        self.generation = generation
        self.clock = clock
        self.device = device
    }

    /// The stamp of everything imported: equal on every device.
    package static let imported = Stamp(generation: 0, clock: 0, device: .zero)

    package static func < (left: Stamp, right: Stamp) -> Bool {
        (left.generation, left.clock, left.device) < (right.generation, right.clock, right.device)
    }

    /// The stamp of a change that replaces what has this one.
    package func next(clock: Int64, device: SyncID) -> Stamp {
        // No device counts so far: a forged stamp must not stop the program.
        Stamp(generation: generation == .max ? .max : generation + 1, clock: clock, device: device)
    }
}
