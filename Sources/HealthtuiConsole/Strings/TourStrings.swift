import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// The offers of an empty store.
enum TourStrings {
    static var importExport: String { localized("Import an Apple Health export") }
    static var sampleData: String { localized("Look around with sample data") }
    static var addByHand: String { localized("Begin empty, and add by hand") }
    static var importExportDetail: String {
        localized("made on an iPhone: Health, your picture, Export All Health Data")
    }
    static var sampleDataDetail: String { localized("a year of an invented person; delete it again under Sources") }
    static var addByHandDetail: String { localized("weight, blood pressure, anything; press 3 at any time") }
    static func sampleDataIsIn(_ samples: Int) -> String {
        localized("\(SharedStrings.samples(samples)) of an invented person are in")
    }
    /// The folder's name, which the log uses for the import.
    static var folder: String { localized("sample data") }
    static var welcome: String { localized("Welcome.") }
    static var storeIsEmpty: String { localized("This store is empty.") }
    static var howToBegin: String { localized("How do you want to begin?") }
    static var makingUp: String { localized("making up a year of data…") }
}
