import Foundation

/// Looks through a keyed archive before Foundation reads it.
///
/// Foundation's reader on Linux takes many a corrupt byte for a mistake of the program and stops it: an object without a
/// class, a class that cannot be archived, a container that contains itself. What passes here it can read.
struct KeyedArchiveCheck {
    private let list: PropertyListObjects
    /// The archived objects, by their number in the archive: their numbers in the property list.
    private let objects: [Int]

    /// Checks an archive.
    ///
    /// - Returns: Whether it is whole: every object has a class that can be archived, and none contains itself.
    static func isWhole(_ data: Data) -> Bool {
        guard let check = KeyedArchiveCheck(data), check.isWhole else { return false }
        return true
    }

    private init?(_ data: Data) {
        guard let list = PropertyListObjects([UInt8](data)),
            case .dictionary(let top) = list.objects[list.top],
            Set(top.keys) == ["$archiver", "$version", "$objects", "$top"],
            let version = top["$version"], list.objects[version] == .number,
            let archiver = top["$archiver"], list.objects[archiver] == .text("NSKeyedArchiver"),
            let objects = top["$objects"], case .array(let numbers) = list.objects[objects], !numbers.isEmpty,
            list.objects[numbers[0]] == .text("$null"),
            let roots = top["$top"], case .dictionary(let entries) = list.objects[roots]
        else { return nil }
        self.list = list
        self.objects = numbers
        for entry in entries.values {
            guard case .reference(let object) = list.objects[entry], object < numbers.count else { return nil }
        }
    }

    private var isWhole: Bool {
        for number in objects {
            switch list.objects[number] {
            case .dictionary(let fields): guard isClass(fields) || isObject(fields) else { return false }
            case .array, .reference: return false
            default: continue
            }
        }
        return isFlatEnough
    }

    /// How deep objects may contain each other: those of HealthKit need ten, and each level takes stack to read.
    private static let maximumDepth = 64

    /// Whether a dictionary describes a class that can be archived.
    private func isClass(_ fields: [String: Int]) -> Bool {
        guard Set(fields.keys) == ["$classname", "$classes"], let name = text(fields["$classname"]),
            let classes = fields["$classes"], case .array(let names) = list.objects[classes],
            text(names.first) == name, names.allSatisfy({ text($0) != nil })
        else { return false }
        return NSClassFromString(name).map(ArchivedClasses.contains) ?? false
    }

    /// Whether a dictionary is an object: it has a class, and fields of which each is a plain value or another object.
    private func isObject(_ fields: [String: Int]) -> Bool {
        guard let type = fields["$class"], case .reference(let number) = list.objects[type],
            number < objects.count, case .dictionary(let description) = list.objects[objects[number]],
            isClass(description)
        else { return false }
        return fields.filter { $0.key != "$class" }.allSatisfy { isField($0.key, list.objects[$0.value]) }
    }

    private func isField(_ key: String, _ value: PropertyListObject) -> Bool {
        switch value {
        case .reference(let number): isValue(number)
        case .array(let items):
            items.allSatisfy { item in
                guard case .reference(let number) = list.objects[item] else { return false }
                return isValue(number)
            }
        case .dictionary: false
        default: true
        }
    }

    /// Whether a number refers to an object that may be a field's value: not to the description of a class.
    private func isValue(_ number: Int) -> Bool {
        guard number < objects.count else { return false }
        guard case .dictionary(let fields) = list.objects[objects[number]] else { return true }
        return fields["$classname"] == nil
    }

    private func text(_ number: Int?) -> String? {
        guard let number, case .text(let text) = list.objects[number] else { return nil }
        return text
    }

    /// The objects that an object names in its fields.
    private func parts(of number: Int) -> [Int] {
        guard case .dictionary(let fields) = list.objects[objects[number]] else { return [] }
        return fields.values.flatMap { field -> [Int] in
            switch list.objects[field] {
            case .reference(let part): [part]
            case .array(let items):
                items.compactMap { item in
                    if case .reference(let part) = list.objects[item] { return part }
                    return nil
                }
            default: []
            }
        }
    }

    /// Whether no object contains itself or is nested too deep: the objects that contain none come first, then those that
    /// contain only such, and so on.
    private var isFlatEnough: Bool {
        let parts = objects.indices.map { self.parts(of: $0) }
        var waiting = parts.map(\.count)
        var owners = [[Int]](repeating: [], count: objects.count)
        for (owner, parts) in parts.enumerated() { for part in parts { owners[part].append(owner) } }
        var free = waiting.indices.filter { waiting[$0] == 0 }
        var depths = [Int](repeating: 0, count: objects.count)
        var ended = 0
        while let part = free.popLast() {
            ended += 1
            guard depths[part] <= Self.maximumDepth else { return false }
            for owner in owners[part] {
                waiting[owner] -= 1
                depths[owner] = max(depths[owner], depths[part] + 1)
                if waiting[owner] == 0 { free.append(owner) }
            }
        }
        return ended == objects.count
    }
}
