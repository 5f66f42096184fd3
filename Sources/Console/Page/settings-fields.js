// Which fields the parts of the settings have; console.schema.json of the library describes each. What stands in a part and has no field
// here stays as it is.

const text = (name, more) => ({ name, kind: "text", ...more });
const long = (name, more) => ({ name, kind: "long", ...more });
const integer = (name, more) => ({ name, kind: "integer", ...more });
const flag = (name, more) => ({ name, kind: "flag", ...more });
const date = (name, more) => ({ name, kind: "date", ...more });
const texts = (name, more) => ({ name, kind: "texts", ...more });
const choice = (name, kind, more) => ({ name, kind, ...more });
const rows = (name, of, more) => ({ name, kind: "rows", of, ...more });
const part = (name, of, more) => ({ name, kind: "part", of, ...more });
const needed = { required: true };

export const statuses = [200, 201, 202, 203, 204, 205, 300, 301, 302, 303, 304, 500];
const languages = ["de", "en", "es", "fi", "fr", "id", "it", "ja", "ko", "pt", "ru", "th", "vi", "ms", "zh-CN", "zh-TW"];
const characters = ["NUMBER", "NUMBER_LOWER", "NUMBER_UPPER", "NUMBER_LOWER_UPPER", "LOWER_UPPER"];

export const product = [
  text("gamebaseProductId", needed), text("itemName"), choice("productType", ["CONSUMABLE", "AUTO_RENEWABLE", "CONSUMABLE_AUTO_RENEWABLE"]),
  text("storeCode"), text("marketItemId"), { name: "price", kind: "decimal", required: true },
    text("currency", { ...needed, maxLength: 3 }),
  text("localizedPrice"), text("localizedTitle"), long("localizedDescription"), text("badge"), flag("active", { default: true }),
    integer("itemSeq"),
  integer("subscriptionPeriodMilliseconds"), text("subscriptionGroup")];

export const client = [text("version", needed), text("storeCode"), choice("status", statuses.map((one) => [String(one), null])),
  long("message")];

export const terms = [integer("termsSeq", needed), text("termsVersion", needed), choice("termsCountryType", ["KOREAN", "GDPR", "ETC"]),
  flag("reconsentRequired", { default: true }),
  rows("contents", [integer("termsContentSeq", needed), text("name", needed), flag("required"),
    choice("agreePush", ["NONE", "ALL", "DAY", "NIGHT"]),
    integer("node1DepthPosition"), integer("node2DepthPosition"), text("detailPageUrl")])];

const coupon = [text("couponCode", needed), text("title", needed), choice("type", ["KEYWORD", "SERIAL"]), date("startDate"),
  date("endDate"), text("storeCode"),
  integer("usesMax"), flag("expired"), rows("benefits", [text("itemId", needed), integer("amount")])];

const leaderboard = [integer("factor", needed), text("name"), choice("period", ["ALL", "DAY", "WEEK", "MONTH"]),
  choice("orderType", ["DESC", "ASC"]),
  choice("scoreType", ["BEST", "LATEST", "ACCUMULATED"]), choice("tieScoreType", ["FIRST", "LATEST"]), integer("resetDate"),
    text("resetTime"), text("utcTimeZone"), integer("maxSize")];

const banTemplate = [integer("templateCode", needed), text("name", needed), long("message")];

export const store = [text("storeCode", needed), text("storeAppId"), choice("verification", ["EMBEDDED", "SERVER", "STORE"]),
  choice("interface", ["CHECKOUT", "STEAM"]),
  text("apiUrl"), text("apiKey"), text("webhookSecret"), text("returnUrl")];

const image = [integer("imageNoticeId", needed), text("path", needed), choice("clickType", ["NONE", "OPEN_URL", "CUSTOM_SCHEME"]),
  text("clickScheme"), integer("width"), integer("height"),
  date("beginDate"), date("endDate")];

export const provider = [flag("enabled", { default: true }), choice("interface",
  ["NONE", "OIDC", "GOOGLE", "APPLE", "LINE", "FACEBOOK", "X", "STEAM"]), text("clientId"), text("clientSecret"),
  long("privateKey"), text("keyId"), text("teamId"), text("scope"), text("callbackUrl"), texts("audiences"), text("issuer"),
    text("authorizationUrl"), text("tokenUrl"), text("keysUrl"),
  text("userUrl"), text("deviceUrl"), long("additional")];

export const maintenance = [long("message"), date("beginDate"), date("endDate"), flag("hideDate"), choice("typeCode", ["APP", "SYSTEM"]),
  text("url"),
  choice("pageTypeCode", ["DEFAULT", "DEFAULT_HTML", "URL", "URL_PARAM"]), long("reason"),
    rows("targets", [text("storeCode"), texts("versions")])];

