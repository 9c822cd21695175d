// The texts of a user's passkeys in Simplified Chinese.
import type { en } from '../../en/user-passkeys.ts';

export const texts: Record<keyof typeof en, string> = {
  passkeys: '通行密钥',
  passkeysLead: '用户的手机、笔记本电脑和硬件密钥上的密钥。',
  passkeysNone: '该用户没有通行密钥。',
  'passkeys-off': '此租户已关闭通行密钥。',
  'passkeys-optional': '该租户允许使用通行密钥。',
  'passkeys-second': '该租户允许使用通行密钥，但仅作为第二步验证。',
  'passkeys-required': '该租户要求使用通行密钥。',
  recovery: '恢复链接',
  recoveryHint: '适用于丢失了所有通行密钥的人员。',
  recoveryLead:
    '请先确认请求者的身份，再亲自交付链接：持有链接的人即可进入。它只能使用一次，30 分钟内有效，可让对方创建通行密钥或设置密码。届时其所有会话都会结束。系统会告知对方链接由您创建。',
  recoveryRemoves: '使用链接时移除之前的通行密钥',
  recoveryRemovesHint: '如果设备丢失或被盗，请保持开启。',
  recoveryMake: '创建链接',
  recoveryMade: '它只显示一次。请交给本人，不要通过他人能读取的消息发送。',
  recoveryCopy: '复制链接',
  recoveryDone: '完成',
  kind: '类型',
  synced: '已同步',
  deviceBound: '绑定到设备',
  added: '添加时间',
  removePasskeyLead:
    '它将无法再打开此账户，所有会话都会结束，并会通知用户。如果这是最后一个且没有其他方式，第二步验证会关闭。',
  lastUsed: '上次使用',
  remove: '移除',
  removeTitle: '移除 {name}',
  removed: '{name} 已移除。',
};
