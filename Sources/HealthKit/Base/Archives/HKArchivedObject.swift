import Foundation

/// A class that archives of HealthKit's objects hold.
///
/// Linux only: see `NSKeyedUnarchiver.unarchivedObject(ofClasses:from:)`.
public protocol HKArchiveContent: NSObject {}

extension NSArray: HKArchiveContent {}
extension NSData: HKArchiveContent {}
extension NSDate: HKArchiveContent {}
extension NSDictionary: HKArchiveContent {}
extension NSNumber: HKArchiveContent {}
extension NSSet: HKArchiveContent {}
extension NSString: HKArchiveContent {}
extension NSUUID: HKArchiveContent {}

/// A class of HealthKit whose archives are looked through before they are read.
///
/// Linux only: see `NSKeyedUnarchiver.unarchivedObject(ofClass:from:)`.
public protocol HKArchivedObject: HKArchiveContent, NSCoding {}
