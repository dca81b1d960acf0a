import Foundation

extension HKHealthStore {
    /// Saves on this thread.
    package func saveNow(_ objects: [HKObject]) throws { try port.send(SaveCall(objects: objects)) }

    /// Whether the class isn't a subclass, so that methods can skip overridable forms.
    var isPlain: Bool { Swift.type(of: self) == HKHealthStore.self }

    /// Saves in one batch with other pending saves, without a thread switch if there are none.
    func saveAndWait(_ objects: [HKObject]) async throws { try await port.sendAndWait(SaveCall(objects: objects)) }

    /// Deletes on this thread (R3.1, R3.2).
    package func deleteNow(_ objects: [HKObject]) throws {
        let types = Set(objects.compactMap { ($0 as? HKSample)?.sharedTypes }.flatMap { $0 })
        HealthLog.debug("delete", ["objects": "\(objects.count)", "types": HealthLog.names(types)])
        try port.send(DeleteCall(objects: objects.map(\.uuid), types: Set(types.map(\.identifier))))
    }

    func deleteNow(_ type: HKObjectType, _ filter: SampleFilter) throws -> Int {
        guard let type = type as? HKSampleType else {
            throw HKError.invalid("\(type.identifier) isn't a sample type, so it has nothing to delete")
        }
        HealthLog.debug("delete matching", ["types": HealthLog.names([type])])
        return try port.send(DeleteMatchingCall(selection: SampleSelection(type, filter)))
    }
}

extension HKSample {
    /// The types that an app needs to share to save the sample; for a correlation, those of its members (R2.15).
    var sharedTypes: Set<HKObjectType> {
        guard let correlation = self as? HKCorrelation else { return [sampleType] }
        let members = Set(correlation.objects.map(\.sampleType))
        return members.isEmpty ? sampleType.sharedTypes : members
    }
}

extension HKSampleType {
    /// The types that an app needs to share to save or delete samples of this type.
    var sharedTypes: Set<HKObjectType> {
        guard let correlation = self as? HKCorrelationType else { return [self] }
        return Set(correlation.memberTypeIdentifiers.compactMap { HKObjectType.type(identifier: $0) })
    }
}

extension Result {
    /// Whether there is a value.
    var isSuccess: Bool {
        if case .success = self { return true }
        return false
    }

    /// The value, or `nil` for an error, which ``failure`` returns.
    var value: Success? {
        if case .success(let value) = self { return value }
        return nil
    }

    /// The error, or `nil`.
    var failure: Failure? {
        if case .failure(let error) = self { return error }
        return nil
    }
}
