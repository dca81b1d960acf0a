import Foundation
import HealthKitStore

extension ObjectReader {
    /// The readable marks, in the order of their days.
    func marks() throws -> [DayMark] {
        try values(DayMark.Content.self, StoreNamespace.dayMarks)
            .compactMap { key, content in
                guard let id = UUID(uuidString: key), id.uuidString == key, content.isReadable else { return nil }
                return DayMark(id: id, content)
            }
            .sorted { ($0.first, $0.last, $0.id.uuidString) < ($1.first, $1.last, $1.id.uuidString) }
    }

    /// The mark of an identity; `nil` if there is none.
    func mark(_ id: UUID) throws -> DayMark? {
        try value(DayMark.Content.self, StoreNamespace.dayMarks, id.uuidString).map { DayMark(id: id, $0) }
    }
}

extension ObjectWriter {
    /// Adds a mark that was checked; the same again changes nothing.
    ///
    /// - Throws: `errorInvalidArgument` for an identity that another mark has, and where there are too many; the store's errors.
    func add(_ mark: DayMark) throws {
        let key = mark.id.uuidString
        if try store.value(StoreNamespace.dayMarks, key) != nil {
            guard try self.mark(mark.id) == mark else {
                throw HKError.invalid("There is another mark of this identity")
            }
            return
        }
        guard try store.valueKeys(StoreNamespace.dayMarks).count < DayMark.most else {
            throw HKError.invalid("A store takes at most \(DayMark.most) marks")
        }
        try setValue(mark.content, StoreNamespace.dayMarks, key)
    }

    /// Removes a mark.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: The store's errors.
    func removeMark(_ id: UUID) throws -> Bool {
        guard try store.value(StoreNamespace.dayMarks, id.uuidString) != nil else { return false }
        try setValue(nil as DayMark.Content?, StoreNamespace.dayMarks, id.uuidString)
        return true
    }
}
