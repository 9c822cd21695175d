// The texts of the pages in Japanese.
import type { Words } from './en.ts';

export const texts: Words = {
  // Parts
  working: 'お待ちください…',
  show: '表示',
  hide: '隠す',
  showPassword: 'パスワードを表示',
  language: '言語',
  terms: '利用規約',
  privacy: 'プライバシー',
  support: 'サポート',
  back: '戻る',
  next: '次へ',
  cancel: 'キャンセル',
  or: 'または',
  change: '変更',
  save: '保存',
  saved: '保存しました。',
  remove: '削除',

  // Sign in
  signIn: 'ログイン',
  identifier: 'メールアドレスまたは電話番号',
  password: 'パスワード',

  // Codes
  code: 'コード',
  codeHint: '最後の数字を入力すると送信されます。',
  codeSentHere: '{identifier} にコードを送信しました。有効期間は10分です。',
  sendAgain: 'コードを再送信',
  sentAgain: '新しいコードを送信しました。',

  // Sign up
  email: 'メールアドレス',
  newPassword: '新しいパスワード',
  passwordHint: '{min}文字以上。いくつかの単語を組み合わせると覚えやすくなります。',
  signUpClosed: '新しいアカウントの作成には招待が必要です。組織の担当者にご依頼ください。',

  // Second factor
  recoveryCode: 'リカバリーコード',
  confirm: '確認',
  useRecovery: 'リカバリーコードを使う',

  // Enrolment
  enrolScan: 'Google Authenticator、1Password、Aegis などの認証アプリでこのコードをスキャンしてください。',
  enrolQr: '認証アプリ用のQRコード',
  enrolManual: 'または、このキーをアプリに入力してください。',
  enrolCode: 'アプリに表示される6桁の数字',
  recoveryTitle: 'リカバリーコードを保存してください',
  recoveryLead: '電話をなくしたときは、各コードで一度ずつログインできます。このコードは再表示されません。',
  recoveryCodes: 'リカバリーコード',
  download: 'ダウンロード',
  copy: 'コピー',
  copied: 'コピーしました',
  savedThem: '保存しました',
  recoveryFile: '{name} のリカバリーコード',

  // Passwords
  sendCode: 'コードを送信',
  setPassword: 'パスワードを設定',
  currentPassword: '現在のパスワード',

  // Accounts
  anotherAccount: '別のアカウントを使う',
  signOut: 'ログアウト',
  signedOutTitle: 'ログアウトしました',

  // Problems
  problemTitle: '問題が発生しました',
  problemNetwork: 'サービスに接続できません。接続を確認して、もう一度お試しください。',
  problemOther: '問題が発生しました。しばらくしてからもう一度お試しください。',
  problemWait: '回数の上限を超えました。{when}にもう一度お試しください。',
  problemReference: '参照番号: {id}',
  problemExpired: 'ログインの有効時間が過ぎました。最初からやり直してください。',
  problemPage: 'ページが見つかりません。',
  problemPasswordShort: 'パスワードが短すぎます。',
  problemPasswordCommon: 'このパスワードは推測されやすいため、別のものを選んでください。',
  problemPasswordContains: 'パスワードにアドレスまたは組織名が含まれています。',
  problemPasswordSame: '新しいパスワードは現在のものと異なる必要があります。',
  problemCredentials: 'アドレスまたはパスワードが正しくありません。',
  problemCode: 'コードが正しくないか、有効期限が切れています。',
  problemCurrent: '現在のパスワードが正しくありません。',
  problemLocked: '試行回数が多すぎます。{when}にもう一度お試しいただくか、パスワードを再設定してください。',
  problemLink: 'このリンクは無効になりました。新しいリンクを申請してください。',
  problemInactive: 'このアカウントは有効ではありません。組織にお問い合わせください。',
  problemTaken: 'このアドレスのアカウントはすでに存在します。ログインしてください。',
  problemDomain: 'このドメインのアドレスはここでは使用できません。',
  problemSso: 'このアドレスの方は、所属組織のプロバイダーでログインします。戻って選択してください。',
  problemInput: '入力内容をご確認ください。',
  problemProvider: '外部サービスでログインが確認されませんでした。もう一度お試しください。',
  problemLinkAccount:
    'このアドレスのアカウントはすでに存在します。先にログインして、アドレスを確認するか、このログイン方法を連携してください。',
  problemStepUp: '変更されていません。最近のログインが必要です。',
};
