extension Schema {
    /// A registration is a player on a device; what was sent to it waits there until it was told to the game.
    static let push = [
        """
        CREATE TABLE push_tokens (device_key TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES members (user_id), token TEXT NOT NULL UNIQUE,
            push_enabled BIGINT NOT NULL, ad_agreement BIGINT NOT NULL, ad_agreement_night BIGINT NOT NULL, language TEXT NOT NULL,
            country TEXT NOT NULL, timezone TEXT NOT NULL, offset_minutes BIGINT NOT NULL, sandbox BIGINT NOT NULL, options TEXT NOT NULL,
            registered_date BIGINT NOT NULL, PRIMARY KEY (device_key, user_id))
        """,
        "CREATE INDEX push_tokens_by_user ON push_tokens (user_id, registered_date)",
        "CREATE TABLE push_messages (seq BIGINT NOT NULL PRIMARY KEY, content TEXT NOT NULL, expires_date BIGINT NOT NULL)",
        "CREATE INDEX push_messages_by_expiry ON push_messages (expires_date)",
        """
        CREATE TABLE push_waiting (device_key TEXT NOT NULL, user_id TEXT NOT NULL, seq BIGINT NOT NULL,
            PRIMARY KEY (device_key, user_id, seq))
        """,
        "CREATE INDEX push_waiting_by_seq ON push_waiting (seq)",
    ]

    /// Campaigns that are not over have a date at which something is to be done for them. What they count is in rows that keep it from
    /// being counted twice.
    static let pushCampaigns = [
        """
        CREATE TABLE push_campaigns (campaign BIGINT NOT NULL PRIMARY KEY, state TEXT NOT NULL, push TEXT NOT NULL, title TEXT NOT NULL,
            send_date BIGINT NOT NULL, is_local BIGINT NOT NULL, life BIGINT NOT NULL, due_date BIGINT, ended_date BIGINT,
            seq BIGINT NOT NULL, place BIGINT NOT NULL, place_device TEXT NOT NULL, place_user TEXT NOT NULL, accepted BIGINT NOT NULL,
            withheld BIGINT NOT NULL, withdrawn BIGINT NOT NULL, delivered BIGINT NOT NULL, clicked BIGINT NOT NULL)
        """,
        "CREATE INDEX push_campaigns_by_date ON push_campaigns (due_date)",
        "CREATE INDEX push_campaigns_by_end ON push_campaigns (ended_date)",
        """
        CREATE TABLE push_planned (campaign BIGINT NOT NULL, due_date BIGINT NOT NULL, device_key TEXT NOT NULL, user_id TEXT NOT NULL,
            PRIMARY KEY (campaign, due_date, device_key, user_id))
        """,
        """
        CREATE TABLE push_results (user_id TEXT NOT NULL, device_key TEXT NOT NULL, seq BIGINT NOT NULL, what TEXT NOT NULL,
            campaign BIGINT NOT NULL, PRIMARY KEY (user_id, device_key, seq, what))
        """,
        "CREATE INDEX push_results_by_campaign ON push_results (campaign)",
        """
        CREATE TABLE push_actions (campaign BIGINT NOT NULL, action TEXT NOT NULL, clicks BIGINT NOT NULL, PRIMARY KEY (campaign, action))
        """,
        "ALTER TABLE push_messages ADD COLUMN campaign BIGINT",
        "CREATE INDEX push_messages_by_campaign ON push_messages (campaign)",
        // Where it is not the message's, because players have it at times of their own.
        "ALTER TABLE push_waiting ADD COLUMN expires_date BIGINT",
    ]

    /// Tags that game servers give members. What was told of a campaign is read page by page, so its index has the order of the pages.
    static let pushTags = [
        """
        CREATE TABLE push_tags (tag_id TEXT NOT NULL PRIMARY KEY, tag_name TEXT NOT NULL UNIQUE, created_date BIGINT NOT NULL,
            updated_date BIGINT NOT NULL)
        """,
        "CREATE TABLE push_tagged (user_id TEXT NOT NULL, tag_id TEXT NOT NULL, PRIMARY KEY (user_id, tag_id))",
        "CREATE INDEX push_tagged_by_tag ON push_tagged (tag_id, user_id)",
        "DROP INDEX push_results_by_campaign",
        "CREATE INDEX push_results_by_campaign ON push_results (campaign, user_id, device_key, seq)",
    ]

    /// What game servers asked for, in their words. A push that one sends has its own number as `request`; a reservation's dates have the
    /// reservation's.
    static let pushRequests = [
        """
        CREATE TABLE push_requests (request BIGINT NOT NULL PRIMARY KEY, words TEXT NOT NULL, is_reservation BIGINT NOT NULL,
            created_date BIGINT NOT NULL, updated_date BIGINT NOT NULL)
        """,
        "CREATE INDEX push_requests_by_kind ON push_requests (is_reservation, request)",
        "ALTER TABLE push_campaigns ADD COLUMN request BIGINT",
        "CREATE INDEX push_campaigns_by_request ON push_campaigns (request, send_date)",
        "CREATE INDEX push_campaigns_by_sending ON push_campaigns (send_date, campaign)",
    ]
}
