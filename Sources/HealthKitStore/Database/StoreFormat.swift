import CHealthKitStoreFileSystem
import GRDB
import GRDBSQLite

/// The format of the file: its marks, its tables and its earlier versions.
enum StoreFormat {
    /// Marks the file as a health store in SQLite's header ("HKST").
    static let applicationID: Int64 = 0x484B_5354

    /// The version that this program writes.
    ///
    /// It reads this and the earlier ones down to ``earliest``, and refuses all others.
    ///
    /// - 1: the tables, without checksums. No release wrote it, and none reads it any more.
    /// - 2: the tables; the last eight bytes of every page are a checksum. A program that doesn't know of them would write
    ///   pages without, so it must refuse.
    /// - 3: an additional header before SQLite's pages, and other names of log and journal, so that no other SQLite
    ///   program mistakes the file for a database. A store of an earlier format becomes one of this when it is next
    ///   opened for writing. Encrypted it is format 4 on the disk.
    /// - 5: the same tables; room in the header. Encrypted it is format 6 on the disk, with a list of the versions of its
    ///   pages, so that none can be put back.
    static let version = Int64(STORE_FORMAT)

    /// The earliest version that this program reads.
    static let earliest = Int64(STORE_FIRST_SEALED_FORMAT)

    /// Refuses the tables of a version that this program can't read.
    /// - Throws: ``StoreError/Code/newerFormat`` of a later one, ``StoreError/Code/notAStore`` of one before ``earliest``.
    static func requireReadable(_ found: Int64) throws {
        if found > version {
            let message = "The store was written by a newer version (format \(found)); this one reads up to format "
            throw StoreError(.newerFormat, message + "\(version). Nothing was changed. Use the newer one.")
        }
        if found < earliest {
            let message = "The store is of format \(found), which only programs before version 0.1 wrote. "
            throw StoreError(.notAStore, message + "This one reads format \(earliest) and later. Nothing was changed.")
        }
    }

