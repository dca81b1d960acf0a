import Foundation
import HealthKitStore

/// Carries out the changes that imports without the person's secret held back, once it is given.
extension Gate {
    /// The maximum number of parts in one transaction.
    private static let mostParts = 500

    /// Carries out held-back import changes, as imports that can be undone.
    ///
    /// Repeating changes that were made before an error, or before the program ended, has no effect.
    ///
    /// - Parameter forms: How imports recognize values that are spelled differently.
    /// - Throws: `errorAuthorizationDenied` for an app, and any error of opening and writing the store.
    func finishWaitingImports(_ forms: ImportForms) throws {
        let database = try personsDatabase()
        let keys = try database.read { try $0.store.valueKeys(StoreNamespace.waitingImports) }
        var ends: [(key: String, name: String)] = []
        for key in keys where key.hasPrefix(WaitingImports.Key.end) {
            guard let name = try database.read({ try $0.value(String.self, StoreNamespace.waitingImports, key) }) else {
                continue
            }
            ends.append((key, WaitingImports.Key.whole + name))
        }
        for end in ends.sorted(by: { $0.name < $1.name }) {
            try finish(whole: keys.filter { $0.hasPrefix(end.name) }.sorted(), forms, database)
            try database.write { writer in
                try writer.writer.removeValues(StoreNamespace.waitingImports, prefix: end.name)
                try writer.writer.setValue(nil, StoreNamespace.waitingImports, end.key, isNoted: false)
            }
        }
        var parts = keys.filter { $0.hasPrefix(WaitingImports.Key.part) }[...]
        while !parts.isEmpty {
            try finish(parts: parts.prefix(Self.mostParts), forms, database)
            parts = parts.dropFirst(Self.mostParts)
        }
    }

    /// Discards import chunks left incomplete when a service ended; called when a service starts.
    func forgetUnfinishedImports() throws {
        let database = try personsDatabase()
        let keys = try database.read { try $0.store.valueKeys(StoreNamespace.waitingImports) }
        guard keys.contains(where: { $0.hasPrefix(WaitingImports.Key.whole) }) else { return }
        try database.write { writer in
            let ends = try writer.values(String.self, StoreNamespace.waitingImports, prefix: WaitingImports.Key.end)
            let whole = ends.map { WaitingImports.Key.whole + $0.value }
            for key in keys where key.hasPrefix(WaitingImports.Key.whole) {
                guard !whole.contains(where: { key.hasPrefix($0) }) else { continue }
                try writer.writer.setValue(nil, StoreNamespace.waitingImports, key, isNoted: false)
            }
        }
    }

    private func finish(parts: ArraySlice<String>, _ forms: ImportForms, _ database: HealthDatabase) throws {
        var values: [String: [UInt8]] = [:]
        var files: [(name: String, chunk: ImportChunk)] = []
        for key in parts {
            guard let bytes = try database.read({ try $0.store.value(StoreNamespace.waitingImports, key) }),
                let waiting = ObjectReader.decoded(WaitingImport.self, bytes, StoreNamespace.waitingImports)
            else { continue }
            values[key] = bytes
            let part = try waiting.objects()
            if let index = files.firstIndex(where: { $0.name == waiting.file }) {
                files[index].chunk.append(part)
            } else {
                files.append((waiting.file, part))
            }
        }
        for file in files {
            let session = try answer(ImportCall(file: file.name, restoresDeleted: false), forms)
            do { _ = try session.write(file.chunk) } catch {
                HealthLog.attempt("import") { try session.finish() }
                throw error
            }
            try session.finish()
        }
        try database.write { writer in
            // Values that arrive meanwhile wait until the next time.
            for (key, bytes) in values
            where try writer.store.value(StoreNamespace.waitingImports, key) == bytes {
                try writer.writer.setValue(nil, StoreNamespace.waitingImports, key, isNoted: false)
            }
        }
    }

    private func finish(whole keys: [String], _ forms: ImportForms, _ database: HealthDatabase) throws {
        var session: ObjectImport?
        defer { HealthLog.attempt("import") { try session?.finish() } }
        for key in keys {
            guard let bytes = try database.read({ try $0.store.value(StoreNamespace.waitingImports, key) }),
                let waiting = ObjectReader.decoded(WaitingImport.self, bytes, StoreNamespace.waitingImports)
            else { return }
            let own = try session ?? answer(ImportCall(file: waiting.file, restoresDeleted: true), forms)
            session = own
            _ = try own.write(waiting.objects())
        }
    }
}
