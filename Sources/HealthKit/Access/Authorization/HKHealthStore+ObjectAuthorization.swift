import Foundation

extension HKHealthStore {
    /// Asks the person which objects of a type the app may read and waits for the answer.
    func askForObjects(_ type: HKObjectType, _ filter: SampleFilter) async throws {
        try await port.sendAndWait(AuthorizeObjectsCall(type: type, filter: filter))
    }
}
