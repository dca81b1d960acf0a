/// How much a sync works on at a time.
package enum SyncPart {
    /// How many samples, usually: a file of a group has about as many.
    package static let usual = 16_384
}
