import Foundation
import HealthStore

/// One transaction on the store, written as HealthKit's objects.
package final class ObjectWriter: ObjectReader {
    package let writer: StoreWriter

    init(_ writer: StoreWriter) {
        self.writer = writer
        super.init(writer)
    }

    /// The numbers of a revision and of its source.
    package func intern(_ revision: HKSourceRevision) throws -> (revision: DictionaryID, source: DictionaryID) {
        (
            try writer.intern(.revision, DictionaryCoding.bytes(revision: revision)),
            try writer.intern(.source, DictionaryCoding.bytes(source: revision.source))
        )
    }

    package func intern(type identifier: String) throws -> DictionaryID {
        try writer.intern(.type, DictionaryCoding.bytes(type: identifier))
    }

    package func intern(unit: HKUnit) throws -> DictionaryID {
        try writer.intern(.unit, DictionaryCoding.bytes(unit: unit.unitString))
    }

    package func intern(device: HKDevice?) throws -> DictionaryID {
        try device.map { try writer.intern(.device, DictionaryCoding.bytes(device: $0)) } ?? 0
    }

    package func intern(metadata: Metadata?) throws -> DictionaryID {
        try metadata.map { try writer.intern(.metadata, $0.bytes) } ?? 0
    }
}
