/// Options for opening a store.
package struct StoreOptions: Sendable {
    /// The most rows that one batch holds.
    ///
    /// Default: 2,048.
    ///
    /// Larger batches scan faster and pack better; smaller ones make a single change cheaper. It isn't part of the
    /// format: a file written with one capacity opens with any other. Tests use tiny ones to exercise splits.
    package var batchCapacity = 2048

    /// The time for which a write waits for another process that is writing, in seconds.
    ///
    /// Default: 10.
    package var busyTimeout = 10.0

    /// Opens an existing store for reading only.
    ///
    /// Default: false.
    package var isReadOnly = false

    /// Opens a store for reading only while no program has it open and its log is empty: without locks, and without making or
    /// removing any file.
    ///
    /// Default: false. With it, opening another store, an encrypted one or one of an earlier format fails at once.
    package var readsOnlyUnused = false

    /// The most reads that run at the same time.
    ///
    /// Default: 5.
    package var maximumReaderCount = 5

    /// The entries that the index of explicit UUIDs holds before they are packed into a sorted run.
    ///
    /// Default: 4,096.
    package var recentIdentityLimit = 4096

    /// The number of pages in the log at which a commit copies them into the file.
    ///
    /// Default: 1,000, which is about four megabytes.
    package var checkpointPages = 1000

    /// The number of batches from which other cores help a scan.
    ///
    /// Default: 24, some 50,000 samples. Below that calling them costs more than they save.
    package var leastBatchesForHelp = 24

    /// The number of cores that a scan may use.
    ///
    /// Default: nil, those that the process may run on.
    package var coreCount: Int?

    /// The amount of the file that each connection keeps in memory, in kilobytes.
    ///
    /// Default: 8,192. A single pass through a file needs less.
    package var keptKilobytes = 8192

    /// Whether pages read from the file are verified by their checksums.
    ///
    /// Default: true. Without it a damaged file can be read as far as it goes, wrong answers included.
    package var verifiesPages = true

    /// The key of a store that is encrypted, or is to be made so.
    ///
    /// Default: nil. An encrypted store is then opened with the key that the process was given otherwise; see ``StoreKeys``.
    package var key: SecretBytes?

    /// The secrets by which the key of a new store can be recovered.
    ///
    /// Default: nil, no others: only the key itself opens the store.
    package var slots: KeySlots?

    /// The cipher of a store that is made with a key, if the processor supports it.
    ///
    /// Default: AES-256-GCM, which is the faster.
    package var cipher = StoreCipher.aes

    /// The layer between SQLite and the disk.
    ///
    /// Default: the one on top of the operating system's files.
    package var fileSystem = StoreFileSystem.standard

    /// Creates the default options.
    package init() {}

    /// The capacity that is used: sane whatever was asked for.
    var effectiveBatchCapacity: Int { min(max(batchCapacity, 2), 16_384) }

    /// The limit that is used: sane whatever was asked for.
    var effectiveRecentIdentityLimit: Int { min(max(recentIdentityLimit, 2), 65_536) }
}
