import Foundation

/// The limit of a query that returns everything.
public let HKObjectQueryNoLimit: Int = 0

/// The anchor of a query that starts at the beginning, from the time before anchors were objects.
public let HKAnchoredObjectQueryNoAnchor: Int32 = 0

/// The molar mass of glucose in blood, in grams per mole.
public let HKUnitMolarMassBloodGlucose: Double = 180.15588000005408

/// The version of a source revision that matches any version.
public let HKSourceRevisionAnyVersion: String = "HKSourceRevisionAnyVersion"

/// The product type of a source revision that matches any product.
public let HKSourceRevisionAnyProductType: String = "HKSourceRevisionAnyProductType"

/// The operating system of a source revision that matches any version; no real system has a negative version.
public let HKSourceRevisionAnyOperatingSystem = OperatingSystemVersion(
    majorVersion: -1,
    minorVersion: -1,
    patchVersion: -1
)

/// The key, in an error's user info, of the details about an invalid clinical document.
public let HKDetailedCDAValidationErrorKey: String = "HKDetailedCDAValidationErrorKey"

extension Notification.Name {
    /// Posted by a health store when the person chose other units.
    public static let HKUserPreferencesDidChange = Notification.Name("HKUserPreferencesDidChangeNotification")
}
