// Words of one language; every key is in all of them. "" is the word for the group itself.
export default {
  leftOut: "ほかに{n}件ありますが、表示していません。",
  brand: "ゲームコンソール", app: "アプリ", language: "言語", menu: "メニュー", skip: "本文へ移動", pages: "ページ", actions: "操作", logOut: "ログアウト", again: "再試行",
  loading: "読み込み中…", working: "処理中…", close: "閉じる", cancel: "キャンセル", edit: "編集", remove: "削除", find: "検索", copy: "コピー", copied: "コピーしました。",
  notCopied: "ブラウザーがコピーを許可していません。", export: "ファイルに書き出す", csv: "CSVで保存", yes: "はい", no: "いいえ", none: "なし", nothing: "何もありません。", empty: "空",
  notKnown: "不明", others: "その他すべて", notSaid: "申告なし", required: "必須", addTo: "追加（{what}）", showMore: "さらに{n}件表示",
  cannotUndo: "この操作は取り消せません。", id: "番号", name: "名前", kind: "種類", state: "状態", date: "日時", day: "日", reason: "理由", amount: "金額",
  price: "価格", currency: "通貨", count: "件数", testCount: "うちテスト", product: "商品", store: "ストア", payment: "決済", member: "プレイヤー",
  registered: "登録", lastLogin: "最終ログイン", withdrawn: "退会", tries: "試行回数", address: "アドレス", loggedInAgain: "再度ログインしました。入力した内容は残っています。",
  filters: "絞り込み", compare: "前の期間と比べる", before: "{what}（前の期間）",
  theme: {
    "": "配色", auto: "自動", light: "ライト", dark: "ダーク",
  },
  type: {
    SANDBOX: "テスト", REAL: "本番",
  },
  all: {
    "": "すべて", json: "全設定（JSON）", hint: "入力欄のない設定用です。秘密の値は保存された形で表示され、そのまま残ります。", title: "全設定を置き換える", done: "設定を書き込みました。",
    conflict: "編集を始めた後に他の人が設定を変更しました。書き込むとその変更は失われます。",
  },
  typed: {
    title: "送信せずに移動しますか？", text: "ここに入力した内容はまだ送信されていません。移動すると失われます。", leave: "移動する",
  },
  confirm: {
    type: "続けるには次を入力してください:",
  },
  sorted: {
    up: "{column}の昇順で並べました", down: "{column}の降順で並べました",
  },
  page: {
    first: "最初のページ", previous: "前のページ", next: "次のページ",
  },
  chart: {
    "": "グラフ", table: "表で見る", help: "左右の矢印キーで点を移動し、HomeとEndで最初と最後の点に移ります。",
  },
  zone: {
    hint: "アプリのタイムゾーン: {zone}", named: "日付は{zone}のタイムゾーンです",
  },
  unit: {
    seconds: "{n}秒", minutes: "{n}分", hours: "{n}時間{m}分", days: "{n}日", daysHours: "{n}日{h}時間",
  },
  error: {
    unreachable: "サーバーが応答しません。", retryAfter: "{n}秒後にもう一度お試しください。", code: "結果コード {code}", loggedOut: "ログアウトしています。",
    noApp: "「{app}」というアプリはないか、見る権限がありません。表示しているのは{other}です。", role: "別の権限が必要です: {role}",
    otherVersion: "サーバーのバージョンが変わりました。ページを読み込み直す必要があります。",
    otherPerson: "このブラウザーでは今、別の人がログインしています: {name}。何も実行されませんでした。",
  },
  wrong: {
    missing: "入力してください。", integer: "整数を入力してください。", decimal: "9.99のような数値を入力してください。", json: "正しいJSONではありません。",
    url: "https://… の形のアドレスを入力してください。", number: "数値を入力してください。", date: "2026-11-28T14:29:00Zのような日時を入力してください。",
  },
  nav: {
    label: "画面", overview: "概要", members: "会員", retention: "継続率", money: "売上", value: "プレイヤー価値",
    subscriptions: "定期購入", levels: "レベル", pushFigures: "プッシュの指標", concurrent: "同時接続", players: "プレイヤー", payments: "決済",
    pushes: "プッシュ通知", catalogue: "商品カタログ", launching: "起動とメンテナンス", notices: "お知らせ", terms: "規約", coupons: "クーポン", leaderboards: "ランキング",
    banTexts: "利用停止の文面", providers: "認証プロバイダー", stores: "ストア", app: "アプリの設定", allSettings: "全設定", data: "データブラウザー", mails: "メール",
    health: "サーバーの状態", apps: "アプリの比較", alarms: "アラーム", backups: "バックアップ", audit: "監査ログ", people: "利用者", explorer: "APIエクスプローラー", account: "自分のアカウント",
  },
  group: {
    now: "現在", figures: "指標", players: "プレイヤー", game: "ゲーム", backend: "バックエンド", server: "サーバー",
  },
  logIn: {
    "": "ログイン", title: "コンソールにログイン", name: "名前", password: "パスワード", code: "ワンタイムコード", codeHint: "認証アプリの6桁の数字、またはリカバリーコード。",
    codeNeeded: "ワンタイムコードも入力してください。", again: "もう一度ログインしてください", againText: "セッションが終了しました。入力した内容はそのまま残ります。", newPassword: "新しいパスワード",
    passwordHint: "8〜256文字。", passwordAgain: "パスワード（確認）", make: "アカウントを作る", notTheSame: "2つのパスワードが一致しません。",
  },
  openid: {
    logIn: "{name}でログイン", accept: "{name}で招待を受ける", nameFirst: "先に名前を決めてください。", connect: "{name}と連携する",
    disconnect: "{name}との連携を解除する", disconnectText: "以後はパスワードだけでログインします。ほかのセッションは終了します。",
    disconnected: "連携を解除しました。", failed: "ログインできませんでした。{reason}",
    otherTab: "別のタブで {name} を使ってログイン",
  },
  first: {
    title: "最初の管理者", text: "このリンクで、このコンソールの最初のアカウントを作ります。使えるのは一度だけです。",
  },
  invitation: {
    title: "招待されました", text: "このコンソールで使う名前とパスワードを決めてください。",
  },
  role: {
    viewer: "閲覧者", support: "サポート", operator: "運営者", administrator: "管理者", people: "全アプリの管理者", "viewer.can": "指標、一覧、設定を見る",
    "support.can": "プレイヤーと決済も検索し、利用停止と解除を行う", "operator.can": "ゲームを運営する", "administrator.can": "すべてを行う",
  },
  interval: {
    "": "単位", day: "日", week: "週", month: "月",
  },
  range: {
    "": "期間", days: "{n}日間", from: "開始", to: "終了",
  },
  by: {
    "": "内訳", none: "なし", provider: "プロバイダー", country: "国", language: "言語", os: "OS", version: "バージョン", store: "ストア", product: "商品",
    level: "レベル", channel: "チャンネル", class: "クラス", userId: "番号", paymentSeq: "決済",
  },
  m: {
    newOnNewDevices: "新しい端末の新規会員", days: "7日中{n}日", "note.new": "新しい端末の新規会員: その端末で初めてログインした人です。",
    "chart.visits": "直近7日間にプレイした日数", "note.visits": "各日までの7日間にプレイした会員。", "chart.consecutive": "その日までの連続日数",
    "note.consecutive": "0日: 7日間にプレイし、最後の日にはプレイしていない会員。", "chart.longest": "直近7日間の最長連続日数", "note.longest": "7日間で最も長く続いた日数。",
    "note.payers": "1人は週または月に1回だけ数えます。",
    new: "新規会員", active: "アクティブ会員（日）", active7: "7日間のアクティブ", active30: "30日間のアクティブ", activeMean: "1日平均アクティブ", returning: "復帰",
    lapsed: "離脱", withdrawn: "退会", joinedAndWithdrawn: "当日に登録して退会", total: "累計会員", sessions: "セッション", stickiness: "日次 / 30日アクティブ",
    "chart.active": "アクティブ会員", "chart.new": "新規会員と退会", "chart.flow": "復帰と離脱", "chart.sessions": "セッション", "chart.stickiness": "来訪の頻度",
    "chart.total": "累計会員", "chart.same": "当日に登録して退会", "note.active": "その日、またはその日までの7日間・30日間に1回以上ログインした会員。1人は1回だけ数えます。",
    "note.flow": "復帰: それまでの数日間ログインがなかった会員。離脱: その後ログインがない会員。", "note.stickiness": "30日間のアクティブ会員に占める、その日のアクティブ会員の割合。",
    continuous: "継続", last: "{from}～{to}（前の期間との比較）", "chart.came": "アクティブ会員と前の期間", "chart.went": "離脱と退会",
    "note.once": "その週または月に1回以上ログインした会員。1人は1回だけ数えます。",
    "note.came": "継続: 前の週または月にもアクティブだった会員。復帰: 前の期間にはいなかった会員。",
    "note.went": "離脱: 前の週または月にアクティブで、この期間にはいない会員。期間が終わると決まります。",
  },
  r: {
    all: "全会員", without: "登録当日に退会した会員を除く", table: "登録日別", curve: "登録後の日数ごとの継続率", day: "{n}日後", dayTitle: "登録後の日数", joined: "登録日",
    members: "{n}人", note: "各点は、その日が来た会員だけで計算しています。最後の点は終わっていない日を含むことがあります。",
  },
  money: {
    arpnpu: "初回課金者1人あたり売上",
    none: "この期間に決済はありません。", amount: "売上", refunded: "返金", net: "返金を除く売上", payments: "決済件数", refunds: "返金件数", payers: "課金者",
    newPayers: "初回課金者", rate: "課金率", arpu: "アクティブ1人あたり売上", arppu: "課金者1人あたり売上", converted: "合計（{currency}換算）",
    rates: "すべての通貨の合計です。設定のレートで換算しています。どの日も同じレートです。", without: "{currencies}を除く（設定にレートがありません）。",
    byCurrency: "通貨別",
    best: "{by}別の売上（{currency}）", "chart.amount": "売上（{currency}）", "chart.refunds": "返金（{currency}）", "chart.payments": "決済と返金の件数",
    "chart.payers": "課金者", "chart.rate": "アクティブ会員の課金率", "chart.arpu": "アクティブ1人あたり売上（{currency}）", "chart.arppu": "課金者1人あたり売上（{currency}）",
    "note.payers": "1人は1日に1回だけ数えます。日をまたいで足し合わせることはできません。", "note.parts": "課金した会員はすべての通貨の合計です。割合と平均は全日の平均です。",
    "note.arpu": "小数第2位に丸めています。金額そのものは正確です。",
  },
  value: {
    products: "初めて購入した商品",
    by: "{by}別の登録後の1人あたり売上（{currency}）", few: "少数",
    remark: "備考",
    fewNote: "少数: 会員1,000人未満、または課金した会員30人未満。各平均は、その日が来た会員だけで計算しています。",
    unknown: "この期間のすべてについては、この区分で集計されていません。",
    curve: "登録後の1人あたり売上（{currency}）", note: "各点は、その日が来た会員だけで計算しています。", perMember: "1人あたり売上", of: "{amount}（対象{n}人）",
    table: "登録日別の登録後売上（{currency}）", first: "登録から初回課金までの日数", firstShare: "その日までに課金した人の割合", later: "90日より後の初回課金: {n}人", share: "割合",
  },
  sub: {
    active: "有効な定期購入", new: "新規", resumed: "再開", renewed: "更新", lapsed: "終了", flow: "開始・再開・更新・終了", by: "{by}別の定期購入",
    note: "特典を受けられる間は有効と数えます。解約済みで支払い済みの期間中と、猶予期間中も含みます。",
  },
  cu: {
    underway: "実施中",
    peak: "最大同時接続", average: "平均同時接続", playMinutes: "合計プレイ時間（分）", perPlayer: "1人1日あたりの分", perSession: "ログイン1回あたりの分", hour: "時刻",
    "chart.tens": "今日（{day}）の10分ごとの同時接続",
    "chart.hour": "時間別の同時接続", "chart.day": "日別の同時接続", "chart.time": "プレイ時間（分）",
    "chart.sum": "全プレイヤーのプレイ時間（分）",
    note: "サーバーに接続しているプレイヤーを毎分数えます。数え始める前の日とこれからの日の値はありません。",
    partsNote: "プレイ時間はその時点のプレイヤーの値に数えます。5分ごとに報告され、退会したプレイヤーは含まれません。",
  },
  pf: {
    sent: "送信", accepted: "受付", delivered: "配信", clicked: "クリック", deliveredShare: "配信率", clickedShare: "クリック率",
    chart: "日別のプッシュ通知", note: "送信した日に数えます。", buttons: "ボタン", button: "ボタン", clicks: "クリック数", noButtons: "ボタンは押されていません。",
  },
  lv: {
    levelUps: "レベルアップ", highest: "到達した最高レベル", others: "その他のレベルへのレベルアップ", unbelieved: "日時不明のレベルアップ", chart: "日別のレベルアップ",
    note: "プレイヤーは各レベルで1回だけ、端末が伝えた日に数えます。", funnel: "レベル別のプレイヤー", funnelNote: "これまでに到達した人数と、今そのレベルにいる人数です。", level: "レベル",
    reached: "到達した人数", players: "今いる人数", share: "最多到達レベルに対する割合", mean: "レベル到達までの平均時間", meanTime: "登録からの平均",
    meanNote: "この期間のレベルアップについて、登録からの時間です。", spread: "レベル到達までの時間", hour: "1時間未満", day: "1日未満", days3: "3日未満", days7: "7日未満",
    days30: "30日未満", later: "それ以降", table: "レベル", none: "レベルの記録はありません。", by: "{by}別のレベル到達人数",
    partsNote: "到達したときのチャンネルまたはクラスです。設定に名前が載ってから数えます。", noNames: "分けるチャンネルやクラスが設定にありません。",
  },
  ov: {
    problems: "対応が必要なもの", alarms: "継続中のアラーム: {n}件", noProblems: "対応が必要なものはありません。", look: "確認する", unmatched: "注文に結び付かない入金: {n}件", refunds: "ストアを待っている返金: {n}件",
    storeRows: "記帳できなかったストア報告の項目: {n}件", claims: "検証待ちの決済: {n}件", databaseLacks: "データベースに欠けている設定: {n}件", lostEvents: "端末で失われたイベント: {n}件",
    datesAhead: "時計のずれで未来になった日時: {n}件", sweepHeld: "時計が定期清掃の想定より進みました。", today: "今日これまで: {day}（{zone}）", yesterday: "昨日 {n}",
    weekBefore: "1週間前 {n}", payments: "決済{n}件", revenue: "売上（{currency}）", converted: "売上合計（{currency}換算）", noFigures: "このサーバーには日別の指標がありません。", sums: "開始からの累計",
    revenueSums: "通貨別の金額", sales: "販売数", pushes: "最近のプッシュ通知", maintenanceNow: "メンテナンス中です: {from} – {to}",
    maintenanceComes: "メンテナンスの予定があります: {from} – {to}", maintenanceOver: "メンテナンスは終わりました: {from} – {to}", untilEnded: "終了するまで",
    now: "現在", waiting: "サーバーを待っています…", at: "{date} 時点", noLive: "現在の値を取得できません。",
    "payments.newest": "最新の決済",
  },
  apps: {
    table: "この期間の各アプリ", payers: "1日平均課金者", note: "最後の日は、各アプリのタイムゾーンでの今日です。",
    more: "ほかに{n}件のアプリがあります。",
  },
  live: {
    players: "接続中", requestsPerSecond: "毎秒リクエスト", errorsPerSecond: "毎秒エラー", p50Milliseconds: "応答時間 中央値 (ms)",
    p99Milliseconds: "応答時間 99% (ms)",
  },
  users: {
    registered: "登録", banned: "利用停止", withdrawn: "退会",
  },
  rev: {
    captured: "入金", renewed: "更新", granted: "付与", consumed: "消費", refunded: "返金", chargeback: "チャージバック", test: "うちテスト",
  },
  room: {
    catalogue: "購入できる商品です。進行中の決済は開始時の価格のままです。", providers: "秘密の値は暗号化して保存し、その形で表示します。変更しなければそのまま残ります。",
    stores: "キーは暗号化して保存し、その形で表示します。変更しなければそのまま残ります。", coupons: "プレイヤーやゲームサーバーが使うクーポンです。",
  },
  mail: {
    notSet: "このアプリはメールを送りません。", oldest: "最長の待ち時間", test: "テストメールを送る", testText: "アプリ{app}のメールサーバーに今すぐ1通渡します。", testDo: "送信",
    sent: "送信しました: {answer}", notSent: "送信できませんでした: {answer}", list: "待機中・失敗したメール", none: "待機中や失敗したメールはありません。", to: "メールアドレス", made: "依頼",
    answer: "最後の応答", bounces: "メールが戻ってきたアドレス", noBounces: "戻ってきたアドレスはありません。", clear: "送信を再開", clearTitle: "このアドレスへの送信を再開する",
    clearText: "アプリ{app}のメールを再び{address}に送ります。", cleared: "送信を再開しました。",
  },
  mailState: {
    QUEUED: "待機中", SENDING: "送信中", UNKNOWN: "応答不明", GIVEN_UP: "断念", BOUNCED: "不達", SENT: "送信済み", NEEDLESS: "不要",
  },
  backup: {
    about: "プレイヤーが遊んでいる間に、サーバーのデータディレクトリーにアプリのコピーを作り、台帳を検査します。コピーはプレイヤーの情報です。厳重に保管してください。", do: "コピーを作る", title: "アプリのコピーを作る",
    text: "アプリ{app}を今コピーします。その間もプレイヤーは遊べます。", newest: "サーバー起動後の最新のコピー", directory: "サーバー上のディレクトリー", payments: "決済", sound: "台帳は正常",
    NONE: "サーバー起動後のコピーはありません。", RUNNING: "コピー中…", DONE: "完了しました。", FAILED: "失敗しました。",
    restore: "コピーを戻すには、サーバーを止め、アプリのデータがない場所に次のコマンドで戻します：",
  },
  audit: {
    text: "誰が何を行ったか（新しい順）。", everywhere: "全アプリとコンソール自体", who: "誰が", what: "何を", object: "対象", result: "結果", done: "完了",
    reads: "参照のみ", byToken: "{who}(トークン {token})",
  },
  people: {
    account: "{name}でログイン", list: "利用者", you: "あなた", every: "全アプリ", roles: "権限", role: "権限", code: "ワンタイムコード",
    last: "最終利用", invite: "招待する", inviteText: "リンクを持つ人が、この権限でアカウントを作ります。",
    inviteDo: "リンクを作る", invited: "招待", linkText: "このリンクは本人だけに渡してください。表示は一度だけ、使えるのも一度だけです。", change: "権限を変更", changeTitle: "{name}の権限",
    changeText: "{name}の権限はすぐに変わります。", changed: "{name}の権限を変更しました。", removeTitle: "利用者を削除する",
    removeText: "{name}のアカウントを削除し、セッションとトークンを終わらせます。", removed: "{name}を削除しました。", invitations: "招待", noInvitations: "待っている招待はありません。",
    until: "有効期限", takeBack: "取り消す", takeBackText: "招待{id}のリンクは使えなくなります。", takenBack: "招待を取り消しました。",
    otherwise: "その間にほかの人が変更しました: {roles}。もう一度押すと、この内容で置き換えます。",
    twice: "{app}が二度指定されています。",
  },
  account: {
    password: "パスワードを変更", passwordNow: "現在のパスワード", passwordText: "他のセッションは終了します。", passwordDone: "パスワードを変更しました。", sessions: "セッション",
    agent: "ブラウザー", this: "このセッション", started: "開始", last: "最終利用", sessionEnd: "終了させる", sessionText: "{address}のセッションを終了します: {agent}",
    sessionEnded: "終了しました。", sessionsEnd: "他のセッションをすべて終了", sessionsText: "このセッション以外をすべて終了します。",
    codeAdd: "ワンタイムコードを設定", codeRemove: "ワンタイムコードを無効にする", codeConfirm: "有効にする", noCode: "このアカウントにはワンタイムコードがありません。",
    codeText: "この秘密を認証アプリに登録し、表示されたコードを入力してください。", secret: "秘密", uri: "アドレス", copySecret: "秘密をコピー", copyUri: "アドレスをコピー",
    recovery: "リカバリーコード", recoveryText: "アプリがない時に、それぞれ一度だけ使えます。再び表示されることはありません。", codeRemoveText: "パスワードだけでログインできるようになります。",
    codeRemoved: "ワンタイムコードを無効にしました。", tokens: "プログラム用トークン", noTokens: "トークンはありません。", tokenNew: "トークンを作る",
    tokenText: "トークンを持つプログラムは、その権限の範囲で操作できます。", tokenHint: "用途。", token: "トークン", tokenOnce: "表示は一度だけです。パスワードと同じように保管してください。", made: "作成",
    tokenEnd: "トークンを無効にする", tokenEndText: "トークン「{name}」を使うプログラムは今後拒否されます。", tokenEnded: "トークンを無効にしました。",
  },
  health: {
    at: "{date} 時点、バージョン {version}", database: "データベース", value: "値", needsAll: "サーバーの指標は、全アプリの権限を持つ人に表示されます。", times: "応答時間の分布",
    until: "応答までの時間", longer: "それ以上", requestsShort: "応答数", requests: "種類別のリクエスト", limited: "制限による拒否", all: "すべての指標", labels: "区分",
    help: "説明",
    limits: "制限", limit: "制限の名前", perSecond: "1秒あたり", atOnce: "一度に", refused: "拒否", off: "オフ",
  },
  doctor: {
    title: "診断", fault: "問題", where: "直す画面", well: "設定とレポートに問題はありません。",
    unread: "{name}の応答がありません：{reason}",
    weakSecret: "{name}は推測されやすい値です。独自の値を設定してください。",
    closedSecret: "{name}は別のシークレットキーで暗号化されています。そのキーをサーバーに指定するか、値を設定し直してください。", noGameServer: "app.secretKeyが未設定のため、ゲームサーバーは接続できません。",
    anyGameServer: "app.secretKeyが未設定のため、誰でもゲームサーバーとして接続できます。",
    sandbox: "REALアプリのプレイヤーがSANDBOXストアで無料で購入できます。", noProducts: "商品がないため、何も販売されていません。",
    maintenance: "メンテナンスが設定されています。", storeReport: "{store}のレポートが2時間最後まで読まれていません。",
  },
  metric: {
    gamebased_connections: "接続", gamebased_streams: "ストリーム", gamebased_requests_under_way: "処理中のリクエスト", gamebased_body_bytes: "受信中の本文",
    gamebased_output_bytes: "未受領の応答", gamebased_clock_ahead_seconds: "時計の進み",
  },
  explorer: {
    text: "運営者が送れるすべてのリクエスト。入力欄は仕様から作られます。", request: "リクエスト", send: "送信", answer: "応答", noParameters: "パラメーターはありません。",
    noDescription: "リクエストの仕様がありません。", example: "例: {text}", changes: "アプリ{app}を変更する可能性があります。", took: "{n}ミリ秒で応答しました。",
  },
};
