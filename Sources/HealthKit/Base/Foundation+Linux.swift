// Apple's HealthKit brings Foundation with it: code that imports HealthKit alone uses `Date`, `NSPredicate` and the rest.
@_exported public import Foundation
