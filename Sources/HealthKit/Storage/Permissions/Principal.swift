/// Who asks the store.
package enum Principal: Sendable, Hashable {
    /// The person whose data it is, at the console or the command line: sees and may delete everything.
    case person
    /// An app, which sees and writes what the person granted it.
    case app(AppIdentity)

    /// The app; `nil` for the person.
    var app: AppIdentity? {
        if case .app(let app) = self { return app }
        return nil
    }

    /// The source of what the caller saves: the person's entries come from the Health app.
    package var revision: HKSourceRevision {
        switch self {
        case .person: HKSourceRevision.health
        case .app(let identity): identity.revision
        }
    }
}

extension HKSourceRevision {
    /// The Health app, as which the console saves what a person typed.
    package static let health = HKSourceRevision(
        source: HKSource(name: "Health", bundleIdentifier: "com.apple.Health"),
        version: nil,
        productType: Machine.current.architecture,
        operatingSystemVersion: Machine.current.operatingSystem
    )
}
