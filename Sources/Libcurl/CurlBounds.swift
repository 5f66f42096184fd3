import CCurl

extension Curl {
    /// What everything that is fetched keeps to: https and http alone, no redirect that nobody judged, no file of passwords, no password
    /// in an address, the certificate of the name that was asked for, HTTP/1.1 as it is read here.
    private static var bounds: [(Int, Int)] {
        [
            (GB_CURLOPT_NOSIGNAL, 1),
            (GB_CURLOPT_PROTOCOLS, GB_CURL_HTTP_AND_HTTPS),
            (GB_CURLOPT_REDIR_PROTOCOLS, GB_CURL_HTTP_AND_HTTPS),
            (GB_CURLOPT_FOLLOWLOCATION, 0),
            (GB_CURLOPT_NETRC, 0),
            (GB_CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
            (GB_CURLOPT_SSL_VERIFYPEER, 1),
            (GB_CURLOPT_SSL_VERIFYHOST, GB_CURL_VERIFY_NAME),
            (GB_CURLOPT_HTTP_VERSION, GB_CURL_HTTP_1_1),
            (GB_CURLOPT_HTTP09_ALLOWED, 0),
        ]
    }

    /// Keeps a transfer in these bounds, and in some of its own.
    /// - Returns: false when libcurl does not take one of them.
    @export(interface) public func keepInBounds(_ easy: OpaquePointer, and own: [(Int, Int)]) -> Bool {
        for (option, value) in Self.bounds + own where gb_curl_set_number(table, easy, Int32(option), value) != GB_CURLE_OK { return false }
        // An end would wait for the resolver otherwise. Where the option is not known it does, and shutdown goes without the thread.
        _ = gb_curl_set_number(table, easy, Int32(GB_CURLOPT_QUICK_EXIT), 1)
        return true
    }
}
