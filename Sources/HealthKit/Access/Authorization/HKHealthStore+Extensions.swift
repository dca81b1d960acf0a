import Foundation

extension HKHealthStore {
    /// Presents the requests of the app's extensions to the person, one after the other.
    func askForExtensions() async throws {
        try await port.sendAndWait(AuthorizeExtensionsCall())
    }
}
