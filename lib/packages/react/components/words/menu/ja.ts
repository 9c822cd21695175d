// The texts of buttons and menus in Japanese.
import type { MenuWords } from './en.ts';

export const texts: MenuWords = {
  signIn: 'サインイン',
  signUp: 'アカウントを作成',
  signOut: 'サインアウト',
  userMenu: 'アカウントメニュー: {name}',
  organizationMenu: '組織: {name}',
  account: 'あなたのアカウント',
  others: 'このブラウザーの他のアカウント',
  anotherAccount: '別のアカウントを使う',
  organizations: 'このブラウザーでの所属組織',
  anotherOrganization: '別の組織',
  manage: '組織を管理',
  failed: 'うまくいきませんでした。もう一度お試しください。',
  ended: 'そのアカウントはサインアウトしています。もう一度サインインしてください。',
  offline: 'サービスに接続できません。もう一度お試しください。',
};
