// The texts of the consent page in Korean.
import type { ConsentWords } from './en.ts';

export const texts: ConsentWords = {
  allowTitle: '{host}의 접근을 허용할까요?',
  continueTitle: '{name}(으)로 계속할까요?',
  unproven: '이 애플리케이션은 자신을 “{name}”(이)라고 합니다. 이 서비스는 이름을 확인하지 않았습니다.',
  unregistered: '이 애플리케이션은 여기에 등록되어 있지 않습니다. 알려진 것은 주소 {host}뿐입니다.',
  anyProgram:
    '이 애플리케이션은 여기에 등록되어 있지 않습니다. 이 기기의 어떤 프로그램이든 {host}(이)라고 자칭할 수 있습니다.',
  asksFor: '요청하는 항목:',
  'scope-openid': '사용자 식별 정보: 계정과 조직의 ID',
  'scope-profile': '이름, 언어 및 기타 프로필 정보',
  'scope-email': '이메일 주소',
  'scope-phone': '전화번호',
  'scope-offline_access': '취소할 때까지 부재중에도 접근',
  'scope-account': '사용자 이름으로 계정 전체에 접근',
  goesTo: '이후 브라우저가 {host}(으)로 이동합니다.',
  goesToDevice: '이후 브라우저가 이 기기의 프로그램({host})을 엽니다. 이 로그인을 직접 시작한 경우에만 계속하세요.',
  allow: '허용',
};
