// The texts of the consent page in Simplified Chinese.
import type { ConsentWords } from './en.ts';

export const texts: ConsentWords = {
  allowTitle: '允许 {host} 访问吗？',
  continueTitle: '继续前往 {name} 吗？',
  unproven: '该应用自称“{name}”。本服务未核实此名称。',
  unregistered: '该应用未在此注册。已知的只有它的地址 {host}。',
  anyProgram: '该应用未在此注册。此设备上的任何程序都可以冒充 {host}。',
  asksFor: '它请求：',
  'scope-openid': '您的身份：您的账户和组织的标识',
  'scope-profile': '您的姓名、语言和其他个人资料',
  'scope-email': '您的电子邮箱地址',
  'scope-phone': '您的电话号码',
  'scope-offline_access': '在您离开时访问，直到您撤销',
  'scope-account': '以您的名义完全访问您的账户',
  goesTo: '随后浏览器将前往 {host}。',
  goesToDevice: '随后浏览器将打开此设备上的程序（{host}）。仅当此次登录由您本人发起时才继续。',
  allow: '允许',
};
