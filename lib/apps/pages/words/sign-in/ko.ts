// The texts of the sign-in pages in Korean.
import type { SignInWords } from './en.ts';

export const texts: SignInWords = {
  // Tenant
  tenantTitle: '어디에 로그인하시겠어요?',
  tenantLabel: '조직',
  tenantHint: 'acme와 같은 짧은 이름입니다. 조직에서 받은 링크에 있습니다.',
  tenantUnknown: '‘{slug}’ 조직을 찾을 수 없습니다. 이름을 확인하세요.',
  findTenants: '내 조직 찾기',
  findHint: '조직의 로그인 페이지 링크를 보내 드립니다.',
  findSent:
    '{identifier} 계정이 있다면 조직 링크가 담긴 메시지를 보냈습니다. 도착하지 않으면 다른 주소로 시도하거나 조직에 링크를 요청하세요.',
  knowShortName: '짧은 이름을 알고 있어요',

  // Sign in
  signInTo: '계속하여 {name} 이용',
  rememberMe: '이 기기에서 로그인 상태 유지',
  forgotPassword: '비밀번호를 잊으셨나요?',
  useCode: '코드로 로그인',
  usePassword: '비밀번호로 로그인',
  continueWith: '{name} 계정으로 계속',
  noAccount: '아직 계정이 없으신가요?',
  signUp: '계정 만들기',
  getAccount: '계정을 받는 방법',
  haveAccount: '이미 계정이 있으신가요?',

  // Codes
  checkMail: '메시지를 확인하세요',
  codeSent: '계정에 등록된 주소인 경우 {identifier}(으)로 코드를 보냈습니다. 10분 동안 유효합니다.',

  // Sign up
  signUpTitle: '계정 만들기',
  verifyTitle: '주소 확인',
  verifyLater: '나중에',
  signUpSent: '거의 끝났습니다',
  signUpSentLead: '등록할 수 있는 주소인 경우 {identifier}(으)로 코드를 보냈습니다. 10분 동안 유효합니다.',

  // Second factor
  factorTitle: '본인 확인',
  factorTotp: '인증 앱에 표시된 코드를 입력하세요.',
  factorEmail: '이메일 주소로 보낸 코드를 입력하세요.',
  factorSms: '휴대전화로 보낸 코드를 입력하세요.',
  factorRecovery: '복구 코드 중 하나를 입력하세요. 한 번만 사용할 수 있습니다.',
  trustDevice: '이 기기에서 30일 동안 다시 묻지 않기',
  useTotp: '인증 앱 사용',
  useEmail: '이메일로 코드 받기',
  useSms: '문자 메시지로 코드 받기',

  // Enrolment
  enrolTitle: '2단계 인증 설정',
  enrolRequired: '조직에서 두 번째 단계를 요구합니다. 다른 사람이 비밀번호를 알게 되어도 계정을 보호합니다.',

  // Passwords
  resetTitle: '비밀번호 재설정',
  resetLead: '주소를 입력하세요. 코드를 보내 드립니다.',
  choosePassword: '새 비밀번호 선택',
  passwordSet: '비밀번호가 설정되었습니다',
  passwordSetLead: '이제 이 비밀번호로 로그인할 수 있습니다.',
  mustChangeTitle: '본인의 비밀번호를 선택하세요',
  mustChangeLead: '관리자가 설정한 비밀번호입니다. 본인만 아는 비밀번호를 선택하세요.',
  invitationTitle: '환영합니다',
  invitationLead: '{name}의 계정 {address}을(를) 열 비밀번호를 정하세요.',
  invitationOver: '이 초대는 더 이상 유효하지 않습니다',
  invitationOverLead:
    '이미 사용되었거나 만료되었습니다. 비밀번호를 설정했다면 로그인하세요. 그렇지 않다면 조직에 새 초대를 요청하세요.',
  linkRecovery: '계정 접근 복구',
  linkLead: '{name}의 계정 {address}을(를) 열려면 패스키를 만들거나 비밀번호를 정하세요.',
  linkOver: '이 링크는 더 이상 유효하지 않습니다',
  linkOverLead: '이미 사용되었거나 만료되었습니다. 조직에 새 링크를 요청하세요.',
  passkeySet: '패스키가 준비되었습니다',
  linkIncomplete: '링크가 완전하지 않습니다. 메시지에서 다시 여세요.',

  // Accounts
  chooseTitle: '계정 선택',
  chooseLead: '이 기기에서 로그인된 계정입니다.',
  signOutTitle: '로그아웃하시겠어요?',
  signOutLead: '여기와 여기에서 연 애플리케이션에서 로그아웃됩니다.',
  staySignedIn: '로그인 상태 유지',
  signedOutLead: '이 페이지를 닫아도 됩니다.',
  signInAgain: '다시 로그인',
  continueAs: '{name}(으)로 계속',
  confirmTitle: '{tenant}: {name} 계정으로 로그인할까요?',
  confirmLead: '다른 페이지에서 이 로그인을 시작했습니다. 현재 계정: {name}',
  otherTenant: '다른 조직',
};
