import Foundation

extension PersonAccess {
    /// The types that have data, by identifier.
    package func types() throws -> [TypeSummary] { try ask(OwnerTypesCall()) }

    /// The sources that have data, by name.
    package func sources() throws -> [SourceSummary] { try ask(OwnerSourcesCall()) }

    /// The devices that have data, by name.
    package func devices() throws -> [DeviceSummary] { try ask(OwnerDevicesCall()) }
}
