// The texts of the pages in Korean.
import type { Words } from './en.ts';

export const texts: Words = {
  // Parts
  working: '잠시만 기다려 주세요…',
  show: '표시',
  hide: '숨기기',
  showPassword: '비밀번호 표시',
  language: '언어',
  terms: '이용약관',
  privacy: '개인정보 처리방침',
  support: '지원',
  back: '뒤로',
  next: '계속',
  cancel: '취소',
  or: '또는',
  change: '변경',
  save: '저장',
  saved: '저장되었습니다.',
  remove: '제거',

  // Sign in
  signIn: '로그인',
  identifier: '이메일 주소 또는 전화번호',
  password: '비밀번호',

  // Codes
  code: '코드',
  codeHint: '마지막 숫자를 입력하면 전송됩니다.',
  codeSentHere: '{identifier}(으)로 코드를 보냈습니다. 10분 동안 유효합니다.',
  sendAgain: '코드 다시 보내기',
  sentAgain: '새 코드를 보냈습니다.',

  // Sign up
  email: '이메일 주소',
  newPassword: '새 비밀번호',
  passwordHint: '{min}자 이상. 여러 단어를 이어 쓰면 기억하기 쉽습니다.',
  signUpClosed: '초대를 받아야 계정을 만들 수 있습니다. 조직에 초대를 요청하세요.',

  // Second factor
  recoveryCode: '복구 코드',
  confirm: '확인',
  useRecovery: '복구 코드 사용',

  // Enrolment
  enrolScan: 'Google Authenticator, 1Password, Aegis 등의 인증 앱으로 이 코드를 스캔하세요.',
  enrolQr: '인증 앱용 QR 코드',
  enrolManual: '또는 앱에 이 키를 입력하세요.',
  enrolCode: '앱에 표시된 여섯 자리 숫자',
  recoveryTitle: '복구 코드를 저장하세요',
  recoveryLead: '휴대전화를 분실한 경우 각 코드로 한 번씩 로그인할 수 있습니다. 코드는 다시 표시되지 않습니다.',
  recoveryCodes: '복구 코드',
  download: '다운로드',
  copy: '복사',
  copied: '복사됨',
  savedThem: '저장했습니다',
  recoveryFile: '{name} 복구 코드',

  // Passwords
  sendCode: '코드 보내기',
  setPassword: '비밀번호 설정',
  currentPassword: '현재 비밀번호',

  // Accounts
  anotherAccount: '다른 계정 사용',
  signOut: '로그아웃',
  signedOutTitle: '로그아웃되었습니다',

  // Problems
  problemTitle: '문제가 발생했습니다',
  problemNetwork: '서비스에 연결할 수 없습니다. 연결 상태를 확인하고 다시 시도하세요.',
  problemOther: '문제가 발생했습니다. 잠시 후 다시 시도하세요.',
  problemWait: '시도 횟수가 너무 많습니다. {when}에 다시 시도하세요.',
  problemReference: '참조 번호: {id}',
  problemExpired: '로그인 시간이 초과되었습니다. 처음부터 다시 시작하세요.',
  problemPage: '페이지를 찾을 수 없습니다.',
  problemPasswordShort: '비밀번호가 너무 짧습니다.',
  problemPasswordCommon: '추측하기 쉬운 비밀번호입니다. 다른 비밀번호를 선택하세요.',
  problemPasswordContains: '비밀번호에 주소 또는 조직 이름이 포함되어 있습니다.',
  problemPasswordSame: '새 비밀번호는 현재 비밀번호와 달라야 합니다.',
  problemCredentials: '주소 또는 비밀번호가 올바르지 않습니다.',
  problemCode: '코드가 올바르지 않거나 더 이상 유효하지 않습니다.',
  problemCurrent: '현재 비밀번호가 올바르지 않습니다.',
  problemLocked: '시도 횟수가 너무 많습니다. {when}에 다시 시도하거나 비밀번호를 재설정하세요.',
  problemLink: '더 이상 유효하지 않은 링크입니다. 새 링크를 요청하세요.',
  problemInactive: '활성 상태가 아닌 계정입니다. 조직에 문의하세요.',
  problemTaken: '이 주소로 만든 계정이 이미 있습니다. 해당 계정으로 로그인하세요.',
  problemDomain: '이 도메인의 주소는 여기에서 사용할 수 없습니다.',
  problemSso: '이 주소는 소속 조직의 제공업체로 로그인합니다. 뒤로 가서 선택하세요.',
  problemInput: '입력한 내용을 확인하세요.',
  problemProvider: '다른 서비스에서 로그인을 확인하지 않았습니다. 다시 시도하세요.',
  problemLinkAccount:
    '이 주소로 만든 계정이 이미 있습니다. 먼저 그 계정으로 로그인하여 주소를 확인하거나 이 로그인을 연결하세요.',
  problemStepUp: '변경되지 않았습니다. 최근에 로그인해야 합니다.',
};
