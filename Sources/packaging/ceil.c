// The library must need libc and SQLite only, but Swift's hashed collections compute their capacity with `ceil`,
// which lives in libm. This one is linked into the shared library, hidden. The static archive leaves `ceil` to the
// program's own -lm, since a second definition there would clash.
__attribute__((visibility("hidden"))) double ceil(double number) {
    // From 2^52 on a double has no fraction; this also keeps infinities and NaN as they are.
    if (!(number > -4503599627370496.0 && number < 4503599627370496.0)) return number;
    double whole = (double)(long long)number;
    if (whole < number) return whole + 1.0;
    return whole == 0.0 ? number * 0.0 : whole; // keeps the sign of zero
}
