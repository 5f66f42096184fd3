// The library must need libc and SQLite only, but the distance of two places takes functions of libm. These are linked into the shared
// library, hidden, like `ceil`; the static archive leaves them to the program's own -lm. They are right to about one unit in the last
// place for angles of a few turns, which is what places on the earth have. The coefficients are those of fdlibm:
// Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunSoft, a Sun Microsystems, Inc. business. Permission to
// use, copy, modify, and distribute this software is freely granted, provided that this notice is preserved.
#define HIDDEN __attribute__((visibility("hidden")))

HIDDEN double sqrt(double number) { return __builtin_sqrt(number); }

// Both for angles up to a quarter of pi.
static double near_sine(double x) {
    double z = x * x;
    double high = 2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10);
    return x + x * z * (-1.66666666666666324348e-01 + z * (8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * high)));
}

static double near_cosine(double x) {
    double z = x * x;
    double high = -2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11);
    double rest = z * z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * (2.48015872894767294178e-05 + z * high)));
    return 1.0 - 0.5 * z + rest;
}

// The sine of `x` and of so many quarter turns more.
static double sine(double x, long long quarters) {
    if (!(x > -1e6 && x < 1e6)) return x - x;
    double wanted = x * 6.36619772367581382433e-01;
    long long nearest = (long long)(wanted + (wanted < 0 ? -0.5 : 0.5));
    // A quarter turn in two parts, so that the difference is exact.
    double rest = x - (double)nearest * 1.57079632673412561417e+00 - (double)nearest * 6.07710050650619224932e-11;
    switch ((nearest + quarters) & 3) {
    case 0: return near_sine(rest);
    case 1: return near_cosine(rest);
    case 2: return -near_sine(rest);
    default: return -near_cosine(rest);
    }
}

HIDDEN double sin(double x) { return sine(x, 0); }
HIDDEN double cos(double x) { return sine(x, 1); }

static double near_arcsine(double z) {
    double above =
        2.01212532134862925881e-01 + z * (-4.00555345006794114027e-02 + z * (7.91534994289814532176e-04 + z * 3.47933107596021167570e-05));
    double below = 2.02094576023350569471e+00 + z * (-6.88283971605453293030e-01 + z * 7.70381505559019352791e-02);
    return z * (1.66666666666666657415e-01 + z * (-3.25565818622400915405e-01 + z * above)) /
           (1.0 + z * (-2.40339491173441421878e+00 + z * below));
}

HIDDEN double asin(double x) {
    double size = x < 0 ? -x : x;
    if (!(size <= 1.0)) return (x - x) / (x - x);
    if (size < 0.5) return x + x * near_arcsine(x * x);
    double half = (1.0 - size) * 0.5, root = __builtin_sqrt(half);
    double angle = 1.57079632679489655800e+00 - 2.0 * (root + root * near_arcsine(half));
    return x < 0 ? -angle : angle;
}
