/// The texts that mean the same to an import though they are spelled differently.
///
/// A later system spells an old export's units and numbers in another way, and a later version of this library may read
/// a value better. So imported rows are not compared with the stored bytes but with a form of them that never changes:
/// both the old and the new spelling, and the old and the new reading, have the same form.
package struct ImportSpelling: Sendable {
    /// The form of a unit's bytes.
    package var unit: @Sendable ([UInt8]) -> [UInt8]

    /// The form of a metadata set's bytes.
    package var metadata: @Sendable ([UInt8]) -> [UInt8]

    /// The keys by which a record is recognised, in addition to its type, source, start and end, the most exact first;
    /// for a stored record only the first counts.
    ///
    /// Empty when everything the record says counts. It gets the type's bytes and the payload.
    package var record: @Sendable (_ type: [UInt8], _ payload: [UInt8]) -> [[UInt8]]

    /// Creates a spelling.
    package init(
        unit: @escaping @Sendable ([UInt8]) -> [UInt8],
        metadata: @escaping @Sendable ([UInt8]) -> [UInt8],
        record: @escaping @Sendable (_ type: [UInt8], _ payload: [UInt8]) -> [[UInt8]]
    ) {
        self.unit = unit
        self.metadata = metadata
        self.record = record
    }

    /// Every text means itself alone.
    package static let exact = ImportSpelling(unit: { $0 }, metadata: { $0 }, record: { _, _ in [] })
}

/// Options by which an import recognises rows that the store holds.
package struct ImportOptions: Sendable {
    /// The texts that mean the same.
    package var spelling: ImportSpelling

    /// Whether rows that were imported before and deleted since are restored.
    package var restoresDeleted: Bool

    /// Whether a deletion keeps its object out of the import, decided by the kept data of the object.
    package var heedsDeletion: @Sendable (UnsafeRawBufferPointer) -> Bool

    /// A closure around each transaction, called within it; it must run the closure that it is given.
    package var around: (@Sendable (StoreWriter, () throws -> Void) throws -> Void)?

    /// Whether transactions reach the disk at the import's end at the latest, instead of each before it returns.
    ///
    /// After a crash of the machine the first of them are there, each as a whole, and not what followed; see
    /// ``ImportSession/finish()``.
    package var syncsAtEnd: Bool

    /// Called regularly on the thread of the import, which continues when it returns.
    package var throttle: @Sendable () -> Void

    /// Creates options.
    package init(
        spelling: ImportSpelling = .exact,
        restoresDeleted: Bool = true,
        heedsDeletion: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool = { _ in true },
        syncsAtEnd: Bool = false,
        around: (@Sendable (StoreWriter, () throws -> Void) throws -> Void)? = nil,
        throttle: @escaping @Sendable () -> Void = {}
    ) {
        self.spelling = spelling
        self.restoresDeleted = restoresDeleted
        self.heedsDeletion = heedsDeletion
        self.syncsAtEnd = syncsAtEnd
        self.around = around
        self.throttle = throttle
    }
}
