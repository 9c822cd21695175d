// The texts of the page that admins come back to from the identity provider, in Simplified Chinese.
import type { en } from '../../en/signed-in.ts';

export const texts: Record<keyof typeof en, string> = {
  title: '正在登录',
  lead: '身份提供商已确认您的身份。还剩一步。',
  stranger: '您不是此处的管理员',
  strangerLead: '没有管理员使用此账户，或提供商尚未验证其地址。请联系部署的所有者邀请您，接受邀请后再通过提供商登录。',
  over: '本次登录已失效',
  overLead: '它耗时超过十分钟、已被使用，或是在其他浏览器中开始的。请重新开始。',
  refused: '身份提供商未让您登录',
  refusedLead: '您可能在那里取消了登录。请重新开始；如果问题仍然存在，请告知此部署的运营者。',
  toSignIn: '使用密码登录',
};
