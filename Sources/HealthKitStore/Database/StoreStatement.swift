/// Every statement that the store runs, prepared once for each connection.
enum StoreStatement: Int, CaseIterable {
    case beginRead
    case beginWrite
    case commit
    case rollback
    case state
    case updateState

    case dictionaryByHash
    case dictionaryEntry
    case dictionaryOfKind
    case dictionaryLast
    case insertDictionary

    case groupByKey
    case groupsOfType
    case groupByID
    case groups
    case groupsChanged
    case insertGroup
    case updateGroup

    case provenance
    case provenanceOfType
    case addProvenance

    case batchBefore
    case batchesInRange
    case batchAtOrBefore
    case batchAfter
    case batchPreceding
    case batchesNewer
    case batchesOfGroupNewer
    case batchByKey
    case insertBatch
    case deleteBatch
    case batchData
    case replaceBatchData
    case deleteBatchData
    case batchIdentity
    case replaceBatchIdentity
    case deleteBatchIdentity

    case identityRecent
    case identityRecentAll
    case deleteIdentityRecent
    case identityRuns
    case insertIdentityRun
    case deleteIdentityRun
    case identityBlock
    case insertIdentityBlock
    case deleteIdentityBlocks
    case addIdentityRecent
    case deleteIdentityRecentZero

    case recordByUUID
    case recordsAfter
    case recordsAscending
    case recordsDescending
    case recordsOfTypeAscending
    case recordsOfTypeDescending
    case recordsTiedAscending
    case recordsTiedDescending
    case recordsNextAscending
    case recordsNextDescending
    case recordsOfOriginTiedAscending
    case recordsOfOriginTiedDescending
    case recordsOfOriginNextAscending
    case recordsOfOriginNextDescending
    case recordsOfOrigin
    case recordsOfOriginAfter
    case nextRecordSource
    case recordExtent
    case recordUUIDs
    case insertRecord
    case updateRecord
    case deleteRecord

    case children
    case childrenOfRole
    case parentsOfRole
    case childrenInRole
    case nextRole
    case linkParent
    case insertLinkParent
    case insertLink
    case insertLinks
    case hasLink
    case deleteLink
    case deleteLinkParent
    case deleteLinksOfParent
    case deleteLinksOfChild

    case tombstonesAfter
    case tombstonesOfOriginAfter
    case tombstoneOfOriginBefore
    case lastTombstonesOfOrigin
    case packedTombstones
    case nextTombstoneType
    case nextTombstoneSource
    case insertTombstone
    case deleteTombstone
    case deleteSingleTombstones
    case deleteSingleTombstonesOfOrigin

    case value
    case valuesAscending
    case valuesDescending
    case valueKeys
    case deleteValuesInRange
    case replaceValue
    case deleteValue
    case replaceNamespace
    case namespacesChanged
    case originIndexes
    case format
}

extension StoreStatement {
    /// The number of links that one statement makes: many of them come at once.
    static let linksAtOnce = 32

    private static let groupRow =
        "id, type, source, unit, count, first_start, last_start, last_end, longest, commits"
    private static let batchRow = "id, anchor_first, header"
    /// Records of a type in an order that an index has, so that the first of them cost no look at the others.
    private static func records(_ index: String, _ condition: String, _ order: String) -> String {
        "SELECT \(recordRow) FROM record INDEXED BY \(index) WHERE type = ?1 AND \(condition) ORDER BY \(order)"
    }

    private static let tombstoneRow = "anchor, uuid, type, source, deleted, payload"
    private static let recordRow =
        "anchor, uuid, type, source, revision, device, metadata, start, \"end\", creation, payload"

