// The texts of buttons and menus in Chinese.
import type { MenuWords } from './en.ts';

export const texts: MenuWords = {
  signIn: '登录',
  signUp: '创建账号',
  signOut: '退出登录',
  userMenu: '账号菜单：{name}',
  organizationMenu: '组织：{name}',
  account: '您的账号',
  others: '此浏览器中的其他账号',
  anotherAccount: '使用其他账号',
  organizations: '您在此浏览器中的组织',
  anotherOrganization: '其他组织',
  manage: '管理组织',
  failed: '操作未成功，请重试。',
  ended: '该账号已退出登录，请重新登录。',
  offline: '无法连接到服务，请重试。',
};
