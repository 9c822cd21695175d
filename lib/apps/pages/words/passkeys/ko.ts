// The texts of passkeys in Korean.
import type { PasskeyWords } from './en.ts';

export const texts: PasskeyWords = {
  passkeySignIn: '패스키로 로그인',
  passkeySignUp: '패스키로 가입',
  passkeyUse: '패스키 사용',
  passkeyOfferTitle: '다음에는 더 빠르게 로그인하세요',
  passkeyOfferLead:
    '패스키가 있으면 지문, 얼굴 또는 이 기기의 화면 잠금으로 로그인합니다. 외울 것도 없고, 가짜 페이지에 빼앗길 것도 없습니다.',
  passkeyCreate: '패스키 만들기',
  passkeyLater: '나중에',
  passkeys: '패스키',
  passkeysLead: '지문, 얼굴 또는 기기의 화면 잠금으로 로그인하세요. 가짜 페이지가 훔칠 수 없습니다.',
  passkeyAdd: '패스키 추가',
  passkeyAdded: '패스키가 준비되었습니다. 이제 패스키로 로그인할 수 있습니다.',
  passkeyName: '패스키 이름',
  passkeyRename: '이름 변경',
  passkeyNeverUsed: '사용한 적 없음',
  passkeySynced: '동기화됨',
  passkeyRemoved: '{name} 패스키를 제거했습니다. 기기에 아직 표시되면 기기에서도 삭제하세요.',
  problemPasskey: '패스키를 사용하지 않았습니다. 다시 시도하거나 다른 방법으로 로그인하세요.',
  problemPasskeyInvalid: '이 패스키는 여기에서 사용할 수 없습니다. 다시 시도하거나 다른 방법으로 로그인하세요.',
  problemPasskeyHere: '이 브라우저에서는 패스키를 사용할 수 없습니다. 다른 방법으로 로그인하세요.',
  problemPasskeyExists: '이 기기에 이 계정의 패스키가 이미 있습니다.',
  problemPasskeyLast: '로그인하려면 이 패스키가 필요합니다. 먼저 다른 패스키를 추가하세요.',
  problemPasskeysFull: '패스키가 최대 개수에 도달했습니다. 먼저 하나를 제거하세요.',
};
