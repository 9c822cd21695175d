// The texts of the figures of an organization in Japanese.
import type { UsageWords } from './en.ts';

export const texts: UsageWords = {
  usageLead: '数値は数秒で反映されます。日付は UTC です。',
  usageActive: 'サインイン可能',
  usageVerified: '確認済みのアドレスあり',
  usageInvitations: '未承諾の招待',
  usageWeek: '過去7日間',
  usageDay: '日',
  usageSignUps: '登録',
  usageSignIns: 'サインイン',
  usageFailed: '失敗',
};