// MARK: The rooms: which parts stand in each, and how they are shown. `tested`: by which name the server tests an entry.

const list = (name, spec, id, columns, more) => ({ part: name, spec, id, columns, kind: "list", ...more });
const object = (name, spec) => ({ part: name, spec, kind: "object" });

export const rooms = {
  catalogue: [list("products", product, "gamebaseProductId", ["itemName", "productType", "storeCode", "price", "currency", "active"])],
  notices: [object("notice", [text("title"), long("message"), text("url")]),
    object("imageNotice", [choice("type", ["POPUP", "ROLLING"]), text("theme"), text("address"), integer("footerHeight"),
      integer("rollingImageNoticeId"), rows("pageList", image)]),
    object("gameNotice", [text("url"), integer("latestNoticeTimeMillis")])],
  terms: [list("terms", terms, "termsSeq", ["termsVersion", "termsCountryType", "reconsentRequired"])],
  coupons: [list("coupons", coupon, "couponCode", ["title", "type", "startDate", "endDate", "usesMax", "expired"])],
  leaderboards: [list("leaderboards", leaderboard, "factor", ["name", "period", "orderType", "scoreType", "resetTime", "utcTimeZone"])],
  banTexts: [list("banTemplates", banTemplate, "templateCode", ["name", "message"])],
  providers: [{ part: "idPs", spec: provider, kind: "map", tested: "idPCode", columns: ["enabled", "interface", "clientId"],
    names: ["guest", "appleid", "iosgamecenter", "facebook", "google",
    "twitter", "line", "naver", "payco", "hangame", "weibo", "kakaogame", "steam", "epicgames", "oidc"] }],
  stores: [list("stores", store, "storeCode", ["storeAppId", "verification", "interface"], { tested: "storeCode" }),
    object("purchases", [flag("allowed", { default: true }), rows("monthlyLimits",
      [text("currency", { ...needed, maxLength: 3 }), { name: "amount", kind: "decimal", required: true }])]),
    object("sandboxStore", [choice("outcome", ["APPROVE", "DECLINE", "CANCEL", "PENDING", "NOT_ALLOWED", "LIMIT", "UNAVAILABLE",
      "LOSE_ANSWER"]), integer("delayMilliseconds"),
      integer("renewalsMax"), integer("gracePeriodMilliseconds"), integer("accountHoldMilliseconds"), texts("unknownMarketItemIds")])],
  app: [object("app", [text("name"), choice("typeCode", ["SANDBOX", "REAL"]), choice("defaultLanguage", languages), text("secretKey"),
    text("iapAppKey"), text("installUrl"), text("installDetailUrl")]),
    object("relatedUrls", [text("termsUrl"), text("punishRuleUrl"), text("personalInfoCollectionUrl")]),
    object("customerService", [choice("type", ["CUSTOM", "GAMEBASE", "TOAST"]), text("url"), text("accessInfo")]),
    object("testDevices", [texts("deviceKeys"), texts("userIds")]), object("blocked",
      [texts("deviceKeys"), texts("userIds"), long("message")]),
    object("transferAccount", [flag("enabled"), choice("type", ["ID_PASSWORD", "ID"]), choice("idCharacters", characters),
      integer("idLength"), choice("passwordCharacters", characters),
      integer("passwordLength"), flag("once"), integer("validDays")]),
    object("temporaryWithdrawal", [integer("gracePeriodDays")]), object("retention",
      [integer("eventDays"), integer("unpaidPaymentDays"), integer("banDays")]),
    object("figures", [text("utcTimeZone"), integer("levelsMax"), texts("channels"), texts("classes"),
      part("conversion", [text("currency", { maxLength: 3 }), rows("rates", [text("currency", needed), text("rate", needed)])])]),
    object("mail", [choice("interface", ["SMTP", "WEBHOOK"]), choice("security", ["STARTTLS", "TLS", "NONE"]), text("host"),
      integer("port"), text("user"), text("password"), text("from"),
      text("fromName"), text("baseUrl"), text("webhookUrl"), text("webhookSecret"), integer("timeoutSeconds"), integer("retrySeconds"),
        integer("addressPerDay"), integer("perHour"),
      rows("templates", [choice("language", languages), choice("kind", ["passwordReset", "mailEntry"]), text("subject", needed),
        long("text", needed)])]),
    object("ncmb", [text("applicationKey"), text("clientKey"), integer("sessionHours"), integer("scanObjects"), integer("objectBytes"),
      integer("passwordCost"), integer("fileQuotaBytes"),
      flag("publicFiles"), texts("indexes")])],
};