    /// The tables.
    ///
    /// Samples live in `batch` (one small row for each batch of one group, in the order of time), `batch_data` (its
    /// columns) and `batch_identity` (its explicit UUIDs). A group is one type, source and unit.
    static let schema = """
        CREATE TABLE state(
            id INTEGER PRIMARY KEY CHECK (id = 1),
            anchor INTEGER NOT NULL, batch INTEGER NOT NULL, run INTEGER NOT NULL, recent INTEGER NOT NULL,
            commits INTEGER NOT NULL);
        INSERT INTO state VALUES (1, 0, 0, 0, 0, 0);
        CREATE TABLE dictionary(entry INTEGER PRIMARY KEY, hash INTEGER NOT NULL UNIQUE, bytes BLOB NOT NULL);
        CREATE TABLE sample_group(
            id INTEGER PRIMARY KEY,
            type INTEGER NOT NULL, source INTEGER NOT NULL, unit INTEGER NOT NULL,
            count INTEGER NOT NULL, first_start REAL, last_start REAL, last_end REAL, longest REAL NOT NULL,
            commits INTEGER NOT NULL, UNIQUE (type, source, unit));
        CREATE TABLE provenance(
            type INTEGER NOT NULL, source INTEGER NOT NULL, revision INTEGER NOT NULL, device INTEGER NOT NULL,
            count INTEGER NOT NULL, PRIMARY KEY (type, source, revision, device)) WITHOUT ROWID;
        CREATE TABLE batch(
            sample_group INTEGER NOT NULL, start_min REAL NOT NULL, anchor_first INTEGER NOT NULL,
            id INTEGER NOT NULL, anchor_min INTEGER NOT NULL, anchor_max INTEGER NOT NULL, header BLOB NOT NULL,
            PRIMARY KEY (sample_group, start_min, anchor_first)) WITHOUT ROWID;
        CREATE INDEX batch_anchor ON batch(anchor_max, anchor_min);
        CREATE INDEX batch_origin ON batch(sample_group, anchor_max, anchor_min);
        CREATE TABLE batch_data(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
        CREATE TABLE batch_identity(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
        CREATE TABLE identity_recent(
            fingerprint INTEGER NOT NULL, sample_group INTEGER NOT NULL, bucket INTEGER NOT NULL,
            count INTEGER NOT NULL, PRIMARY KEY (fingerprint, sample_group, bucket)) WITHOUT ROWID;
        CREATE TABLE identity_run(
            id INTEGER PRIMARY KEY, block_count INTEGER NOT NULL, entry_count INTEGER NOT NULL);
        CREATE TABLE identity_block(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
        CREATE TABLE record(
            anchor INTEGER PRIMARY KEY, uuid BLOB NOT NULL UNIQUE,
            type INTEGER NOT NULL, source INTEGER NOT NULL, revision INTEGER NOT NULL, device INTEGER NOT NULL,
            metadata INTEGER NOT NULL, start REAL NOT NULL, "end" REAL NOT NULL, creation REAL NOT NULL,
            payload BLOB NOT NULL);
        CREATE INDEX record_time ON record(type, start);
        CREATE INDEX record_origin ON record(type, source);
        CREATE INDEX record_origin_time ON record(type, source, start);
        CREATE TABLE link_parent(id INTEGER PRIMARY KEY, uuid BLOB NOT NULL UNIQUE);
        CREATE TABLE link(
            parent INTEGER NOT NULL, role INTEGER NOT NULL, child BLOB NOT NULL,
            PRIMARY KEY (parent, role, child)) WITHOUT ROWID;
        CREATE INDEX link_child ON link(role, child);
        CREATE TABLE tombstone(
            anchor INTEGER PRIMARY KEY, uuid BLOB NOT NULL, type INTEGER NOT NULL, source INTEGER NOT NULL,
            deleted REAL NOT NULL, payload BLOB NOT NULL);
        CREATE INDEX tombstone_origin ON tombstone(type, source);
        CREATE TABLE value(
            namespace BLOB NOT NULL, key BLOB NOT NULL, bytes BLOB NOT NULL,
            PRIMARY KEY (namespace, key)) WITHOUT ROWID;
        CREATE TABLE namespace(name BLOB PRIMARY KEY, commits INTEGER NOT NULL) WITHOUT ROWID;
        """

    /// The kind of file, as far as its marks and tables show.
    enum Finding {
        case empty
        case store(version: Int64)
        case foreign
    }

    /// Reads the marks of an open database.
    /// - Throws: the database's error, ``StoreError/Code/notAStore`` in effect when the file is no database.
    static func examine(_ database: Database) throws -> Finding {
        let application = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try Int64.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        if application == applicationID, version > 0 { return .store(version: version) }
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        return tables == 0 && application == 0 && version == 0 ? .empty : .foreign
    }

    /// Makes the tables and marks in an empty database, in one transaction.
    /// - Throws: the database's error; the file is then as it was.
    static func create(_ database: Database) throws {
        try database.execute(sql: "PRAGMA page_size = 4096")
        if let handle = database.sqliteConnection {
            let result = store_file_system_reserve(UnsafeMutableRawPointer(handle))
            if result != SQLITE_OK { throw StoreError(sqlite: result, "no room for checksums") }
        }
        try database.inTransaction(.immediate) {
            guard case .empty = try examine(database) else { return .commit }
            try database.execute(sql: schema)
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            try database.execute(sql: "PRAGMA user_version = \(version)")
            return .commit
        }
    }

    /// The settings of each connection.
    /// - Throws: the database's error.
    static func configure(
        _ database: Database,
        checkpointPages: Int,
        keptKilobytes: Int = StoreOptions().keptKilobytes
    ) throws {
        try database.execute(
            sql: """
                PRAGMA synchronous = FULL;
                PRAGMA secure_delete = FAST;
                PRAGMA cache_size = -\(keptKilobytes);
                PRAGMA journal_size_limit = 8388608;
                PRAGMA temp_store = MEMORY;
                PRAGMA wal_autocheckpoint = \(checkpointPages);
                """
        )
    }
}
