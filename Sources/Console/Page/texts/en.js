// Words of one language; every key is in all of them. "" is the word for the group itself.
export default {
  brand: "Game console", app: "App", language: "Language", menu: "Menu", skip: "Skip to the content", pages: "Pages", actions: "Actions",
  logOut: "Log out", again: "Try again", loading: "Loading…", working: "Working…", close: "Close", cancel: "Cancel", edit: "Edit",
  remove: "Remove", find: "Find", copy: "Copy", copied: "Copied.", notCopied: "The browser does not allow copying.",
  export: "Export as a file", csv: "Save as CSV", yes: "Yes", no: "No", none: "None", nothing: "There is nothing here.", empty: "empty",
  notKnown: "not known", others: "All others", notSaid: "Not said", required: "required", addTo: "Add ({what})", showMore: "Show {n} more",
  cannotUndo: "This cannot be undone.", id: "Number", name: "Name", kind: "Kind", state: "State", date: "Date", day: "Day",
  reason: "Reason", amount: "Amount", price: "Price", currency: "Currency", count: "Count", testCount: "Of these tests",
  product: "Product", store: "Store", payment: "Payment", member: "Player", registered: "Registered", lastLogin: "Last login",
  withdrawn: "Withdrawn", tries: "Tries", address: "Address", loggedInAgain: "You are logged in again. Nothing that you typed is lost.",
  filters: "Filters", compare: "Compare with the time before", before: "{what}, before",
  theme: {
    "": "Colours", auto: "Auto", light: "Light", dark: "Dark",
  },
  type: {
    SANDBOX: "Test", REAL: "Live",
  },
  all: {
    "": "All", json: "All settings as JSON", hint: "For what has no form of its own. Secrets are shown as they are kept, and stay.",
    title: "Replace all settings", done: "The settings are written.",
    conflict: "The settings were changed by somebody else since you began. Writing yours undoes that.",
  },
  confirm: {
    type: "To go on, type",
  },
  sorted: {
    up: "Sorted by {column}, ascending", down: "Sorted by {column}, descending",
  },
  page: {
    first: "First page", next: "Next page",
  },
  chart: {
    "": "Chart", table: "Show as a table",
    help: "Left and right arrow keys go from point to point, Home and End to the first and the last one.",
  },
  zone: {
    hint: "Time zone of the app: {zone}", named: "Days of the zone {zone}",
  },
  unit: {
    seconds: "{n} s", minutes: "{n} min", hours: "{n} h {m} min", days: "{n} days",
  },
  error: {
    unreachable: "The server does not answer.", retryAfter: "Try again in {n} seconds.", code: "Result code {code}",
    loggedOut: "You are logged out.", role: "This needs another role: {role}.",
  },
  wrong: {
    missing: "Please fill this in.", integer: "This must be a whole number.", decimal: "This must be a decimal such as 9.99.",
    json: "This is not the JSON that is needed.", url: "This must be a web address, https://…",
  },
  nav: {
    label: "Rooms", overview: "Overview", members: "Members", retention: "Retention", money: "Revenue", value: "Player value",
    players: "Players", payments: "Payments", pushes: "Push messages", catalogue: "Catalogue", launching: "Launching", notices: "Notices",
    terms: "Terms", coupons: "Coupons", leaderboards: "Leaderboards", banTexts: "Ban texts", providers: "Identity providers",
    stores: "Stores", app: "App settings", allSettings: "All settings", data: "Data browser", mails: "Mails", health: "Server health",
    backups: "Backups", audit: "Audit log", people: "People", explorer: "API explorer", account: "My account",
  },
  group: {
    now: "Now", figures: "Figures", players: "Players", game: "Game", backend: "Backend", server: "Server",
  },
  logIn: {
    "": "Log in", title: "Log in to the console", name: "Name", password: "Password", code: "One-time code",
    codeHint: "Six digits of your authenticator app, or a recovery code.", codeNeeded: "Please type the one-time code, too.",
    again: "Please log in again", againText: "Your session has ended. What you typed stays as it is.", newPassword: "New password",
    passwordHint: "At least 12 characters.", passwordAgain: "The password again", make: "Make the account",
    notTheSame: "The two passwords are not the same.",
  },
  first: {
    title: "First administrator", text: "This link makes the first account of this console. It works once.",
  },
  invitation: {
    title: "You are invited", text: "Choose a name and a password for this console.",
  },
  role: {
    viewer: "Viewer", support: "Support", operator: "Operator", administrator: "Administrator", people: "Administrator of all apps",
    "viewer.can": "reads figures, lists and settings", "support.can": "also finds players and payments, bans and releases",
    "operator.can": "runs the game", "administrator.can": "does everything",
  },
  range: {
    "": "Time", days: "{n} days", from: "From", to: "To",
  },
  by: {
    "": "Break down by", none: "Nothing", provider: "Provider", country: "Country", language: "Language", os: "System", version: "Version",
    store: "Store", product: "Product", userId: "Number", paymentSeq: "Payment",
  },
  m: {
    new: "New members", active: "Active members (day)", active7: "Active in 7 days", active30: "Active in 30 days",
    activeMean: "Active a day, mean", returning: "Returning", lapsed: "Lapsed", withdrawn: "Withdrawn",
    joinedAndWithdrawn: "Joined and withdrawn on one day", total: "Members altogether", sessions: "Sessions",
    stickiness: "Active in the day / in 30 days", "chart.active": "Active members", "chart.new": "New and withdrawn members",
    "chart.flow": "Returning and lapsed members", "chart.sessions": "Sessions", "chart.stickiness": "How often members come",
    "chart.total": "Members altogether", "chart.same": "Joined and withdrawn on one day",
    "note.active": "At least one login in the day, or in the 7 or 30 days up to it; each member counts once.",
    "note.flow": "Returning: there was no login in the days before. Lapsed: there has been none since.",
    "note.stickiness": "Active members of the day, of those of 30 days.",
  },
  r: {
    all: "All members", without: "Without those who withdrew on the day they joined", table: "By day of joining",
    curve: "Share that comes back after days", day: "D{n}", dayTitle: "Days after joining", joined: "Joined", members: "{n} members",
    note: "Each point has the members for whom that day has come. The last one may be of a day that is not over.",
  },
  money: {
    none: "There are no payments in this time.", amount: "Revenue", refunded: "Refunded", net: "Revenue without refunds",
    payments: "Payments", refunds: "Refunds", payers: "Payers", newPayers: "First-time payers", rate: "Payers of active members",
    arpu: "Revenue an active member", arppu: "Revenue a payer", converted: "All, in {currency}", byCurrency: "By currency",
    best: "Revenue by {by} ({currency})", "chart.amount": "Revenue ({currency})", "chart.refunds": "Refunds ({currency})",
    "chart.payments": "Payments and refunds", "chart.payers": "Payers", "chart.rate": "Share of active members that pay",
    "chart.arpu": "Revenue an active member ({currency})", "chart.arppu": "Revenue a payer ({currency})",
    "note.payers": "A member counts once a day; days must not be added up.",
    "note.arpu": "Rounded to hundredths; the amounts themselves are exact.",
  },
  value: {
    curve: "Revenue a member since joining ({currency})", note: "Each point has the members for whom that day has come.",
    perMember: "Revenue a member", of: "{amount} (of {n} members)", table: "Revenue since joining, by day of joining ({currency})",
    first: "Days from joining to the first payment", firstShare: "Share of payers who have paid by then",
    later: "{n} paid later than 90 days.", share: "Share",
  },
  pf: {
    accepted: "Accepted", shown: "Shown", clicked: "Clicked", buttons: "Buttons", button: "Button", clicks: "Clicks",
  },
  ov: {
    problems: "What needs somebody", noProblems: "Nothing waits.", look: "Look", unmatched: "Payments that fit no order: {n}.",
    refunds: "Refunds that wait for a store: {n}.", storeRows: "Entries of store reports that could not be booked: {n}.",
    claims: "Payments that wait for a verification: {n}.", databaseLacks: "Settings that the database lacks: {n}.",
    lostEvents: "Events that devices lost: {n}.", datesAhead: "Dates that lie ahead because a clock was wrong: {n}.",
    sweepHeld: "The clock went on by more than a sweep believes.", today: "Today so far: {day} ({zone})", yesterday: "Yesterday {n}",
    weekBefore: "A week before {n}", payments: "{n} payments", revenue: "Revenue ({currency})",
    noFigures: "This server has no figures by day.", sums: "Since the beginning", revenueSums: "Money by currency", sales: "Sales",
    pushes: "Latest push messages", maintenanceNow: "There is a maintenance: {from} – {to}.",
    maintenanceComes: "A maintenance is planned: {from} – {to}.", maintenanceOver: "A maintenance is over: {from} – {to}.",
    untilEnded: "until it is ended",
  },
  users: {
    registered: "Registered", activeInLastDay: "Active in 24 hours", banned: "Banned", withdrawn: "Withdrawn",
  },
  rev: {
    captured: "Taken", renewed: "Renewed", granted: "Granted", consumed: "Consumed", refunded: "Refunded", chargeback: "Charged back",
    test: "Of these tests",
  },
  room: {
    catalogue: "What can be bought. A payment that is under way keeps the price it began with.",
    providers: "Secrets are kept encrypted and shown as they are kept; what is left as it is stays.",
    stores: "Keys are kept encrypted and shown as they are kept; what is left as it is stays.",
    coupons: "Coupons that players or game servers use up.",
  },
  mail: {
    notSet: "This app sends no mails.", oldest: "Oldest waits for", test: "Send a test mail",
    testText: "The mail server of the app {app} is given a mail now.", testDo: "Send", sent: "Sent: {answer}",
    notSent: "Not sent: {answer}", list: "Mails that wait or failed", none: "No mail waits, and none failed.", to: "Mail address",
    made: "Asked for", answer: "Last answer", bounces: "Addresses that mails came back from", noBounces: "No address has bounced.",
    clear: "Send again", clearTitle: "Let mails go there again", clearText: "Mails of the app {app} go to {address} again.",
    cleared: "Mails go there again.",
  },
  mailState: {
    QUEUED: "Waiting", SENDING: "Being sent", UNKNOWN: "Answer lost", GIVEN_UP: "Given up", BOUNCED: "Came back", SENT: "Sent",
    NEEDLESS: "Not needed",
  },
  backup: {
    about: "The app is copied into the server's data directory while players play, and the copy's ledger is checked. Keep copies closed.",
    do: "Make a copy", title: "Make a copy of the app", text: "The app {app} is copied now. Players are answered meanwhile.",
    newest: "Newest copy since the server began", directory: "Directory on the server", payments: "Payments", sound: "The ledger is sound",
    NONE: "None since the server began.", RUNNING: "Copying…", DONE: "Done.", FAILED: "Failed.",
  },
  audit: {
    text: "Who asked for what, newest first.", everywhere: "All apps and the console itself", who: "Who", what: "What", object: "About",
    result: "Result", done: "done",
  },
  people: {
    list: "People", you: "you", every: "All apps", roles: "Roles", role: "Role", last: "Last here", invite: "Invite somebody",
    inviteText: "Who has the link makes an account with these roles.", inviteDo: "Make the link", invited: "The invitation",
    linkText: "Give this link to that person alone. It is shown once and works once.", change: "Change roles",
    changeTitle: "Roles of {name}", changeText: "{name} has these roles at once.", changed: "The roles of {name} are changed.",
    removeTitle: "Remove a person", removeText: "The account of {name} goes; sessions and tokens end.", removed: "{name} is removed.",
    invitations: "Invitations", noInvitations: "No invitation waits.", until: "Good until", takeBack: "Take back",
    takeBackText: "The link of the invitation {id} does not work any more.", takenBack: "The invitation is taken back.",
  },
  account: {
    password: "Change password", passwordNow: "Password now", passwordText: "Your other sessions end.",
    passwordDone: "The password is changed.", sessions: "Sessions", agent: "Browser", this: "this one", started: "Begun",
    last: "Last used", sessionEnd: "End session", sessionText: "The session at {address} ends: {agent}", sessionEnded: "Ended.",
    sessionsEnd: "End all other sessions", sessionsText: "All of your sessions but this one end.",
  },
  health: {
    at: "As of {date}; version {version}", database: "Database", value: "Value",
    needsAll: "Figures of the server are shown to who has a role for all apps.", times: "Answers by time", until: "Answered within",
    longer: "longer", requestsShort: "Answers", requests: "Requests by kind", limited: "Refused by limits", all: "All figures",
    labels: "Of what", help: "What it is",
  },
  metric: {
    gamebased_connections: "Connections", gamebased_streams: "Streams", gamebased_requests_under_way: "Requests under way",
    gamebased_body_bytes: "Bodies under way", gamebased_output_bytes: "Answers not taken yet",
    gamebased_clock_ahead_seconds: "Clock ahead",
  },
  explorer: {
    text: "Every request that an operator may send, with a form made from its description.", request: "Request", send: "Send",
    answer: "Answer", noParameters: "It has no parameters.", noDescription: "The description of the requests is not there.",
    example: "e.g. {text}", changes: "This may change the app {app}.", took: "Answered in {n} ms.",
  },
};
