import Linux

extension Schema {
    /// A content is what one upload brought. A file goes from one to the next in one write, so that it is never there by halves. The sum
    /// of all bytes is a row: nobody counts them.
    static let files = [
        """
        CREATE TABLE file_contents (content_id TEXT NOT NULL PRIMARY KEY, state BIGINT NOT NULL, state_date BIGINT NOT NULL, file_id TEXT,
            file_name TEXT NOT NULL, mime_type TEXT NOT NULL, acl TEXT, parts BIGINT NOT NULL, bytes BIGINT NOT NULL)
        """,
        "CREATE UNIQUE INDEX file_contents_by_file ON file_contents (file_id)",
        "CREATE INDEX file_contents_unheld ON file_contents (state_date) WHERE \(FileContent.isUnheld)",
        """
        CREATE TABLE file_chunks (content_id TEXT NOT NULL, first_byte BIGINT NOT NULL, bytes BLOB NOT NULL,
            PRIMARY KEY (content_id, first_byte))
        """,
        "CREATE TABLE file_totals (name TEXT NOT NULL PRIMARY KEY, bytes BIGINT NOT NULL)",
        "INSERT INTO file_totals (name, bytes) VALUES ('\(FileContent.total)', 0)",
    ]
}
