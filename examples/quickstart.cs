// The quickstart in C#: sign in as a guest, buy, let the game server consume, come back.
//
//     mcs quickstart.cs && LD_LIBRARY_PATH=... mono quickstart.exe DIRECTORY console.json
//
// Rules for a binding:
// - A text that the library returns stays the library's: take it as IntPtr and copy it. Declared as string, the runtime would free it.
// - A C bool is one byte: MarshalAs(UnmanagedType.I1). Without it the runtime reads four.
// - A delegate must live until its completion came, since the library knows only its address: a field, or GC.KeepAlive.
// - No exception may leave a callback: keep what went wrong and throw it afterwards.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;

static class Gamebase {
    const string Library = "libgamebase.so.1";
    const UnmanagedType Utf8 = (UnmanagedType)48; // LPUTF8Str, which older compilers do not name

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)] public delegate void ErrorCompletion(IntPtr error, IntPtr context);
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)] public delegate void ValueCompletion(IntPtr value, IntPtr error, IntPtr context);
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)] public delegate void ListCompletion(IntPtr items, UIntPtr count, IntPtr error, IntPtr context);
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)] public delegate void ServerCompletion(int status, IntPtr body, IntPtr error, IntPtr context);

    [DllImport(Library)] public static extern void TCGBRelease(IntPtr handle);
    [DllImport(Library)] public static extern IntPtr TCGBError_description(IntPtr error);
    [DllImport(Library)] public static extern int TCGBRunLoop_runUntil(long timeoutMilliseconds);
    [DllImport(Library)] [return: MarshalAs(UnmanagedType.I1)]
    public static extern bool TCGBHost_setStorageDirectory([MarshalAs(Utf8)] string path);
    [DllImport(Library)]
    public static extern IntPtr TCGBConfiguration_configurationWithAppID_appVersion([MarshalAs(Utf8)] string appID, [MarshalAs(Utf8)] string appVersion);
    [DllImport(Library)]
    public static extern void TCGBGamebase_initializeWithConfiguration_completion(IntPtr configuration, ValueCompletion completion, IntPtr context);
    [DllImport(Library)]
    public static extern void TCGBConsole_loadSettingsFromFile_completion([MarshalAs(Utf8)] string path, ErrorCompletion completion, IntPtr context);
    [DllImport(Library)] public static extern void TCGBGamebase_loginWithType_viewController_completion(
        [MarshalAs(Utf8)] string type, IntPtr viewController, ValueCompletion completion, IntPtr context);
    [DllImport(Library)] public static extern IntPtr TCGBGamebase_userID();
    [DllImport(Library)] public static extern void TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(
        [MarshalAs(Utf8)] string product, [MarshalAs(Utf8)] string payload, IntPtr viewController, ValueCompletion completion, IntPtr context);
    [DllImport(Library)]
    public static extern void TCGBPurchase_requestItemListOfNotConsumedWithCompletion(ListCompletion completion, IntPtr context);
    [DllImport(Library)] public static extern IntPtr TCGBPurchasableReceipt_paymentSeq(IntPtr receipt);
    [DllImport(Library)] public static extern IntPtr TCGBPurchasableReceipt_purchaseToken(IntPtr receipt);
    [DllImport(Library)] public static extern void TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(
        [MarshalAs(Utf8)] string method, [MarshalAs(Utf8)] string path, [MarshalAs(Utf8)] string secretKey,
        [MarshalAs(Utf8)] string transactionId, [MarshalAs(Utf8)] string body, ServerCompletion completion, IntPtr context);
    [DllImport(Library)] [return: MarshalAs(UnmanagedType.I1)] public static extern bool TCGBGamebase_shutdown(long timeoutMilliseconds);

    public static string Text(IntPtr text) {
        if (text == IntPtr.Zero) return null;
        int length = 0;
        while (Marshal.ReadByte(text, length) != 0) length++;
        var bytes = new byte[length];
        Marshal.Copy(text, bytes, 0, length);
        return Encoding.UTF8.GetString(bytes);
    }
}

static class QuickStart {
    static bool answered;
    static string failure;

    // The first step of every completion. Returns whether the call succeeded.
    static bool Succeeded(IntPtr error) {
        answered = true;
        failure = error == IntPtr.Zero ? null : Gamebase.Text(Gamebase.TCGBError_description(error));
        return failure == null;
    }

