import CLinux
import Testing

@testable import Linux

private let up: UInt32 = 0x1, loopback: UInt32 = 0x8, running: UInt32 = 0x40, carrier: UInt32 = 0x10000

private func link(
    _ index: Int32, _ name: String, _ kind: String = "", flags: UInt32 = up | running | carrier, hardware: UInt16 = 1
) -> NetworkLink {
    NetworkLink(index: index, flags: flags, hardware: hardware, name: name, kind: kind)
}

private func decide(_ links: [NetworkLink], _ routes: [Int32]) -> NetworkState {
    NetworkReading.decide(links: links, defaultLinks: routes) { $0.utf8.starts(with: "wl".utf8) }
}

private func state(_ status: NetworkStatus, _ kindText: String) -> NetworkState { NetworkState(status: status, kindText: kindText) }

@Test func `a link without a default route, without a carrier or the loopback does not reach the network`() {
    #expect(decide([], []) == state(.notReachable, "none"))
    #expect(decide([], [1]) == state(.notReachable, "none"))
    #expect(decide([link(2, "eth0")], []) == state(.notReachable, "none"))
    #expect(decide([link(2, "eth0")], [3]) == state(.notReachable, "none"))
    #expect(decide([link(1, "lo", flags: up | running | loopback)], [1]) == state(.notReachable, "none"))
    #expect(decide([link(2, "eth0", flags: up)], [2]) == state(.notReachable, "none"))
    #expect(decide([link(2, "eth0", flags: running)], [2]) == state(.notReachable, "none"))
}

@Test func `Ethernet and Wi-Fi count as wifi and keep their kind`() {
    #expect(decide([link(2, "eth0")], [2]) == state(.wifi, "ethernet"))
    #expect(decide([link(2, "wlp3s0")], [2]) == state(.wifi, "wifi"))
    #expect(decide([link(2, "ib0", hardware: 32)], [2]) == state(.wifi, "other"))
    #expect(decide([link(3, "wlp3s0"), link(2, "eth0")], [3, 2]) == state(.wifi, "ethernet"))
}

@Test func `only cellular links make it wwan`() {
    #expect(decide([link(2, "wwan0")], [2]) == state(.wwan, "cellular"))
    #expect(decide([link(2, "wwp0s20u4")], [2]) == state(.wwan, "cellular"))
    #expect(decide([link(2, "modem", "wwan")], [2]) == state(.wwan, "cellular"))
    #expect(decide([link(2, "wwan0"), link(3, "wlan0")], [2, 3]) == state(.wifi, "wifi"))
    #expect(decide([link(2, "wwan0"), link(3, "wlan0")], [2]) == state(.wwan, "cellular"))
}

@Test func `a tunnel does not hide what it runs over`() {
    #expect(decide([link(2, "wwan0"), link(3, "wg0", "wireguard")], [2, 3]) == state(.wwan, "cellular"))
    #expect(decide([link(2, "eth0"), link(3, "tun0", "tun")], [2, 3]) == state(.wifi, "ethernet"))
    #expect(decide([link(2, "eth0"), link(3, "tun0", "tun")], [3]) == state(.wifi, "tunnel"))
}

// Messages as the kernel writes them, put together byte by byte.

private func bytes<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
private func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4) }
private func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] { padded(bytes(UInt16(4 + value.count)) + bytes(type) + value) }
private func message(_ type: UInt16, _ payload: [UInt8]) -> [UInt8] {
    padded(bytes(UInt32(16 + payload.count)) + bytes(type) + bytes(UInt16(0)) + bytes(UInt32(1)) + bytes(UInt32(0)) + payload)
}

private let linkPayload =
    [0, 0] + bytes(UInt16(1)) + bytes(Int32(7)) + bytes(up | running) + bytes(UInt32(0))
    + attribute(3, Array("wg0\0".utf8)) + attribute(18 | 0x8000, attribute(1, Array("wireguard\0".utf8)))
private func routePayload(family: Int32 = AF_INET, bits: UInt8 = 0, kind: UInt8 = 1, flags: UInt32 = 0, _ attributes: [UInt8]) -> [UInt8] {
    [UInt8(family), bits, 0, 0, 254, 3, 0, kind] + bytes(flags) + attributes
}

