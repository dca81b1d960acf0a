import HealthStore

/// What rows of the same type, unit and origin have in common, looked up once.
final class RowKind {
    struct Key: Hashable {
        var type: TypeID
        var unit: UnitID
        var revision: RevisionID
        var device: DeviceID
        var metadata: MetadataID
    }

    /// The class of the rows' objects.
    enum Form {
        case cumulative, discrete, category, unknown
    }

    private let key: Key
    let form: Form
    let unit: HKUnit
    let origin: ObjectOrigin
    /// The type that the form speaks of.
    private let type: AnyObject
    /// Its number in the batch of samples that is being written; see ``PackedSamples``.
    var packed = (batch: 0, number: 0)

    init(key: Key, type: HKObjectType?, unit: HKUnit, origin: ObjectOrigin) {
        self.key = key
        self.type = type ?? origin
        self.unit = unit
        self.origin = origin
        form =
            switch type {
            case let type as HKQuantityType: type.aggregationStyle == .cumulative ? .cumulative : .discrete
            case is HKCategoryType: .category
            default: .unknown
            }
    }

    /// The type of quantities, as the form says.
    var quantityType: HKQuantityType { unsafeDowncast(type, to: HKQuantityType.self) }

    /// The type of categories, as the form says.
    var categoryType: HKCategoryType { unsafeDowncast(type, to: HKCategoryType.self) }

    /// The value of a category; `nil` for a number that is none.
    func category(of row: borrowing StoredSample) -> Int? {
        if let value = Int(exactly: row.value) { return value }
        let uuid = row.uuid.uuidString
        HealthLog.debug("unreadable", ["in": categoryType.identifier, "uuid": uuid])
        return nil
    }

    /// How many places there are for kinds that are at hand: rows that follow each other differ in metadata, if in anything.
    static let places = 16

    /// The place of a row's kind.
    static func place(_ row: borrowing StoredSample) -> Int {
        (Int(row.metadata.number) ^ Int(row.revision.number) << 1) & (places - 1)
    }

    /// Whether a row is of the kind.
    ///
    /// The numbers are compared as such: there are millions of rows.
    func isOf(_ row: borrowing StoredSample) -> Bool {
        if key.metadata.number != row.metadata.number { return false }
        if key.revision.number != row.revision.number { return false }
        if key.device.number != row.device.number { return false }
        if key.type.number != row.type.number { return false }
        return key.unit.number == row.unit.number
    }
}
