import Foundation
import HealthKit

@testable import HealthKitLocalization

/// Every message of the program: the texts of the folders `Strings` and the names of HealthKit's catalogue.
struct MessageTemplate {
    struct Message: Equatable {
        let context: String?
        let text: String
        let plural: String?
        var files: [String]

        var key: String { Translation.key(text, context) }
    }

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of the catalogues.
    static let folder = root.appendingPathComponent("Resources/Languages")

    private(set) var messages: [Message] = []
    /// Texts that can't be translated, such as plurals with different values.
    private(set) var flaws: [String] = []
    private var places: [String: Int] = [:]

    init() throws {
        let sources = Self.root.appendingPathComponent("Sources")
        let modules = try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
        for module in modules {
            let folder = sources.appendingPathComponent("\(module)/Strings")
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            for file in files.filter({ $0.hasSuffix(".swift") }).sorted() {
                try read(folder.appendingPathComponent(file), "\(module)/Strings/\(file)")
            }
        }
        addNames()
    }

    private mutating func read(_ url: URL, _ file: String) throws {
        for found in MessageScanner.messages(in: try String(contentsOf: url, encoding: .utf8)) {
            // The form for 1 is filled with the values of the other.
            if !found.pluralValues.isEmpty || found.plural != nil,
                Array(found.pluralValues.prefix(found.values.count)) != found.values
            {
                flaws.append("\(file): “\(found.text)” has other values than its plural, or in another order")
            }
            if found.text.contains(/%[1-9].*%[1-9]/), found.values.count > 9 {
                flaws.append("\(file): “\(found.text)” has more than nine values")
            }
            add(found.context, found.text, found.plural, file)
        }
    }

    private mutating func addNames() {
        let file = "Resources/catalogue.json"
        let catalogue = TypeCatalogue.shared
        for entry in catalogue.entries {
            add("type", entry.englishName, nil, file)
            add("type, what it tells", entry.englishSummary, nil, file)
            if let label = entry.unitLabel, entry.unit != nil { add("unit", label, nil, file) }
        }
        for enumeration in catalogue.enumerations.values.sorted(by: { $0.name < $1.name }) {
            for each in enumeration.cases { add(enumeration.name, each.englishLabel, nil, file) }
        }
        for key in catalogue.metadataKeys.values.sorted(by: { $0.key < $1.key }) {
            add("metadata", key.englishLabel, nil, file)
        }
        for group in CatalogueGroup.allCases { add("group of types", group.englishName, nil, file) }
    }

    private mutating func add(_ context: String?, _ text: String, _ plural: String?, _ file: String) {
        guard !text.isEmpty else { return }
        let message = Message(context: context, text: text, plural: plural, files: [file])
        guard let place = places[message.key] else {
            places[message.key] = messages.count
            return messages.append(message)
        }
        if messages[place].plural != plural { flaws.append("\(file): “\(text)” has a plural here and none elsewhere") }
        if !messages[place].files.contains(file) { messages[place].files.append(file) }
    }

    /// The catalogue file of a language, with what it translates already; what it lacks has an empty translation.
    ///
    /// - Parameters:
    ///   - header: What comes before the first message.
    ///   - forms: How many plural forms the language has.
    ///   - translations: The forms of a message, or none.
    /// - Returns: The text of the file.
    func text(header: String, forms: Int, _ translations: (Message) -> [String]) -> String {
        var text = header
        for message in messages {
            text += "\n" + message.files.map { "#: \($0)\n" }.joined()
            if let context = message.context { text += "msgctxt \(Self.quoted(context))\n" }
            text += "msgid \(Self.quoted(message.text))\n"
            let known = translations(message)
            guard let plural = message.plural else {
                text += "msgstr \(Self.quoted(known.first ?? ""))\n"
                continue
            }
            text += "msgid_plural \(Self.quoted(plural))\n"
            for form in 0..<forms {
                text += "msgstr[\(form)] \(Self.quoted(known.indices.contains(form) ? known[form] : ""))\n"
            }
        }
        return text
    }

    static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n").replacing("\t", with: "\\t")
        return "\"\(escaped)\""
    }
}
