// The texts of blocked domains in Arabic.
import type { en } from '../../en/blocked-domains.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'لا يمكن لعناوين هذه النطاقات ونطاقاتها الفرعية الحصول على حساب.',
  add: 'حظر نطاقات',
  addLead: 'لا يمكن للحسابات الجديدة استخدام هذه النطاقات. تبقى الحسابات الموجودة.',
  search: 'البحث في النطاقات',
  domain: 'النطاق',
  domains: 'النطاقات',
  domainsHint: 'نطاق في كل سطر، 1000 على الأكثر. تشمل النطاقات الفرعية.',
  source: 'المصدر',
  manual: 'أضافه مسؤول',
  default: 'قائمة مضمّنة',
  remove: 'إلغاء الحظر',
  removed: 'لم يعد {domain} محظورًا.',
  addedOne: 'عدد النطاقات التي تم حظرها: {count}.',
  addedOther: 'عدد النطاقات التي تم حظرها: {count}.',
  none: 'لا توجد نطاقات محظورة',
  noneLead: 'احظر نطاقات منفردة، أو كل نطاقات العناوين المؤقتة التي يعرفها Gatehouse، وعددها {count}.',
  import: 'حظر العناوين المؤقتة',
  importedOne: 'عدد النطاقات التي تمت إضافتها: {count}.',
  importedOther: 'عدد النطاقات التي تمت إضافتها: {count}.',
};
