/// The amount that a sync works on at a time.
package enum SyncPart {
    /// The usual number of samples: a file of a group has about as many.
    package static let usual = 16_384
}
