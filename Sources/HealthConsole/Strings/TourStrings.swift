import Foundation
import HealthEntry

/// What an empty store offers.
enum TourStrings {
    static let importExport = "Import an Apple Health export"
    static let sampleData = "Look around with sample data"
    static let addByHand = "Begin empty, and add by hand"
    static let importExportDetail = "made on an iPhone: Health, your picture, Export All Health Data"
    static let sampleDataDetail = "a year of an invented person; delete it again under Sources"
    static let addByHandDetail = "weight, blood pressure, anything; press 3 at any time"
    static func sampleDataIsIn(_ samples: Int) -> String {
        "\(SharedStrings.samples(samples)) of an invented person are in"
    }
    /// What the log says was imported.
    static let folder = "sample data"
    static let welcome = "Welcome."
    static let storeIsEmpty = "This store is empty."
    static let howToBegin = "How do you want to begin?"
    static let makingUp = "making up a year of data…"
}
