import Foundation

/// The stored state of a workout session, so that it can continue after its process ended.
package struct WorkoutSessionContent: Codable, Sendable {
    package let identifier: UUID
    package let configuration: WorkoutConfigurationContent
    /// Raw value of the state.
    package private(set) var stateValue: Int
    package var start: Date?
    package var end: Date?
    /// The time of its last change: later changes are never before it, even if the clock is set back.
    package var lastChange: Date?
    /// The builder; `nil` if none was requested.
    package var builder: WorkoutBuilderContent?
    /// The bundle identifier of the program that mirrors the session; `nil` if none does.
    package var mirroredBy: String?

    package init(_ configuration: HKWorkoutConfiguration) {
        identifier = UUID()
        self.configuration = WorkoutConfigurationContent(configuration)
        stateValue = HKWorkoutSessionState.notStarted.rawValue
    }

    package var state: HKWorkoutSessionState {
        get { HKWorkoutSessionState(rawValue: stateValue) ?? .ended }
        set { stateValue = newValue.rawValue }
    }

    /// Whether the store keeps it, including until the mirroring program knows that it ended.
    package var isKept: Bool { isOpen || mirroredBy != nil }

    /// Whether it can continue: it is running, or it ended but its workout wasn't made yet.
    package var isOpen: Bool {
        switch state {
        case .notStarted: builder?.phase == .collecting
        case .prepared, .running, .paused, .stopped: true
        case .ended: builder.map { $0.phase == .collecting || $0.phase == .ended } ?? false
        }
    }
}

/// A piece of the contents of a session's builder, stored separately because there may be many.
package struct WorkoutPart: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// Events, as JSON.
        case events
        /// The UUIDs of samples, 16 bytes each.
        case samples
        /// Locations of the route, as a route keeps them.
        case route
        /// Metadata of the route.
        case routeMetadata
    }

    package var kind: Kind
    /// Its position among those of its kind.
    package var number: Int
    package var bytes: Data

    package init(_ kind: Kind, _ number: Int, _ bytes: Data) {
        self.kind = kind
        self.number = number
        self.bytes = bytes
    }
}

/// UUIDs as bytes, 16 each.
package enum IdentifierBytes {
    package static func data(_ uuids: some Sequence<UUID>) -> Data {
        var data = Data()
        for uuid in uuids { withUnsafeBytes(of: uuid.uuid) { data.append(contentsOf: $0) } }
        return data
    }

    /// Decodes ``data(_:)``; trailing bytes are ignored.
    package static func uuids(_ data: Data) -> [UUID] {
        let bytes = [UInt8](data)
        return stride(from: 0, to: bytes.count - bytes.count % 16, by: 16)
            .map { start in
                bytes[start..<(start + 16)].withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
            }
    }
}
