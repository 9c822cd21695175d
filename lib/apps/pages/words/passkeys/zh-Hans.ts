// The texts of passkeys in simplified Chinese.
import type { PasskeyWords } from './en.ts';

export const texts: PasskeyWords = {
  passkeySignIn: '使用通行密钥登录',
  passkeySignUp: '使用通行密钥注册',
  passkeyUse: '使用通行密钥',
  passkeyOfferTitle: '下次登录更快捷',
  passkeyOfferLead:
    '有了通行密钥，您可以用指纹、面容或此设备的屏幕锁登录。无需记住任何内容，也不会被虚假页面骗走任何内容。',
  passkeyCreate: '创建通行密钥',
  passkeyLater: '以后再说',
  passkeys: '通行密钥',
  passkeysLead: '使用指纹、面容或设备的屏幕锁登录。虚假页面无法窃取它。',
  passkeyAdd: '添加通行密钥',
  passkeyAdded: '通行密钥已准备好。您现在可以用它登录。',
  passkeyName: '通行密钥名称',
  passkeyRename: '重命名',
  passkeyNeverUsed: '从未使用',
  passkeySynced: '已同步',
  passkeyRemoved: '已移除 {name}。如果您的设备仍提供它，请在设备上也将其删除。',
  problemPasskey: '未使用通行密钥。请重试，或使用其他方式登录。',
  problemPasskeyInvalid: '此通行密钥在这里无效。请重试，或使用其他方式登录。',
  problemPasskeyHere: '此浏览器无法在这里使用通行密钥。请使用其他方式登录。',
  problemPasskeyExists: '此设备已有您账户的通行密钥。',
  problemPasskeyLast: '您需要此通行密钥才能登录。请先添加另一个。',
  problemPasskeysFull: '您的通行密钥数量已达上限。请先移除一个。',
};
