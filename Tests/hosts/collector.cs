// A game in C# whose collector stops threads while callbacks come on the library's threads, and while the library asks the game's own HTTP.
//
// usage: collector.exe DIRECTORY. Ends with status 0 when each callback has come and each collection has ended.
using System;
using System.Runtime.InteropServices;
using System.Threading;

static class Collector {
    const string Library = "libgamebase.so.1";
    const UnmanagedType Utf8 = (UnmanagedType)48;
    const int Rounds = 150;

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)] delegate void ErrorCompletion(IntPtr error, IntPtr context);
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)] delegate void ValueCompletion(IntPtr value, IntPtr error, IntPtr context);
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)] delegate void Start(IntPtr request, IntPtr context);
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)] delegate void Cancel(ulong number, IntPtr context);

    [StructLayout(LayoutKind.Sequential)]
    struct HTTP {
        public UIntPtr structSize;
        public Start start;
        public Cancel cancel;
        public IntPtr context;
    }

    [DllImport(Library)] [return: MarshalAs(UnmanagedType.I1)]
    static extern bool TCGBHost_setStorageDirectory([MarshalAs(Utf8)] string path);
    [DllImport(Library)] [return: MarshalAs(UnmanagedType.I1)] static extern bool TCGBRunLoop_setDelivery(int delivery);
    [DllImport(Library)] static extern int TCGBRunLoop_runUntil(long timeoutMilliseconds);
    [DllImport(Library)]
    static extern IntPtr TCGBConfiguration_configurationWithAppID_appVersion(
        [MarshalAs(Utf8)] string appID, [MarshalAs(Utf8)] string version);
    [DllImport(Library)] static extern void TCGBConfiguration_setServiceURL(IntPtr configuration, [MarshalAs(Utf8)] string url);
    [DllImport(Library)]
    static extern void TCGBGamebase_initializeWithConfiguration_completion(
        IntPtr configuration, ValueCompletion completion, IntPtr context);
    [DllImport(Library)]
    static extern void TCGBGamebase_logoutWithViewController_completion(IntPtr viewController, ErrorCompletion completion, IntPtr context);
    [DllImport(Library)] [return: MarshalAs(UnmanagedType.I1)] static extern bool TCGBHTTP_use(ref HTTP http);
    [DllImport(Library)] [return: MarshalAs(UnmanagedType.I1)]
    static extern bool TCGBHTTP_failed(ulong number, [MarshalAs(Utf8)] string message);
    [DllImport(Library)] [return: MarshalAs(UnmanagedType.I1)] static extern bool TCGBGamebase_shutdown(long timeoutMilliseconds);

    static int heard, asked;
    static byte[] rubbish;
    public static int Rest { get { return rubbish.Length; } }

    static void Litter() {
        for (int i = 0; i < 200; i++) rubbish = new byte[1000];
    }
    static void OnEnd(IntPtr error, IntPtr context) {
        Litter();
        Interlocked.Increment(ref heard);
    }
    static void OnStart(IntPtr value, IntPtr error, IntPtr context) { OnEnd(error, context); }
    static void Ask(IntPtr request, IntPtr context) {
        Litter();
        Interlocked.Increment(ref asked);
        TCGBHTTP_failed((ulong)Marshal.ReadInt64(request, UIntPtr.Size), "no network");
    }

    static void CollectUntil(Func<bool> isOver) {
        while (!isOver()) {
            Litter();
            GC.Collect();
        }
        for (int i = 0; i < 20; i++) GC.Collect();
    }

    static int Main(string[] arguments) {
        ErrorCompletion end = OnEnd;
        ValueCompletion start = OnStart;
        TCGBHost_setStorageDirectory(arguments[0]);
        IntPtr configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
        TCGBGamebase_initializeWithConfiguration_completion(configuration, start, IntPtr.Zero);
        TCGBRunLoop_setDelivery(1);
        CollectUntil(() => Volatile.Read(ref heard) == 1);
        for (int round = 1; round <= Rounds; round++) {
            TCGBGamebase_logoutWithViewController_completion(IntPtr.Zero, end, IntPtr.Zero);
            if (round % 10 == 0) CollectUntil(() => Volatile.Read(ref heard) == 1 + round);
        }
        if (!TCGBGamebase_shutdown(5000)) return 2;

        var http = new HTTP { structSize = (UIntPtr)(4 * UIntPtr.Size), start = Ask, cancel = (number, context) => {} };
        if (!TCGBHTTP_use(ref http)) return 3;
        TCGBConfiguration_setServiceURL(configuration, "http://127.0.0.1:9");
        TCGBGamebase_initializeWithConfiguration_completion(configuration, start, IntPtr.Zero);
        CollectUntil(() => Volatile.Read(ref asked) >= 2);
        bool isOver = TCGBGamebase_shutdown(5000);
        GC.KeepAlive(end);
        GC.KeepAlive(start);
        GC.KeepAlive(http.start);
        GC.KeepAlive(http.cancel);
        return isOver ? 0 : 4;
    }
}
