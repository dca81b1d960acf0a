import Foundation
import HealthKit

extension MappingFile {
    /// Reads a mapping.
    ///
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - path: What it is called in messages.
    /// - Throws: ``ImportError``, with the file and the line, for a text that isn't a mapping.
    package init(_ text: String, path: String) throws {
        do {
            guard text.utf8.count <= Self.largest else {
                throw MappingFault(line: 0, text: "longer than \(Self.largest >> 10) KiB")
            }
            self = try MappingParser.file(MappingText.lines(of: text), path: path)
        } catch let fault as MappingFault {
            throw ImportError("\(path)\(fault.line > 0 ? " line \(fault.line)" : ""): \(fault.text)")
        }
    }
}

/// Reads the lines of mappings.
private struct MappingParser {
    private var file: MappingFile
    /// The words that may begin one line only, as far as they were read.
    private var seen: Set<String> = []

    private static let single: Set<String> = [
        "name", "source", "file", "preamble", "has", "header", "times", "dates", "decimal", "rows", "app", "device",
        "others",
    ]

    private init(path: String) {
        file = MappingFile(path: path, rules: TableRules(origin: path))
    }

    static func file(_ lines: [MappingText.Line], path: String) throws -> MappingFile {
        var parser = MappingParser(path: path)
        for line in lines {
            do {
                try parser.take(line.words[0], Array(line.words.dropFirst()))
            } catch let problem as ImportError {
                throw MappingFault(line: line.number, text: problem.description)
            }
        }
        return try parser.whole()
    }

    /// The mapping, which must say whose tables it is for.
    private func whole() throws(MappingFault) -> MappingFile {
        func missing(_ text: String) -> MappingFault { MappingFault(line: 0, text: "a line is missing: \(text)") }
        if file.name.isEmpty { throw missing("name MAKER") }
        if file.rules.word.isEmpty { throw missing("source WORD") }
        if file.signature.isEmpty { throw missing("has COLUMN… or header COLUMN…") }
        if !file.rules.hasValues, !file.columns.contains(where: { $0.role != .ignored }) {
            throw missing("column COLUMN ROLE")
        }
        return file
    }

    private mutating func take(_ keyword: String, _ words: [String]) throws {
        if Self.single.contains(keyword), !seen.insert(keyword).inserted {
            throw ImportError("a second line with \(keyword)")
        }
        switch keyword {
        case "name", "source", "file", "preamble", "has", "header": try takeIdentity(keyword, words)
        case "times", "dates", "decimal", "others": try takeForm(keyword, Self.one(words, keyword))
        case "column": try takeColumn(words)
        case "none": try takeSentinels(words)
        case "rows": file.rules.read = try Self.condition(words, "rows COLUMN TEXT…")
        case "skip": file.rules.skipped.append(try Self.condition(words, "skip COLUMN TEXT…"))
        case "app": file.rules.app = try Self.condition(words, "app COLUMN TEXT…")
        case "device": file.rules.device = TableRules.Place(try Self.one(words, keyword))
        case "clamp": try takeClamp(words)
        case "metadata": try takeNote(words)
        case "category": try takeCategory(words)
        case "span": try takeSpan(words)
        case "list": try takeList(words)
        default: throw ImportError("unknown word “\(keyword.printableName)”")
        }
    }

    // MARK: Whose it is

    private mutating func takeIdentity(_ keyword: String, _ words: [String]) throws {
        switch keyword {
        case "has", "header":
            guard !words.isEmpty else { throw ImportError("write \(keyword) COLUMN…") }
            guard file.signature.isEmpty else { throw ImportError("either has or header") }
            file.signature = words.map { TextPattern($0) }
            file.isWhole = keyword == "header"
        case "name":
            file.name = try Self.one(words, keyword)
            file.rules.maker = file.name
        case "source":
            let word = try Self.one(words, keyword)
            guard (1...64).contains(word.utf8.count),
                word.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
            else { throw ImportError("a source has lowercase letters, digits and hyphens, 64 at most") }
            file.rules.word = word
        case "file": file.fileName = TextPattern(try Self.one(words, keyword))
        default: file.preamble = TextPattern(try Self.one(words, keyword))
        }
    }

