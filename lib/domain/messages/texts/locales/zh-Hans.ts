// Simplified Chinese.
import type { Locale, Text } from './locale.ts';

const valid: Text = ({ valid }) => `验证码有效期为 ${valid}，只能使用一次。`;
const secret: Text = ({ tenant }) => `请勿将此验证码告诉任何人，${tenant} 的工作人员不会向您索要。`;
const unasked: Text = () => '如果您没有请求验证码，请忽略此消息。';
const unexpected: Text = () => '如果您并未期待此邀请，请忽略此消息。';
const notYou: Text = ({ tenant }) => `如果不是您本人操作，请立即重置密码并告知 ${tenant}。`;
const NOT_YOU = '如非本人操作，请立即重置密码。';
const invited: readonly Text[] = [({ valid }) => `链接有效期为 ${valid}，只能使用一次。`, unexpected];

const keep: Text = () => '如要保留账户，请在该日之前登录。无需其他操作。';

export const zhHans: Locale = {
  dir: 'ltr',
  actions: { verify: '验证此地址', accept: '设置密码', reset: '选择新密码', join: '申请加入' },
  footer: ({ tenant, app }) => `由 ${app} 代表 ${tenant} 发送。请勿回复此消息。`,
  ownFooter: ({ app }) => `由 ${app} 发送。请勿回复此消息。`,
  adminNotice: ({ tenant }) => `如果您不知道原因，请立即更改密码，并告知 ${tenant} 的所有者。`,
  messages: {
    verifyEmail: {
      subject: ({ tenant }) => `您的 ${tenant} 验证码`,
      lead: ({ tenant }) => `此验证码用于验证您在 ${tenant} 的电子邮件地址：`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `验证您在 ${tenant} 的电子邮件地址。验证码（${valid}内有效）：`,
    },
    verifyPhone: {
      subject: ({ tenant }) => `您的 ${tenant} 验证码`,
      lead: ({ tenant }) => `此验证码用于验证您在 ${tenant} 的电话号码：`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `验证您在 ${tenant} 的电话号码。验证码（${valid}内有效）：`,
    },
    login: {
      subject: ({ tenant }) => `您的 ${tenant} 登录验证码`,
      lead: ({ tenant }) => `此验证码用于登录 ${tenant}：`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `登录 ${tenant}。请勿泄露此验证码（${valid}内有效）：`,
    },
    secondFactor: {
      subject: ({ tenant }) => `您的 ${tenant} 两步验证码`,
      lead: ({ tenant }) => `此验证码用于完成 ${tenant} 的登录：`,
      notes: [valid, secret, () => '如果您没有尝试登录，可能有人知道您的密码，请立即更改。'],
      sms: ({ tenant, valid }) => `完成 ${tenant} 的登录。请勿泄露此验证码（${valid}内有效）：`,
    },
    reset: {
      subject: ({ tenant }) => `重置您的 ${tenant} 密码`,
      lead: ({ tenant }) => `此验证码用于选择 ${tenant} 的新密码：`,
      notes: [valid, secret, () => '如果您没有请求验证码，请忽略此消息，您的密码不会改变。'],
      sms: ({ tenant, valid }) => `重置 ${tenant} 的密码。请勿泄露此验证码（${valid}内有效）：`,
    },
    invitation: {
      subject: ({ tenant }) => `${tenant} 邀请您加入`,
      lead: ({ tenant }) => `${tenant} 已为您准备好账户。请设置密码以开始使用：`,
      notes: invited,
      sms: ({ tenant, valid }) => `${tenant} 邀请您加入。请设置密码（链接 ${valid}内有效）：`,
    },
    adminInvitation: {
      subject: ({ tenant }) => `${tenant} 邀请您成为管理员`,
      lead: ({ tenant }) => `${tenant} 邀请您成为管理员。请设置密码以接受邀请：`,
      notes: invited,
      sms: ({ tenant, valid }) => `${tenant} 邀请您成为管理员。请设置密码（链接 ${valid}内有效）：`,
    },
    setupLink: {
      subject: ({ tenant }) => `为 ${tenant} 设置登录`,
      lead: ({ tenant, app }) => `请您在 ${app} 中设置 ${tenant}。此链接只能使用一次，无需账户：`,
      notes: invited,
      sms: ({ tenant, valid }) => `请设置 ${tenant}。链接只能使用一次（${valid}内有效）：`,
    },
    joinRequest: {
      subject: ({ tenant }) => `申请加入 ${tenant}`,
      lead: ({ tenant }) => `通过此链接申请加入 ${tenant}。由管理该组织的人员决定：`,
      notes: [...invited.slice(0, 1), () => '如果您没有申请，请忽略此消息：任何人都不会看到申请。'],
      sms: ({ tenant }) => `通过此链接申请加入 ${tenant}。由管理该组织的人员决定：`,
    },
    joinRefused: {
      subject: ({ tenant }) => `您加入 ${tenant} 的申请`,
      lead: ({ tenant }) => `您加入 ${tenant} 的申请未获接受。`,
      notes: [() => '如果您认为有误，请联系该组织的人员。'],
      sms: ({ tenant }) => `您加入 ${tenant} 的申请未获接受。`,
    },
    adminCode: {
      subject: ({ tenant }) => `您的 ${tenant} 登录验证码`,
      lead: ({ tenant }) => `此验证码用于登录 ${tenant}：`,
      notes: [
        () => '您的账户密码输入错误次数过多。请将此验证码与正确密码一起输入，或请所有者为您解锁。',
        valid,
        secret,
      ],
      sms: ({ tenant, valid }) => `登录 ${tenant}。请勿泄露此验证码（${valid}内有效）：`,
    },
    added: {
      subject: ({ tenant }) => `${tenant} 邀请您加入`,
      lead: ({ tenant }) => `${tenant} 邀请您加入，您在那里已有账户。`,
      notes: [() => '无需任何设置，照常登录即可。'],
      sms: ({ tenant }) => `${tenant} 邀请您加入。您已有账户，照常登录即可。`,
    },
    signupAttempted: {
      subject: ({ tenant }) => `您在 ${tenant} 已有账户`,
      lead: ({ tenant }) => `有人试图用您的地址在 ${tenant} 注册。此地址已有账户。`,
      notes: [
        () => '如果是您本人，请登录；如果忘记密码，请重置密码。',
        () => '如果不是，您无需任何操作：没有人进入您的账户。',
      ],
      sms: ({ tenant }) => `有人试图用您的号码在 ${tenant} 注册。您已有账户，照常登录即可。`,
    },
    passwordChanged: {
      subject: ({ tenant }) => `您的 ${tenant} 密码已更改`,
      lead: ({ tenant }) => `您在 ${tenant} 的账户密码已更改。`,
      notes: [notYou],
      sms: ({ tenant }) => `您的 ${tenant} 密码已更改。${NOT_YOU}`,
    },
    passwordReset: {
      subject: ({ tenant }) => `您的 ${tenant} 密码已重置`,
      lead: ({ tenant }) => `您在 ${tenant} 的账户密码已重置。所有会话均已结束。`,
      notes: [notYou],
      sms: ({ tenant }) => `您的 ${tenant} 密码已重置。如非本人操作，请立即再次重置。`,
    },
    twoFactorEnabled: {
      subject: ({ tenant }) => `${tenant} 的两步验证已开启`,
      lead: ({ tenant }) => `您在 ${tenant} 的账户已开启两步验证。`,
      notes: [notYou],
      sms: ({ tenant }) => `您在 ${tenant} 的账户已开启两步验证。${NOT_YOU}`,
    },
    twoFactorDisabled: {
      subject: ({ tenant }) => `${tenant} 的两步验证已关闭`,
      lead: ({ tenant }) => `您在 ${tenant} 的账户已关闭两步验证。`,
      notes: [notYou],
      sms: ({ tenant }) => `您在 ${tenant} 的账户已关闭两步验证。${NOT_YOU}`,
    },
    deviceAdded: {
      subject: ({ tenant }) => `${tenant} 的账户已添加身份验证器`,
      lead: ({ tenant }) => `您在 ${tenant} 的账户已添加身份验证器。`,
      notes: [() => '从现在起，登录时需要验证码。所有其他会话均已结束。', notYou],
      sms: ({ tenant }) => `您在 ${tenant} 的账户已添加身份验证器。${NOT_YOU}`,
    },
    deviceRemoved: {
      subject: ({ tenant }) => `${tenant} 的账户已移除身份验证器`,
      lead: ({ tenant }) => `您在 ${tenant} 的账户已移除身份验证器。`,
      notes: [() => '如果这是最后一个，登录时将不再需要验证码。', notYou],
      sms: ({ tenant }) => `您在 ${tenant} 的账户已移除身份验证器。${NOT_YOU}`,
    },
    passkeyAdded: {
      subject: ({ tenant }) => `${tenant} 的账户已添加通行密钥`,
      lead: ({ tenant }) => `您在 ${tenant} 的账户已添加通行密钥。`,
      notes: [() => '它可以登录您的账户。', notYou],
      sms: ({ tenant }) => `您在 ${tenant} 的账户已添加通行密钥。${NOT_YOU}`,
    },
    passkeyRemoved: {
      subject: ({ tenant }) => `${tenant} 的账户已移除通行密钥`,
      lead: ({ tenant }) => `您在 ${tenant} 的账户已移除通行密钥。`,
      notes: [() => '它不再能登录。所有其他会话均已结束。', notYou],
      sms: ({ tenant }) => `您在 ${tenant} 的账户已移除通行密钥。${NOT_YOU}`,
    },
    recoveryCodesGenerated: {
      subject: ({ tenant }) => `${tenant} 的新恢复代码已生成`,
      lead: ({ tenant }) => `您在 ${tenant} 的账户已生成新的恢复代码。旧代码已失效。`,
      notes: [notYou],
      sms: ({ tenant }) => `${tenant} 的新恢复代码已生成，旧代码已失效。${NOT_YOU}`,
    },
    recoveryCodeUsed: {
      subject: ({ tenant }) => `${tenant} 的恢复代码已被使用`,
      lead: ({ tenant }) => `您在 ${tenant} 的账户的一个恢复代码已被使用。`,
      notes: [() => '每个代码只能使用一次。请在用完之前生成新代码。', notYou],
      sms: ({ tenant }) => `您在 ${tenant} 的一个恢复代码已被使用。${NOT_YOU}`,
    },
    identityLinked: {
      subject: ({ tenant }) => `${tenant} 新增了一种登录方式`,
      lead: ({ tenant }) => `从现在起，也可以用外部服务的账户登录您在 ${tenant} 的账户。`,
      notes: [notYou],
      sms: ({ tenant }) => `现在也可以用外部服务的账户登录您在 ${tenant} 的账户。${NOT_YOU}`,
    },
    guessingDetected: {
      subject: ({ tenant }) => `${tenant} 登录失败提醒`,
      lead: ({ tenant }) => `有人试图进入您在 ${tenant} 的账户，目前尚未成功。`,
      notes: [
        () => '如果是您本人，则无需任何操作；如果忘记密码，请重置密码。',
        () => '如果不是，请勿在其他地方使用此密码，并开启两步验证。',
      ],
      sms: ({ tenant }) => `有人试图进入您在 ${tenant} 的账户，目前尚未成功。`,
    },
    unusedDisabled: {
      subject: ({ tenant }) => `您在 ${tenant} 的账户将被停用`,
      lead: ({ tenant, until }) => `您已很久没有登录 ${tenant}。您的账户将被停用。最早日期：${until}。`,
      notes: [keep],
      sms: ({ tenant }) => `您已很久没有登录 ${tenant}。您的账户将被停用。登录即可保留。`,
    },
    unusedDeleted: {
      subject: ({ tenant }) => `您在 ${tenant} 的账户将被删除`,
      lead: ({ tenant, until }) => `您已很久没有登录 ${tenant}。您的账户及其所有数据将被删除。最早日期：${until}。`,
      notes: [keep],
      sms: ({ tenant }) => `您已很久没有登录 ${tenant}。您的账户将被删除。登录即可保留。`,
    },
    accountLinked: {
      subject: ({ tenant }) => `您在 ${tenant} 的账户已关联到另一个账户`,
      lead: ({ tenant }) => `从现在起，登录另一个账户的人可以切换到您在 ${tenant} 的账户。`,
      notes: [() => '在所有设备上退出登录即可解除关联。', notYou],
      sms: ({ tenant }) => `您在 ${tenant} 的账户已关联到另一个账户。${NOT_YOU}`,
    },
    identityUnlinked: {
      subject: ({ tenant }) => `${tenant} 移除了一种登录方式`,
      lead: ({ tenant }) => `外部服务的账户不能再登录您在 ${tenant} 的账户。`,
      notes: [notYou],
      sms: ({ tenant }) => `外部服务的账户不能再登录您在 ${tenant} 的账户。${NOT_YOU}`,
    },
    accountChanged: {
      subject: ({ tenant }) => `您在 ${tenant} 的账户已更改`,
      lead: ({ tenant }) => `您在 ${tenant} 的账户的地址或密码已更改。`,
      notes: [({ tenant }) => `如果您不知道原因，请立即告知 ${tenant}。`],
      sms: ({ tenant }) => `您在 ${tenant} 的账户的地址或密码已更改。如果您不知道原因，请立即告知对方。`,
    },
    actingStarted: {
      subject: ({ tenant }) => `管理员打开了您在 ${tenant} 的账户`,
      lead: ({ tenant }) =>
        `${tenant} 的管理员打开了您的账户，以查看您所看到的内容。管理员无法更改您的密码、地址或第二因素。`,
      notes: [({ tenant }) => `如果您不知道原因，请询问 ${tenant}。`],
      sms: ({ tenant }) => `${tenant} 的管理员打开了您的账户。如果您不知道原因，请询问对方。`,
    },
    recoveryLinkCreated: {
      subject: ({ tenant }) => `管理员为您在 ${tenant} 的账户创建了恢复链接`,
      lead: ({ tenant }) =>
        `${tenant} 的管理员创建了一个链接，可用来为您的账户设置新的通行密钥或新密码。该链接会当面交给您。`,
      notes: [({ tenant }) => `如果您没有提出此要求，请立即告知 ${tenant}。`],
      sms: ({ tenant }) => `${tenant} 的管理员为您的账户创建了恢复链接。如果您没有提出此要求，请立即告知对方。`,
    },
    apiKeyCreated: {
      subject: ({ tenant }) => `您在 ${tenant} 的账户有新的 API 密钥`,
      lead: ({ tenant, key, until }) => `您在 ${tenant} 的账户有新的 API 密钥：“${key}”。有效期至：${until}。`,
      notes: [() => '程序使用此密钥代您操作。您可以在账户的“API 密钥”中撤销它。', notYou],
      sms: ({ tenant }) => `您在 ${tenant} 的账户有新的 API 密钥。${NOT_YOU}`,
    },
    tenants: {
      subject: ({ app }) => `您在 ${app} 的组织`,
      lead: ({ app }) => `您询问了在 ${app} 的登录位置。您的地址在以下每个组织中都有账户：`,
      notes: [
        ({ more }) => (more ? `另有 ${more} 个组织未列出。如果没有找到，请向您的组织索取链接。` : ''),
        () => '如果您没有提出此请求，请忽略此消息。没有任何更改，此列表也只发送给您。',
      ],
      sms: ({ app }) => `您在 ${app} 的组织的登录页面：`,
    },
  },
};
