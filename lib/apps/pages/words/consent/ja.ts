// The texts of the consent page in Japanese.
import type { ConsentWords } from './en.ts';

export const texts: ConsentWords = {
  allowTitle: '{host} のアクセスを許可しますか？',
  continueTitle: '{name} に進みますか？',
  unproven: 'このアプリは「{name}」と名乗っています。この名前は確認されていません。',
  unregistered: 'このアプリはここに登録されていません。分かっているのはアドレス {host} だけです。',
  anyProgram: 'このアプリはここに登録されていません。この端末のどのプログラムも {host} を名乗ることができます。',
  asksFor: '要求されている内容：',
  'scope-openid': 'あなたの識別情報（アカウントと組織の ID）',
  'scope-profile': '名前、言語、その他のプロフィール情報',
  'scope-email': 'メールアドレス',
  'scope-phone': '電話番号',
  'scope-offline_access': '取り消すまで、不在中もアクセスすること',
  'scope-account': 'あなたの名義でアカウントのすべてを操作すること',
  goesTo: 'この後、ブラウザーは {host} に移動します。',
  goesToDevice:
    'この後、ブラウザーはこの端末のプログラム（{host}）を開きます。自分でこのサインインを始めた場合にのみ続けてください。',
  allow: '許可',
};
