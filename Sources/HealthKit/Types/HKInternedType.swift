import Foundation

/// A protocol that all types conform to, so that their initializers can return the one instance of a type.
///
/// Only an initializer in an extension of a protocol may return an existing object.
public protocol HKInternedType: NSCoding {}
