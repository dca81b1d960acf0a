extension SampleBatch {
    /// Writes samples.
    ///
    /// - Throws: `errorInvalidArgument` for what is no sample, and what the content of a sample throws.
    package static func bytes<Object: HKObject>(of objects: some Sequence<Object>) throws -> [UInt8] {
        var columns = SampleColumns()
        for object in objects { try columns.add(object) }
        return columns.bytes
    }

    /// Reads samples.
    ///
    /// - Parameters:
    ///   - bytes: What ``bytes(of:)`` wrote.
    ///   - isOwners: Whether types are read that HealthKit doesn't know, as the owner's data may have them.
    /// - Returns: The samples, in their order.
    /// - Throws: ``CallCodingError``.
    package static func samples(_ bytes: [UInt8], isOwners: Bool = false) throws -> [HKSample] {
        var reader = SampleColumnReader(isOwners: isOwners)
        try reader.read(bytes)
        return reader.samples
    }
}
