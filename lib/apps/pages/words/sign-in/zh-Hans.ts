// The texts of the sign-in pages in Simplified Chinese.
import type { SignInWords } from './en.ts';

export const texts: SignInWords = {
  // Tenant
  tenantTitle: '您要登录哪个组织？',
  tenantLabel: '组织',
  tenantHint: '组织的简称，例如 acme。您可以在组织提供的链接中找到它。',
  tenantUnknown: '找不到组织“{slug}”。请检查名称。',
  findTenants: '查找我的组织',
  findHint: '我们会把您所在组织的登录页面链接发送给您。',
  findSent:
    '如果 {identifier} 属于某个账户，我们已发送包含组织链接的消息。如果没有收到，请尝试其他地址，或向您的组织索取链接。',
  knowShortName: '我知道组织的简称',

  // Sign in
  signInTo: '以继续前往 {name}',
  rememberMe: '在此设备上保持登录',
  forgotPassword: '忘记密码？',
  useCode: '改用验证码登录',
  usePassword: '改用密码登录',
  continueWith: '使用 {name} 继续',
  noAccount: '还没有账户？',
  signUp: '创建账户',
  getAccount: '如何获取账户',
  haveAccount: '已有账户？',

  // Codes
  checkMail: '请查看您的消息',
  codeSent: '如果 {identifier} 已关联账户，我们会向其发送验证码。验证码 10 分钟内有效。',

  // Sign up
  signUpTitle: '创建您的账户',
  verifyTitle: '验证您的地址',
  verifyLater: '以后再说',
  signUpSent: '即将完成',
  signUpSentLead: '如果 {identifier} 可以注册，我们会向其发送验证码。验证码 10 分钟内有效。',

  // Second factor
  factorTitle: '确认是您本人',
  factorTotp: '请输入身份验证器应用中显示的验证码。',
  factorEmail: '请输入我们发送到您电子邮件地址的验证码。',
  factorSms: '请输入我们发送到您手机的验证码。',
  factorRecovery: '请输入一个恢复代码。每个代码只能使用一次。',
  trustDevice: '30 天内不再在此设备上询问',
  useTotp: '使用身份验证器应用',
  useEmail: '通过电子邮件获取验证码',
  useSms: '通过短信获取验证码',

  // Enrolment
  enrolTitle: '设置两步验证',
  enrolRequired: '您的组织要求使用第二步验证。即使有人知道了您的密码，您的账户仍然安全。',

  // Passwords
  resetTitle: '重置密码',
  resetLead: '请输入您的地址。我们会向其发送验证码。',
  choosePassword: '选择新密码',
  passwordSet: '您的密码已设置',
  passwordSetLead: '现在可以使用该密码登录。',
  mustChangeTitle: '选择您自己的密码',
  mustChangeLead: '您的密码由管理员设置。请选择一个只有您知道的密码。',
  invitationTitle: '欢迎',
  invitationLead: '请设置密码，以打开您在 {name} 的账户 {address}。',
  invitationOver: '此邀请已失效',
  invitationOverLead: '它已被使用或已过期。如果您已设置密码，请登录。否则，请向您的组织索取新的邀请。',
  linkRecovery: '恢复对账户的访问',
  linkLead: '请创建通行密钥或设置密码，以打开您在 {name} 的账户 {address}。',
  linkOver: '此链接已失效',
  linkOverLead: '它已被使用或已过期。请向您的组织索取新的链接。',
  passkeySet: '您的通行密钥已就绪',
  linkIncomplete: '此链接不完整。请从消息中重新打开。',

  // Accounts
  chooseTitle: '选择账户',
  chooseLead: '以下账户已在此设备上登录。',
  signOutTitle: '要退出登录吗？',
  signOutLead: '您将在此处以及从此处打开的应用中退出登录。',
  staySignedIn: '保持登录',
  signedOutLead: '您可以关闭此页面。',
  signInAgain: '重新登录',
  continueAs: '以 {name} 身份继续',
  confirmTitle: '要以 {name} 的身份登录 {tenant} 吗？',
  confirmLead: '另一个页面发起了此次登录。当前账户：{name}。',
  otherTenant: '其他组织',
};
