"""The quickstart in Python with cffi: sign in as a guest, buy, let the game server consume, come back.

    LD_LIBRARY_PATH=... python3 quickstart_cffi.py DIRECTORY console.json

Every declaration comes from gamebase.cdef, which is installed beside the headers, where pkg-config finds them; GAMEBASE_CDEF names another
place.
"""
import json
import os
import shlex
import subprocess
import sys

from cffi import FFI


def include_directory():
    try:
        asked = ["pkg-config", "--variable=includedir", "gamebase"]
        # pkg-config writes a space as a shell reads it.
        return "".join(shlex.split(subprocess.run(asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout))
    except FileNotFoundError:
        return ""


if len(sys.argv) < 3:
    sys.exit("usage: quickstart_cffi.py DIRECTORY console.json")
ffi = FFI()
place = os.environ.get("GAMEBASE_CDEF") or (include_directory() or "/usr/local/include") + "/Gamebase/gamebase.cdef"
with open(place) as declarations:
    ffi.cdef(declarations.read())
gamebase = ffi.dlopen("libgamebase.so.1")


def text(pointer):
    return None if pointer == ffi.NULL else ffi.string(pointer).decode()


def wait(type, call, *arguments, read=lambda *values: None):
    """Makes a call and runs the loop until its completion came. `read` turns the completion's values into Python's own
    while they live. The callback stays referenced here until then."""
    answers = []

    @ffi.callback(type)
    def complete(*values):
        *values, error, _ = values
        answers.append((text(gamebase.TCGBError_description(error)), None) if error else (None, read(*values)))
    call(*arguments, complete, ffi.NULL)
    while not answers:
        gamebase.TCGBRunLoop_runUntil(1000)
    failure, value = answers[0]
    if failure:
        sys.exit(failure)
    return value


def start():
    configuration = gamebase.TCGBConfiguration_configurationWithAppID_appVersion(b"QuickStart", b"1.0.0")
    wait("TCGBInitializeCompletion", gamebase.TCGBGamebase_initializeWithConfiguration_completion, configuration)
    gamebase.TCGBRelease(configuration)


def login():
    wait("TCGBLoginCompletion", gamebase.TCGBGamebase_loginWithType_viewController_completion, gamebase.kTCGBAuthGuest, ffi.NULL)
    return text(gamebase.TCGBGamebase_userID())


def not_consumed():
    return wait("TCGBPurchasableReceiptsCompletion", gamebase.TCGBPurchase_requestItemListOfNotConsumedWithCompletion,
                read=lambda receipts, count: [json.loads(text(gamebase.TCGBPurchasableReceipt_jsonString(receipts[i]))) for i in range(count)])


if not gamebase.TCGBHost_setStorageDirectory(sys.argv[1].encode()):
    sys.exit("not an absolute path: " + sys.argv[1])
start()
wait("TCGBErrorCompletion", gamebase.TCGBConsole_loadSettingsFromFile_completion, sys.argv[2].encode())
guest = login()
print("logged in as", guest)
payment = wait("TCGBPurchaseCompletion", gamebase.TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion,
               b"gem_100", b"slot 7", ffi.NULL, read=lambda receipt: text(gamebase.TCGBPurchasableReceipt_paymentSeq(receipt)))
print("bought gem_100 as payment", payment)
for receipt in not_consumed():
    body = json.dumps({"paymentSeq": receipt["paymentSeq"], "accessToken": receipt["purchaseToken"]})
    reply = wait("TCGBServerCompletion", gamebase.TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion,
                 b"POST", b"/tcgb-inapp/v1.3/apps/QuickStart/consume", b"quickstart-secret", ffi.NULL, body.encode(),
                 read=lambda status, body: json.loads(text(body)))
    print("consumed:", reply["header"]["isSuccessful"])
if not_consumed():
    sys.exit("something was not consumed")
gamebase.TCGBGamebase_shutdown(2000)
start()
if login() != guest:
    sys.exit("another guest")
gamebase.TCGBGamebase_shutdown(2000)
print("done")
