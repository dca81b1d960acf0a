import Foundation

extension NSKeyedUnarchiver {
    /// Reads an object of HealthKit from an archive.
    ///
    /// Linux only: Foundation's own reader stops the program at many a corrupt archive, where Apple's throws. This one,
    /// which the compiler prefers for classes of HealthKit, throws.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - data: The archive.
    /// - Returns: The object.
    /// - Throws: `CocoaError.coderReadCorrupt` for data that isn't a complete archive of an object, and Foundation's
    ///   errors.
    public static func unarchivedObject<Object: HKArchivedObject>(
        ofClass type: Object.Type,
        from data: Data
    ) throws -> Object? {
        let coder = try checked(data, "a \(type)")
        defer { coder.finishDecoding() }
        let object = coder.decoded(type, forKey: NSKeyedArchiveRootObjectKey)
        if let error = coder.error { throw error }
        return object
    }

    /// Reads an object of one of several classes from an archive of objects of HealthKit, collections of them included.
    ///
    /// Linux only, as for one class: a list of classes of HealthKit and of Foundation's collections comes here; one with any
    /// other class goes to Foundation's own reader, which stops the program at many a corrupt archive.
    ///
    /// - Parameters:
    ///   - classes: The classes.
    ///   - data: The archive.
    /// - Returns: The object.
    /// - Throws: `CocoaError.coderReadCorrupt` for data that isn't a complete archive of an object, and Foundation's
    ///   errors.
    public static func unarchivedObject(ofClasses classes: [any HKArchiveContent.Type], from data: Data) throws -> Any?
    {
        let coder = try checked(data, classes.map { "\($0)" }.joined(separator: " or "))
        defer { coder.finishDecoding() }
        let object = coder.decodeObject(of: ArchivedClasses.all, forKey: NSKeyedArchiveRootObjectKey)
        if let error = coder.error { throw error }
        guard let object = object as? NSObject else { return nil }
        guard classes.contains(where: { object.isKind(of: $0) }) else {
            let text = "The archive contains a \(Swift.type(of: object)), not the requested class"
            throw CocoaError(.coderReadCorrupt, userInfo: [NSLocalizedDescriptionKey: text])
        }
        return object
    }

    /// Reads an array of objects of HealthKit from an archive.
    ///
    /// Linux only: Foundation on Linux has no such reader.
    ///
    /// - Parameters:
    ///   - type: The class of all objects of the array; subclasses are meant too.
    ///   - data: The archive.
    /// - Returns: The objects, in order.
    /// - Throws: `CocoaError.coderReadCorrupt` for data that isn't a complete archive of such an array, and
    ///   Foundation's errors.
    public static func unarchivedArrayOfObjects<Object: HKArchivedObject>(
        ofClass type: Object.Type,
        from data: Data
    ) throws -> [Object]? {
        guard let objects = try unarchivedArrayOfObjects(ofClasses: [type], from: data) else { return nil }
        return objects.compactMap { $0 as? Object }
    }

    /// Reads an array of objects of several classes from an archive of objects of HealthKit.
    ///
    /// Linux only: Foundation on Linux has no such reader.
    ///
    /// - Parameters:
    ///   - classes: The classes; subclasses are meant too.
    ///   - data: The archive.
    /// - Returns: The objects, in order.
    /// - Throws: `CocoaError.coderReadCorrupt` for data that isn't a complete archive of such an array, and
    ///   Foundation's errors.
    public static func unarchivedArrayOfObjects(
        ofClasses classes: [any HKArchiveContent.Type],
        from data: Data
    ) throws -> [Any]? {
        let array = try unarchivedObject(ofClasses: [NSArray.self], from: data) as? NSArray
        guard let objects = array.map({ $0.map { $0 } }) else { return nil }
        for object in objects {
            guard let object = object as? NSObject, classes.contains(where: { object.isKind(of: $0) }) else {
                let text = "The array in the archive holds a \(Swift.type(of: object)), not what was asked for"
                throw CocoaError(.coderReadCorrupt, userInfo: [NSLocalizedDescriptionKey: text])
            }
        }
        return objects
    }

    /// A reader for an archive that was looked through.
    private static func checked(_ data: Data, _ content: String) throws -> NSKeyedUnarchiver {
        guard KeyedArchiveCheck.isWhole(data) else {
            let text = "The data isn't a complete archive of \(content)"
            throw CocoaError(.coderReadCorrupt, userInfo: [NSLocalizedDescriptionKey: text])
        }
        let coder = try NSKeyedUnarchiver(forReadingFrom: data)
        coder.requiresSecureCoding = true
        coder.decodingFailurePolicy = .setErrorAndReturn
        return coder
    }
}
