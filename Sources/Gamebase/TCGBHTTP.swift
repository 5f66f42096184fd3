import Boundary
import CGamebase
import CLinux
import Client
import Messages

@_cdecl("TCGBHTTP_use") @implementation
public func TCGBHTTP_use(_ http: UnsafePointer<TCGBHTTP>?) -> Bool {
    let client = Clients.current
    guard let http else { return client.setHTTP(nil) }
    var copy = TCGBHTTP()
    guard copySized(http, into: &copy), let start = copy.start, let cancel = copy.cancel else {
        client.log(.warn, "TCGBHTTP_use: http: structSize must be sizeof(TCGBHTTP), and start and cancel functions")
        return false
    }
    let host = HostFunctions(start: start, cancel: cancel, context: copy.context)
    if client.setHTTP(HostHTTP(start: { host.begin($0) }, cancel: { host.cancel($0, host.context) })) { return true }
    client.log(.warn, "TCGBHTTP_use: the instance runs; call it before initialize")
    return false
}

/// The host says (H1 in TCGBHTTP.h) that they may be called on another thread than its own.
private struct HostFunctions: @unchecked Sendable {
    let start: @convention(c) (UnsafePointer<TCGBHTTPRequest>?, UnsafeMutableRawPointer?) -> Void
    let cancel: @convention(c) (UInt64, UnsafeMutableRawPointer?) -> Void
    let context: UnsafeMutableRawPointer?

    func begin(_ exchange: HostExchange) {
        let texts = exchange.headers.map { CopiedText($0) }
        let lines: [UnsafePointer<CChar>?] = texts.map { UnsafePointer($0.text) }
        let method = exchange.method
        method.withUTF8Buffer { name in
            exchange.url.withCString { url in
                lines.withUnsafeBufferPointer { lines in
                    // One byte more than there are: a pointer that is not NULL.
                    (exchange.body + [0]).withUnsafeBytes { body in
                        var request = TCGBHTTPRequest()
                        request.structSize = MemoryLayout<TCGBHTTPRequest>.size
                        request.number = exchange.number
                        // A text of the program's own, which ends with a NUL.
                        request.method = UnsafeRawPointer(name.baseAddress)?.assumingMemoryBound(to: CChar.self)
                        request.url = url
                        request.headers = lines.baseAddress
                        request.headerCount = lines.count
                        request.body = body.baseAddress
                        request.bodyLength = exchange.body.count
                        request.timeoutMilliseconds = exchange.timeoutMilliseconds
                        request.isStream = exchange.isStream
                        start(&request, context)
                    }
                }
            }
        }
        withExtendedLifetime(texts) {}
    }
}

/// A text for as long as the object lives.
private final class CopiedText {
    let text: UnsafeMutablePointer<CChar>

    init(_ source: String) {
        let bytes = Array(source.utf8)
        text = .allocate(capacity: bytes.count + 1)
        for (place, byte) in bytes.enumerated() { text[place] = CChar(bitPattern: byte) }
        text[bytes.count] = 0
    }

    deinit { text.deallocate() }
}

@_cdecl("TCGBHTTP_receivedHead") @implementation
public func TCGBHTTP_receivedHead(_ number: UInt64, _ status: Int32, _ headers: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("TCGBHTTP")
    let lines = arguments.text(headers, "headers")
    if !(100...999 ~= status) { arguments.refuse("status", "must be from 100 to 999") }
    if arguments.refusedIntoLog() { return false }
    return deliverHTTP(.head(status: status, headers: lines ?? ""), of: number)
}

@_cdecl("TCGBHTTP_receivedBytes") @implementation
public func TCGBHTTP_receivedBytes(_ number: UInt64, _ data: UnsafeRawPointer?, _ length: Int) -> Bool {
    if length == 0 { return deliverHTTP(.bytes([]), of: number) }
    guard let data, length > 0, length <= HTTPForm.answerBytesMax, awaitsHTTP(number) else { return false }
    return deliverHTTP(.bytes(Array(UnsafeRawBufferPointer(start: data, count: length))), of: number)
}

@_cdecl("TCGBHTTP_ended") @implementation
public func TCGBHTTP_ended(_ number: UInt64) -> Bool { deliverHTTP(.ended, of: number) }

@_cdecl("TCGBHTTP_failed") @implementation
public func TCGBHTTP_failed(_ number: UInt64, _ message: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("TCGBHTTP")
    let text = arguments.text(message, "message")
    if arguments.refusedIntoLog() { return false }
    return deliverHTTP(.failed(text ?? "the engine's HTTP says no more"), of: number)
}