    private mutating func takeForm(_ keyword: String, _ word: String) throws {
        switch (keyword, word) {
        case ("times", "utc"): file.rules.isInUTC = true
        case ("times", "days"): file.rules.isOfDays = true
        case ("times", _): throw ImportError("write times utc or times days")
        case ("others", "ignored"): file.ignoresOthers = true
        case ("others", _): throw ImportError("write others ignored")
        case ("dates", _):
            guard let order = TableMapping.DateOrder(rawValue: word) else {
                throw ImportError("write dates dmy, dates mdy or dates ymd")
            }
            file.dateOrder = order
        default:
            guard let mark = TableNumbers.Decimal(rawValue: word) else {
                throw ImportError("write decimal point or decimal comma")
            }
            file.decimal = mark
        }
    }

    // MARK: Columns

    private mutating func takeColumn(_ words: [String]) throws {
        let (words, condition) = try Self.conditioned(words, behind: 2)
        guard words.count == 2 else {
            throw ImportError("write column COLUMN ROLE, or column COLUMN ROLE when COLUMN TEXT…")
        }
        let pattern = TextPattern(words[0])
        var text = words[1]
        let takesUnit = text.hasSuffix(":*")
        if takesUnit { text = String(text.dropLast(2)) }
        let role = try TableMapping.Role(text) { try Self.type($0) }
        if takesUnit {
            guard case .measure = role, words[0].count(where: { $0 == "*" }) == 1 else {
                throw ImportError("with the unit * the column's name needs one *, which stands for its unit")
            }
        }
        file.columns.append(MappingFile.ColumnLine(pattern: pattern, role: role, takesUnit: takesUnit))
        if let condition {
            file.rules.restrictions.append(.init(place: TableRules.Place(words[0]), condition: condition))
        }
    }

    private mutating func takeSentinels(_ words: [String]) throws {
        guard let first = words.first else { throw ImportError("write none NUMBER… or none COLUMN NUMBER…") }
        let place = Double(first) == nil ? TableRules.Place(first) : nil
        let numbers = place == nil ? words[...] : words.dropFirst()
        guard !numbers.isEmpty else { throw ImportError("write none NUMBER… or none COLUMN NUMBER…") }
        for number in numbers { file.rules.sentinels.append(.init(place: place, value: try Self.number(number))) }
    }

    private mutating func takeClamp(_ words: [String]) throws {
        guard words.count == 5, ["lower", "upper"].contains(words[4]) else {
            throw ImportError("write clamp COLUMN TEXT NUMBER UNIT lower, or upper")
        }
        guard let unit = TableMapping.unit(words[3]) else {
            throw ImportError("unknown unit “\(words[3].printableName)”")
        }
        file.rules.clamps.append(
            .init(
                place: TableRules.Place(words[0]),
                word: TextPattern(words[1]),
                value: try Self.number(words[2]),
                unit: unit.unitString,
                key: words[4] == "lower"
                    ? HKMetadataKeyQuantityClampedToLowerBound : HKMetadataKeyQuantityClampedToUpperBound
            )
        )
    }

    private mutating func takeNote(_ words: [String]) throws {
        let (words, condition) = try Self.conditioned(words, behind: 3)
        guard words.count == 3 else {
            throw ImportError("write metadata COLUMN KEY VALUE, or metadata COLUMN KEY VALUE when COLUMN TEXT…")
        }
        file.rules.notes.append(
            .init(place: TableRules.Place(words[0]), key: words[1], value: words[2], condition: condition)
        )
    }

