// Words of one language; every key is in all of them. "" is the word for the group itself.
export default {
  leftOut: "이 밖에 {n}건이 더 있으며 표시하지 않습니다.",
  brand: "게임 콘솔", app: "앱", language: "언어", menu: "메뉴", skip: "본문으로 이동", pages: "페이지", actions: "작업", logOut: "로그아웃", again: "다시 시도",
  loading: "불러오는 중…", working: "처리 중…", close: "닫기", cancel: "취소", edit: "편집", remove: "삭제", find: "찾기", copy: "복사", copied: "복사했습니다.",
  notCopied: "브라우저가 복사를 허용하지 않습니다.", export: "파일로 내보내기", csv: "CSV로 저장", yes: "예", no: "아니요", none: "없음", nothing: "내용이 없습니다.",
  empty: "비어 있음", notKnown: "알 수 없음", others: "그 외 모두", notSaid: "알려지지 않음", required: "필수", addTo: "추가 ({what})", showMore: "{n}개 더 보기",
  cannotUndo: "되돌릴 수 없습니다.", id: "번호", name: "이름", kind: "종류", state: "상태", date: "일시", day: "날짜", reason: "사유", amount: "금액", price: "가격",
  currency: "통화", count: "건수", testCount: "그중 테스트", product: "상품", store: "스토어", payment: "결제", member: "플레이어", registered: "가입",
  lastLogin: "마지막 로그인", withdrawn: "탈퇴", tries: "시도 횟수", address: "주소", loggedInAgain: "다시 로그인했습니다. 입력한 내용은 그대로입니다.", filters: "필터",
  compare: "이전 기간과 비교", before: "{what} (이전 기간)",
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
  typed: {
    title: "보내지 않고 이동할까요?", text: "여기에 입력한 내용은 아직 보내지 않았습니다. 이동하면 사라집니다.", leave: "이동",
  },
  confirm: {
    type: "계속하려면 다음을 입력하세요:",
  },
  sorted: {
    up: "{column} 오름차순으로 정렬했습니다", down: "{column} 내림차순으로 정렬했습니다",
  },
  page: {
    first: "첫 페이지", previous: "이전 페이지", next: "다음 페이지",
  },
  chart: {
    "": "그래프", table: "표로 보기", help: "왼쪽·오른쪽 화살표 키로 점을 이동하고, Home과 End로 처음과 끝 점으로 갑니다.",
  },
  zone: {
    hint: "앱의 시간대: {zone}", named: "날짜는 {zone} 시간대 기준입니다",
  },
  unit: {
    seconds: "{n}초", minutes: "{n}분", hours: "{n}시간 {m}분", days: "{n}일", daysHours: "{n}일 {h}시간",
  },
  error: {
    unreachable: "서버가 응답하지 않습니다.", retryAfter: "{n}초 뒤에 다시 시도하세요.", code: "결과 코드 {code}", loggedOut: "로그아웃되었습니다.",
    noApp: "“{app}” 앱이 없거나 볼 권한이 없습니다. 지금 보이는 앱은 {other}입니다.", role: "다른 권한이 필요합니다: {role}",
    otherPerson: "지금 이 브라우저에는 다른 사람이 로그인되어 있습니다: {name}. 아무것도 실행하지 않았습니다.",
  },
  wrong: {
    missing: "입력해 주세요.", integer: "정수를 입력하세요.", decimal: "9.99와 같은 수를 입력하세요.", json: "올바른 JSON이 아닙니다.", url: "https://… 형식의 주소를 입력하세요.",
    number: "숫자를 입력하세요.", date: "2026-11-28T14:29:00Z와 같은 날짜를 입력하세요.",
  },
  nav: {
    label: "화면", overview: "개요", members: "회원", retention: "잔존율", money: "매출", value: "플레이어 가치",
    subscriptions: "구독", levels: "레벨", pushFigures: "푸시 지표", concurrent: "동시 접속", players: "플레이어", payments: "결제",
    pushes: "푸시 메시지", catalogue: "상품 목록", launching: "실행과 점검", notices: "공지", terms: "약관", coupons: "쿠폰", leaderboards: "리더보드",
    banTexts: "이용 정지 문구", providers: "인증 제공자", stores: "스토어", app: "앱 설정", allSettings: "전체 설정", data: "데이터 브라우저", mails: "메일",
    health: "서버 상태", apps: "앱 비교", alarms: "알람", backups: "백업", audit: "감사 로그", people: "사용자", explorer: "API 탐색기", account: "내 계정",
  },
  group: {
    now: "현재", figures: "지표", players: "플레이어", game: "게임", backend: "백엔드", server: "서버",
  },
  logIn: {
    "": "로그인", title: "콘솔 로그인", name: "이름", password: "비밀번호", code: "일회용 코드", codeHint: "인증 앱의 여섯 자리 숫자 또는 복구 코드.",
    codeNeeded: "일회용 코드도 입력하세요.", again: "다시 로그인하세요", againText: "세션이 끝났습니다. 입력한 내용은 그대로 남습니다.", newPassword: "새 비밀번호",
    passwordHint: "8~256자.", passwordAgain: "비밀번호 확인", make: "계정 만들기", notTheSame: "두 비밀번호가 같지 않습니다.",
  },
  openid: {
    logIn: "{name}(으)로 로그인", accept: "{name}(으)로 초대 수락", nameFirst: "먼저 이름을 정하세요.", connect: "{name} 연결",
    disconnect: "{name} 연결 해제", disconnectText: "이후에는 비밀번호로만 로그인합니다. 다른 세션은 끝납니다.",
    disconnected: "연결을 해제했습니다.", failed: "로그인하지 못했습니다. {reason}",
    otherTab: "다른 탭에서 {name}(으)로 로그인",
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
  interval: {
    "": "단위", day: "일", week: "주", month: "월",
  },
  range: {
    "": "기간", days: "{n}일", from: "시작", to: "끝",
  },
  by: {
    "": "나눠 보기", none: "나누지 않음", provider: "인증 제공자", country: "국가", language: "언어", os: "운영체제", version: "버전", store: "스토어", product: "상품",
    level: "레벨", channel: "채널", class: "클래스", userId: "번호", paymentSeq: "결제",
  },
  m: {
    newOnNewDevices: "새 기기의 신규 회원", days: "7일 중 {n}일", "note.new": "새 기기의 신규 회원: 그 기기에서 처음 로그인한 사람입니다.",
    "chart.visits": "최근 7일 중 접속한 날", "note.visits": "각 날짜까지 7일 동안 접속한 회원.", "chart.consecutive": "그날까지 연속 접속한 날",
    "note.consecutive": "0일: 7일 동안 접속했지만 마지막 날에는 접속하지 않은 회원.", "chart.longest": "최근 7일의 최장 연속 접속", "note.longest": "7일 안에서 가장 길게 이어진 날 수.",
    "note.payers": "한 사람은 한 주나 한 달에 한 번만 셉니다.",
    new: "신규 회원", active: "활성 회원 (일)", active7: "7일 활성", active30: "30일 활성", activeMean: "하루 평균 활성", returning: "복귀", lapsed: "이탈",
    withdrawn: "탈퇴", joinedAndWithdrawn: "가입 당일 탈퇴", total: "누적 회원", sessions: "세션", stickiness: "일 활성 / 30일 활성", "chart.active": "활성 회원",
    "chart.new": "신규 회원과 탈퇴", "chart.flow": "복귀와 이탈", "chart.sessions": "세션", "chart.stickiness": "방문 빈도", "chart.total": "누적 회원",
    "chart.same": "가입 당일 탈퇴", "note.active": "그날 또는 그날까지 7일·30일 동안 한 번 이상 로그인한 회원. 한 사람은 한 번만 셉니다.",
    "note.flow": "복귀: 그 전 며칠 동안 로그인이 없던 회원. 이탈: 그 뒤로 로그인이 없는 회원.", "note.stickiness": "30일 활성 회원 중 그날의 활성 회원 비율.",
    continuous: "연속 접속", last: "{from} ~ {to}, 직전 기간과 비교", "chart.came": "활성 회원의 이전 접속 여부", "chart.went": "이탈과 탈퇴",
    "note.once": "그 주나 달에 한 번 이상 로그인한 회원. 한 사람은 한 번만 셉니다.",
    "note.came": "연속 접속: 직전 주나 달에도 접속한 회원. 복귀: 직전에는 접속하지 않은 회원.",
    "note.went": "이탈: 직전 주나 달에 접속하고 이번에는 접속하지 않은 회원. 기간이 끝나면 정해집니다.",
  },
  r: {
    all: "전체 회원", without: "가입 당일 탈퇴한 회원 제외", table: "가입일별", curve: "가입 후 일수별 잔존율", day: "{n}일차", dayTitle: "가입 후 일수", joined: "가입일",
    members: "{n}명", note: "각 점은 그날이 지난 회원만으로 계산합니다. 마지막 점은 끝나지 않은 날을 포함할 수 있습니다.",
  },
  money: {
    arpnpu: "첫 결제자 1인당 매출",
    none: "이 기간에는 결제가 없습니다.", amount: "매출", refunded: "환불", net: "환불 제외 매출", payments: "결제 건수", refunds: "환불 건수", payers: "결제자",
    newPayers: "첫 결제자", rate: "결제율", arpu: "활성 회원 1인당 매출", arppu: "결제자 1인당 매출", converted: "합계 ({currency} 환산)",
    rates: "모든 통화의 합계입니다. 설정의 환율로 환산하며, 모든 날짜에 같은 환율을 씁니다.", without: "{currencies} 제외: 설정에 환율이 없습니다.",
    byCurrency: "통화별",
    best: "{by}별 매출 ({currency})", "chart.amount": "매출 ({currency})", "chart.refunds": "환불 ({currency})", "chart.payments": "결제와 환불 건수",
    "chart.payers": "결제자", "chart.rate": "활성 회원 중 결제자 비율", "chart.arpu": "활성 회원 1인당 매출 ({currency})",
    "chart.arppu": "결제자 1인당 매출 ({currency})", "note.payers": "한 사람은 하루에 한 번만 셉니다. 날짜를 넘겨 더하면 안 됩니다.",
    "note.parts": "결제한 회원은 모든 통화를 합한 수입니다. 비율과 평균은 모든 날의 평균입니다.",
    "note.arpu": "소수점 둘째 자리로 반올림했습니다. 금액 자체는 정확합니다.",
  },
  value: {
    products: "처음 구매한 상품",
    by: "{by}별 가입 후 1인당 매출 ({currency})", few: "소수",
    remark: "비고",
    fewNote: "소수: 회원 1,000명 미만 또는 결제한 회원 30명 미만. 각 평균은 그날이 지난 회원만으로 계산합니다.",
    unknown: "이 기간 전체는 이 구분으로 집계되지 않았습니다.",
    curve: "가입 후 1인당 매출 ({currency})", note: "각 점은 그날이 지난 회원만으로 계산합니다.", perMember: "1인당 매출", of: "{amount} (대상 {n}명)",
    table: "가입일별 가입 후 매출 ({currency})", first: "가입부터 첫 결제까지 걸린 날", firstShare: "그날까지 결제한 사람의 비율", later: "90일 뒤에 처음 결제: {n}명", share: "비율",
  },
  sub: {
    active: "유효한 구독", new: "신규", resumed: "재개", renewed: "갱신", lapsed: "종료", flow: "시작, 재개, 갱신, 종료", by: "{by}별 구독",
    note: "혜택을 받을 수 있는 동안 유효한 구독으로 셉니다. 해지했지만 결제한 기간이 남은 구독과 유예 기간의 구독도 포함합니다.",
  },
  cu: {
    underway: "진행 중",
    peak: "최고 동시 접속", average: "평균 동시 접속", playMinutes: "총 플레이 시간(분)", perPlayer: "하루 1인당 분", perSession: "로그인 1회당 분", hour: "시각",
    "chart.tens": "오늘({day}) 10분별 동시 접속",
    "chart.hour": "시간별 동시 접속", "chart.day": "날짜별 동시 접속", "chart.time": "플레이 시간(분)",
    "chart.sum": "모든 플레이어의 플레이 시간(분)",
    note: "서버에 접속한 플레이어를 매분 셉니다. 세기 전의 날과 앞으로 올 날의 값은 없습니다.",
    partsNote: "플레이 시간은 그 순간의 플레이어 값으로 셉니다. 5분마다 보고되며 탈퇴한 플레이어는 포함되지 않습니다.",
  },
  pf: {
    sent: "발송", accepted: "접수", delivered: "전달", clicked: "클릭", deliveredShare: "전달률", clickedShare: "클릭률",
    chart: "날짜별 푸시 메시지", note: "보낸 날에 셉니다.", buttons: "버튼", button: "버튼", clicks: "클릭 수", noButtons: "눌린 버튼이 없습니다.",
  },
  lv: {
    levelUps: "레벨 업", highest: "도달한 최고 레벨", others: "그 밖의 레벨로 레벨 업", unbelieved: "날짜를 알 수 없는 레벨 업", chart: "날짜별 레벨 업",
    note: "플레이어는 레벨마다 한 번만, 기기가 알린 날에 셉니다.", funnel: "레벨별 플레이어", funnelNote: "지금까지 도달한 사람과 지금 그 레벨에 있는 사람입니다.", level: "레벨",
    reached: "도달한 사람", players: "지금 있는 사람", share: "가장 많이 도달한 레벨 대비", mean: "레벨 도달까지 평균 시간", meanTime: "가입 후 평균",
    meanNote: "이 기간의 레벨 업에 대해 가입 후 걸린 시간입니다.", spread: "레벨 도달까지 걸린 시간", hour: "1시간 미만", day: "1일 미만", days3: "3일 미만", days7: "7일 미만",
    days30: "30일 미만", later: "그 뒤", table: "레벨", none: "레벨 기록이 없습니다.", by: "{by}별 레벨 도달 인원",
    partsNote: "도달했을 때의 채널이나 클래스입니다. 설정에 이름이 올라온 뒤부터 셉니다.", noNames: "나눌 채널이나 클래스가 설정에 없습니다.",
  },
  ov: {
    problems: "확인이 필요한 일", alarms: "지속 중인 알람: {n}건", noProblems: "기다리는 일이 없습니다.", look: "확인하기", unmatched: "주문과 맞지 않는 입금: {n}건", refunds: "스토어를 기다리는 환불: {n}건",
    storeRows: "기록하지 못한 스토어 보고 항목: {n}건", claims: "검증을 기다리는 결제: {n}건", databaseLacks: "데이터베이스에 모자란 설정: {n}건",
    lostEvents: "기기에서 잃어버린 이벤트: {n}건", datesAhead: "시계가 틀려 미래가 된 날짜: {n}건", sweepHeld: "시계가 정리 작업이 믿는 것보다 많이 지나갔습니다.",
    today: "오늘 지금까지: {day} ({zone})", yesterday: "어제 {n}", weekBefore: "일주일 전 {n}", payments: "결제 {n}건", revenue: "매출 ({currency})",
    converted: "매출 합계 ({currency} 환산)",
    noFigures: "이 서버에는 날짜별 지표가 없습니다.", sums: "처음부터 지금까지", revenueSums: "통화별 금액", sales: "판매", pushes: "최근 푸시 메시지",
    maintenanceNow: "점검 중입니다: {from} – {to}", maintenanceComes: "점검이 예정되어 있습니다: {from} – {to}",
    maintenanceOver: "점검이 끝났습니다: {from} – {to}", untilEnded: "끝낼 때까지",
    now: "지금", waiting: "서버를 기다리는 중…", at: "{date} 기준", noLive: "지금은 실시간 수치가 없습니다.",
    "payments.newest": "최근 결제",
  },
  apps: {
    table: "이 기간의 각 앱", payers: "하루 평균 결제자", note: "마지막 날은 각 앱의 시간대에서 오늘입니다.",
    more: "앱이 {n}개 더 있습니다.",
  },
  live: {
    players: "접속 중", requestsPerSecond: "초당 요청", errorsPerSecond: "초당 오류", p50Milliseconds: "응답 시간 중앙값 (ms)",
    p99Milliseconds: "응답 시간 99% (ms)",
  },
  users: {
    registered: "가입", banned: "이용 정지", withdrawn: "탈퇴",
  },
  rev: {
    captured: "입금", renewed: "갱신", granted: "지급", consumed: "소비", refunded: "환불", chargeback: "지불 거절", test: "그중 테스트",
  },
  room: {
    catalogue: "살 수 있는 상품입니다. 진행 중인 결제는 시작할 때의 가격을 유지합니다.", providers: "비밀 값은 암호화해 보관하고 그 형태로 보여 줍니다. 바꾸지 않으면 그대로 남습니다.",
    stores: "키는 암호화해 보관하고 그 형태로 보여 줍니다. 바꾸지 않으면 그대로 남습니다.", coupons: "플레이어나 게임 서버가 쓰는 쿠폰입니다.",
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
    restore: "복사본은 서버를 멈추고 앱의 데이터가 없는 곳에 다음 명령으로 되돌립니다:",
  },
  audit: {
    text: "누가 무엇을 했는지, 최근 순.", everywhere: "모든 앱과 콘솔 자체", who: "누가", what: "무엇을", object: "대상", result: "결과", done: "완료",
    reads: "조회만", byToken: "{who} (토큰 {token})",
  },
  people: {
    account: "{name}(으)로 로그인", list: "사용자", you: "나", every: "모든 앱", roles: "권한", role: "권한", code: "일회용 코드", last: "마지막 이용", invite: "초대하기",
    inviteText: "링크를 가진 사람이 이 권한으로 계정을 만듭니다.", inviteDo: "링크 만들기", invited: "초대", linkText: "이 링크는 본인에게만 주세요. 한 번만 보이고 한 번만 쓸 수 있습니다.",
    change: "권한 변경", changeTitle: "{name}의 권한", changeText: "{name}의 권한이 바로 바뀝니다.", changed: "{name}의 권한을 변경했습니다.", removeTitle: "사용자 삭제",
    removeText: "{name}의 계정을 지우고 세션과 토큰을 끝냅니다.", removed: "{name}을(를) 삭제했습니다.", invitations: "초대", noInvitations: "기다리는 초대가 없습니다.",
    until: "유효 기한", takeBack: "취소하기", takeBackText: "초대 {id}의 링크는 더 이상 쓸 수 없습니다.", takenBack: "초대를 취소했습니다.",
    otherwise: "그사이 다른 사람이 바꾸었습니다: {roles}. 다시 누르면 이 내용으로 바꿉니다.",
    twice: "{app}이(가) 두 번 있습니다.",
  },
  account: {
    password: "비밀번호 변경", passwordNow: "현재 비밀번호", passwordText: "다른 세션은 끝납니다.", passwordDone: "비밀번호를 변경했습니다.", sessions: "세션",
    agent: "브라우저", this: "이 세션", started: "시작", last: "마지막 사용", sessionEnd: "끝내기", sessionText: "{address}의 세션을 끝냅니다: {agent}",
    sessionEnded: "끝냈습니다.", sessionsEnd: "다른 세션 모두 끝내기", sessionsText: "이 세션을 뺀 모든 세션을 끝냅니다.",
    codeAdd: "일회용 코드 설정", codeRemove: "일회용 코드 끄기", codeConfirm: "켜기", noCode: "이 계정에는 일회용 코드가 없습니다.",
    codeText: "이 비밀을 인증 앱에 등록하고 앱이 보여 주는 코드를 입력하세요.", secret: "비밀", uri: "주소", copySecret: "비밀 복사", copyUri: "주소 복사", recovery: "복구 코드",
    recoveryText: "앱이 없을 때 각각 한 번씩 쓸 수 있습니다. 다시 보이지 않습니다.", codeRemoveText: "비밀번호만으로 로그인하게 됩니다.", codeRemoved: "일회용 코드를 껐습니다.",
    tokens: "프로그램용 토큰", noTokens: "토큰이 없습니다.", tokenNew: "토큰 만들기", tokenText: "토큰을 가진 프로그램은 그 권한으로 할 수 있는 일을 합니다.", tokenHint: "용도.",
    token: "토큰", tokenOnce: "한 번만 보입니다. 비밀번호처럼 보관하세요.", made: "생성", tokenEnd: "토큰 끝내기",
    tokenEndText: "토큰 “{name}”을 쓰는 프로그램은 이제부터 거부됩니다.", tokenEnded: "토큰을 끝냈습니다.",
  },
  health: {
    at: "{date} 기준, 버전 {version}", database: "데이터베이스", value: "값", needsAll: "서버 지표는 모든 앱의 권한을 가진 사람에게 보입니다.", times: "응답 시간 분포",
    until: "응답까지의 시간", longer: "그 이상", requestsShort: "응답 수", requests: "종류별 요청", limited: "제한으로 거부", all: "모든 지표", labels: "구분",
    help: "설명",
    limits: "제한", limit: "제한 이름", perSecond: "초당", atOnce: "한 번에", refused: "거부", off: "꺼짐",
  },
  doctor: {
    title: "진단", fault: "문제", where: "고칠 화면", well: "설정과 보고서에 문제가 없습니다.",
    unread: "{name}의 응답이 없습니다: {reason}",
    weakSecret: "{name}은(는) 추측하기 쉬운 값입니다. 고유한 값을 설정하세요.", noGameServer: "app.secretKey가 없어 게임 서버가 접속할 수 없습니다.",
    anyGameServer: "app.secretKey가 없어 누구나 게임 서버로 접속할 수 있습니다.",
    sandbox: "REAL 앱의 플레이어가 SANDBOX 스토어에서 무료로 구매할 수 있습니다.", noProducts: "상품이 없어 아무것도 판매되지 않습니다.",
    maintenance: "점검이 설정되어 있습니다.", storeReport: "{store}의 보고서를 2시간 동안 끝까지 읽지 못했습니다.",
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
