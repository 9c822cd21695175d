// The titles and meanings of fields, by record. In simplified Chinese.
import type { en } from '../../../en/ui/fields.ts';

export const texts: Record<keyof typeof en, string> = {
  'application.redirectUris': '重定向 URI',
  'application.redirectUris?': '浏览器可以带着代码返回的地址，每行一个，精确比较。',
  'application.postLogoutRedirectUris': '退出后的重定向 URI',
  'application.postLogoutRedirectUris?': '退出后浏览器可以返回的地址，每行一个。',
  'application.backchannelLogoutUri': '后端通道退出 URI',
  'application.backchannelLogoutUri?': '会话结束时收到通知的 https 地址。',
  'application.accountByDefault': '其令牌可打开账户',
  'application.accountByDefault?': '无需请求即拥有 account 范围。用于范围生效之前创建的应用。',
  'application.requiresPar': '请求必须预先推送',
  'application.requiresPar?': '必须使用 pushed authorization requests（RFC 9126）。',
  'application.requiresDpop': '令牌必须绑定到密钥',
  'application.requiresDpop?': '必须发送 DPoP 证明（RFC 9449）。',
  'application.refusesSecrets': '拒绝密钥凭据',
  'application.refusesSecrets?': '只用签名断言（private_key_jwt）进行身份验证。',
  'application.accessTtlSeconds': '访问令牌的有效期',
  'application.accessTtlSeconds?': '5 秒到 1 小时。留空：默认值。',
  'application.refreshTtlSeconds': '会话在未刷新多久后结束',
  'application.refreshTtlSeconds?': '10 秒到 30 天。留空：默认值。',
  'tenant.description': '给管理员的备注',
  'user.name': '姓名',
  'user.locale': '消息的语言',
  'user.locale?': 'en、de 或 pt-BR 这样的标签。留空：默认语言。',
};
