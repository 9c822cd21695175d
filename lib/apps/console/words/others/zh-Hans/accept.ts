// The texts of the page that accepts an invitation of an admin, in Simplified Chinese.
import type { en } from '../../en/accept.ts';

export const texts: Record<keyof typeof en, string> = {
  title: '成为管理员',
  lead: '您受邀使用此部署的控制台，角色为{role}。',
  for: '此邀请发给 {address}。链接有效期至 {time}。',
  signedIn: '您当前以 {email} 登录。如果接受，此浏览器将改为以新管理员身份登录。',
  submit: '设置密码并登录',
  over: '此邀请已失效',
  overLead: '它已被使用、已撤销或已过期。请联系部署的所有者重新发送。',
  incomplete: '此链接不完整',
  incompleteLead: '请从消息中重新打开，或完整复制链接。',
  toConsole: '前往控制台',
};
