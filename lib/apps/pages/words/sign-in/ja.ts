// The texts of the sign-in pages in Japanese.
import type { SignInWords } from './en.ts';

export const texts: SignInWords = {
  // Tenant
  tenantTitle: 'ログイン先を選択',
  tenantLabel: '組織',
  tenantHint: 'acme のような短い名前です。組織から届いたリンクに含まれています。',
  tenantUnknown: '組織「{slug}」は見つかりません。名前をご確認ください。',
  findTenants: '組織を探す',
  findHint: 'ご利用の組織のログインページへのリンクをお送りします。',
  findSent:
    '{identifier} のアカウントがある場合は、組織へのリンクをお送りしました。届かない場合は、別のアドレスをお試しいただくか、組織にリンクをお問い合わせください。',
  knowShortName: '短い名前を知っています',

  // Sign in
  signInTo: '{name} に進む',
  rememberMe: 'このデバイスでログインしたままにする',
  forgotPassword: 'パスワードをお忘れですか？',
  useCode: 'コードでログイン',
  usePassword: 'パスワードでログイン',
  continueWith: '{name} で続ける',
  noAccount: 'アカウントをお持ちでない場合',
  signUp: 'アカウントを作成',
  getAccount: 'アカウントの取得方法',
  haveAccount: 'すでにアカウントをお持ちの場合',

  // Codes
  checkMail: 'メッセージをご確認ください',
  codeSent: '{identifier} がアカウントに登録されている場合、コードを送信しました。有効期間は10分です。',

  // Sign up
  signUpTitle: 'アカウントの作成',
  verifyTitle: 'アドレスの確認',
  verifyLater: 'あとで',
  signUpSent: 'もう少しで完了です',
  signUpSentLead: '{identifier} が登録可能な場合、コードを送信しました。有効期間は10分です。',

  // Second factor
  factorTitle: '本人確認',
  factorTotp: '認証アプリに表示されているコードを入力してください。',
  factorEmail: 'メールアドレスに送信したコードを入力してください。',
  factorSms: '電話に送信したコードを入力してください。',
  factorRecovery: 'リカバリーコードを1つ入力してください。一度だけ使用できます。',
  trustDevice: 'このデバイスでは30日間確認しない',
  useTotp: '認証アプリを使う',
  useEmail: 'コードをメールで受け取る',
  useSms: 'コードをSMSで受け取る',

  // Enrolment
  enrolTitle: '二要素認証の設定',
  enrolRequired: 'この組織では二要素認証が必要です。パスワードを他人に知られた場合も、アカウントを保護できます。',

  // Passwords
  resetTitle: 'パスワードの再設定',
  resetLead: 'アドレスを入力してください。コードを送信します。',
  choosePassword: '新しいパスワードの設定',
  passwordSet: 'パスワードを設定しました',
  passwordSetLead: '新しいパスワードでログインできます。',
  mustChangeTitle: 'ご自身のパスワードを設定してください',
  mustChangeLead: '現在のパスワードは管理者が設定したものです。ご自身だけが知るパスワードに変更してください。',
  invitationTitle: 'ようこそ',
  invitationLead: '{name} のアカウント {address} を開くために、パスワードを決めてください。',
  invitationOver: 'この招待は無効です',
  invitationOverLead:
    'すでに使われたか、期限が切れています。パスワードを設定済みの場合は、ログインしてください。まだの場合は、組織に新しい招待を依頼してください。',
  linkRecovery: 'アカウントへのアクセスを回復',
  linkLead: '{name} のアカウント {address} を開くために、パスキーを作成するか、パスワードを決めてください。',
  linkOver: 'このリンクは無効です',
  linkOverLead: 'すでに使われたか、期限が切れています。組織に新しいリンクを依頼してください。',
  passkeySet: 'パスキーの準備ができました',
  linkIncomplete: 'リンクが不完全です。メッセージからもう一度開いてください。',

  // Accounts
  chooseTitle: 'アカウントを選択',
  chooseLead: 'このデバイスでログイン中のアカウントです。',
  signOutTitle: 'ログアウトしますか？',
  signOutLead: 'ここと、ここから開いたアプリケーションからログアウトします。',
  staySignedIn: 'ログインしたままにする',
  signedOutLead: 'このページを閉じても問題ありません。',
  signInAgain: 'もう一度ログイン',
  continueAs: '{name} として続ける',
  confirmTitle: '{tenant} に {name} としてサインインしますか？',
  confirmLead: '別のページがこのサインインを開始しました。現在のアカウントは {name} です。',
  otherTenant: '別の組織',
};
