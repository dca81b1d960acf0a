import Foundation

/// Names the classes of HealthKit that archives hold.
///
/// The module with the implementation is above all others, so the archive reader can't refer to it directly.
protocol ArchivedClassListing {
    /// The classes, without their subclasses.
    static var classes: [any HKArchivedObject.Type] { get }
}

/// The classes that archives of HealthKit's objects hold.
enum ArchivedClasses {
    private static let plain: [AnyClass] = [
        NSArray.self, NSString.self, NSData.self, NSNumber.self, NSDate.self, NSDictionary.self, NSSet.self,
        NSUUID.self,
    ]

    /// All of them; subclasses are meant too.
    ///
    /// All classes are allowed for every object of an archive, since Foundation stops the program at an object of a
    /// class that isn't allowed.
    static let all: [AnyClass] = plain + listed

    /// The list is found by its name, as an archive's classes are.
    private static var listed: [AnyClass] {
        guard let list = NSClassFromString("HealthKit.ArchivedClassList") as? any ArchivedClassListing.Type else {
            preconditionFailure("HealthKit was linked without its list of archived classes")
        }
        return list.classes
    }

    /// Whether a class is one of them or a subclass of one.
    static func contains(_ type: AnyClass) -> Bool {
        var next: AnyClass? = type
        while let current = next {
            if all.contains(where: { $0 == current }) { return true }
            next = _getSuperclass(current)
        }
        return false
    }
}
