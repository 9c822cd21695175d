// The texts of the figures of an organization in Simplified Chinese.
import type { UsageWords } from './en.ts';

export const texts: UsageWords = {
  usageLead: '数字会在几秒内更新。日期为 UTC。',
  usageActive: '可以登录',
  usageVerified: '地址已验证',
  usageInvitations: '未接受的邀请',
  usageWeek: '最近七天',
  usageDay: '日期',
  usageSignUps: '注册',
  usageSignIns: '登录',
  usageFailed: '失败',
};
