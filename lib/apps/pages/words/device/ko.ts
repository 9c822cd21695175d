// The texts of the page for devices in Korean.
import type { DeviceWords } from './en.ts';

export const texts: DeviceWords = {
  deviceTitle: '기기 연결',
  deviceLead: '기기에 표시된 코드를 입력하세요.',
  deviceCompare: '앞에 있는 기기에 이 코드가 표시될 때만 계속하세요.',
  deviceCode: '기기의 코드',
  deviceWarning:
    '눈앞에 있는 기기에서 직접 시작한 경우에만 계속하세요. 누군가 코드를 보냈다면 그 사람은 내 계정에 들어오려는 것입니다.',
  deviceAllowTitle: '기기에서 {name}을(를) 허용할까요?',
  deviceAsked: '요청 위치: {address}, {at}',
  deviceDeny: '거부',
  deviceAllowed: '기기가 연결되었습니다',
  deviceAllowedLead: '기기에서 계속하세요. 내 계정에 표시되며 거기서 로그아웃할 수 있습니다.',
  deviceDenied: '거부했습니다',
  deviceDeniedLead: '기기는 아무것도 받지 않습니다.',
  deviceAccount: '내 계정으로',
  deviceInvalid: '이 코드는 유효하지 않거나 다른 조직의 것입니다. 확인하거나 기기에서 다시 시작하세요.',
  deviceOff: '조직에서 기기 코드로 로그인하는 것을 허용하지 않습니다. 관리자에게 문의하세요.',
};
