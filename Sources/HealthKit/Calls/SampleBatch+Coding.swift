extension SampleBatch {
    /// Encodes samples.
    ///
    /// - Throws: `errorInvalidArgument` for an object that isn't a sample, and any error of a sample's content.
    package static func bytes<Object: HKObject>(of objects: some Sequence<Object>) throws -> [UInt8] {
        var columns = SampleColumns()
        for object in objects { try columns.add(object) }
        return columns.bytes
    }

    /// Decodes samples.
    ///
    /// - Parameters:
    ///   - bytes: The result of ``bytes(of:)``.
    ///   - isOwners: Whether to accept types that HealthKit doesn't know, which the owner's data may have.
    /// - Returns: The samples, in their order.
    /// - Throws: ``CallCodingError``.
    package static func samples(_ bytes: [UInt8], isOwners: Bool = false) throws -> [HKSample] {
        var reader = SampleColumnReader(isOwners: isOwners)
        try reader.read(bytes)
        return reader.samples
    }
}
