// Japanese.
import type { Locale, Text } from './locale.ts';

const valid: Text = ({ valid }) => `有効期間は${valid}で、一度だけ使用できます。`;
const secret: Text = ({ tenant }) =>
  `${tenant} の担当者がこのコードをお尋ねすることはありません。誰にも教えないでください。`;
const unasked: Text = () => 'お心当たりがない場合は、このメッセージを無視してください。';
const notYou: Text = ({ tenant }) => `お心当たりがない場合は、すぐにパスワードを再設定し、${tenant} にご連絡ください。`;
const invited: readonly Text[] = [
  ({ valid }) => `リンクの有効期間は${valid}で、一度だけ使用できます。`,
  () => 'この招待にお心当たりがない場合は、このメッセージを無視してください。',
];

const keep: Text = () => 'アカウントを残すには、その日より前にログインしてください。ほかに必要な操作はありません。';

export const ja: Locale = {
  dir: 'ltr',
  actions: {
    verify: 'メールアドレスを確認する',
    accept: 'パスワードを設定する',
    reset: '新しいパスワードを設定',
    join: '参加を申請する',
  },
  footer: ({ tenant, app }) => `${app} が ${tenant} に代わって送信しました。このメッセージには返信できません。`,
  ownFooter: ({ app }) => `${app} が送信しました。このメッセージには返信できません。`,
  adminNotice: ({ tenant }) => `お心当たりがない場合は、すぐにパスワードを変更し、${tenant} の所有者にご連絡ください。`,
  messages: {
    verifyEmail: {
      subject: ({ tenant }) => `${tenant} の確認コード`,
      lead: ({ tenant }) => `${tenant} のメールアドレスを確認するためのコードです。`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `${tenant} のメールアドレス確認コード（${valid}有効）`,
    },
    verifyPhone: {
      subject: ({ tenant }) => `${tenant} の確認コード`,
      lead: ({ tenant }) => `${tenant} の電話番号を確認するためのコードです。`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `${tenant} の電話番号確認コード（${valid}有効）`,
    },
    login: {
      subject: ({ tenant }) => `${tenant} のログインコード`,
      lead: ({ tenant }) => `${tenant} にログインするためのコードです。`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `${tenant} のログインコード（${valid}有効）。誰にも教えないでください。`,
    },
    secondFactor: {
      subject: ({ tenant }) => `${tenant} の二要素認証コード`,
      lead: ({ tenant }) => `${tenant} へのログインを完了するためのコードです。`,
      notes: [
        valid,
        secret,
        () =>
          'ログインしようとした覚えがない場合は、パスワードが第三者に知られている可能性があります。すぐに変更してください。',
      ],
      sms: ({ tenant, valid }) => `${tenant} の二要素認証コード（${valid}有効）。誰にも教えないでください。`,
    },
    reset: {
      subject: ({ tenant }) => `${tenant} のパスワード再設定`,
      lead: ({ tenant }) => `${tenant} の新しいパスワードを設定するためのコードです。`,
      notes: [
        valid,
        secret,
        () => 'お心当たりがない場合は、このメッセージを無視してください。パスワードは変更されません。',
      ],
      sms: ({ tenant, valid }) => `${tenant} のパスワード再設定コード（${valid}有効）。誰にも教えないでください。`,
    },
    invitation: {
      subject: ({ tenant }) => `${tenant} への招待`,
      lead: ({ tenant }) => `${tenant} にあなたのアカウントがあります。ご利用にはパスワードを設定してください。`,
      notes: invited,
      sms: ({ tenant, valid }) => `${tenant} に招待されました。パスワードを設定してください（${valid}有効）。`,
    },
    adminInvitation: {
      subject: ({ tenant }) => `${tenant} の管理者への招待`,
      lead: ({ tenant }) => `${tenant} の管理者として招待されました。承諾するにはパスワードを設定してください。`,
      notes: invited,
      sms: ({ tenant, valid }) =>
        `${tenant} の管理者として招待されました。パスワードを設定してください（${valid}有効）。`,
    },
    setupLink: {
      subject: ({ tenant }) => `${tenant} のサインイン設定`,
      lead: ({ tenant, app }) =>
        `${app} で ${tenant} の設定を依頼されました。リンクは一度だけ使えます。アカウントは不要です。`,
      notes: invited,
      sms: ({ tenant, valid }) => `${tenant} の設定リンクです。一度だけ使えます（${valid}有効）。`,
    },
    joinRequest: {
      subject: ({ tenant }) => `${tenant} への参加申請`,
      lead: ({ tenant }) => `このリンクから ${tenant} への参加を申請できます。組織の管理者が可否を決めます。`,
      notes: [
        ...invited.slice(0, 1),
        () => 'お心当たりがない場合は、このメッセージを無視してください。申請は誰にも表示されません。',
      ],
      sms: ({ tenant }) => `このリンクから ${tenant} への参加を申請できます。組織の管理者が可否を決めます。`,
    },
    joinRefused: {
      subject: ({ tenant }) => `${tenant} への参加申請について`,
      lead: ({ tenant }) => `${tenant} への参加申請は承認されませんでした。`,
      notes: [() => '誤りと思われる場合は、組織の担当者にお問い合わせください。'],
      sms: ({ tenant }) => `${tenant} への参加申請は承認されませんでした。`,
    },
    adminCode: {
      subject: ({ tenant }) => `${tenant} のログインコード`,
      lead: ({ tenant }) => `${tenant} にログインするためのコードです。`,
      notes: [
        () =>
          'アカウントのパスワードが何度も間違って入力されました。正しいパスワードと一緒にこのコードを入力するか、所有者に解除を依頼してください。',
        valid,
        secret,
      ],
      sms: ({ tenant, valid }) => `${tenant} のログインコード（${valid}有効）。誰にも教えないでください。`,
    },
    added: {
      subject: ({ tenant }) => `${tenant} への招待`,
      lead: ({ tenant }) => `${tenant} に招待されました。すでにアカウントをお持ちです。`,
      notes: [() => '設定は不要です。いつものようにログインしてください。'],
      sms: ({ tenant }) => `${tenant} に招待されました。すでにアカウントをお持ちですので、ログインしてください。`,
    },
    signupAttempted: {
      subject: ({ tenant }) => `${tenant} のアカウントをすでにお持ちです`,
      lead: ({ tenant }) =>
        `${tenant} で、あなたの連絡先を使った登録の試みがありました。アカウントはすでに存在します。`,
      notes: [
        () => 'ご本人の場合は、ログインするか、パスワードを忘れたときは再設定してください。',
        () => 'ご本人でない場合も、対応は不要です。誰もログインしていません。',
      ],
      sms: ({ tenant }) => `${tenant} で、あなたの番号を使った登録の試みがありました。すでにアカウントをお持ちです。`,
    },
    passwordChanged: {
      subject: ({ tenant }) => `${tenant} のパスワードが変更されました`,
      lead: ({ tenant }) => `${tenant} のアカウントのパスワードが変更されました。`,
      notes: [notYou],
      sms: ({ tenant }) => `${tenant} のパスワードが変更されました。お心当たりがない場合は、すぐに再設定してください。`,
    },
    passwordReset: {
      subject: ({ tenant }) => `${tenant} のパスワードが再設定されました`,
      lead: ({ tenant }) => `${tenant} のアカウントのパスワードが再設定され、すべてのセッションが終了しました。`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `${tenant} のパスワードが再設定されました。お心当たりがない場合は、すぐに再設定してください。`,
    },
    twoFactorEnabled: {
      subject: ({ tenant }) => `${tenant} の二要素認証が有効になりました`,
      lead: ({ tenant }) => `${tenant} のアカウントの二要素認証が有効になりました。`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `${tenant} の二要素認証が有効になりました。お心当たりがない場合は、すぐにパスワードを再設定してください。`,
    },
    twoFactorDisabled: {
      subject: ({ tenant }) => `${tenant} の二要素認証が無効になりました`,
      lead: ({ tenant }) => `${tenant} のアカウントの二要素認証が無効になりました。`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `${tenant} の二要素認証が無効になりました。お心当たりがない場合は、すぐにパスワードを再設定してください。`,
    },
    deviceAdded: {
      subject: ({ tenant }) => `${tenant} のアカウントに認証アプリが追加されました`,
      lead: ({ tenant }) => `${tenant} のアカウントに認証アプリが追加されました。`,
      notes: [() => '今後はログイン時にコードの入力が必要です。ほかのセッションはすべて終了しました。', notYou],
      sms: ({ tenant }) =>
        `${tenant} のアカウントに認証アプリが追加されました。お心当たりがない場合は、パスワードを再設定してください。`,
    },
    deviceRemoved: {
      subject: ({ tenant }) => `${tenant} の認証アプリが削除されました`,
      lead: ({ tenant }) => `${tenant} のアカウントから認証アプリが削除されました。`,
      notes: [() => '最後の認証アプリだった場合、ログイン時にコードは求められなくなります。', notYou],
      sms: ({ tenant }) =>
        `${tenant} のアカウントから認証アプリが削除されました。お心当たりがない場合は、パスワードを再設定してください。`,
    },
    passkeyAdded: {
      subject: ({ tenant }) => `${tenant} のアカウントにパスキーが追加されました`,
      lead: ({ tenant }) => `${tenant} のアカウントにパスキーが追加されました。`,
      notes: [() => 'このパスキーでログインできます。', notYou],
      sms: ({ tenant }) =>
        `${tenant} のアカウントにパスキーが追加されました。お心当たりがない場合は、パスワードを再設定してください。`,
    },
    passkeyRemoved: {
      subject: ({ tenant }) => `${tenant} のパスキーが削除されました`,
      lead: ({ tenant }) => `${tenant} のアカウントからパスキーが削除されました。`,
      notes: [() => 'このパスキーではログインできなくなりました。ほかのセッションはすべて終了しました。', notYou],
      sms: ({ tenant }) =>
        `${tenant} のアカウントからパスキーが削除されました。お心当たりがない場合は、パスワードを再設定してください。`,
    },
    recoveryCodesGenerated: {
      subject: ({ tenant }) => `${tenant} の新しいリカバリーコードが発行されました`,
      lead: ({ tenant }) => `${tenant} のアカウントの新しいリカバリーコードが発行されました。以前のコードは無効です。`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `${tenant} の新しいリカバリーコードが発行され、以前のコードは無効になりました。お心当たりがない場合は、パスワードを再設定してください。`,
    },
    recoveryCodeUsed: {
      subject: ({ tenant }) => `${tenant} のリカバリーコードが使用されました`,
      lead: ({ tenant }) => `${tenant} のアカウントのリカバリーコードが使用されました。`,
      notes: [() => '各コードは一度だけ使用できます。なくなる前に新しいコードを発行してください。', notYou],
      sms: ({ tenant }) =>
        `${tenant} のリカバリーコードが使用されました。お心当たりがない場合は、パスワードを再設定してください。`,
    },
    identityLinked: {
      subject: ({ tenant }) => `${tenant} のログイン方法が追加されました`,
      lead: ({ tenant }) => `今後は、外部サービスのアカウントでも ${tenant} のアカウントにログインできます。`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `外部サービスのアカウントで ${tenant} のアカウントにログインできるようになりました。お心当たりがない場合は、パスワードを再設定してください。`,
    },
    guessingDetected: {
      subject: ({ tenant }) => `${tenant} へのログイン失敗のお知らせ`,
      lead: ({ tenant }) => `${tenant} のアカウントに何者かがログインを試みました。まだ成功していません。`,
      notes: [
        () => 'ご本人による操作であれば、対応は不要です。パスワードを忘れた場合は再設定してください。',
        () => '心当たりがない場合は、同じパスワードを他で使わず、二要素認証を有効にしてください。',
      ],
      sms: ({ tenant }) => `${tenant} のアカウントに何者かがログインを試みました。まだ成功していません。`,
    },
    unusedDisabled: {
      subject: ({ tenant }) => `${tenant} のアカウントは無効になります`,
      lead: ({ tenant, until }) =>
        `${tenant} に長い間ログインしていないため、アカウントは無効になります。最も早い日: ${until}。`,
      notes: [keep],
      sms: ({ tenant }) =>
        `${tenant} に長い間ログインしていないため、アカウントは無効になります。残すにはログインしてください。`,
    },
    unusedDeleted: {
      subject: ({ tenant }) => `${tenant} のアカウントは削除されます`,
      lead: ({ tenant, until }) =>
        `${tenant} に長い間ログインしていないため、アカウントはすべてのデータとともに削除されます。最も早い日: ${until}。`,
      notes: [keep],
      sms: ({ tenant }) =>
        `${tenant} に長い間ログインしていないため、アカウントは削除されます。残すにはログインしてください。`,
    },
    accountLinked: {
      subject: ({ tenant }) => `${tenant} のアカウントが別のアカウントに関連付けられました`,
      lead: ({ tenant }) => `今後は、別のアカウントのログインから ${tenant} のアカウントに切り替えられます。`,
      notes: [() => 'すべての端末からログアウトすると、関連付けは解除されます。', notYou],
      sms: ({ tenant }) =>
        `${tenant} のアカウントが別のアカウントに関連付けられました。お心当たりがない場合は、パスワードを再設定してください。`,
    },
    identityUnlinked: {
      subject: ({ tenant }) => `${tenant} のログイン方法が削除されました`,
      lead: ({ tenant }) => `外部サービスのアカウントでは ${tenant} のアカウントにログインできなくなりました。`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `外部サービスのアカウントで ${tenant} のアカウントにログインできなくなりました。お心当たりがない場合は、パスワードを再設定してください。`,
    },
    accountChanged: {
      subject: ({ tenant }) => `${tenant} のアカウントが変更されました`,
      lead: ({ tenant }) => `${tenant} のアカウントの連絡先またはパスワードが変更されました。`,
      notes: [({ tenant }) => `お心当たりがない場合は、すぐに ${tenant} にご連絡ください。`],
      sms: ({ tenant }) =>
        `${tenant} のアカウントの連絡先またはパスワードが変更されました。お心当たりがない場合はご連絡ください。`,
    },
    actingStarted: {
      subject: ({ tenant }) => `管理者が ${tenant} のアカウントを開きました`,
      lead: ({ tenant }) =>
        `${tenant} の管理者が、表示内容を確認するためにアカウントを開きました。パスワード、連絡先、二要素認証は変更できません。`,
      notes: [({ tenant }) => `お心当たりがない場合は、${tenant} にお問い合わせください。`],
      sms: ({ tenant }) => `${tenant} の管理者がアカウントを開きました。お心当たりがない場合はお問い合わせください。`,
    },
    recoveryLinkCreated: {
      subject: ({ tenant }) => `管理者が ${tenant} のアカウントの復旧リンクを作成しました`,
      lead: ({ tenant }) =>
        `${tenant} の管理者が、アカウントに新しいパスキーまたは新しいパスワードを設定できるリンクを作成しました。リンクはご本人に直接渡されます。`,
      notes: [({ tenant }) => `依頼していない場合は、すぐに ${tenant} にお知らせください。`],
      sms: ({ tenant }) =>
        `${tenant} の管理者がアカウントの復旧リンクを作成しました。依頼していない場合は、すぐにお知らせください。`,
    },
    apiKeyCreated: {
      subject: ({ tenant }) => `${tenant} のアカウントに新しい API キーが発行されました`,
      lead: ({ tenant, key, until }) =>
        `${tenant} のアカウントに新しい API キー「${key}」が発行されました。有効期限: ${until}。`,
      notes: [
        () =>
          'プログラムはこのキーを使ってあなたの代わりに操作します。アカウントの「API キー」で失効させることができます。',
        notYou,
      ],
      sms: ({ tenant }) =>
        `${tenant} のアカウントに新しい API キーが発行されました。お心当たりがない場合は、パスワードを再設定してください。`,
    },
    tenants: {
      subject: ({ app }) => `${app} でご利用の組織`,
      lead: ({ app }) =>
        `${app} のログイン先についてお問い合わせがありました。お使いのメールアドレスのアカウントがある組織は次のとおりです。`,
      notes: [
        ({ more }) =>
          more ? `ほかに ${more} 件あります。見つからない場合は、組織にリンクをお問い合わせください。` : '',
        () =>
          'お心当たりがない場合は、このメッセージを無視してください。変更されたものはなく、この一覧はあなただけに送信されています。',
      ],
      sms: ({ app }) => `${app} でご利用の組織のログインページ`,
    },
  },
};
