// The texts of passkeys in Japanese.
import type { PasskeyWords } from './en.ts';

export const texts: PasskeyWords = {
  passkeySignIn: 'パスキーでログイン',
  passkeySignUp: 'パスキーで登録',
  passkeyUse: 'パスキーを使う',
  passkeyOfferTitle: '次回からもっと速くログイン',
  passkeyOfferLead:
    'パスキーがあれば、指紋、顔、またはこのデバイスの画面ロックでログインできます。覚えるものはなく、偽のページに盗まれるものもありません。',
  passkeyCreate: 'パスキーを作成',
  passkeyLater: '今はしない',
  passkeys: 'パスキー',
  passkeysLead: '指紋、顔、またはデバイスの画面ロックでログインします。偽のページに盗まれることはありません。',
  passkeyAdd: 'パスキーを追加',
  passkeyAdded: 'パスキーの準備ができました。これでログインできます。',
  passkeyName: 'パスキーの名前',
  passkeyRename: '名前を変更',
  passkeyNeverUsed: '未使用',
  passkeySynced: '同期済み',
  passkeyRemoved: '{name} を削除しました。デバイスにまだ表示される場合は、デバイスからも削除してください。',
  problemPasskey: 'パスキーは使用されませんでした。もう一度試すか、別の方法でログインしてください。',
  problemPasskeyInvalid: 'このパスキーはここでは使えません。もう一度試すか、別の方法でログインしてください。',
  problemPasskeyHere: 'このブラウザーではパスキーを使えません。別の方法でログインしてください。',
  problemPasskeyExists: 'このデバイスには、このアカウントのパスキーがすでにあります。',
  problemPasskeyLast: 'ログインにはこのパスキーが必要です。先に別のパスキーを追加してください。',
  problemPasskeysFull: 'パスキーの数が上限に達しています。先に一つ削除してください。',
};