    /// The statement's text.
    var sql: String {
        switch self {
        case .beginRead: "BEGIN DEFERRED"
        case .beginWrite: "BEGIN IMMEDIATE"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        case .state: "SELECT anchor, batch, run, recent, commits FROM state WHERE id = 1"
        case .updateState: "UPDATE state SET anchor = ?, batch = ?, run = ?, recent = ?, commits = ? WHERE id = 1"

        case .dictionaryByHash: "SELECT entry, bytes FROM dictionary WHERE hash = ?"
        case .dictionaryEntry: "SELECT hash, bytes FROM dictionary WHERE entry = ?"
        case .dictionaryOfKind:
            "SELECT entry, bytes FROM dictionary WHERE entry > ? AND entry <= ? ORDER BY entry"
        case .dictionaryLast:
            "SELECT entry FROM dictionary WHERE entry > ? AND entry <= ? ORDER BY entry DESC LIMIT 1"
        case .insertDictionary: "INSERT INTO dictionary VALUES (?, ?, ?)"

        case .groupByKey: "SELECT \(Self.groupRow) FROM sample_group WHERE type = ? AND source = ? AND unit = ?"
        case .groupsOfType: "SELECT \(Self.groupRow) FROM sample_group WHERE type = ? ORDER BY source, unit"
        case .groupByID: "SELECT \(Self.groupRow) FROM sample_group WHERE id = ?"
        case .groups: "SELECT \(Self.groupRow) FROM sample_group ORDER BY type, source, unit"
        case .groupsChanged: "SELECT type, commits FROM sample_group WHERE commits > ?"
        case .insertGroup:
            "INSERT INTO sample_group VALUES (NULL, ?, ?, ?, 0, NULL, NULL, NULL, 0, 0) RETURNING id"
        case .updateGroup:
            """
            UPDATE sample_group SET count = ?, first_start = ?, last_start = ?, last_end = ?, longest = ?, commits = ?
            WHERE id = ?
            """
        case .provenance:
            "SELECT type, source, revision, device, count FROM provenance WHERE count > 0"
        case .provenanceOfType:
            "SELECT type, source, revision, device, count FROM provenance WHERE type = ? AND count > 0"
        case .addProvenance:
            """
            INSERT INTO provenance VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET count = count + excluded.count
            """

        case .batchBefore:
            "SELECT start_min FROM batch WHERE sample_group = ? AND start_min < ? ORDER BY start_min DESC LIMIT 1"
        case .batchesInRange:
            """
            SELECT \(Self.batchRow) FROM batch WHERE sample_group = ? AND start_min >= ? AND start_min <= ?
            ORDER BY start_min, anchor_first
            """
        case .batchAtOrBefore:
            """
            SELECT \(Self.batchRow) FROM batch WHERE sample_group = ? AND start_min <= ?
            ORDER BY start_min DESC, anchor_first DESC LIMIT 1
            """
        case .batchAfter:
            """
            SELECT \(Self.batchRow) FROM batch WHERE sample_group = ? AND (start_min, anchor_first) > (?, ?)
            ORDER BY start_min, anchor_first LIMIT 1
            """
        case .batchPreceding:
            """
            SELECT \(Self.batchRow) FROM batch WHERE sample_group = ? AND (start_min, anchor_first) < (?, ?)
            ORDER BY start_min DESC, anchor_first DESC LIMIT 1
            """
        case .batchesNewer:
            """
            SELECT sample_group, start_min, anchor_first, anchor_min, anchor_max FROM batch INDEXED BY batch_anchor
            WHERE anchor_max > ? AND anchor_min <= ? ORDER BY anchor_max LIMIT ?
            """
        case .batchesOfGroupNewer:
            """
            SELECT sample_group, start_min, anchor_first, anchor_min, anchor_max FROM batch
            WHERE sample_group = ? AND anchor_max > ?
            """
        case .batchByKey:
            "SELECT \(Self.batchRow) FROM batch WHERE sample_group = ? AND start_min = ? AND anchor_first = ?"
        case .insertBatch: "INSERT INTO batch VALUES (?, ?, ?, ?, ?, ?, ?)"
        case .deleteBatch: "DELETE FROM batch WHERE sample_group = ? AND start_min = ? AND anchor_first = ?"
        case .batchData: "SELECT bytes FROM batch_data WHERE id = ?"
        case .replaceBatchData: "INSERT OR REPLACE INTO batch_data VALUES (?, ?)"
        case .deleteBatchData: "DELETE FROM batch_data WHERE id = ?"
        case .batchIdentity: "SELECT bytes FROM batch_identity WHERE id = ?"
        case .replaceBatchIdentity: "INSERT OR REPLACE INTO batch_identity VALUES (?, ?)"
        case .deleteBatchIdentity: "DELETE FROM batch_identity WHERE id = ?"

        case .identityRecent:
            "SELECT fingerprint, sample_group, bucket, count FROM identity_recent WHERE fingerprint = ?"
        case .identityRecentAll:
            """
            SELECT fingerprint, sample_group, bucket, count FROM identity_recent
            ORDER BY fingerprint, sample_group, bucket
            """
        case .deleteIdentityRecent: "DELETE FROM identity_recent"
        case .identityRuns: "SELECT id, block_count, entry_count FROM identity_run ORDER BY id"
        case .insertIdentityRun: "INSERT INTO identity_run VALUES (?, ?, ?)"
        case .deleteIdentityRun: "DELETE FROM identity_run WHERE id = ?"
        case .identityBlock: "SELECT bytes FROM identity_block WHERE id = ?"
        case .insertIdentityBlock: "INSERT INTO identity_block VALUES (?, ?)"
        case .deleteIdentityBlocks: "DELETE FROM identity_block WHERE id >= ? AND id < ?"
        case .addIdentityRecent:
            """
            INSERT INTO identity_recent VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET count = count + excluded.count
            """
        case .deleteIdentityRecentZero:
            "DELETE FROM identity_recent WHERE fingerprint = ? AND sample_group = ? AND bucket = ? AND count = 0"

        case .recordByUUID: "SELECT \(Self.recordRow) FROM record WHERE uuid = ?"
        case .recordsAfter: "SELECT \(Self.recordRow) FROM record WHERE anchor > ? ORDER BY anchor LIMIT ?"
        case .recordsOfOrigin:
            """
            SELECT \(Self.recordRow) FROM record INDEXED BY record_origin_time
            WHERE type = ? AND source = ? AND start >= ? AND start <= ?
            """
        case .recordsOfOriginAfter:
            """
            SELECT \(Self.recordRow) FROM record INDEXED BY record_origin
            WHERE type = ? AND source = ? AND anchor > ? ORDER BY anchor LIMIT ?
            """
        case .nextRecordSource:
            "SELECT source FROM record INDEXED BY record_origin WHERE type = ? AND source > ? ORDER BY source LIMIT 1"
        case .recordsAscending:
            "SELECT \(Self.recordRow) FROM record WHERE start >= ?1 AND start <= ?2 ORDER BY start, anchor"
        case .recordsDescending:
            "SELECT \(Self.recordRow) FROM record WHERE start >= ?1 AND start <= ?2 ORDER BY start DESC, anchor DESC"
        case .recordsOfTypeAscending:
            """
            SELECT \(Self.recordRow) FROM record WHERE start >= ?1 AND start <= ?2 AND type = ?3 ORDER BY start, anchor
            """
        case .recordsOfTypeDescending:
            """
            SELECT \(Self.recordRow) FROM record WHERE start >= ?1 AND start <= ?2 AND type = ?3 ORDER BY start DESC, anchor DESC
            """
        case .recordsTiedAscending: Self.records("record_time", "start = ?2 AND anchor > ?3", "anchor")
        case .recordsTiedDescending: Self.records("record_time", "start = ?2 AND anchor < ?3", "anchor DESC")
        case .recordsNextAscending: Self.records("record_time", "start > ?2 AND start <= ?3", "start, anchor")
        case .recordsNextDescending:
            Self.records("record_time", "start < ?2 AND start >= ?3", "start DESC, anchor DESC")
        case .recordsOfOriginTiedAscending:
            Self.records("record_origin_time", "source = ?4 AND start = ?2 AND anchor > ?3", "anchor")
        case .recordsOfOriginTiedDescending:
            Self.records("record_origin_time", "source = ?4 AND start = ?2 AND anchor < ?3", "anchor DESC")
        case .recordsOfOriginNextAscending:
            Self.records("record_origin_time", "source = ?4 AND start > ?2 AND start <= ?3", "start, anchor")
        case .recordsOfOriginNextDescending:
            Self.records("record_origin_time", "source = ?4 AND start < ?2 AND start >= ?3", "start DESC, anchor DESC")
        case .recordExtent:
            "SELECT min(start), max(start), max(\"end\") FROM record WHERE type = ? AND source = ?"
        case .recordUUIDs:
            """
            SELECT uuid, source, "end" FROM record WHERE type = ?1 AND start >= ?2 AND start <= ?3
            ORDER BY start, anchor
            """
        case .insertRecord: "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        case .updateRecord: "UPDATE record SET payload = ? WHERE uuid = ?"
        case .deleteRecord: "DELETE FROM record WHERE uuid = ?"

        case .children: "SELECT child, role FROM link WHERE parent = ?1 ORDER BY role, child"
        case .childrenOfRole: "SELECT child, role FROM link WHERE parent = ?1 AND role = ?2 ORDER BY child"
        case .parentsOfRole:
            """
            SELECT uuid FROM link JOIN link_parent ON link_parent.id = link.parent
            WHERE role = ? AND child = ? ORDER BY link.parent
            """
        case .childrenInRole: "SELECT DISTINCT child FROM link WHERE role = ?"
        case .nextRole: "SELECT min(role) FROM link WHERE role > ?"
        case .linkParent: "SELECT id FROM link_parent WHERE uuid = ?"
        case .insertLinkParent: "INSERT INTO link_parent VALUES (NULL, ?) RETURNING id"
        case .hasLink: "SELECT 1 FROM link WHERE parent = ? AND role = ? AND child = ?"
        case .insertLink: "INSERT OR IGNORE INTO link VALUES (?, ?, ?)"
        case .insertLinks:
            "INSERT OR IGNORE INTO link VALUES "
                + (0..<Self.linksAtOnce).map { "(?1, ?2, ?\($0 + 3))" }.joined(separator: ", ")
        case .deleteLink: "DELETE FROM link WHERE parent = ? AND role = ? AND child = ?"
        case .deleteLinkParent: "DELETE FROM link_parent WHERE id = ?"
        case .deleteLinksOfParent: "DELETE FROM link WHERE parent = ?"
        case .deleteLinksOfChild: "DELETE FROM link WHERE role = ? AND child = ?"

        case .tombstonesAfter: "SELECT \(Self.tombstoneRow) FROM tombstone WHERE anchor > ? ORDER BY anchor"
        case .tombstonesOfOriginAfter:
            // Packed deletions that begin before an anchor may continue after it.
            """
            SELECT \(Self.tombstoneRow) FROM tombstone INDEXED BY tombstone_origin
            WHERE type = ?1 AND source = ?2 AND anchor >= ifnull(
                (SELECT anchor FROM tombstone INDEXED BY tombstone_origin
                WHERE type = ?1 AND source = ?2 AND anchor <= ?3 ORDER BY anchor DESC LIMIT 1), ?3)
            ORDER BY anchor
            """
        case .tombstoneOfOriginBefore:
            """
            SELECT \(Self.tombstoneRow) FROM tombstone INDEXED BY tombstone_origin
            WHERE type = ? AND source = ? AND anchor <= ? ORDER BY anchor DESC LIMIT 1
            """
        case .lastTombstonesOfOrigin:
            """
            SELECT anchor, uuid, type, source, length(payload) FROM tombstone INDEXED BY tombstone_origin
            WHERE type = ? AND source = ? ORDER BY anchor DESC LIMIT -1 OFFSET ?
            """
        case .packedTombstones:
            """
            SELECT \(Self.tombstoneRow) FROM tombstone
            WHERE anchor >= ? AND anchor <= ? AND length(uuid) <> 16 ORDER BY anchor
            """
        case .nextTombstoneType:
            "SELECT type FROM tombstone INDEXED BY tombstone_origin WHERE type > ? ORDER BY type LIMIT 1"
        case .nextTombstoneSource:
            """
            SELECT source FROM tombstone INDEXED BY tombstone_origin WHERE type = ? AND source > ?
            ORDER BY source LIMIT 1
            """
        case .insertTombstone: "INSERT INTO tombstone VALUES (?, ?, ?, ?, ?, ?)"
        case .deleteTombstone: "DELETE FROM tombstone WHERE anchor = ?"
        case .deleteSingleTombstones:
            "DELETE FROM tombstone WHERE anchor >= ? AND anchor <= ? AND length(uuid) = 16"
        case .deleteSingleTombstonesOfOrigin:
            """
            DELETE FROM tombstone INDEXED BY tombstone_origin
            WHERE type = ? AND source = ? AND anchor > ? AND anchor <= ?
            """
        case .value: "SELECT bytes FROM value WHERE namespace = ? AND key = ?"
        case .valuesAscending:
            "SELECT key, bytes FROM value WHERE namespace = ?1 AND key >= ?2 AND key < ?3 ORDER BY key LIMIT ?4"
        case .valuesDescending:
            "SELECT key, bytes FROM value WHERE namespace = ?1 AND key >= ?2 AND key < ?3 ORDER BY key DESC LIMIT ?4"
        case .deleteValuesInRange: "DELETE FROM value WHERE namespace = ? AND key >= ? AND key < ?"
        // To see whether a row is past an end, SQLite would read all of its bytes.
        case .valueKeys: "SELECT namespace, key FROM value WHERE namespace >= ? ORDER BY namespace, key"
        case .replaceValue: "INSERT OR REPLACE INTO value VALUES (?, ?, ?)"
        case .deleteValue: "DELETE FROM value WHERE namespace = ? AND key = ?"
        case .replaceNamespace: "INSERT OR REPLACE INTO namespace VALUES (?, ?)"
        case .namespacesChanged: "SELECT name, commits FROM namespace WHERE commits > ?"
        case .originIndexes: OriginIndexes.countingSQL
        case .format: "PRAGMA user_version"
        }
    }
}
