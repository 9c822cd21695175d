// Korean. Particles that depend on the last sound of a name are avoided.
import type { Locale, Text } from './locale.ts';

const valid: Text = ({ valid }) => `코드는 ${valid} 동안 유효하며 한 번만 사용할 수 있습니다.`;
const secret: Text = ({ tenant }) =>
  `이 코드를 누구에게도 알려 주지 마세요. ${tenant} 담당자는 코드를 요청하지 않습니다.`;
const unasked: Text = () => '요청하지 않으셨다면 이 메시지를 무시하셔도 됩니다.';
const unexpected: Text = () => '예상하지 못한 초대라면 이 메시지를 무시하셔도 됩니다.';
const notYou: Text = ({ tenant }) => `본인이 아니라면 즉시 비밀번호를 재설정하고 ${tenant} 담당자에게 알려 주세요.`;
const NOT_YOU = '본인이 아니라면 즉시 비밀번호를 재설정하세요.';
const invited: readonly Text[] = [
  ({ valid }) => `링크는 ${valid} 동안 유효하며 한 번만 사용할 수 있습니다.`,
  unexpected,
];

const keep: Text = () => '계정을 유지하려면 그 전에 로그인하세요. 그 밖에 할 일은 없습니다.';

export const ko: Locale = {
  dir: 'ltr',
  actions: { verify: '이 주소 확인', accept: '비밀번호 설정', reset: '새 비밀번호 선택', join: '가입 요청하기' },
  footer: ({ tenant, app }) => `${tenant} 대신 ${app}에서 보냈습니다. 회신하셔도 확인하지 않습니다.`,
  ownFooter: ({ app }) => `${app}에서 보냈습니다. 회신하셔도 확인하지 않습니다.`,
  adminNotice: ({ tenant }) => `이유를 모르신다면 지금 비밀번호를 변경하고 ${tenant} 소유자에게 알려 주세요.`,
  messages: {
    verifyEmail: {
      subject: ({ tenant }) => `${tenant} 확인 코드`,
      lead: ({ tenant }) => `${tenant} 이메일 주소를 확인하는 코드입니다.`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `${tenant} 이메일 주소 확인 코드(${valid} 동안 유효):`,
    },
    verifyPhone: {
      subject: ({ tenant }) => `${tenant} 확인 코드`,
      lead: ({ tenant }) => `${tenant} 전화번호를 확인하는 코드입니다.`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `${tenant} 전화번호 확인 코드(${valid} 동안 유효):`,
    },
    login: {
      subject: ({ tenant }) => `${tenant} 로그인 코드`,
      lead: ({ tenant }) => `${tenant} 로그인 코드입니다.`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `${tenant} 로그인 코드(${valid} 동안 유효). 누구에게도 알려 주지 마세요:`,
    },
    secondFactor: {
      subject: ({ tenant }) => `${tenant} 2단계 인증 코드`,
      lead: ({ tenant }) => `${tenant} 로그인을 완료하는 코드입니다.`,
      notes: [
        valid,
        secret,
        () => '로그인을 시도하지 않으셨다면 다른 사람이 비밀번호를 알고 있을 수 있습니다. 즉시 변경하세요.',
      ],
      sms: ({ tenant, valid }) => `${tenant} 2단계 인증 코드(${valid} 동안 유효). 누구에게도 알려 주지 마세요:`,
    },
    reset: {
      subject: ({ tenant }) => `${tenant} 비밀번호 재설정`,
      lead: ({ tenant }) => `${tenant} 새 비밀번호를 선택하는 코드입니다.`,
      notes: [valid, secret, () => '요청하지 않으셨다면 이 메시지를 무시하세요. 비밀번호는 바뀌지 않습니다.'],
      sms: ({ tenant, valid }) => `${tenant} 비밀번호 재설정 코드(${valid} 동안 유효). 누구에게도 알려 주지 마세요:`,
    },
    invitation: {
      subject: ({ tenant }) => `${tenant} 초대`,
      lead: ({ tenant }) => `${tenant} 계정이 준비되었습니다. 사용하려면 비밀번호를 설정하세요.`,
      notes: invited,
      sms: ({ tenant, valid }) => `${tenant} 초대입니다. 비밀번호를 설정하세요(링크는 ${valid} 동안 유효):`,
    },
    adminInvitation: {
      subject: ({ tenant }) => `${tenant} 관리자 초대`,
      lead: ({ tenant }) => `${tenant} 관리자로 초대되었습니다. 수락하려면 비밀번호를 설정하세요.`,
      notes: invited,
      sms: ({ tenant, valid }) => `${tenant} 관리자 초대입니다. 비밀번호를 설정하세요(링크는 ${valid} 동안 유효):`,
    },
    setupLink: {
      subject: ({ tenant }) => `${tenant} 로그인 설정`,
      lead: ({ tenant, app }) =>
        `${app}에서 ${tenant} 설정을 요청받았습니다. 링크는 한 번만 사용할 수 있습니다. 계정은 필요하지 않습니다.`,
      notes: invited,
      sms: ({ tenant, valid }) => `${tenant} 설정 링크입니다. 한 번만 사용할 수 있습니다(${valid} 동안 유효):`,
    },
    joinRequest: {
      subject: ({ tenant }) => `${tenant} 가입 요청`,
      lead: ({ tenant }) => `이 링크로 ${tenant} 가입을 요청합니다. 조직을 관리하는 사람이 결정합니다.`,
      notes: [
        ...invited.slice(0, 1),
        () => '요청하지 않으셨다면 이 메시지를 무시하셔도 됩니다. 요청은 아무에게도 표시되지 않습니다.',
      ],
      sms: ({ tenant }) => `이 링크로 ${tenant} 가입을 요청합니다. 조직을 관리하는 사람이 결정합니다.`,
    },
    joinRefused: {
      subject: ({ tenant }) => `${tenant} 가입 요청 결과`,
      lead: ({ tenant }) => `${tenant} 가입 요청이 수락되지 않았습니다.`,
      notes: [() => '착오라고 생각되시면 조직 담당자에게 문의하세요.'],
      sms: ({ tenant }) => `${tenant} 가입 요청이 수락되지 않았습니다.`,
    },
    adminCode: {
      subject: ({ tenant }) => `${tenant} 로그인 코드`,
      lead: ({ tenant }) => `${tenant} 로그인 코드입니다.`,
      notes: [
        () =>
          '계정의 비밀번호가 너무 많이 잘못 입력되었습니다. 올바른 비밀번호와 함께 이 코드를 입력하거나 소유자에게 잠금 해제를 요청하세요.',
        valid,
        secret,
      ],
      sms: ({ tenant, valid }) => `${tenant} 로그인 코드(${valid} 동안 유효). 누구에게도 알려 주지 마세요:`,
    },
    added: {
      subject: ({ tenant }) => `${tenant} 초대`,
      lead: ({ tenant }) => `${tenant} 초대를 받으셨습니다. 이미 계정이 있습니다.`,
      notes: [() => '설정할 것은 없습니다. 평소처럼 로그인하세요.'],
      sms: ({ tenant }) => `${tenant} 초대를 받으셨습니다. 이미 계정이 있으니 평소처럼 로그인하세요.`,
    },
    signupAttempted: {
      subject: ({ tenant }) => `${tenant} 계정이 이미 있습니다`,
      lead: ({ tenant }) => `누군가 회원님의 주소로 ${tenant} 가입을 시도했습니다. 이 주소의 계정은 이미 있습니다.`,
      notes: [
        () => '본인이라면 로그인하거나, 비밀번호를 잊은 경우 재설정하세요.',
        () => '본인이 아니라면 아무것도 하지 않으셔도 됩니다. 아무도 로그인하지 못했습니다.',
      ],
      sms: ({ tenant }) =>
        `누군가 회원님의 번호로 ${tenant} 가입을 시도했습니다. 이미 계정이 있으니 평소처럼 로그인하세요.`,
    },
    passwordChanged: {
      subject: ({ tenant }) => `${tenant} 비밀번호가 변경되었습니다`,
      lead: ({ tenant }) => `${tenant} 계정의 비밀번호가 변경되었습니다.`,
      notes: [notYou],
      sms: ({ tenant }) => `${tenant} 비밀번호가 변경되었습니다. ${NOT_YOU}`,
    },
    passwordReset: {
      subject: ({ tenant }) => `${tenant} 비밀번호가 재설정되었습니다`,
      lead: ({ tenant }) => `${tenant} 계정의 비밀번호가 재설정되었습니다. 모든 세션이 종료되었습니다.`,
      notes: [notYou],
      sms: ({ tenant }) => `${tenant} 비밀번호가 재설정되었습니다. 본인이 아니라면 즉시 다시 재설정하세요.`,
    },
    twoFactorEnabled: {
      subject: ({ tenant }) => `${tenant} 2단계 인증이 켜졌습니다`,
      lead: ({ tenant }) => `${tenant} 계정의 2단계 인증이 켜졌습니다.`,
      notes: [notYou],
      sms: ({ tenant }) => `${tenant} 2단계 인증이 켜졌습니다. ${NOT_YOU}`,
    },
    twoFactorDisabled: {
      subject: ({ tenant }) => `${tenant} 2단계 인증이 꺼졌습니다`,
      lead: ({ tenant }) => `${tenant} 계정의 2단계 인증이 꺼졌습니다.`,
      notes: [notYou],
      sms: ({ tenant }) => `${tenant} 2단계 인증이 꺼졌습니다. ${NOT_YOU}`,
    },
    deviceAdded: {
      subject: ({ tenant }) => `${tenant} 계정에 인증 앱이 추가되었습니다`,
      lead: ({ tenant }) => `${tenant} 계정에 인증 앱이 추가되었습니다.`,
      notes: [() => '이제 로그인할 때 코드가 필요합니다. 다른 모든 세션이 종료되었습니다.', notYou],
      sms: ({ tenant }) => `${tenant} 계정에 인증 앱이 추가되었습니다. ${NOT_YOU}`,
    },
    deviceRemoved: {
      subject: ({ tenant }) => `${tenant} 계정에서 인증 앱이 제거되었습니다`,
      lead: ({ tenant }) => `${tenant} 계정에서 인증 앱이 제거되었습니다.`,
      notes: [() => '마지막 인증 앱이었다면 이제 로그인할 때 코드가 필요하지 않습니다.', notYou],
      sms: ({ tenant }) => `${tenant} 계정에서 인증 앱이 제거되었습니다. ${NOT_YOU}`,
    },
    passkeyAdded: {
      subject: ({ tenant }) => `${tenant} 계정에 패스키가 추가되었습니다`,
      lead: ({ tenant }) => `${tenant} 계정에 패스키가 추가되었습니다.`,
      notes: [() => '이 패스키로 로그인할 수 있습니다.', notYou],
      sms: ({ tenant }) => `${tenant} 계정에 패스키가 추가되었습니다. ${NOT_YOU}`,
    },
    passkeyRemoved: {
      subject: ({ tenant }) => `${tenant} 계정에서 패스키가 제거되었습니다`,
      lead: ({ tenant }) => `${tenant} 계정에서 패스키가 제거되었습니다.`,
      notes: [() => '이 패스키로는 더 이상 로그인할 수 없습니다. 다른 모든 세션이 종료되었습니다.', notYou],
      sms: ({ tenant }) => `${tenant} 계정에서 패스키가 제거되었습니다. ${NOT_YOU}`,
    },
    recoveryCodesGenerated: {
      subject: ({ tenant }) => `${tenant} 복구 코드가 새로 생성되었습니다`,
      lead: ({ tenant }) => `${tenant} 계정의 복구 코드가 새로 생성되었습니다. 이전 코드는 사용할 수 없습니다.`,
      notes: [notYou],
      sms: ({ tenant }) => `${tenant} 복구 코드가 새로 생성되었으며 이전 코드는 사용할 수 없습니다. ${NOT_YOU}`,
    },
    recoveryCodeUsed: {
      subject: ({ tenant }) => `${tenant} 복구 코드가 사용되었습니다`,
      lead: ({ tenant }) => `${tenant} 계정의 복구 코드가 사용되었습니다.`,
      notes: [() => '각 코드는 한 번만 사용할 수 있습니다. 모두 쓰기 전에 새로 생성하세요.', notYou],
      sms: ({ tenant }) => `${tenant} 복구 코드가 사용되었습니다. ${NOT_YOU}`,
    },
    identityLinked: {
      subject: ({ tenant }) => `${tenant} 로그인 방법이 추가되었습니다`,
      lead: ({ tenant }) => `이제 외부 서비스의 계정으로도 ${tenant} 계정에 로그인할 수 있습니다.`,
      notes: [notYou],
      sms: ({ tenant }) => `이제 외부 서비스의 계정으로도 ${tenant} 계정에 로그인할 수 있습니다. ${NOT_YOU}`,
    },
    guessingDetected: {
      subject: ({ tenant }) => `${tenant} 로그인 실패 알림`,
      lead: ({ tenant }) => `누군가 ${tenant} 계정에 로그인하려고 했으나 아직 성공하지 못했습니다.`,
      notes: [
        () => '본인이라면 아무것도 하지 않으셔도 됩니다. 비밀번호를 잊은 경우 재설정하세요.',
        () => '본인이 아니라면 이 비밀번호를 다른 곳에서 사용하지 말고 2단계 인증을 켜세요.',
      ],
      sms: ({ tenant }) => `누군가 ${tenant} 계정에 로그인하려고 했으나 아직 성공하지 못했습니다.`,
    },
    unusedDisabled: {
      subject: ({ tenant }) => `${tenant} 계정이 비활성화됩니다`,
      lead: ({ tenant, until }) =>
        `${tenant}에 오랫동안 로그인하지 않아 계정이 비활성화됩니다. 가장 빠른 날짜: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) => `${tenant}에 오랫동안 로그인하지 않아 계정이 비활성화됩니다. 유지하려면 로그인하세요.`,
    },
    unusedDeleted: {
      subject: ({ tenant }) => `${tenant} 계정이 삭제됩니다`,
      lead: ({ tenant, until }) =>
        `${tenant}에 오랫동안 로그인하지 않아 계정이 모든 데이터와 함께 삭제됩니다. 가장 빠른 날짜: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) => `${tenant}에 오랫동안 로그인하지 않아 계정이 삭제됩니다. 유지하려면 로그인하세요.`,
    },
    accountLinked: {
      subject: ({ tenant }) => `${tenant} 계정이 다른 계정에 연결되었습니다`,
      lead: ({ tenant }) => `이제 다른 계정에 로그인한 사람이 ${tenant} 계정으로 전환할 수 있습니다.`,
      notes: [() => '모든 기기에서 로그아웃하면 연결이 해제됩니다.', notYou],
      sms: ({ tenant }) => `${tenant} 계정이 다른 계정에 연결되었습니다. ${NOT_YOU}`,
    },
    identityUnlinked: {
      subject: ({ tenant }) => `${tenant} 로그인 방법이 삭제되었습니다`,
      lead: ({ tenant }) => `이제 외부 서비스의 계정으로 ${tenant} 계정에 로그인할 수 없습니다.`,
      notes: [notYou],
      sms: ({ tenant }) => `이제 외부 서비스의 계정으로 ${tenant} 계정에 로그인할 수 없습니다. ${NOT_YOU}`,
    },
    accountChanged: {
      subject: ({ tenant }) => `${tenant} 계정이 변경되었습니다`,
      lead: ({ tenant }) => `${tenant} 계정의 주소 또는 비밀번호가 변경되었습니다.`,
      notes: [({ tenant }) => `이유를 모르신다면 즉시 ${tenant} 담당자에게 알려 주세요.`],
      sms: ({ tenant }) =>
        `${tenant} 계정의 주소 또는 비밀번호가 변경되었습니다. 이유를 모르신다면 즉시 담당자에게 알려 주세요.`,
    },
    actingStarted: {
      subject: ({ tenant }) => `관리자가 ${tenant} 계정을 열었습니다`,
      lead: ({ tenant }) =>
        `${tenant} 관리자가 화면을 확인하기 위해 계정을 열었습니다. 비밀번호, 주소, 2단계 인증은 변경할 수 없습니다.`,
      notes: [({ tenant }) => `이유를 모르신다면 ${tenant} 담당자에게 문의해 주세요.`],
      sms: ({ tenant }) => `${tenant} 관리자가 계정을 열었습니다. 이유를 모르신다면 담당자에게 문의해 주세요.`,
    },
    recoveryLinkCreated: {
      subject: ({ tenant }) => `관리자가 ${tenant} 계정의 복구 링크를 만들었습니다`,
      lead: ({ tenant }) =>
        `${tenant} 관리자가 계정에 새 패스키 또는 새 비밀번호를 설정할 수 있는 링크를 만들었습니다. 링크는 본인에게 직접 전달됩니다.`,
      notes: [({ tenant }) => `요청하지 않으셨다면 바로 ${tenant} 담당자에게 알려 주세요.`],
      sms: ({ tenant }) =>
        `${tenant} 관리자가 계정의 복구 링크를 만들었습니다. 요청하지 않으셨다면 바로 담당자에게 알려 주세요.`,
    },
    apiKeyCreated: {
      subject: ({ tenant }) => `${tenant} 계정에 새 API 키가 발급되었습니다`,
      lead: ({ tenant, key, until }) => `${tenant} 계정에 새 API 키가 발급되었습니다: ‘${key}’. 만료일: ${until}.`,
      notes: [() => '프로그램은 이 키로 사용자를 대신해 작업합니다. 계정의 ‘API 키’에서 취소할 수 있습니다.', notYou],
      sms: ({ tenant }) => `${tenant} 계정에 새 API 키가 발급되었습니다. ${NOT_YOU}`,
    },
    tenants: {
      subject: ({ app }) => `${app} 내 조직 목록`,
      lead: ({ app }) => `${app} 로그인 위치를 요청하셨습니다. 이 주소의 계정이 있는 조직은 다음과 같습니다.`,
      notes: [
        ({ more }) => (more ? `그 밖의 조직: ${more}개. 찾는 조직이 없으면 해당 조직에 링크를 요청하세요.` : ''),
        () =>
          '요청하지 않으셨다면 이 메시지를 무시하셔도 됩니다. 변경된 것은 없으며, 이 목록은 본인에게만 전송되었습니다.',
      ],
      sms: ({ app }) => `${app} 내 조직의 로그인 페이지:`,
    },
  },
};
