/// The time and origin of an imported object.
package struct ImportedHeader: Codable, Hashable, Sendable {
    /// The start in seconds since the reference date, like the other times.
    package var start: Double
    package var end: Double
    package var creation: Double
    package var revision: ImportNumber.Revision
    package var device: ImportNumber.Device
    package var metadata: ImportNumber.MetadataSet

    package init(
        start: Double,
        end: Double,
        creation: Double,
        revision: ImportNumber.Revision,
        device: ImportNumber.Device = .none,
        metadata: ImportNumber.MetadataSet = .none
    ) {
        self.start = start
        self.end = end
        self.creation = creation
        self.revision = revision
        self.device = device
        self.metadata = metadata
    }
}
