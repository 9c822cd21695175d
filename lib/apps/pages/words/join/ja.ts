// The texts of requests to join in Japanese.
import type { JoinWords } from './en.ts';

export const texts: JoinWords = {
  joinTitle: '{name} への参加を申請',
  joinLead: '組織によっては、そのドメインのアドレスを持つ人からの申請を受け付けています。',
  joinSend: 'リンクを送信',
  joinSent:
    '{identifier} のアドレスで申請できる場合は、リンクを含むメッセージをお送りしました。リンクは1日間有効です。',
  joinClosed: 'このアドレスでは申請できません。組織の担当者に招待を依頼してください。',
  joinAsk: '申請を送信',
  joinAskLead: '{name} の管理者があなたのアドレスを確認し、可否を決めます。',
  joinOpen: '申請を送信しました',
  joinOpenLead:
    '{name} の管理者が可否を決めます。招待または承認されなかった旨が届きます。決定がない場合は {at} 以降に再度申請できます。',
  joinAccepted: '招待されています',
  joinAcceptedLead: '招待のリンクを開いてパスワードを設定してください。',
  joinRefused: '申請は承認されませんでした',
  joinRefusedLead: '{at} 以降に再度申請できます。',
  joinOver: 'このリンクは使用できません',
  joinOverLead: '期限が切れたか、{name} が申請を受け付けていません。サインインページから再度申請できます。',
  joinHave: 'すでにアカウントがあります',
  joinHaveLead: '{name} にあなたのアドレスのアカウントがあります。サインインしてください。',
  requestsLead: '確認済みドメインのアドレスを持ち、参加を申請した人です。全員がアドレスを確認済みです。',
  noRequests: '未処理の申請はありません。',
  askedAt: '{at} に申請',
  waitsUntil: '{at} まで保留',
  accept: '承認…',
  acceptTitle: '{name} を承認しますか？',
  acceptLead: '招待が送られ、リンクを開くとメンバーになります。',
  refuse: '却下…',
  refuseTitle: '{name} を却下しますか？',
  refuseLead: 'メールで通知されます。申請から30日後に再度申請できます。',
  refuseNow: '却下',
  refusedNow: '{name} の申請を却下しました。',
  requestGone: 'この申請は処理済みか、ドメインが組織のものではなくなっています。',
};
