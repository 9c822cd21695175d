// The texts of the figures of an organization in Arabic.
import type { UsageWords } from './en.ts';

export const texts: UsageWords = {
  usageLead: 'تتحدث الأرقام خلال ثوانٍ. الأيام بالتوقيت العالمي.',
  usageActive: 'يمكنهم تسجيل الدخول',
  usageVerified: 'لديهم عنوان مؤكد',
  usageInvitations: 'دعوات مفتوحة',
  usageWeek: 'آخر سبعة أيام',
  usageDay: 'اليوم',
  usageSignUps: 'عمليات التسجيل',
  usageSignIns: 'عمليات الدخول',
  usageFailed: 'فاشلة',
};
