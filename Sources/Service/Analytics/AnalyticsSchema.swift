extension Schema {
    /// What the operator's report would otherwise count out of all events. A day is counted from 1970 in UTC.
    static let analyticsSums = [
        "CREATE TABLE active_users (day BIGINT NOT NULL, user_id TEXT NOT NULL, PRIMARY KEY (day, user_id))",
        "CREATE TABLE level_ups (user_level BIGINT NOT NULL PRIMARY KEY, level_ups BIGINT NOT NULL)",
        // What clients could not keep, each journal's own sum.
        """
        CREATE TABLE event_losses (journal TEXT NOT NULL PRIMARY KEY, dropped BIGINT NOT NULL, damaged BIGINT NOT NULL,
            reported_date BIGINT NOT NULL)
        """,
    ]
}
