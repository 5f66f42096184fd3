-- What wrk asks of gamebased. usage: wrk -s requests.lua URL -- KIND APP CONNECTIONS
-- An answer does not say whose connection it came by. So who buys, which is several steps, has a thread with one connection; for all else a
-- thread has CONNECTIONS of them, and whatever its players and objects need is in the answers.
local number = 0
function setup(thread)
    thread:set("id", number)
    number = number + 1
end

local kind, app, count, token, epoch, page, answered, refused = nil, nil, 0, nil, nil, {}, 0, 0
-- Of players who wait for nothing; of objects, which take turns so that two changes of one hardly meet.
local tokens, objects, asked, objectsMax = {}, {}, 0, 0
local playersMax = 200
local text = string.rep("0123456789abcdef", 60)

function init(arguments)
    kind, app, objectsMax = arguments[1], arguments[2], 4 * tonumber(arguments[3])
    -- Two generators that begin in the same second are not to name the same changes: the server would answer from memory.
    local random = assert(io.open("/dev/urandom", "rb"))
    epoch = string.gsub(random:read(12), ".", function(byte) return string.format("%02x", string.byte(byte)) end)
    random:close()
end

local function form(name, parameters, token)
    count = count + 1
    local headers = { ["Content-Type"] = "application/json", ["Idempotency-Key"] = string.format("%s-%d", epoch, count) }
    if token then headers["Authorization"] = "Bearer " .. token end
    local body = string.format('{"name":"%s","transactionId":"b","parameters":%s}', name, parameters)
    return wrk.format("POST", "/v1/apps/" .. app .. "/client", headers, body)
end

local function guest(number)
    local secret = string.format("secret of the player %s in round %d", epoch, number or count)
    return form("gateway.idPLogin", '{"idPInfo":{"idPCode":"guest","accessToken":"' .. secret .. '"},"member":{}}')
end

local function object(fields)
    return string.format('{"className":"Score","objectId":"%s"%s}', objects[count % #objects + 1], fields or "")
end

local steps = {}

function steps.register() return guest() end

-- Players who are known log in with what they are known by, a new session each time.
function steps.again()
    return guest(count % playersMax)
end

function steps.login()
    local token = table.remove(tokens)
    if not token then return guest() end
    return form("gateway.tokenLogin", '{"tokenInfo":{"idPCode":"guest","accessToken":"' .. token .. '"},"member":{}}', token)
end

local function create()
    asked = asked + 1
    return form("objects.create", string.format('{"className":"Score","fields":{"text":"%s","lane":%d}}', text, id))
end

function steps.create() return create() end

function steps.write()
    if asked < objectsMax or #objects == 0 then return create() end
    return form("objects.update", object(string.format(',"fields":{"text":"%s","lane":%d}', text, count)))
end

function steps.read()
    if asked < objectsMax or #objects == 0 then return create() end
    return form("objects.get", object())
end

function steps.purchase()
    if not token then return guest() end
    if page.receipt then
        local report = string.format(
            '{"paymentSeq":"%s","storeCode":"SANDBOX","status":"PAID","storeTransactionId":"%s","receipt":"%s"}', page.paymentSeq,
            page.storeTransactionId, page.receipt)
        page = { isLast = true }
        return form("purchase.report", report, token)
    elseif page.orderKey then
        return form("store.begin", string.format(
            '{"orderKey":"%s","marketItemId":"%s","price":"%s","currency":"%s"}',
            page.orderKey, page.marketItemId, page.price, page.currency), token)
    end
    page = {}
    return form("purchase.reserve", string.format(
        '{"requestId":"%s-%d","storeCode":"SANDBOX","gamebaseProductId":"gem_100"}', epoch, count), token)
end

function request() return steps[kind]() end

local function keep(body, name)
    -- As it was written: a receipt has quotes of its own, behind backslashes.
    local found = string.match(body, '"' .. name .. '":"(.-[^\\])"')
    if found then page[name] = found end
end

function response(status, headers, body)
    answered = answered + 1
    if status ~= 200 or not string.find(body, '"resultCode":0', 1, true) then
        refused = refused + 1
        if refused == 1 then io.stderr:write(status .. " " .. string.sub(body, 1, 200) .. "\n") end
        page = {}
        return
    end
    if kind == "login" then
        table.insert(tokens, string.match(body, '"accessToken":"([^"]*)"'))
    elseif kind == "purchase" and not token then
        token = string.match(body, '"accessToken":"([^"]*)"')
    elseif kind == "write" or kind == "read" then
        if #objects < objectsMax then table.insert(objects, string.match(body, '"objectId":"([^"]*)"')) end
    elseif kind == "purchase" then
        if page.isLast then
            page = {}
        else
            for _, name in ipairs({ "paymentSeq", "orderKey", "marketItemId", "price", "currency", "storeTransactionId", "receipt" }) do
                keep(body, name)
            end
        end
    end
end
