// The texts of buttons and menus in Korean.
import type { MenuWords } from './en.ts';

export const texts: MenuWords = {
  signIn: '로그인',
  signUp: '계정 만들기',
  signOut: '로그아웃',
  userMenu: '계정 메뉴: {name}',
  organizationMenu: '조직: {name}',
  account: '내 계정',
  others: '이 브라우저의 다른 계정',
  anotherAccount: '다른 계정 사용',
  organizations: '이 브라우저의 내 조직',
  anotherOrganization: '다른 조직',
  manage: '조직 관리',
  failed: '처리하지 못했습니다. 다시 시도하세요.',
  ended: '그 계정은 로그아웃되었습니다. 다시 로그인하세요.',
  offline: '서비스에 연결할 수 없습니다. 다시 시도하세요.',
};
