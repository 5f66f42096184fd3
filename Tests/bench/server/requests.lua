-- What wrk asks of gamebased: each thread is one player with one connection. usage: wrk -s requests.lua URL -- KIND APP
local number = 0
function setup(thread)
    thread:set("id", number)
    number = number + 1
end

local kind, app, count, token, epoch, page, answered, refused = nil, nil, 0, nil, nil, {}, 0, 0
local text = string.rep("0123456789abcdef", 60)

function init(arguments)
    kind, app = arguments[1], arguments[2]
    math.randomseed(os.time() * 1000 + id)
    epoch = string.format("%d-%d-%d", os.time(), math.random(1000000000), id)
end

local function form(name, parameters)
    count = count + 1
    local headers = { ["Content-Type"] = "application/json", ["Idempotency-Key"] = string.format("%s-%d", epoch, count) }
    if token and string.sub(name, 1, 8) ~= "objects." then headers["Authorization"] = "Bearer " .. token end
    local body = string.format('{"name":"%s","transactionId":"b","parameters":%s}', name, parameters)
    return wrk.format("POST", "/v1/apps/" .. app .. "/client", headers, body)
end

local function guest()
    local secret = string.format("secret of the player %s in round %d", epoch, count)
    return form("gateway.idPLogin", '{"idPInfo":{"idPCode":"guest","accessToken":"' .. secret .. '"},"member":{}}')
end

local function object(fields)
    return string.format('{"className":"Score","objectId":"%s"%s}', page.objectId, fields or "")
end

local steps = {}

function steps.register() return guest() end

function steps.login()
    if not token then return guest() end
    return form("gateway.tokenLogin", '{"tokenInfo":{"idPCode":"guest","accessToken":"' .. token .. '"},"member":{}}')
end

local function create()
    return form("objects.create", string.format('{"className":"Score","fields":{"text":"%s","lane":%d}}', text, id))
end

function steps.write()
    if not page.objectId then return create() end
    return form("objects.update", object(string.format(',"fields":{"text":"%s","lane":%d}', text, count)))
end

function steps.read()
    if not page.objectId then return create() end
    return form("objects.get", object())
end

function steps.purchase()
    if not token then return guest() end
    if page.receipt then
        local report = string.format(
            '{"paymentSeq":"%s","storeCode":"SANDBOX","status":"PAID","storeTransactionId":"%s","receipt":"%s"}', page.paymentSeq,
            page.storeTransactionId, page.receipt)
        page = { isLast = true }
        return form("purchase.report", report)
    elseif page.orderKey then
        return form("store.begin", string.format(
            '{"orderKey":"%s","marketItemId":"%s","price":"%s","currency":"%s"}',
            page.orderKey, page.marketItemId, page.price, page.currency))
    end
    page = {}
    return form("purchase.reserve", string.format(
        '{"requestId":"%s-%d","storeCode":"SANDBOX","gamebaseProductId":"gem_100"}', epoch, count))
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
    if kind == "login" or (kind == "purchase" and not token) then
        token = string.match(body, '"accessToken":"([^"]*)"') or token
    elseif kind == "write" or kind == "read" then
        keep(body, "objectId")
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
