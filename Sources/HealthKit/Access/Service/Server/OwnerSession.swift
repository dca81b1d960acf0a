import Foundation
import HealthKitStore
import Synchronization

/// Work of the owner that spans several calls.
protocol BegunWork: AnyObject, Sendable {
    /// Ends it and closes its resources.
    func end()
}

/// The work begun on one connection of the owner; it ends with the connection.
final class OwnerSession: Sendable {
    private struct State {
        var last: UInt64 = 0
        var works: [UInt64: any BegunWork] = [:]
        var isEnded = false
    }

    /// The maximum amount of work in progress at the same time.
    private static let limit = 32

    let gate: Gate
    /// The rules by which imports recognize values that are spelled differently, or `nil` for a service that accepts no imports.
    let forms: ImportForms?
    /// The object that keeps the store in sync with its group, or `nil` for a service that doesn't.
    let sync: (any SyncServing)?
    /// The proof of the person's identity, or `nil` if none is required.
    let proof: OwnerProof?
    /// The caller and its proofs.
    let caller: OwnerCaller
    private let state = Mutex(State())

    init(
        _ gate: Gate,
        _ forms: ImportForms?,
        _ sync: (any SyncServing)?,
        _ proof: OwnerProof?,
        _ peer: ServicePeer
    ) {
        self.gate = gate
        self.forms = forms
        self.sync = sync
        self.proof = proof
        caller = OwnerCaller(peer, expectsTerminal: proof != nil)
    }

    /// Takes the terminal that the program was started in, when a command begins.
    ///
    /// - Parameter descriptor: The descriptor that came with its first bytes; `nil` for none.
    func take(terminal descriptor: Int32?) {
        caller.take(descriptor.flatMap { OwnerTerminal($0) })
        proof?.noteUse(by: caller)
    }

    /// Whether the person has given the secret, or none is required.
    func isProven() throws -> Bool { try proof?.allowsImports(of: caller) ?? true }

    /// Notes that the person has given the secret, and carries out the waiting changes.
    ///
    /// - Parameters:
    ///   - isForOne: Whether it also applies to one call that needs it each time.
    ///   - isForImports: Whether imports of this connection no longer need it, however long it lasts.
    func noteProven(isForOne: Bool, isForImports: Bool = false) {
        proof?.noteProven(caller, isForOne: isForOne, isForImports: isForImports)
        finishImports()
    }

    /// Carries out held-back import changes; errors are logged, and the changes are tried again the next time.
    func finishImports() {
        guard let forms else { return }
        let finish = { [gate] in _ = HealthLog.attempt("import") { try gate.finishWaitingImports(forms) } }
        if let proof { proof.importing.withLock(finish) } else { finish() }
    }

    /// Begins work.
    ///
    /// - Returns: Its number.
    func begin(_ work: any BegunWork) throws -> UInt64 {
        let number: UInt64? = state.withLock { state in
            guard !state.isEnded, state.works.count < Self.limit else { return nil }
            state.last += 1
            state.works[state.last] = work
            return state.last
        }
        guard let number else {
            work.end()
            throw HKError.error(.errorDatabaseInaccessible, "More than \(Self.limit) exports, imports and syncs go on")
        }
        return number
    }

    /// Work in progress.
    ///
    /// - Throws: `errorInvalidArgument` for an unknown number, and for one of another kind.
    func work<Work: BegunWork>(_ number: UInt64, _ kind: Work.Type) throws -> Work {
        guard let work = state.withLock({ $0.works[number] }) as? Work else {
            throw HKError.invalid("Invalid call: nothing was begun under the number \(number)")
        }
        return work
    }

    func end(_ number: UInt64) { state.withLock { $0.works.removeValue(forKey: number) }?.end() }

    /// Ends all work.
    func end() {
        let works = state.withLock { state in
            defer { (state.works, state.isEnded) = ([:], true) }
            return Array(state.works.values)
        }
        for work in works { work.end() }
    }

    /// A new file's path for a copy of the store.
    func newPath() throws -> String { ServedFiles.newPath(beside: try gate.personsPath) }
}

/// An import that a program sends chunk by chunk.
final class ServedImport: BegunWork {
    private let turn = NSLock()
    // Accessed only with the lock.
    nonisolated(unsafe) private let session: ObjectImport
    nonisolated(unsafe) private var numbers = ImportNumbers()
    nonisolated(unsafe) private var isEnded = false

    init(_ session: ObjectImport) { self.session = session }

    func take(_ chunk: ImportChunk?) throws -> ImportOutcome {
        try turn.withLock {
            guard !isEnded else { throw HKError.error(.errorDatabaseInaccessible, "The import has ended") }
            guard let chunk else {
                isEnded = true
                try session.finish()
                return ImportOutcome()
            }
            var numbers = numbers
            try numbers.take(chunk)
            let outcome = try session.write(chunk)
            self.numbers = numbers
            return session.isUnseen ? outcome.unseen(chunk) : outcome
        }
    }

    func end() {
        turn.withLock {
            guard !isEnded else { return }
            isEnded = true
            // Each chunk is stored already; a failure here has the effect of a crash.
            HealthLog.attempt("import") { try session.finish() }
        }
    }
}

/// A copy of the store in memory that a program's dry run imports into.
final class ServedScratch: BegunWork {
    let store: SampleStore

    init(_ store: SampleStore) { self.store = store }

    func end() {
        store.close()
        FreedMemory.giveBack()
    }
}

/// A copy of the store that a program reads.
final class ServedCopy: BegunWork {
    let path: String
    private let isEnded = Mutex(false)

    init(path: String) { self.path = path }

    func piece(at offset: Int) throws -> Data {
        let file: FileHandle
        do {
            file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            try file.seek(toOffset: UInt64(offset))
            return try file.read(upToCount: CopyPieceCall.pieceSize) ?? Data()
        } catch {
            throw HKError.error(.errorDatabaseInaccessible, "The copy of the store can't be read: \(error)")
        }
    }

    func end() {
        if isEnded.withLock({ isEnded in
            defer { isEnded = true }
            return !isEnded
        }) {
            StoreCopy.remove(path)
        }
    }
}

/// A file that a program sends.
final class ServedUpload: BegunWork {
    let path: String
    private let file: Mutex<FileHandle?>

    init(path: String) throws {
        self.path = path
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw HKError.error(.errorDatabaseInaccessible, "\(path): \(String(cString: strerror(errno)))")
        }
        file = Mutex(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }

    func append(_ data: Data) throws {
        try file.withLock { file in
            guard let file else { throw HKError.error(.errorDatabaseInaccessible, "The file was sent whole already") }
            do {
                try file.write(contentsOf: data)
            } catch {
                throw HKError.error(.errorDatabaseInaccessible, "What was sent can't be kept: \(error)")
            }
        }
    }

    /// Ends the upload and returns the file's path.
    func finish() -> String {
        file.withLock { $0 = nil }
        return path
    }

    func end() {
        file.withLock { $0 = nil }
        StoreCopy.remove(path)
    }
}

extension ImportOutcome {
    /// The outcome of a chunk without the person's secret: only the number of objects taken.
    fileprivate func unseen(_ chunk: ImportChunk) -> ImportOutcome {
        var said = ImportOutcome()
        said.tallies = tallies.taken
        said.linkedMembers = chunk.correlations.reduce(0) { $0 + $1.members.count }
        said.isUnseen = true
        return said
    }
}
