// Words of one language; every key is in all of them. "" is the word for the group itself.
export default {
  brand: "게임 콘솔", app: "앱", language: "언어", menu: "메뉴", skip: "본문으로 이동", pages: "페이지", actions: "작업", logOut: "로그아웃", again: "다시 시도",
  loading: "불러오는 중…", working: "처리 중…", close: "닫기", cancel: "취소", edit: "편집", remove: "삭제", find: "찾기", copy: "복사", copied: "복사했습니다.",
  notCopied: "브라우저가 복사를 허용하지 않습니다.", export: "파일로 내보내기", csv: "CSV로 저장", yes: "예", no: "아니요", none: "없음", nothing: "내용이 없습니다.",
  empty: "비어 있음", notKnown: "알 수 없음", others: "그 외 모두", notSaid: "알려지지 않음", required: "필수", addTo: "추가 ({what})", showMore: "{n}개 더 보기",
  cannotUndo: "되돌릴 수 없습니다.", id: "번호", name: "이름", kind: "종류", state: "상태", date: "일시", day: "날짜", reason: "사유", amount: "금액",
  price: "가격", currency: "통화", count: "건수", testCount: "그중 테스트", product: "상품", store: "스토어", payment: "결제", member: "플레이어",
  registered: "가입", lastLogin: "마지막 로그인", withdrawn: "탈퇴", tries: "시도 횟수", address: "주소", loggedInAgain: "다시 로그인했습니다. 입력한 내용은 그대로입니다.",
  filters: "필터", compare: "이전 기간과 비교", before: "{what} (이전 기간)",
  theme: {
    "": "색상", auto: "자동", light: "밝게", dark: "어둡게",
  },
  type: {
    SANDBOX: "테스트", REAL: "운영",
  },
  all: {
    "": "전체", json: "전체 설정 (JSON)", hint: "입력 칸이 없는 설정을 위한 것입니다. 비밀 값은 보관된 형태로 보이며 그대로 남습니다.", title: "전체 설정 바꾸기", done: "설정을 저장했습니다.",
    conflict: "편집을 시작한 뒤 다른 사람이 설정을 바꿨습니다. 저장하면 그 변경이 사라집니다.",
  },
  confirm: {
    type: "계속하려면 다음을 입력하세요:",
  },
  sorted: {
    up: "{column} 오름차순으로 정렬했습니다", down: "{column} 내림차순으로 정렬했습니다",
  },
  page: {
    first: "첫 페이지", next: "다음 페이지",
  },
  chart: {
    "": "그래프", table: "표로 보기", help: "왼쪽·오른쪽 화살표 키로 점을 이동하고, Home과 End로 처음과 끝 점으로 갑니다.",
  },
  zone: {
    hint: "앱의 시간대: {zone}", named: "날짜는 {zone} 시간대 기준입니다",
  },
  unit: {
    seconds: "{n}초", minutes: "{n}분", hours: "{n}시간 {m}분", days: "{n}일",
  },
  error: {
    unreachable: "서버가 응답하지 않습니다.", retryAfter: "{n}초 뒤에 다시 시도하세요.", code: "결과 코드 {code}", loggedOut: "로그아웃되었습니다.",
    role: "다른 권한이 필요합니다: {role}",
  },
  wrong: {
    missing: "입력해 주세요.", integer: "정수를 입력하세요.", decimal: "9.99와 같은 수를 입력하세요.", json: "올바른 JSON이 아닙니다.", url: "https://… 형식의 주소를 입력하세요.",
  },
  nav: {
    label: "화면", overview: "개요", members: "회원", retention: "잔존율", money: "매출", value: "플레이어 가치", subscriptions: "구독", levels: "레벨",
    pushFigures: "푸시 지표", hours: "시간대", players: "플레이어", payments: "결제", pushes: "푸시 메시지", catalogue: "상품 목록", launching: "실행과 점검",
    notices: "공지", terms: "약관", coupons: "쿠폰", leaderboards: "리더보드", banTexts: "이용 정지 문구", providers: "인증 제공자", stores: "스토어",
    app: "앱 설정", allSettings: "전체 설정", data: "데이터 브라우저", mails: "메일", health: "서버 상태", backups: "백업", audit: "감사 로그", people: "사용자",
    explorer: "API 탐색기", account: "내 계정",
  },
  group: {
    now: "현재", figures: "지표", players: "플레이어", game: "게임", backend: "백엔드", server: "서버",
  },
  logIn: {
    "": "로그인", title: "콘솔 로그인", name: "이름", password: "비밀번호", code: "일회용 코드", codeHint: "인증 앱의 여섯 자리 숫자 또는 복구 코드.",
    codeNeeded: "일회용 코드도 입력하세요.", with: "{provider}(으)로 로그인", again: "다시 로그인하세요", againText: "세션이 끝났습니다. 입력한 내용은 그대로 남습니다.",
    newPassword: "새 비밀번호", passwordHint: "12자 이상.", passwordAgain: "비밀번호 확인", make: "계정 만들기", notTheSame: "두 비밀번호가 같지 않습니다.",
  },
  first: {
    title: "첫 관리자", text: "이 링크로 이 콘솔의 첫 계정을 만듭니다. 한 번만 쓸 수 있습니다.",
  },
  invitation: {
    title: "초대받았습니다", text: "이 콘솔에서 쓸 이름과 비밀번호를 정하세요.",
  },
  role: {
    viewer: "조회자", support: "고객 지원", operator: "운영자", administrator: "관리자", people: "모든 앱의 관리자", "viewer.can": "지표, 목록, 설정을 봅니다",
    "support.can": "플레이어와 결제도 찾고, 이용 정지와 해제를 합니다", "operator.can": "게임을 운영합니다", "administrator.can": "모든 일을 합니다",
  },
  range: {
    "": "기간", days: "{n}일", from: "시작", to: "끝",
  },
  by: {
    "": "나눠 보기", none: "나누지 않음", provider: "인증 제공자", country: "국가", language: "언어", os: "운영체제", version: "버전", store: "스토어",
    product: "상품", userId: "번호", paymentSeq: "결제",
  },
  m: {
    new: "신규 회원", active: "활성 회원 (일)", active7: "7일 활성", active30: "30일 활성", activeMean: "하루 평균 활성", returning: "복귀", lapsed: "이탈",
    withdrawn: "탈퇴", joinedAndWithdrawn: "가입 당일 탈퇴", total: "누적 회원", sessions: "세션", concurrentPeak: "최대 동시 접속", playMean: "1인당 플레이 시간",
    stickiness: "일 활성 / 30일 활성", "chart.active": "활성 회원", "chart.new": "신규 회원과 탈퇴", "chart.flow": "복귀와 이탈", "chart.peak": "최대 동시 접속자",
    "chart.sessions": "세션", "chart.play": "하루 1인당 플레이 시간", "chart.stickiness": "방문 빈도", "chart.total": "누적 회원", "chart.same": "가입 당일 탈퇴",
    "note.active": "그날 또는 그날까지 7일·30일 동안 한 번 이상 로그인한 회원. 한 사람은 한 번만 셉니다.", "note.flow": "복귀: 그 전 며칠 동안 로그인이 없던 회원. 이탈: 그 뒤로 로그인이 없는 회원.",
    "note.play": "그날의 전체 플레이 시간을 활성 회원 수로 나눈 값.", "note.stickiness": "30일 활성 회원 중 그날의 활성 회원 비율.",
  },
  r: {
    all: "전체 회원", without: "가입 당일 탈퇴한 회원 제외", table: "가입일별", curve: "가입 후 일수별 잔존율", day: "{n}일차", dayTitle: "가입 후 일수", joined: "가입일",
    members: "{n}명", note: "각 점은 그날이 지난 회원만으로 계산합니다. 마지막 점은 끝나지 않은 날을 포함할 수 있습니다.",
  },
  money: {
    none: "이 기간에는 결제가 없습니다.", amount: "매출", refunded: "환불", net: "환불 제외 매출", payments: "결제 건수", refunds: "환불 건수", payers: "결제자",
    newPayers: "첫 결제자", rate: "결제율", arpu: "활성 회원 1인당 매출", arppu: "결제자 1인당 매출", converted: "합계 ({currency} 환산)", byCurrency: "통화별",
    best: "{by}별 매출 ({currency})", "chart.amount": "매출 ({currency})", "chart.refunds": "환불 ({currency})", "chart.payments": "결제와 환불 건수",
    "chart.payers": "결제자", "chart.rate": "활성 회원 중 결제자 비율", "chart.arpu": "활성 회원 1인당 매출 ({currency})",
    "chart.arppu": "결제자 1인당 매출 ({currency})", "note.payers": "한 사람은 하루에 한 번만 셉니다. 날짜를 넘겨 더하면 안 됩니다.",
    "note.arpu": "소수점 둘째 자리로 반올림했습니다. 금액 자체는 정확합니다.",
  },
  value: {
    curve: "가입 후 1인당 매출 ({currency})", note: "각 점은 그날이 지난 회원만으로 계산합니다.", perMember: "1인당 매출", of: "{amount} (대상 {n}명)",
    table: "가입일별 가입 후 매출 ({currency})", first: "가입부터 첫 결제까지 걸린 날", firstShare: "그날까지 결제한 사람의 비율", later: "90일 뒤에 처음 결제: {n}명",
    share: "비율",
  },
  sub: {
    active: "유효한 구독", new: "신규", renewed: "갱신", lapsed: "종료", "chart.active": "유효한 구독", "chart.flow": "시작, 갱신, 종료",
  },
  lev: {
    level: "레벨 {n}", levelTitle: "레벨", players: "인원", reached: "도달자", secondsToReach: "도달 시간", users: "인원", "chart.players": "레벨별 인원",
    "chart.reached": "레벨별 도달자 수", "chart.time": "레벨까지의 평균 시간", channels: "채널", classes: "클래스", noneOf: "게임이 알려 준 것이 없습니다: {what}",
  },
  pf: {
    accepted: "접수", shown: "표시", clicked: "클릭", shownShare: "표시율", clickedShare: "클릭률", chart: "날짜별 푸시 메시지", note: "보낸 날에 셉니다.",
    buttons: "버튼", button: "버튼", clicks: "클릭 수",
  },
  hr: {
    peak: "최대", mean: "평균", chart: "시간별 동시 접속자", hour: "시각", note: "각 한 시간의 최대와 평균.", tooLong: "시간별로 보려면 28일 이하를 고르세요.",
    byHour: "하루 중 시간대별",
    pushes: "보낸 푸시 메시지",
  },
  ov: {
    problems: "확인이 필요한 일", noProblems: "기다리는 일이 없습니다.", look: "확인하기", unmatched: "주문과 맞지 않는 입금: {n}건", refunds: "스토어를 기다리는 환불: {n}건",
    storeRows: "기록하지 못한 스토어 보고 항목: {n}건", claims: "검증을 기다리는 결제 종류: {n}건", databaseLacks: "데이터베이스에 모자란 설정: {n}건",
    lostEvents: "기기에서 잃어버린 이벤트: {n}건", datesAhead: "시계가 틀려 미래가 된 날짜: {n}건", sweepHeld: "시계가 정리 작업이 믿는 것보다 많이 지나갔습니다.", now: "지금",
    waiting: "서버를 기다리는 중…", at: "{date} 기준", noLive: "지금은 실시간 수치가 없습니다.", today: "오늘 지금까지: {day} ({zone})", yesterday: "어제 {n}",
    weekBefore: "일주일 전 {n}", payments: "결제 {n}건", revenue: "매출 ({currency})", noFigures: "이 서버에는 날짜별 지표가 없습니다.", sums: "처음부터 지금까지",
    revenueSums: "통화별 금액", sales: "판매", pushes: "최근 푸시 메시지", maintenanceNow: "점검 중입니다: {from} – {to}",
    maintenanceComes: "점검이 예정되어 있습니다: {from} – {to}", maintenanceOver: "점검이 끝났습니다: {from} – {to}", untilEnded: "끝낼 때까지",
  },
  live: {
    players: "접속 중", requestsPerSecond: "초당 요청", errorsPerSecond: "초당 오류", p50Milliseconds: "응답 시간 중앙값 (ms)",
    p99Milliseconds: "응답 시간 99% (ms)",
  },
  users: {
    registered: "가입", activeInLastDay: "24시간 활성", banned: "이용 정지", withdrawn: "탈퇴",
  },
  rev: {
    captured: "입금", renewed: "갱신", granted: "지급", consumed: "소비", refunded: "환불", chargeback: "지불 거절", test: "그중 테스트",
  },
  players: {
    search: "플레이어 찾기", searchHint: "플레이어 번호, 인증 키, 결제 번호, 스토어의 거래 번호.", all: "모든 플레이어", found: "“{text}” 검색 결과: {n}명",
    list: "플레이어 (번호순)", nobody: "“{text}”에 해당하는 플레이어가 없습니다.", by: "찾은 항목", back: "플레이어 목록", tabs: "보관 중인 정보", withdrawsOn: "탈퇴 예정일",
  },
  valid: {
    Y: "정상", D: "탈퇴", B: "이용 정지", T: "탈퇴 대기", P: "정지 유예", M: "이전됨",
  },
  tab: {
    identities: "인증", devices: "기기", sessions: "세션", payments: "결제", bans: "이용 정지", terms: "약관", pushes: "푸시 메시지", game: "게임",
    other: "그 외 모두",
  },
  info: {
    deviceCountryCode: "국가 (기기)", usimCountryCode: "국가 (유심)", language: "언어", osCode: "운영체제", osVersion: "운영체제 버전",
    clientVersion: "게임 버전", deviceModel: "기종", telecom: "통신사", storeCode: "스토어",
  },
  held: {
    mappings: "인증", idp_revocations: "철회된 동의", push_tokens: "기기", sessions: "세션", bans: "이용 정지", grace_bans: "유예된 이용 정지",
    terms_consents: "동의한 약관", terms_agreements: "동의한 항목", push_results: "푸시 메시지 결과", push_waiting: "대기 중인 푸시 메시지",
    analytics_events: "이벤트", subscriptions: "구독", sandbox_orders: "테스트 스토어 주문", active_users: "활성 날짜", user_levels: "레벨",
    leaderboard_entries: "점수", coupon_uses: "사용한 쿠폰",
  },
  ban: {
    do: "이용 정지", title: "플레이어 이용 정지", text: "앱 {app}의 {user}은(는) 더 이상 로그인할 수 없습니다. 세션은 1초 안에 끝납니다.", kind: "종류", PERMANENT: "영구",
    TEMPORARY: "기간 한정", until: "기한", untilHint: "기간 한정일 때만.", template: "문구", message: "플레이어가 읽는 글", messageHint: "플레이어에게 그대로 보입니다.",
    needsEnd: "기간 한정 이용 정지에는 기한이 필요합니다.", done: "{user}을(를) 이용 정지했습니다.", is: "이용 정지 중: {kind}", says: "플레이어가 읽는 글: {message}",
  },
  release: {
    do: "정지 해제", title: "이용 정지 해제", text: "앱 {app}의 {user}이(가) 다시 로그인할 수 있습니다.", done: "{user}의 이용 정지를 해제했습니다.",
  },
  kick: {
    do: "내보내기", title: "플레이어 내보내기", text: "앱 {app}의 {user}을(를) 게임에서 내보냅니다. 다시 로그인할 수 있습니다.", popupTitle: "창 제목",
    popupHint: "제목과 글이 없으면 창이 뜨지 않습니다.", popupMessage: "창에 쓸 글", logout: "로그아웃도 시키기", done: "{user}에게 나가도록 알렸습니다.", all: "모두 내보내기…",
    allTitle: "모두 내보내기", allText: "앱 {app}의 모든 플레이어 또는 지정한 버전의 플레이어를 게임에서 내보냅니다.", allDo: "모두 내보내기", versions: "이 버전만",
    versionsHint: "한 줄에 하나. 비우면 모든 버전.", allDone: "모두에게 나가도록 알렸습니다.",
  },
  grace: {
    do: "유예 정지", title: "유예된 이용 정지", text: "조건을 채우지 못하면 앱 {app}의 {user}은(는) 지정한 때에 이용 정지됩니다.", until: "정지가 시작되는 때", amount: "내야 할 금액",
    ruleHint: "금액과 통화가 있으면 결제하면 풀립니다.", count: "결제 횟수", condition: "금액과 횟수", AND: "둘 다", OR: "하나면 됨", done: "{user}의 이용 정지를 유예했습니다.",
    is: "{date}에 이용 정지됩니다.", end: "유예 정지 취소", endTitle: "유예 정지 취소", endText: "앱 {app}의 {user}은(는) 이용 정지되지 않습니다.",
    ended: "{user}의 유예 정지를 취소했습니다.",
  },
  erase: {
    do: "완전 삭제", title: "플레이어 완전 삭제", text: "앱 {app}의 {user}을(를) 탈퇴시키고 인증, 세션, 이용 정지, 동의, 푸시 메시지, 이벤트를 지웁니다.",
    stays: "결제는 본인과 분리되어 남습니다. 되돌릴 수 없습니다.", done: "{erased}행을 지웠습니다. 금액과 지표 {kept}행은 남습니다.",
  },
  revoke: {
    do: "동의 철회", title: "인증 동의 철회", text: "제공자 {provider}의 {key}(앱 {app}) 동의가 철회된 것으로 하여 세션을 끝냅니다. 되돌릴 수 없습니다.", done: "동의를 철회했습니다.",
  },
  payments: {
    rooms: "결제 화면", all: "결제", unmatched: "맞지 않는 입금", refunds: "환불과 스토어 보고", search: "찾기", searchHint: "플레이어, 결제 번호, 스토어의 거래 번호.",
    list: "최근 결제", filtered: "최근 {all}건 중 {n}건", none: "결제가 없습니다.", reserved: "예약", bought: "구매", storeNumber: "스토어 거래 번호",
    refundPending: "환불 대기", unmatchedText: "스토어가 받았지만 주문과 맞지 않는 돈입니다. 누군가 결정하기 전에는 아무것도 지급되지 않습니다.", noUnmatched: "맞지 않는 입금이 없습니다.",
    noRefunds: "기다리는 환불이 없습니다.", asked: "요청", nextTry: "다음 시도", storeRows: "기록하지 못한 항목", storeReports: "스토어 보고",
    noStores: "이 서버가 조회하는 스토어가 없습니다.", back: "결제 목록", orderKey: "주문", original: "구독의 첫 결제", subscription: "구독", expires: "만료",
    consumption: "소비", finished: "스토어에서 완료", promotion: "게임 밖에서 시작", detailCode: "상세 코드", timeLine: "경과",
    timeLineNote: "서비스가 보관하는 이 결제의 날짜입니다.", texts: "데이터", payload: "게임의 페이로드", receipt: "영수증", storeError: "스토어 오류",
    consumeAnswer: "소비에 대한 응답",
  },
  pay: {
    RESERVED: "예약됨", STORE_PENDING: "스토어 결정 대기", APPROVED: "승인됨", PAID: "결제됨, 미검증", VERIFIED: "검증됨", UNCONSUMED: "지급됨", CONSUMED: "소비됨",
    CANCELLED: "취소됨", DECLINED: "거절됨", REFUNDED: "환불됨",
  },
  consume: {
    never: "구독은 소비되지 않습니다.", done: "소비됨 {date}", waits: "지급됨. 게임이 아직 소비하지 않았습니다.", notYet: "지급되지 않았거나 회수되었습니다.",
  },
  step: {
    reserved: "예약: {product}, {amount}", paid: "결제: {amount}, {store}, 거래 번호 {number}", granted: "플레이어에게 지급",
    consumed: "게임이 소비, 거래 {number}", expires: "결제한 기간이 끝남", unmatched: "맞지 않는 입금: {reason}", refundAsked: "환불 요청. 지금까지 시도: {n}회",
    refundNext: "스토어에 환불을 다시 조회", refunded: "환불", closed: "종료: {state}",
  },
  refund: {
    do: "환불하기", title: "결제 환불", text: "결제 {payment}을(를) 환불합니다: {amount}, 플레이어 {user}, 스토어 {store}.", kind: "종류", REFUND: "환불",
    CHARGEBACK: "지불 거절 (스토어가 돌려줌)", consumed: "상품이 이미 소비되었습니다. 게임 서버가 회수해야 합니다.", notConsumed: "구매한 상품을 플레이어에게서 회수합니다.",
    kept: "환불을 접수했습니다. 스토어가 돌려주었다고 할 때까지 조회합니다.", done: "결제 {payment}: {state}", waits: "환불이 스토어를 기다리고 있습니다.",
  },
  verify: {
    yes: "지급 (검증됨)", yesTitle: "결제 지급", yesText: "{user}의 결제 {payment} ({amount})을(를) 스토어에서 확인했으므로 상품을 지급합니다.", yesDone: "상품을 지급했습니다.",
    no: "거절", noTitle: "결제 거절", noText: "{user}의 결제 {payment} ({amount})을(를) 최종 거절합니다.", noDone: "결제를 거절했습니다.",
  },
  subscription: {
    do: "구독 변경", action: "변경 내용", text: "{user}의 결제 {payment} 테스트 구독을 변경합니다.", done: "구독을 변경했습니다.",
  },
  reconcile: {
    do: "스토어에 조회", title: "스토어에 조회", text: "앱 {app}의 스토어에 끝나지 않은 주문과 환불을 묻고 답을 기록합니다.", done: "{stores}: 주문 {n}건을 조회했습니다.",
    left: "{n}건은 조회하거나 기록하지 못했습니다. 다시 조회하세요.", none: "서버가 조회하는 이 앱의 스토어가 없습니다.",
  },
  settle: {
    do: "보류 중인 테스트 주문 결정", text: "앱 {app}의 테스트 스토어가 보류한 주문을 결정합니다.", outcome: "결정", userHint: "비우면 모든 플레이어.", done: "결정: {n}건",
  },
  ledger: {
    do: "원장 검사", title: "원장 검사", sound: "원장이 올바릅니다: 결제 {payments}건, 기록 {entries}건.",
    notSound: "원장이 올바르지 않습니다: 결제 {payments}건, 기록 {entries}건.", differences: "차이", currencies: "통화별 기록 합계", CAPTURED: "입금", RENEWED: "갱신",
    IMPORTED: "가져옴", GRANTED: "지급", CONSUMED: "소비", REVOKED: "회수", REFUNDED: "환불", CHARGEBACK: "지불 거절", net: "차감 합계", held: "미소비",
  },
  push: {
    rooms: "푸시 메시지 화면", list: "푸시 메시지", new: "작성", none: "푸시 메시지가 없습니다.", untitled: "(제목 없음)", withheld: "제외", withdrawn: "회수",
    back: "푸시 메시지 목록", gone: "이 푸시 메시지는 더 이상 보관되지 않습니다.", SCHEDULED: "예약됨", SENDING: "보내는 중", PLANNED: "현지 시각으로 예정", CANCELLING: "취소 중",
    SENT: "보냄", CANCELLED: "취소됨", EXPIRED: "만료됨", noActions: "클릭된 버튼이 없습니다.", cancelDo: "취소하기", cancelTitle: "푸시 메시지 취소",
    cancelText: "앱 {app}의 “{title}”을(를) 더는 보내지 않으며, 아직 받지 않은 사람은 받지 않습니다.", cancelled: "푸시 메시지를 취소했습니다.", words: "문구", who: "대상",
    when: "시각", look: "모양과 버튼", titleHint: "아래에 문구가 없는 언어의 플레이어용.", body: "본문", languages: "다른 언어의 문구", users: "이 플레이어만",
    usersHint: "한 줄에 번호 하나. 비우면 모두.", countries: "이 국가만", countriesHint: "한 줄에 하나(예: JP). 비우면 모두.", ofLanguages: "이 언어의 플레이어만",
    languagesHint: "한 줄에 하나(예: ja). 비우면 모두.", ad: "광고", adHint: "동의한 사람에게만, 밤에는 야간에 동의한 사람에게만 보냅니다.", date: "보낼 때",
    dateHint: "앱의 시간대. 비우면 지금.", local: "각 플레이어의 현지 시각에", localHint: "날짜가 필요합니다.", life: "유효 시간(초)", media: "그림",
    mediaHint: "https://… 주소.", link: "여는 곳", linkHint: "웹 주소 또는 게임 고유의 주소.", group: "그룹", category: "카테고리",
    categoryHint: "자체 버튼이 있어 버튼과 함께 쓸 수 없습니다.", identifier: "식별자", replyHint: "답장 칸의 힌트", extras: "자체 항목 (JSON)",
    extrasHint: "게임에 전달합니다. 예: {\"event\": \"spring\"}", review: "확인하고 보내기…", preview: "미리 보기", noLanguage: "그 밖의 언어", isAd: "광고",
    withMedia: "그림: {url}", sendTitle: "이 푸시 메시지를 보낼까요?", toAll: "앱 {app}의 모든 플레이어에게 보냅니다.", toUsers: "플레이어 {n}명에게 보냅니다: {list}",
    toCountries: "이 국가만: {list}", toLanguages: "이 언어의 플레이어만: {list}", at: "{date}에 보냅니다.", localDate: "각 플레이어의 시계로 {date}",
    atOnce: "바로 보냅니다.", send: "보내기", sent: "푸시 메시지를 접수했습니다.",
  },
  set: {
    readOnly: "이 권한으로는 설정을 볼 수만 있습니다.", title: "변경: {part}", text: "앱 {app}의 모든 플레이어에게 바로 적용됩니다.", do: "저장", done: "{part}: 저장했습니다.",
    review: "확인하고 저장…", nothing: "저장할 내용이 없습니다", same: "달라진 것이 없습니다.", changes: "바뀌는 것", what: "항목", before: "이전", after: "이후",
    edit: "편집: {what}", add: "{what}: 새 항목", make: "설정하기", none: "없습니다: {what}", notSet: "설정되지 않음.", which: "대상", toFile: "파일로 저장",
    fromFile: "파일로 바꾸기…", noList: "파일에 목록도, “{part}”이(가) 있는 객체도 없습니다.", replaces: "모든 항목이 {file}의 내용으로 바뀝니다.",
  },
  conflict: {
    title: "다른 사람이 먼저 바꿨습니다", text: "“{part}”이(가) 편집을 시작했을 때와 다릅니다. 어떻게 할까요?", theirs: "다른 사람이 바꾼 것", mine: "내 변경을 더하면 바뀌는 것",
    keep: "그대로 두기", write: "내 변경도 저장", notWritten: "저장하지 않았습니다. 다른 사람이 쓴 내용이 남아 있습니다. 보려면 페이지를 다시 불러오세요.",
  },
  part: {
    products: "상품", notice: "시작 공지", imageNotice: "이미지 공지", gameNotice: "공지 페이지", terms: "약관", coupons: "쿠폰", leaderboards: "리더보드",
    banTemplates: "이용 정지 문구", idPs: "인증 제공자", stores: "스토어", purchases: "구매와 한도", sandboxStore: "테스트 스토어", app: "앱",
    relatedUrls: "법적 페이지", customerService: "고객 센터", testDevices: "테스트 기기", blocked: "차단", transferAccount: "게스트 이전",
    temporaryWithdrawal: "탈퇴 유예", retention: "보관 기간", mail: "메일", ncmb: "모바일 백엔드", clients: "게임 버전", maintenance: "점검",
    "os.LINUX": "Linux", "os.WINDOWS": "Windows",
  },
  room: {
    catalogue: "살 수 있는 상품입니다. 진행 중인 결제는 시작할 때의 가격을 유지합니다.", providers: "비밀 값은 암호화해 보관하고 그 형태로 보여 줍니다. 바꾸지 않으면 그대로 남습니다.",
    stores: "키는 암호화해 보관하고 그 형태로 보여 줍니다. 바꾸지 않으면 그대로 남습니다.", coupons: "플레이어나 게임 서버가 쓰는 쿠폰입니다.",
  },
  f: {
    gamebaseProductId: "상품 ID", itemName: "콘솔에서의 이름", productType: "종류", storeCode: "스토어", marketItemId: "스토어의 ID", price: "가격",
    currency: "통화", localizedPrice: "플레이어에게 보이는 가격", localizedTitle: "플레이어에게 보이는 제목", localizedDescription: "플레이어에게 보이는 설명", badge: "배지",
    active: "구매 가능", itemSeq: "아이템 번호", subscriptionPeriodMilliseconds: "기간 (밀리초)", subscriptionGroup: "구독 그룹", version: "버전",
    status: "상태", message: "플레이어에게 보이는 글", termsSeq: "번호", termsVersion: "버전", termsCountryType: "적용 지역", reconsentRequired: "재동의 필요",
    contents: "항목", termsContentSeq: "번호", name: "이름", required: "동의 필수", agreePush: "푸시 메시지 동의", node1DepthPosition: "위치",
    node2DepthPosition: "하위 위치", detailPageUrl: "전문 주소", couponCode: "코드", title: "제목", type: "종류", startDate: "시작", endDate: "끝",
    beginDate: "시작", usesMax: "전체 사용 횟수", expired: "종료됨", benefits: "지급 아이템", itemId: "아이템", amount: "수량·금액", factor: "팩터", period: "기간",
    orderType: "순서", scoreType: "남기는 점수", tieScoreType: "동점일 때 먼저", resetDate: "시작일", resetTime: "시작 시각", utcTimeZone: "시간대",
    maxSize: "보관할 순위 수", templateCode: "번호", storeAppId: "스토어의 앱 ID", verification: "검증 주체", interface: "인터페이스", apiUrl: "스토어 주소",
    apiKey: "키", webhookSecret: "웹훅 비밀", returnUrl: "돌아올 페이지", imageNoticeId: "번호", path: "경로", clickType: "클릭", clickScheme: "여는 곳",
    width: "너비", height: "높이", enabled: "사용", clientId: "클라이언트 ID", clientSecret: "클라이언트 비밀", privateKey: "비밀 키 (.p8)", keyId: "키 ID",
    teamId: "팀 ID", scope: "범위", callbackUrl: "콜백 주소", audiences: "추가 클라이언트 ID", issuer: "발급자", authorizationUrl: "인증 페이지",
    tokenUrl: "토큰 주소", keysUrl: "키 주소", userUrl: "사용자 정보 주소", deviceUrl: "기기 코드 주소", additional: "추가 정보 (JSON)", hideDate: "기간 숨기기",
    typeCode: "종류", url: "자세한 페이지", pageTypeCode: "페이지 종류", reason: "사유 (운영자용)", targets: "대상", versions: "버전", theme: "모양",
    address: "주소", footerHeight: "바닥글 높이", rollingImageNoticeId: "롤링 공지 번호", pageList: "이미지", latestNoticeTimeMillis: "최신 공지 (밀리초)",
    allowed: "구매 허용", monthlyLimits: "월 한도", outcome: "결과", delayMilliseconds: "지연 (밀리초)", renewalsMax: "갱신 횟수",
    gracePeriodMilliseconds: "유예 (밀리초)", accountHoldMilliseconds: "보류 (밀리초)", unknownMarketItemIds: "스토어가 모르는 상품",
    defaultLanguage: "기본 언어", secretKey: "비밀 키", iapAppKey: "IAP 앱 키", installUrl: "설치 주소", installDetailUrl: "업데이트 설명 페이지",
    termsUrl: "이용 약관", punishRuleUrl: "제재 규정", personalInfoCollectionUrl: "개인정보 처리", accessInfo: "연락 방법", deviceKeys: "기기",
    userIds: "플레이어", idCharacters: "ID 문자", idLength: "ID 길이", passwordCharacters: "비밀번호 문자", passwordLength: "비밀번호 길이", once: "한 번만 사용",
    validDays: "유효 일수", gracePeriodDays: "유예 일수", eventDays: "이벤트 일수", unpaidPaymentDays: "미결제 구매 일수", banDays: "지난 이용 정지 일수",
    security: "보안", host: "메일 서버", port: "포트", user: "사용자", password: "비밀번호", from: "보낸 사람 (주소)", fromName: "보낸 사람 (이름)",
    baseUrl: "링크 주소", webhookUrl: "웹훅", timeoutSeconds: "한 번 시도의 초", retrySeconds: "두 번째 시도까지 초", addressPerDay: "한 주소에 하루",
    perHour: "한 시간 전체", templates: "자체 문구", language: "언어", kind: "종류", subject: "제목", text: "본문", applicationKey: "애플리케이션 키",
    clientKey: "클라이언트 키", sessionHours: "세션 시간", scanObjects: "한 검색이 보는 객체 수", objectBytes: "객체 바이트", passwordCost: "비밀번호 연산 비용",
    fileQuotaBytes: "전체 파일 바이트", publicFiles: "파일 공개", indexes: "색인",
  },
  v: {
    CONSUMABLE: "소비형", AUTO_RENEWABLE: "구독", CONSUMABLE_AUTO_RENEWABLE: "소비형 구독", KOREAN: "한국", GDPR: "GDPR 국가", ETC: "그 외", NONE: "없음",
    ALL: "전체", DAY: "일", NIGHT: "밤", WEEK: "주", MONTH: "월", KEYWORD: "키워드 (1인 1회)", SERIAL: "시리얼 (1회)", ASC: "낮은 순", DESC: "높은 순",
    BEST: "최고", LATEST: "최근", ACCUMULATED: "합계", FIRST: "먼저 낸 쪽", EMBEDDED: "이 서비스", SERVER: "게임 서버", STORE: "스토어", APP: "이 게임",
    SYSTEM: "전체", SANDBOX: "테스트", REAL: "실제 금액", POPUP: "차례로", ROLLING: "나란히", APPROVE: "승인", DECLINE: "거절", CANCEL: "취소", PENDING: "보류",
    NOT_ALLOWED: "허용 안 함", LIMIT: "한도 도달", UNAVAILABLE: "사용 불가", LOSE_ANSWER: "응답 유실", OPEN_APP: "게임 열기", OPEN_URL: "페이지 열기",
    DEEP_LINK: "게임 안에서 열기", REPLY: "답장", DISMISS: "닫기", CUSTOM_SCHEME: "게임에 알리기",
  },
  launch: {
    status: "게임 상태", statusTitle: "게임 상태 변경", statusText: "버전이나 점검이 다른 상태를 정하지 않는 한, 앱 {app}의 모든 클라이언트가 이 상태가 됩니다.", statusDo: "상태 변경",
    statusDone: "상태를 변경했습니다.", maintenance: "점검", noMaintenance: "점검이 없습니다.", maintenanceBegin: "점검 시작·예약", maintenanceEdit: "점검 편집",
    maintenanceEnd: "점검 끝내기", maintenanceEndText: "앱 {app}의 플레이어가 다시 들어올 수 있습니다.", maintenanceEnded: "점검을 끝냈습니다.",
    from: "{date}부터 플레이어가 들어올 수 없습니다.", fromNow: "지금부터 플레이어가 들어올 수 없습니다.", atOnce: "바로", preview: "플레이어에게 보이는 화면의 언어",
    noWindow: "플레이어에게 창이 뜨지 않습니다.", versions: "게임 버전", noVersions: "등록된 것이 없어 모든 버전이 들어올 수 있습니다.", addVersion: "버전 추가",
  },
  status: {
    200: "서비스 중", 201: "업데이트 권장", 202: "테스트 기기 서비스 중", 203: "테스트 중", 204: "심사 중", 205: "베타", 300: "업데이트 필수", 301: "차단", 302: "서비스 종료",
    303: "점검", 304: "전체 점검", 500: "서버 오류",
  },
  data: {
    text: "모바일 백엔드의 객체입니다.", classes: "클래스", class: "클래스", noClasses: "객체가 없습니다.", noObjects: "객체가 더 없습니다.", back: "클래스 목록", new: "새 객체",
    newText: "앱 {app}의 {name}에 객체 {id}을(를) 씁니다.", newDo: "만들기", made: "객체를 만들었습니다.", changed: "수정", damaged: "다음 객체는 손상되어 볼 수 없습니다:",
    read: "읽기", write: "쓰기", nobody: "아무도 없음", who: "대상", whoHint: "사용자의 objectId, role:이름, 또는 모두를 뜻하는 *.", idHint: "영문자와 숫자.",
    fields: "필드 (JSON)",
    fieldsHint: "형식: {\"__type\": \"Date\", \"iso\": …}, {\"__type\": \"Pointer\", …}, {\"__type\": \"GeoPoint\", …}",
    editTitle: "객체 다시 쓰기", editText: "앱 {app}의 {name}/{id}을(를) 지우고 같은 번호로 다시 씁니다. 릴레이션의 구성원은 사라집니다.", kept: "객체를 썼습니다.",
    conflict: "객체가 편집을 시작했을 때와 다릅니다. 지금: {now}", removeTitle: "객체 삭제", removeText: "앱 {app}의 {name}/{id}을(를) 지웁니다.",
    removed: "객체를 지웠습니다.",
  },
  mail: {
    notSet: "이 앱은 메일을 보내지 않습니다.", oldest: "가장 오래 기다린 시간", test: "시험 메일 보내기", testText: "앱 {app}의 메일 서버에 지금 한 통을 넘깁니다.", testDo: "보내기",
    sent: "보냈습니다: {answer}", notSent: "보내지 못했습니다: {answer}", list: "대기 중이거나 실패한 메일", none: "대기 중이거나 실패한 메일이 없습니다.", to: "메일 주소",
    made: "요청", answer: "마지막 응답", bounces: "메일이 되돌아온 주소", noBounces: "되돌아온 주소가 없습니다.", clear: "다시 보내기", clearTitle: "이 주소로 다시 보내기",
    clearText: "앱 {app}의 메일을 다시 {address}(으)로 보냅니다.", cleared: "다시 보냅니다.",
  },
  mailState: {
    QUEUED: "대기", SENDING: "보내는 중", UNKNOWN: "응답 유실", GIVEN_UP: "포기", BOUNCED: "되돌아옴", SENT: "보냄", NEEDLESS: "필요 없음",
  },
  backup: {
    about: "플레이어가 노는 동안 서버의 데이터 디렉터리에 앱의 사본을 만들고 원장을 검사합니다. 사본은 플레이어의 정보이니 안전하게 보관하세요.", do: "사본 만들기", title: "앱 사본 만들기",
    text: "앱 {app}을(를) 지금 복사합니다. 그동안에도 플레이어는 놀 수 있습니다.", newest: "서버가 시작된 뒤의 최신 사본", directory: "서버의 디렉터리", payments: "결제",
    sound: "원장이 올바름", NONE: "서버가 시작된 뒤로 없습니다.", RUNNING: "복사 중…", DONE: "끝났습니다.", FAILED: "실패했습니다.",
  },
  audit: {
    text: "누가 무엇을 했는지, 최근 순.", everywhere: "모든 앱과 콘솔 자체", who: "누가", what: "무엇을", object: "대상", result: "결과", done: "완료",
  },
  people: {
    list: "사용자", you: "나", every: "모든 앱", roles: "권한", role: "권한", code: "일회용 코드", last: "마지막 이용", invite: "초대하기",
    inviteText: "링크를 가진 사람이 이 권한으로 계정을 만듭니다.", inviteDo: "링크 만들기", invited: "초대", linkText: "이 링크는 본인에게만 주세요. 한 번만 보이고 한 번만 쓸 수 있습니다.",
    change: "권한 변경", changeTitle: "{name}의 권한", changeText: "{name}의 권한이 바로 바뀝니다.", changed: "{name}의 권한을 변경했습니다.",
    removeTitle: "사용자 삭제", removeText: "{name}의 계정을 지우고 세션과 토큰을 끝냅니다.", removed: "{name}을(를) 삭제했습니다.", invitations: "초대",
    noInvitations: "기다리는 초대가 없습니다.", until: "유효 기한", takeBack: "취소하기", takeBackText: "초대 {id}의 링크는 더 이상 쓸 수 없습니다.",
    takenBack: "초대를 취소했습니다.",
  },
  account: {
    password: "비밀번호 변경", passwordNow: "현재 비밀번호", passwordText: "다른 세션은 끝납니다.", passwordDone: "비밀번호를 변경했습니다.", codeAdd: "일회용 코드 설정",
    codeRemove: "일회용 코드 끄기", codeConfirm: "켜기", noCode: "이 계정에는 일회용 코드가 없습니다. 설정하세요.", codeText: "이 비밀을 인증 앱에 등록하고 앱이 보여 주는 코드를 입력하세요.",
    secret: "비밀", uri: "주소", copyUri: "주소 복사", recovery: "복구 코드", recoveryText: "앱이 없을 때 각각 한 번씩 쓸 수 있습니다. 다시 보이지 않습니다.",
    codeRemoveText: "비밀번호만으로 로그인하게 됩니다.", codeRemoved: "일회용 코드를 껐습니다.", sessions: "세션", agent: "브라우저", this: "이 세션", started: "시작",
    last: "마지막 사용", sessionEnd: "끝내기", sessionText: "{address}의 세션을 끝냅니다: {agent}", sessionEnded: "끝냈습니다.", sessionsEnd: "다른 세션 모두 끝내기",
    sessionsText: "이 세션을 뺀 모든 세션을 끝냅니다.", tokens: "프로그램용 토큰", noTokens: "토큰이 없습니다.", tokenNew: "토큰 만들기",
    tokenText: "토큰을 가진 프로그램은 그 권한으로 할 수 있는 일을 합니다.", tokenHint: "용도.", token: "토큰", tokenOnce: "한 번만 보입니다. 비밀번호처럼 보관하세요.", made: "생성",
    tokenEnd: "토큰 끝내기", tokenEndText: "토큰 “{name}”을 쓰는 프로그램은 이제부터 거부됩니다.", tokenEnded: "토큰을 끝냈습니다.",
  },
  health: {
    at: "{date} 기준, 버전 {version}", database: "데이터베이스", value: "값", needsAll: "서버 지표는 모든 앱의 권한을 가진 사람에게 보입니다.", times: "응답 시간 분포",
    until: "응답까지의 시간", longer: "그 이상", requestsShort: "응답 수", requests: "종류별 요청", limited: "제한으로 거부", all: "모든 지표", labels: "구분",
    help: "설명",
  },
  metric: {
    gamebased_connections: "연결", gamebased_streams: "스트림", gamebased_requests_under_way: "처리 중인 요청", gamebased_body_bytes: "받는 중인 본문",
    gamebased_output_bytes: "받아 가지 않은 응답", gamebased_clock_ahead_seconds: "시계 앞섬",
  },
  explorer: {
    text: "운영자가 보낼 수 있는 모든 요청. 입력 칸은 명세에서 만들어집니다.", request: "요청", send: "보내기", answer: "응답", noParameters: "매개변수가 없습니다.",
    noDescription: "요청 명세가 없습니다.", example: "예: {text}", changes: "앱 {app}을(를) 바꿀 수 있습니다.", took: "{n}밀리초 만에 응답했습니다.",
  },
};
