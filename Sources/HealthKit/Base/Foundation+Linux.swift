// Apple's HealthKit re-exports Foundation: code that imports HealthKit alone uses `Date`, `NSPredicate` and the rest.
@_exported public import Foundation
