import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Finds objects by a name that a person typed.
enum Names {
    /// The type that a text names.
    ///
    /// - Parameter text: An identifier, a short name, a name or a synonym.
    /// - Returns: The type.
    /// - Throws: ``CommandFailure`` with suggestions.
    static func type(_ text: String) throws -> HKObjectType {
        if let type = TypeCatalogue.resolve(text)?.type { return type }
        // Apple publishes no identifier for these, so the catalogue has none; the person has them all the same.
        let verifiable = VerifiableRecordType.shared
        let letters = text.lowercased().filter(\.isLetter)
        if text == verifiable.identifier || letters == "verifiablerecord" || letters == "verifiablerecords" {
            return verifiable
        }
        let matches = TypeCatalogue.search(text).prefix(5).map(\.shortName)
        let hint =
            matches.isEmpty || text.isEmpty
            ? "healthtui types --all lists them" : "did you mean \(matches.joined(separator: ", "))?"
        throw CommandFailure.usage(text.isEmpty ? "type" : text, "unknown type; \(hint)")
    }

    /// The type of samples that a text names.
    ///
    /// - Parameter text: An identifier, a short name, a name or a synonym.
    /// - Returns: The type.
    /// - Throws: ``CommandFailure`` for a text that names no type, or one without samples.
    static func sampleType(_ text: String) throws -> HKSampleType {
        let type = try type(text)
        guard let sampleType = type as? HKSampleType else {
            throw CommandFailure.usage(type.identifier, "\(type.entry.name) has no samples")
        }
        return sampleType
    }

    /// The type of samples that a text names, also one that only the store knows.
    ///
    /// - Parameters:
    ///   - text: An identifier, a short name, a name or a synonym.
    ///   - person: The store.
    /// - Returns: The type.
    /// - Throws: ``CommandFailure`` for a text that names no type, or one without samples, and `HKError`.
    static func sampleType(_ text: String, in person: PersonAccess) throws -> HKSampleType {
        do {
            return try sampleType(text)
        } catch {
            guard let stored = try person.storedType(text) else { throw error }
            return stored
        }
    }

    /// The sources that a text names: one by bundle identifier, or all of a name.
    ///
    /// - Parameters:
    ///   - text: A bundle identifier or a name, in any capitals.
    ///   - sources: The sources to choose from.
    /// - Returns: At least one source.
    /// - Throws: ``CommandFailure`` with the names there are.
    static func sources(_ text: String, among sources: [HKSource]) throws -> [HKSource] {
        if let match = sources.first(where: { $0.bundleIdentifier == text }) { return [match] }
        let exact = sources.filter { $0.name == text }
        if !exact.isEmpty { return exact }
        let folded = text.lowercased()
        let similar = sources.filter { $0.name.lowercased() == folded || $0.bundleIdentifier.lowercased() == folded }
        if !similar.isEmpty { return similar }
        throw CommandFailure(text, "source not found\(list(sources.map(\.name).filter { !$0.isEmpty }))")
    }

    /// The device that a text names, with whatever software.
    ///
    /// - Parameters:
    ///   - text: A field of the device, ignoring case, otherwise a part of its description.
    ///   - devices: The devices to choose from.
    /// - Returns: The device, in one of its versions.
    /// - Throws: ``CommandFailure`` with the names there are, or when several devices fit.
    static func device(_ text: String, among devices: [HKDevice]) throws -> HKDevice {
        let folded = text.lowercased()
        let exact = devices.filter { device in
            (device.fields.compactMap { $0 } + [DevicePhrase.kind(device), DevicePhrase.full(device)])
                .contains { $0.lowercased() == folded }
        }
        let parts = devices.filter { !folded.isEmpty && DevicePhrase.full($0).lowercased().contains(folded) }
        let found = exact.isEmpty ? parts : exact
        let different = found.reduce(into: [HKDevice]()) { different, device in
            if !different.contains(where: { $0.isSameHardware(as: device) }) { different.append(device) }
        }
        guard let device = different.first else {
            throw CommandFailure(text, "device not found\(list(devices.map(DevicePhrase.name)))")
        }
        guard different.count == 1 else {
            let names = different.prefix(8).map { DevicePhrase.full($0).printable }.joined(separator: "; ")
            throw CommandFailure(text, "several devices fit: \(names)")
        }
        return device
    }

    /// The app that a text names.
    ///
    /// - Parameters:
    ///   - text: A bundle identifier or a name, in any capitals.
    ///   - apps: The apps to choose from.
    /// - Returns: The app.
    /// - Throws: ``CommandFailure`` with the names there are, or when several apps have the name.
    static func app(_ text: String, among apps: [AppRecord]) throws -> AppRecord {
        if let match = apps.first(where: { $0.account == text }) { return match }
        let folded = text.lowercased()
        let named = apps.filter { $0.name.lowercased() == folded || $0.bundleIdentifier.lowercased() == folded }
        guard let app = named.first else {
            throw CommandFailure(text, "app not found\(list(apps.map(\.name)))")
        }
        guard named.count == 1 else {
            let bundles = named.map(\.account).joined(separator: ", ")
            throw CommandFailure(text, "several apps have this name; use one of \(bundles)")
        }
        return app
    }

    private static func list(_ names: [String]) -> String {
        let all = Set(names).sorted()
        guard !all.isEmpty else { return "" }
        let names = all.prefix(8).map(\.printable).joined(separator: ", ") + (all.count > 8 ? ", …" : "")
        return (all.count == 1 ? "; there is " : "; there are ") + names
    }
}

extension Int {
    /// The number with commas between thousands, and a noun in the right number.
    func of(_ noun: String, _ plural: String? = nil) -> String {
        "\(grouped) \(self == 1 ? noun : plural ?? noun + "s")"
    }

    /// The number with commas between thousands: `1,204`.
    var grouped: String {
        var digits = String(magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (self < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }
}

extension Names {
    /// The one sample whose UUID begins as a person says.
    ///
    /// - Parameters:
    ///   - found: The samples that begin so.
    ///   - kind: What they are called, in the plural.
    ///   - id: The beginning.
    ///   - none: The message if there is none.
    ///   - shown: How one is shown in a choice among several.
    /// - Returns: The sample.
    /// - Throws: ``CommandFailure`` if there is none, and if there are several, with suggestions.
    static func only<Sample: HKSample>(
        _ found: [Sample],
        of kind: String,
        beginning id: String,
        none: String,
        shown: (Sample) -> String
    ) throws -> Sample {
        guard let sample = found.first else { throw CommandFailure(id, none) }
        if found.count == 1 { return sample }
        let others = zip(UUID.distinctBeginnings(of: found.map(\.uuid)), found)
            .map { beginning, sample in "\(beginning) (\(shown(sample)))" }
        throw CommandFailure(id, "matches several \(kind): \(others.joined(separator: ", "))")
    }
}

extension UUID {
    /// The shortest distinct prefix of each, to be typed instead of the whole.
    ///
    /// - Parameter uuids: Identities, no two the same.
    /// - Returns: Their beginnings, all of one length, in the same order.
    static func distinctBeginnings(of uuids: [UUID]) -> [String] {
        let texts = uuids.map(\.uuidString)
        let lengths = [13, 18, 23]
        let length = lengths.first { length in Set(texts.map { $0.prefix(length) }).count == texts.count } ?? 36
        return texts.map { String($0.prefix(length)) }
    }
}
