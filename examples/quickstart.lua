-- The quickstart in LuaJIT: sign in as a guest, buy, let the game server consume, come back.
--
--     LD_LIBRARY_PATH=... luajit quickstart.lua DIRECTORY console.json
--
-- Every declaration comes from gamebase.cdef, which is installed beside the headers, where pkg-config finds them; GAMEBASE_CDEF names
-- another place.
local ffi = require("ffi")

if not arg[2] then
    io.stderr:write("usage: quickstart.lua DIRECTORY console.json\n")
    os.exit(2)
end
local asked = io.popen("pkg-config --variable=includedir gamebase 2>/dev/null")
local include = asked:read("*l")
asked:close()
if not include or include == "" then include = "/usr/local/include" end
include = include:gsub("\\(.)", "%1") -- pkg-config writes a space as a shell reads it
local declarations = assert(io.open(os.getenv("GAMEBASE_CDEF") or include .. "/Gamebase/gamebase.cdef"))
ffi.cdef(declarations:read("*a"))
declarations:close()

local gamebase = ffi.load("libgamebase.so.1")

local function fail(text)
    io.stderr:write(text, "\n")
    os.exit(1)
end

-- A call into C that may call back must not be compiled by the JIT.
local function pump() return gamebase.TCGBRunLoop_runUntil(1000) end
jit.off(pump)

-- Makes a call and runs the loop until its completion came. `start` gets the callback; `read` gets the completion's values
-- while they live.
local function wait(type, start, read)
    local answered, failure, value = false, nil, nil
    local callback = ffi.cast(type, function(...)
        local values = { ... }
        local failed = values[#values - 1]
        if failed ~= nil then failure = ffi.string(gamebase.TCGBError_description(failed)) elseif read then value = read(...) end
        answered = true
    end)
    start(callback)
    while not answered do pump() end
    callback:free()
    if failure then fail(failure) end
    return value
end

local function start()
    local configuration = gamebase.TCGBConfiguration_configurationWithAppID_appVersion("QuickStart", "1.0.0")
    wait("TCGBInitializeCompletion", function(completion)
        gamebase.TCGBGamebase_initializeWithConfiguration_completion(configuration, completion, nil)
    end)
    gamebase.TCGBRelease(configuration)
end

local function login()
    wait("TCGBLoginCompletion", function(completion)
        gamebase.TCGBGamebase_loginWithType_viewController_completion("guest", nil, completion, nil)
    end)
    return ffi.string(gamebase.TCGBGamebase_userID())
end

local function not_consumed()
    return wait("TCGBPurchasableReceiptsCompletion", function(completion)
        gamebase.TCGBPurchase_requestItemListOfNotConsumedWithCompletion(completion, nil)
    end, function(receipts, count)
        local list = {}
        for i = 0, tonumber(count) - 1 do
            list[#list + 1] = {
                sequence = ffi.string(gamebase.TCGBPurchasableReceipt_paymentSeq(receipts[i])),
                token = ffi.string(gamebase.TCGBPurchasableReceipt_purchaseToken(receipts[i])),
            }
        end
        return list
    end)
end

if not gamebase.TCGBHost_setStorageDirectory(arg[1]) then fail("not an absolute path: " .. arg[1]) end
start()
wait("TCGBErrorCompletion", function(completion) gamebase.TCGBConsole_loadSettingsFromFile_completion(arg[2], completion, nil) end)
local guest = login()
print("logged in as " .. guest)
local payment = wait("TCGBPurchaseCompletion", function(completion)
    gamebase.TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion("gem_100", "slot 7", nil, completion, nil)
end, function(receipt) return ffi.string(gamebase.TCGBPurchasableReceipt_paymentSeq(receipt)) end)
print("bought gem_100 as payment " .. payment)
for _, receipt in ipairs(not_consumed()) do
    local body = string.format('{"paymentSeq":"%s","accessToken":"%s"}', receipt.sequence, receipt.token)
    local reply = wait("TCGBServerCompletion", function(completion)
        gamebase.TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(
            "POST", "/tcgb-inapp/v1.3/apps/QuickStart/consume", "quickstart-secret", nil, body, completion, nil)
    end, function(_, text) return ffi.string(text) end)
    print("consumed: " .. tostring(reply:find('"isSuccessful":true', 1, true) ~= nil))
end
if #not_consumed() > 0 then fail("something was not consumed") end
gamebase.TCGBGamebase_shutdown(2000)
start()
if login() ~= guest then fail("another guest") end
gamebase.TCGBGamebase_shutdown(2000)
print("done")
