"""The quickstart in Python, with nothing but ctypes: sign in as a guest, buy, let the game server consume, come back.

    LD_LIBRARY_PATH=... python3 quickstart.py DIRECTORY console.json
"""
import ctypes
import json
import sys
from ctypes import CFUNCTYPE, POINTER, c_bool, c_char_p, c_int32, c_int64, c_size_t, c_void_p

library = ctypes.CDLL("libgamebase.so.1")


def declare(name, result, *arguments):
    """ctypes takes everything for an int, which would cut handles in half: say the types once."""
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments
    return function


ErrorCompletion = CFUNCTYPE(None, c_void_p, c_void_p)
TextCompletion = CFUNCTYPE(None, c_char_p, c_void_p, c_void_p)
ObjectCompletion = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)
ListCompletion = CFUNCTYPE(None, POINTER(c_void_p), c_size_t, c_void_p, c_void_p)
ServerCompletion = CFUNCTYPE(None, c_int32, c_char_p, c_void_p, c_void_p)

release = declare("TCGBRelease", None, c_void_p)
description = declare("TCGBError_description", c_char_p, c_void_p)
run_until = declare("TCGBRunLoop_runUntil", c_int32, c_int64)
storage = declare("TCGBHost_setStorageDirectory", c_bool, c_char_p)
configuration = declare("TCGBConfiguration_configurationWithAppID_appVersion", c_void_p, c_char_p, c_char_p)
initialize = declare("TCGBGamebase_initializeWithConfiguration_completion", None, c_void_p, TextCompletion, c_void_p)
load_settings = declare("TCGBConsole_loadSettingsFromFile_completion", None, c_char_p, ErrorCompletion, c_void_p)
login = declare("TCGBGamebase_loginWithType_viewController_completion", None, c_char_p, c_void_p, ObjectCompletion, c_void_p)
user_id = declare("TCGBGamebase_userID", c_char_p)
purchase = declare("TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion",
                   None, c_char_p, c_char_p, c_void_p, ObjectCompletion, c_void_p)
receipt_json = declare("TCGBPurchasableReceipt_jsonString", c_char_p, c_void_p)
not_consumed = declare("TCGBPurchase_requestItemListOfNotConsumedWithCompletion", None, ListCompletion, c_void_p)
serve = declare("TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion",
                None, c_char_p, c_char_p, c_char_p, c_char_p, c_char_p, ServerCompletion, c_void_p)
shutdown = declare("TCGBGamebase_shutdown", c_bool, c_int64)


def wait(call, type, *arguments, read=lambda *values: None):
    """Makes a call and runs the loop until its completion came. `read` turns the completion's values into Python's own
    while they live. The trampoline stays referenced here until then."""
    answers = []

    def complete(*values):
        *values, error, _ = values
        answers.append((description(error).decode() if error else None, None if error else read(*values)))
    trampoline = type(complete)
    call(*arguments, trampoline, None)
    while not answers:
        run_until(1000)
    error, value = answers[0]
    if error:
        sys.exit(error)
    return value


def start():
    settings = configuration(b"QuickStart", b"1.0.0")
    wait(initialize, TextCompletion, settings)
    release(settings)


def receipts(items, count):
    return [json.loads(receipt_json(items[i])) for i in range(count)]


if len(sys.argv) < 3:
    sys.exit("usage: quickstart.py DIRECTORY console.json")
if not storage(sys.argv[1].encode()):
    sys.exit("not an absolute path: " + sys.argv[1])
start()
wait(load_settings, ErrorCompletion, sys.argv[2].encode())
wait(login, ObjectCompletion, b"guest", None)
guest = user_id()
print("logged in as", guest.decode())
bought = wait(purchase, ObjectCompletion, b"gem_100", b"slot 7", None, read=lambda receipt: json.loads(receipt_json(receipt)))
print("bought", bought["gamebaseProductId"], "as payment", bought["paymentSeq"])
for receipt in wait(not_consumed, ListCompletion, read=receipts):
    body = json.dumps({"paymentSeq": receipt["paymentSeq"], "accessToken": receipt["purchaseToken"]})
    reply = wait(serve, ServerCompletion, b"POST", b"/tcgb-inapp/v1.3/apps/QuickStart/consume", b"quickstart-secret", None, body.encode(),
                 read=lambda status, text: json.loads(text))
    print("consumed:", reply["header"]["isSuccessful"])
if wait(not_consumed, ListCompletion, read=receipts):
    sys.exit("something was not consumed")
shutdown(2000)
start()
wait(login, ObjectCompletion, b"guest", None)
if user_id() != guest:
    sys.exit("another guest")
shutdown(2000)
print("done")
