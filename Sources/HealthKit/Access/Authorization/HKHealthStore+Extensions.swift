import Foundation

extension HKHealthStore {
    /// Brings the requests of the app's extensions before the person, one after the other.
    func askForExtensions() async throws {
        try await port.sendAndWait(AuthorizeExtensionsCall())
    }
}