private func defaultLinks(_ payload: [UInt8]) -> [Int32] {
    var found: [Int32] = []
    payload.withUnsafeBytes { payload in NetworkRoute.forEachDefaultLink(payload) { found.append($0) } }
    return found
}

private func nextHop(_ index: Int32, flags: UInt8 = 0) -> [UInt8] { bytes(UInt16(8)) + [flags, 0] + bytes(index) }

@Test func `links and default routes are read out of the kernel's messages`() {
    linkPayload.withUnsafeBytes { payload in
        #expect(NetworkLink(payload) == NetworkLink(index: 7, flags: up | running, hardware: 1, name: "wg0", kind: "wireguard"))
    }
    #expect(defaultLinks(routePayload(attribute(4, bytes(Int32(9))))) == [9])
    #expect(defaultLinks(routePayload(family: AF_INET6, attribute(4, bytes(Int32(9))))) == [9])
    #expect(defaultLinks(routePayload(attribute(9, nextHop(3) + nextHop(4, flags: 1) + nextHop(5)))) == [3, 5])
    #expect(defaultLinks(routePayload(bits: 24, attribute(4, bytes(Int32(9))))) == [])
    #expect(defaultLinks(routePayload(kind: 7, attribute(4, bytes(Int32(9))))) == [])
    #expect(defaultLinks(routePayload(flags: 1, attribute(4, bytes(Int32(9))))) == [])
    #expect(defaultLinks(routePayload(family: AF_UNIX, attribute(4, bytes(Int32(9))))) == [])
}

@Test func `a message cut short or with wrong lengths is survived`() {
    let buffer = message(16, linkPayload) + message(24, routePayload(attribute(9, nextHop(3) + nextHop(4)) + attribute(4, bytes(Int32(9)))))
    func walk(_ buffer: [UInt8]) -> Int {
        var count = 0
        buffer.withUnsafeBytes { buffer in
            NetworkMessages.forEach(in: buffer) { message in
                count += 1
                _ = NetworkLink(message.payload)
                NetworkRoute.forEachDefaultLink(message.payload) { _ in }
            }
        }
        return count
    }
    #expect(walk(buffer) == 2)
    for length in 0..<buffer.count { #expect(walk(Array(buffer[..<length])) < 2) }
    for offset in 0..<buffer.count {
        for value: UInt8 in [0, 1, 3, 4, 7, 8, 15, 0x7F, 0x80, 0xFF] {
            var changed = buffer
            changed[offset] = value
            #expect(walk(changed) <= 2)
        }
    }
    for length in 0..<64 { #expect(walk([UInt8](repeating: 0xFF, count: length)) == 0) }
    for length in 0..<64 { #expect(walk([UInt8](repeating: 0, count: length)) == 0) }
}

/// The flags of an open descriptor, which /proc states in octal (proc(5)).
private func descriptorFlags(_ descriptor: Int32) throws -> Int32 {
    let bytes = try #require(try Files.read("/proc/self/fdinfo/\(descriptor)", bytesMax: 4096))
    let line = try #require(String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("flags:") })
    return try #require(Int32(line.dropFirst(6).filter { $0.isNumber }, radix: 8))
}

@Test func `every link of this machine is read, by the name and the number that it has`() throws {
    guard let links = NetworkReading.links(), let folder = opendir("/sys/class/net") else { return }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        // A file that belongs to bonding, and no link, may be among them.
        if !name.hasPrefix("."), name != "bonding_masters" { names.append(name) }
    }
    #expect(links.map(\.name).sorted() == names.sorted())
    for link in links { #expect(link.index == Int32(if_nametoindex(link.name))) }
}

@Test func `this machine's network can be asked for, and nothing changes by asking`() throws {
    // In a sandbox without route netlink there is no monitor; that is an answer too.
    guard let monitor = NetworkMonitor.open() else { return }
    let state = monitor.currentState()
    #expect(state.status != .notDefined)
    #expect(monitor.currentStatus() == state.status)
    #expect(monitor.kindText == state.kindText)
    let flags = try descriptorFlags(monitor.descriptor)
    #expect(flags & O_CLOEXEC != 0)
    #expect(flags & O_NONBLOCK != 0)
    _ = monitor.receive()
    #expect(!monitor.receive())
}
