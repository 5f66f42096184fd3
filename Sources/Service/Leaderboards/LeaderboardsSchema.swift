extension Schema {
    /// A board is a factor in one period. `leaderboard_blocks` counts its entries: those of level 1 between a block's first place and the
    /// next one's, those of level 2 the same over many blocks of level 1.
    static let leaderboards = [
        """
        CREATE TABLE leaderboard_boards (board TEXT NOT NULL PRIMARY KEY, users BIGINT NOT NULL, last_number BIGINT NOT NULL,
            touched_date BIGINT NOT NULL)
        """,
        "CREATE INDEX leaderboard_boards_by_date ON leaderboard_boards (touched_date)",
        """
        CREATE TABLE leaderboard_entries (board TEXT NOT NULL, user_id TEXT NOT NULL, sort_score BIGINT NOT NULL,
            sort_number BIGINT NOT NULL, pre_rank BIGINT NOT NULL, extra TEXT, entry_date BIGINT NOT NULL, transaction_id BIGINT,
            PRIMARY KEY (board, user_id))
        """,
        "CREATE UNIQUE INDEX leaderboard_entries_by_rank ON leaderboard_entries (board, sort_score, sort_number)",
        "CREATE INDEX leaderboard_entries_by_user ON leaderboard_entries (user_id, board)",
        """
        CREATE TABLE leaderboard_blocks (board TEXT NOT NULL, level BIGINT NOT NULL, sort_score BIGINT NOT NULL,
            sort_number BIGINT NOT NULL, entries BIGINT NOT NULL, PRIMARY KEY (board, level, sort_score, sort_number))
        """,
    ]
}
