extension SampleStore {
    /// Begins a bulk import that recognises stored rows.
    ///
    /// - Parameter options: how it recognises it.
    /// - Returns: the import, which ends when it is let go.
    /// - Throws: ``StoreError``.
    package func beginImport(_ options: ImportOptions = ImportOptions()) throws -> ImportSession {
        try ImportSession(self, options)
    }
}
