import Foundation
import RandomTesting
import Testing

@testable import HealthKit

/// A class of an app, which archives one of HealthKit's objects among its own fields.
final class AppRecord: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    let object: NSObject?
    /// The class that the app expects.
    private let kind: AnyClass

    init(_ object: NSObject, kind: AnyClass) {
        self.object = object
        self.kind = kind
    }

    required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: [NSString.self], forKey: "kind") as? NSString,
            let kind = NSClassFromString(String(describing: name))
        else { return nil }
        self.kind = kind
        object = coder.decodeObject(of: [kind], forKey: "object") as? NSObject
    }

    func encode(with coder: NSCoder) {
        coder.encode(NSStringFromClass(kind) as NSString, forKey: "kind")
        coder.encode(object, forKey: "object")
    }
}

/// Writes given fields, in an archive that says they are of another class.
final class ForgedObject: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    private let fields: [String: Any]
    private let kind: AnyClass

    init(_ fields: [String: Any], as kind: AnyClass) {
        self.fields = fields
        self.kind = kind
    }

    required init?(coder: NSCoder) { nil }

    override var classForKeyedArchiver: AnyClass? { kind }

    func encode(with coder: NSCoder) {
        for (key, value) in fields {
            switch value {
            case let value as Bool: coder.encode(value, forKey: key)
            case let value as Int: coder.encode(value, forKey: key)
            case let value as Double: coder.encode(value, forKey: key)
            default: coder.encode(value, forKey: key)
            }
        }
    }
}

/// The archive of an app's object that holds fields as if they were an object of a class.
private func archive(_ fields: [String: Any], as kind: AnyClass) -> Data {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(AppRecord(ForgedObject(fields, as: kind), kind: kind), forKey: NSKeyedArchiveRootObjectKey)
    return archiver.encodedData
}

/// The fields of an object with another one in the place of each object, and among those of each list.
private func misplacing(_ other: NSObject, in fields: [String: Any]) -> [[String: Any]] {
    fields.flatMap { key, value -> [[String: Any]] in
        switch value {
        case is Bool, is Int, is Double: []
        case let list as [Any]:
            [fields.merging([key: other]) { $1 }, fields.merging([key: list + [other]]) { $1 }]
        default: [fields.merging([key: other]) { $1 }]
        }
    }
}

/// Reads the archives of all classes with an object of each class in the place of each other object, as apps read their
/// own classes' archives.
///
/// In the soak all of them; else a quarter, which another time are others.
private func misplaceAll() throws {
    let step = Soak.isRunning ? 1 : 4
    let shift = Int(SeededGenerator("misplaced objects").seed % UInt64(step))
    let objects = try ArchivedObjects.all()
    var kinds: [AnyClass] = []
    var others: [NSObject] = [
        "text" as NSString, NSData(data: Data([1])), NSNumber(value: 1), NSDate(), ["a"] as NSArray,
        ["a": "b"] as NSDictionary, NSSet(array: ["a"]), NSUUID(),
    ]
    for object in objects where !kinds.contains(where: { $0 == Swift.type(of: object) }) {
        kinds.append(Swift.type(of: object))
        others.append(object)
    }
    var read = 0
    for (number, object) in objects.enumerated() {
        let recorder = RecordingCoder()
        object.encode(with: recorder)
        let kind = Swift.type(of: object)
        let whole = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: AppRecord.self,
            from: archive(recorder.fields, as: kind)
        )
        // The forgery is none when every field is in its place.
        guard let whole, whole.object.map({ Swift.type(of: $0) == kind }) == true else {
            throw Misread(kind: "\(kind)")
        }
        for (place, other) in others.enumerated() where (number + place + shift) % step == 0 {
            for fields in misplacing(other, in: recorder.fields) {
                let record = try? NSKeyedUnarchiver.unarchivedObject(
                    ofClass: AppRecord.self,
                    from: archive(fields, as: kind)
                )
                if let object = record?.object, !object.isKind(of: kind) { throw Misread(kind: "\(kind)") }
                read += 1
            }
        }
    }
    guard read > 5_000 / step else { throw Misread(kind: "too few: \(read)") }
}

/// An archive was read as something that it isn't.
private struct Misread: Error {
    let kind: String
}

/// In a process of its own: Foundation stops the program at an object of a class that nobody named.
@Suite("Misplaced objects")
struct MisplacedObjectTests {
    @Test("an app's archive with one object of HealthKit in another's place is read as something, nothing or an error")
    func misplaced() async {
        await #expect(processExitsWith: .success) { try misplaceAll() }
    }
}
