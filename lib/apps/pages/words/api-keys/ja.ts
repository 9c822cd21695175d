// The texts of the API keys of an account in Japanese.
import type { ApiKeyWords } from './en.ts';

export const texts: ApiKeyWords = {
  keys: 'API キー',
  keysLead:
    'プログラムはキーを使ってあなたの代わりに操作します。キーにできるのは、選択した操作のうち、あなた自身にもできることだけです。',
  keysNoScopes: 'キーに与えられる権限がありません。',
  keysFull: 'API キーは上限の 10 個に達しています。新しく作成する前に、いずれかを失効させてください。',
  keyCreate: 'API キーを作成',
  keyPurpose: 'キーの用途',
  keyScopes: 'できること',
  keyScopesNone: '1 個以上 20 個以下を選択してください。',
  keyDays: '有効期限までの日数',
  keyNetworks: '使用できるネットワーク（任意）',
  keyNetworksHint: '例: 203.0.113.0/24。複数の場合はカンマで区切ります。空欄の場合はどこからでも使えます。',
  keyNetworksWrong: 'IP アドレスまたはネットワークを 10 個以下、カンマ区切りで入力してください。',
  keyNew: '新しい API キー',
  keyNewLead: '今すぐコピーして、安全に保管してください。このキーは再表示されません。',
  keyKept: '保存しました',
  keyNeverUsed: '未使用',
  keyExpired: '期限切れ',
  keyRename: '名前を変更',
  keyRenameTitle: '{name} の名前を変更',
  keyRevoke: '失効',
  keyRevokeTitle: '{name} を失効させますか？',
  keyRevokeLead: 'このキーを使うプログラムは、すぐに拒否されます。',
  keyRevoked: '{name} を失効させました。',
  keyRotate: '置き換え',
  keyRotateTitle: '{name} を置き換え',
  keyRotateLead: '新しいキーが発行されます。古いキーはあと 24 時間使えます。',
  keyRotateNow: '古いキーをすぐに無効にする',
  keyRotateBoth:
    'このキーは以前に置き換えられ、古いキーもまだ有効です。新しいキーを発行すると、両方ともすぐに無効になります。',
};
