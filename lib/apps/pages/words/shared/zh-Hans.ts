// The texts of the pages in Simplified Chinese.
import type { Words } from './en.ts';

export const texts: Words = {
  // Parts
  working: '请稍候…',
  show: '显示',
  hide: '隐藏',
  showPassword: '显示密码',
  language: '语言',
  terms: '服务条款',
  privacy: '隐私',
  support: '支持',
  back: '返回',
  next: '继续',
  cancel: '取消',
  or: '或',
  change: '更改',
  save: '保存',
  saved: '已保存。',
  remove: '移除',

  // Sign in
  signIn: '登录',
  identifier: '电子邮件地址或电话号码',
  password: '密码',

  // Codes
  code: '验证码',
  codeHint: '输入最后一位数字后会自动提交。',
  codeSentHere: '我们已向 {identifier} 发送验证码。验证码 10 分钟内有效。',
  sendAgain: '重新发送验证码',
  sentAgain: '新的验证码已发送。',

  // Sign up
  email: '电子邮件地址',
  newPassword: '新密码',
  passwordHint: '至少 {min} 个字符。几个词连在一起更容易记住。',
  signUpClosed: '新账户仅限受邀创建。请联系您组织中的成员邀请您。',

  // Second factor
  recoveryCode: '恢复代码',
  confirm: '确认',
  useRecovery: '使用恢复代码',

  // Enrolment
  enrolScan: '请使用身份验证器应用扫描此二维码，例如 Google Authenticator、1Password 或 Aegis。',
  enrolQr: '供身份验证器应用扫描的二维码',
  enrolManual: '或者在应用中输入此密钥：',
  enrolCode: '应用中显示的六位数字',
  recoveryTitle: '保存您的恢复代码',
  recoveryLead: '如果您丢失了手机，可以用每个代码登录一次。这些代码不会再次显示。',
  recoveryCodes: '恢复代码',
  download: '下载',
  copy: '复制',
  copied: '已复制',
  savedThem: '我已保存',
  recoveryFile: '{name} 的恢复代码',

  // Passwords
  sendCode: '发送验证码',
  setPassword: '设置密码',
  currentPassword: '当前密码',

  // Accounts
  anotherAccount: '使用其他账户',
  signOut: '退出登录',
  signedOutTitle: '您已退出登录',

  // Problems
  problemTitle: '出了点问题',
  problemNetwork: '无法连接服务。请检查网络连接后重试。',
  problemOther: '出现问题。请稍后重试。',
  problemWait: '操作过于频繁。请在{when}重试。',
  problemReference: '参考编号：{id}',
  problemExpired: '本次登录耗时过长。请重新开始。',
  problemPage: '此页面不存在。',
  problemPasswordShort: '密码太短。',
  problemPasswordCommon: '此密码容易被猜到。请选择其他密码。',
  problemPasswordContains: '密码中包含您的地址或组织名称。',
  problemPasswordSame: '新密码不能与当前密码相同。',
  problemCredentials: '地址或密码不正确。',
  problemCode: '此验证码不正确或已失效。',
  problemCurrent: '当前密码不正确。',
  problemLocked: '尝试次数过多。请在{when}重试，或重置密码。',
  problemLink: '此链接已失效。请获取新链接。',
  problemInactive: '此账户未启用。请联系您的组织。',
  problemTaken: '此地址已有账户。请直接登录。',
  problemDomain: '此处不能使用该域名的地址。',
  problemSso: '使用此地址的人员通过其组织的身份提供商登录。请返回并选择它。',
  problemInput: '请检查您输入的内容。',
  problemProvider: '对方服务未确认此次登录。请重试。',
  problemLinkAccount: '此地址已有账户。请先登录该账户，然后验证地址或在其中关联此登录方式。',
  problemStepUp: '未作任何更改：需要近期登录过。',
};
