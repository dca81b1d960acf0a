/// The caller of the store.
package enum Principal: Sendable, Hashable {
    /// The person who owns the data, using the console or the command line: sees and can delete everything.
    case person
    /// An app, which sees and writes only what the person permitted.
    case app(AppIdentity)

    /// The app; `nil` for the person.
    var app: AppIdentity? {
        if case .app(let app) = self { return app }
        return nil
    }

    /// The source of the caller's saves; the person's entries come from the Health app.
    package var revision: HKSourceRevision {
        switch self {
        case .person: HKSourceRevision.health
        case .app(let identity): identity.revision
        }
    }
}

extension HKSourceRevision {
    /// The Health app, the source of entries that the person makes in the console.
    package static let health = HKSourceRevision(
        source: HKSource(name: "Health", bundleIdentifier: "com.apple.Health"),
        version: nil,
        productType: Machine.current.architecture,
        operatingSystemVersion: Machine.current.operatingSystem
    )
}
