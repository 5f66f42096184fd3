import Messages

/// Who prepares a shared database for a group of requests.
public protocol GroupWatcher: AnyObject {
    /// A transaction is about to begin for these.
    func begins(_ requests: ArraySlice<Request>)
    /// What is asked of the database from here on is for that one of them; nil: for all.
    func turns(to request: Int?)
    /// Who asks: requests of one asker are answered in order, and no two of them share a transaction. nil: nobody knows.
    func asker(of request: Request) -> String?
}