    // Runs the loop until the completion came; a game drains the loop once a frame instead. The delegate lives until then.
    static void Await(Delegate completion) {
        while (!answered) Gamebase.TCGBRunLoop_runUntil(1000);
        answered = false;
        GC.KeepAlive(completion);
        if (failure != null) throw new Exception(failure);
    }

    static void Start() {
        Gamebase.ValueCompletion completion = (info, error, context) => Succeeded(error);
        IntPtr configuration = Gamebase.TCGBConfiguration_configurationWithAppID_appVersion("QuickStart", "1.0.0");
        Gamebase.TCGBGamebase_initializeWithConfiguration_completion(configuration, completion, IntPtr.Zero);
        Gamebase.TCGBRelease(configuration);
        Await(completion);
    }

    static string Login() {
        Gamebase.ValueCompletion completion = (token, error, context) => Succeeded(error);
        Gamebase.TCGBGamebase_loginWithType_viewController_completion("guest", IntPtr.Zero, completion, IntPtr.Zero);
        Await(completion);
        return Gamebase.Text(Gamebase.TCGBGamebase_userID());
    }

    static string Buy(string product) {
        string payment = null;
        Gamebase.ValueCompletion completion = (receipt, error, context) => {
            if (Succeeded(error)) payment = Gamebase.Text(Gamebase.TCGBPurchasableReceipt_paymentSeq(receipt));
        };
        Gamebase.TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(
            product, "slot 7", IntPtr.Zero, completion, IntPtr.Zero);
        Await(completion);
        return payment;
    }

    // Sequence and token of each payment that was not consumed. The receipts live as long as the callback runs.
    static List<string[]> NotConsumed() {
        var list = new List<string[]>();
        Gamebase.ListCompletion completion = (receipts, count, error, context) => {
            if (!Succeeded(error)) return;
            for (int i = 0; i < (int)count.ToUInt64(); i++) {
                IntPtr receipt = Marshal.ReadIntPtr(receipts, i * IntPtr.Size);
                list.Add(new[] { Gamebase.Text(Gamebase.TCGBPurchasableReceipt_paymentSeq(receipt)),
                                 Gamebase.Text(Gamebase.TCGBPurchasableReceipt_purchaseToken(receipt)) });
            }
        };
        Gamebase.TCGBPurchase_requestItemListOfNotConsumedWithCompletion(completion, IntPtr.Zero);
        Await(completion);
        return list;
    }

    // The game server's side, which would ask over HTTP.
    static string Consume(string[] payment) {
        string answer = null;
        Gamebase.ServerCompletion completion = (status, body, error, context) => {
            if (Succeeded(error)) answer = Gamebase.Text(body);
        };
        string request = "{\"paymentSeq\":\"" + payment[0] + "\",\"accessToken\":\"" + payment[1] + "\"}";
        Gamebase.TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(
            "POST", "/tcgb-inapp/v1.3/apps/QuickStart/consume", "quickstart-secret", null, request, completion, IntPtr.Zero);
        Await(completion);
        return answer;
    }

    static int Main(string[] arguments) {
        if (arguments.Length < 2) {
            Console.Error.WriteLine("usage: quickstart.exe DIRECTORY console.json");
            return 2;
        }
        if (!Gamebase.TCGBHost_setStorageDirectory(arguments[0])) {
            Console.Error.WriteLine("not an absolute path: " + arguments[0]);
            return 1;
        }
        Start();
        Gamebase.ErrorCompletion loaded = (error, context) => Succeeded(error);
        Gamebase.TCGBConsole_loadSettingsFromFile_completion(arguments[1], loaded, IntPtr.Zero);
        Await(loaded);
        string guest = Login();
        Console.WriteLine("logged in as " + guest);
        Console.WriteLine("bought gem_100 as payment " + Buy("gem_100"));
        foreach (string[] payment in NotConsumed()) Console.WriteLine("consumed: " + Consume(payment).Contains("\"isSuccessful\":true"));
        if (NotConsumed().Count > 0) throw new Exception("something was not consumed");
        if (!Gamebase.TCGBGamebase_shutdown(2000)) throw new Exception("it was not shut down in time");
        Start();
        if (Login() != guest) throw new Exception("another guest");
        Gamebase.TCGBGamebase_shutdown(2000);
        Console.WriteLine("done");
        return 0;
    }
}