    private mutating func takeCategory(_ words: [String]) throws {
        guard words.count >= 3 else { throw ImportError("write category COLUMN TYPE TEXT=VALUE…") }
        let (type, enumeration) = try Self.category(words[1])
        var values: [String: Int] = [:]
        for word in words.dropFirst(2) {
            guard let sign = word.lastIndex(of: "=") else {
                throw ImportError("write category COLUMN TYPE TEXT=VALUE…")
            }
            let text = String(word[..<sign]).lowercased()
            guard values[text] == nil else { throw ImportError("two values for “\(text.printableName)”") }
            values[text] = try Self.value(String(word[word.index(after: sign)...]), enumeration)
        }
        file.rules.categories.append(.init(place: TableRules.Place(words[0]), type: type, values: values))
    }

    private mutating func takeSpan(_ words: [String]) throws {
        guard words.count == 4 else { throw ImportError("write span TYPE VALUE COLUMN COLUMN") }
        let (type, enumeration) = try Self.category(words[0])
        file.rules.spans.append(
            .init(
                type: type,
                value: try Self.value(words[1], enumeration),
                start: TableRules.Place(words[2]),
                end: TableRules.Place(words[3])
            )
        )
    }

    private mutating func takeList(_ words: [String]) throws {
        guard words.count == 3 else { throw ImportError("write list COLUMN TYPE:UNIT COLUMN") }
        let role = try TableMapping.Role(words[1]) { try Self.type($0) }
        guard case .measure(let type, let unit) = role, !unit.isEmpty,
            HKObjectType.type(identifier: type) is HKQuantityType
        else { throw ImportError("a list needs a quantity type and its unit: list COLUMN TYPE:UNIT COLUMN") }
        file.rules.lists.append(
            .init(place: TableRules.Place(words[0]), type: type, unit: unit, durations: TableRules.Place(words[2]))
        )
    }

    // MARK: Parts

    private static func one(_ words: [String], _ keyword: String) throws -> String {
        guard words.count == 1, !words[0].isEmpty else { throw ImportError("\(keyword) takes one word; quote blanks") }
        return words[0]
    }

    private static func condition(_ words: [String], _ form: String) throws -> TableRules.Condition {
        guard words.count > 1 else { throw ImportError("write \(form)") }
        return TableRules.Condition(place: TableRules.Place(words[0]), texts: words.dropFirst().map { TextPattern($0) })
    }

    /// The words before `when`, and the condition behind it; the first words may be `when` too.
    private static func conditioned(
        _ words: [String],
        behind count: Int
    ) throws -> ([String], TableRules.Condition?) {
        guard words.count > count, words[count] == "when" else { return (words, nil) }
        let condition = try condition(Array(words[(count + 1)...]), "when COLUMN TEXT…")
        return (Array(words[..<count]), condition)
    }

    private static func number(_ text: String) throws -> Double {
        guard let number = Double(text), number.isFinite else {
            throw ImportError("“\(text.printableName)” isn't a number")
        }
        return number
    }

    private static func type(_ name: String) throws -> HKObjectType {
        guard let type = TypeCatalogue.resolve(name)?.type else {
            throw ImportError("unknown role or type “\(name.printableName)”")
        }
        return type
    }

    private static func category(_ name: String) throws -> (type: String, values: Enumeration?) {
        guard let entry = TypeCatalogue.resolve(name), entry.type is HKCategoryType else {
            throw ImportError("“\(name.printableName)” isn't a category type")
        }
        return (entry.identifier, entry.values.flatMap { TypeCatalogue.shared.enumeration($0) })
    }

    private static func value(_ text: String, _ enumeration: Enumeration?) throws -> Int {
        guard let value = enumeration?.case(named: text)?.value else {
            let known = enumeration?.cases.map(\.name).joined(separator: ", ") ?? ""
            throw ImportError("unknown value “\(text.printableName)”\(known.isEmpty ? "" : "; there are \(known)")")
        }
        return value
    }
}
