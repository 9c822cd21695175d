// The texts of the page for devices in Japanese.
import type { DeviceWords } from './en.ts';

export const texts: DeviceWords = {
  deviceTitle: 'デバイスを接続',
  deviceLead: 'デバイスに表示されているコードを入力してください。',
  deviceCompare: '目の前のデバイスにこのコードが表示されている場合にのみ続けてください。',
  deviceCode: 'デバイスのコード',
  deviceWarning:
    '目の前のデバイスでご自身が始めた場合にのみ続けてください。コードを送ってきた相手は、あなたのアカウントに入ろうとしています。',
  deviceAllowTitle: 'デバイス上の{name}を許可しますか？',
  deviceAsked: '要求元：{address}、{at}',
  deviceDeny: '拒否',
  deviceAllowed: 'デバイスが接続されました',
  deviceAllowedLead: 'デバイスで続けてください。アカウントに表示され、そこからサインアウトできます。',
  deviceDenied: '拒否しました',
  deviceDeniedLead: 'デバイスには何も渡されません。',
  deviceAccount: 'アカウントへ',
  deviceInvalid: 'このコードは無効か、別の組織のものです。確認するか、デバイスでやり直してください。',
  deviceOff: 'あなたの組織では、デバイスのコードによるサインインは許可されていません。管理者に問い合わせてください。',
};
