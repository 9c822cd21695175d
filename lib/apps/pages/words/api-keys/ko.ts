// The texts of the API keys of an account in Korean.
import type { ApiKeyWords } from './en.ts';

export const texts: ApiKeyWords = {
  keys: 'API 키',
  keysLead:
    '프로그램은 키를 사용하여 사용자를 대신해 작업합니다. 키로는 선택한 작업 중 사용자 본인이 할 수 있는 것만 할 수 있습니다.',
  keysNoScopes: '키에 부여할 수 있는 권한이 없습니다.',
  keysFull: 'API 키가 최대 개수인 10개입니다. 새로 만들려면 먼저 하나를 취소하세요.',
  keyCreate: 'API 키 만들기',
  keyPurpose: '키의 용도',
  keyScopes: '할 수 있는 작업',
  keyScopesNone: '1개 이상 20개 이하를 선택하세요.',
  keyDays: '만료까지 남은 일수',
  keyNetworks: '사용할 수 있는 네트워크(선택 사항)',
  keyNetworksHint: '예: 203.0.113.0/24. 여러 개는 쉼표로 구분합니다. 비워 두면 어디서나 사용할 수 있습니다.',
  keyNetworksWrong: 'IP 주소 또는 네트워크를 쉼표로 구분하여 10개까지 입력하세요.',
  keyNew: '새 API 키',
  keyNewLead: '지금 복사하여 안전하게 보관하세요. 이 키는 다시 표시되지 않습니다.',
  keyKept: '저장했습니다',
  keyNeverUsed: '사용한 적 없음',
  keyExpired: '만료됨',
  keyRename: '이름 변경',
  keyRenameTitle: '{name} 이름 변경',
  keyRevoke: '취소',
  keyRevokeTitle: '{name} 키를 취소할까요?',
  keyRevokeLead: '이 키를 사용하는 프로그램은 즉시 거부됩니다.',
  keyRevoked: '{name} 키가 취소되었습니다.',
  keyRotate: '교체',
  keyRotateTitle: '{name} 교체',
  keyRotateLead: '새 키가 발급됩니다. 이전 키는 24시간 더 사용할 수 있습니다.',
  keyRotateNow: '이전 키를 즉시 종료',
  keyRotateBoth: '이 키는 이미 교체되었고 이전 키도 아직 유효합니다. 새 키를 발급하면 둘 다 즉시 종료됩니다.',
};
