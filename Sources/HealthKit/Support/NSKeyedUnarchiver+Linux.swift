/// A class of HealthKit whose archives are looked through before they are read.
///
/// Linux only: see `NSKeyedUnarchiver.unarchivedObject(ofClass:from:)`.
public protocol HKArchivedObject: NSObject, NSCoding {}

extension HKObject: HKArchivedObject {}
extension HKObjectType: HKArchivedObject {}
extension HKQueryAnchor: HKArchivedObject {}
extension HKQueryDescriptor: HKArchivedObject {}
extension HKQuantity: HKArchivedObject {}
extension HKUnit: HKArchivedObject {}
extension HKDevice: HKArchivedObject {}
extension HKSource: HKArchivedObject {}
extension HKSourceRevision: HKArchivedObject {}
extension HKDeletedObject: HKArchivedObject {}
extension HKStatistics: HKArchivedObject {}
extension HKActivitySummary: HKArchivedObject {}
extension HKWorkoutConfiguration: HKArchivedObject {}
extension HKWorkoutEvent: HKArchivedObject {}
extension HKWorkoutActivity: HKArchivedObject {}
extension FilterPredicate: HKArchivedObject {}
extension KeySortDescriptor: HKArchivedObject {}

/// The classes that archives of HealthKit's objects hold.
enum ArchivedClasses {
    private static let plain: [AnyClass] = [
        NSArray.self, NSString.self, NSData.self, NSNumber.self, NSDate.self, NSDictionary.self, NSSet.self,
        NSUUID.self,
    ]

    /// All of them; subclasses are meant too.
    static let all: [AnyClass] =
        plain + [
            HKObject.self, HKObjectType.self, HKQueryAnchor.self, HKQueryDescriptor.self, HKQuantity.self, HKUnit.self,
            HKDevice.self, HKSource.self, HKSourceRevision.self, HKDeletedObject.self, HKStatistics.self,
            HKActivitySummary.self, HKWorkoutConfiguration.self, HKWorkoutEvent.self, HKWorkoutActivity.self,
            FilterPredicate.self, KeySortDescriptor.self,
        ]

    /// Whether a class is one of them, or below one.
    static func contains(_ type: AnyClass) -> Bool {
        var next: AnyClass? = type
        while let current = next {
            if all.contains(where: { $0 == current }) { return true }
            next = _getSuperclass(current)
        }
        return false
    }
}

extension NSKeyedUnarchiver {
    /// Reads an object of HealthKit from an archive.
    ///
    /// Linux only: Foundation's own reader stops the program at many a corrupt archive, where Apple's throws. This one,
    /// which the compiler prefers for classes of HealthKit, throws.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - data: The archive.
    /// - Returns: The object.
    /// - Throws: `CocoaError.coderReadCorrupt` for what is no whole archive of one, and Foundation's errors.
    public static func unarchivedObject<Object: HKArchivedObject>(
        ofClass type: Object.Type,
        from data: Data
    ) throws -> Object? {
        guard KeyedArchiveCheck.isWhole(data) else {
            let text = "The data is not a whole archive of a \(type)"
            throw CocoaError(.coderReadCorrupt, userInfo: [NSLocalizedDescriptionKey: text])
        }
        let coder = try NSKeyedUnarchiver(forReadingFrom: data)
        coder.requiresSecureCoding = true
        coder.decodingFailurePolicy = .setErrorAndReturn
        defer { coder.finishDecoding() }
        let object = coder.decoded(type, forKey: NSKeyedArchiveRootObjectKey)
        if let error = coder.error { throw error }
        return object
    }
}
