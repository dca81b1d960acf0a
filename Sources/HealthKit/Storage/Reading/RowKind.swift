import Foundation
import HealthKitStore

/// The shared properties of rows with the same type, unit and origin, looked up once.
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
    /// The UUID by which the caller knows the only row of this kind; `nil` if rows have their own.
    private let uuid: UUID?
    /// The type that the form refers to.
    private let type: AnyObject
    /// Its number in the batch of samples that is being written; see ``PackedSamples``.
    var packed = (batch: 0, number: 0)

    init(key: Key, type: HKObjectType?, unit: HKUnit, origin: ObjectOrigin, uuid: UUID? = nil) {
        self.key = key
        self.uuid = uuid
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

    /// The quantity type, valid if the form says so.
    var quantityType: HKQuantityType { unsafeDowncast(type, to: HKQuantityType.self) }

    /// The category type, valid if the form says so.
    var categoryType: HKCategoryType { unsafeDowncast(type, to: HKCategoryType.self) }

    /// The value of a category; `nil` for an invalid number.
    func category(of row: borrowing StoredSample) -> Int? {
        if let value = Int(exactly: row.value) { return value }
        let uuid = row.uuid.uuidString
        HealthLog.debug("unreadable", ["in": categoryType.identifier, "uuid": uuid])
        return nil
    }

    /// The UUID by which the caller knows a row.
    func uuid(of row: borrowing StoredSample) -> UUID {
        if let uuid { return uuid }
        return row.uuid
    }

    /// The number of cache slots for kinds: consecutive rows differ in their metadata, if at all.
    static let places = 16

    /// The cache slot of a row's kind.
    static func place(_ row: borrowing StoredSample) -> Int {
        (Int(row.metadata.number) ^ Int(row.revision.number) << 1) & (places - 1)
    }

    /// Whether a row has this kind.
    ///
    /// The numbers are compared directly, because there are millions of rows.
    func isOf(_ row: borrowing StoredSample) -> Bool {
        if key.metadata.number != row.metadata.number { return false }
        if key.revision.number != row.revision.number { return false }
        if key.device.number != row.device.number { return false }
        if key.type.number != row.type.number { return false }
        return key.unit.number == row.unit.number
    }
}
