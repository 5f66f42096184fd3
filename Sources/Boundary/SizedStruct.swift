import CLinux

/// Copies a struct that the host gave and whose first member is its size. Members that the caller's header did not have yet stay as
/// they are in `copy`, which is zero; members that ours does not have yet are left alone.
/// - Returns: false for a size that not even the size itself fits in.
package func copySized<Given>(_ given: UnsafePointer<Given>, into copy: inout Given) -> Bool {
    let size = UnsafeRawPointer(given).loadUnaligned(as: Int.self)
    guard size >= MemoryLayout<Int>.size else { return false }
    let whole = min(size, MemoryLayout<Given>.size)
    memcpy(&copy, given, whole - whole % MemoryLayout<UnsafeRawPointer?>.size)
    return true
}
