// The texts of the page that accepts an invitation of an admin, in Arabic.
import type { en } from '../../en/accept.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'كن مسؤولًا',
  lead: 'تمت دعوتك إلى وحدة تحكم هذا التثبيت، بدور {role}.',
  for: 'الدعوة موجّهة إلى {address}. يعمل رابطها حتى {time}.',
  signedIn: 'أنت مسجّل الدخول باسم {email}. إذا قبلت، فسيُسجَّل دخول هذا المتصفح باسم المسؤول الجديد بدلاً من ذلك.',
  submit: 'تعيين كلمة المرور وتسجيل الدخول',
  over: 'لم تعد هذه الدعوة صالحة',
  overLead: 'استُخدمت أو أُبطلت أو انتهت صلاحيتها. اطلب من أحد مالكي التثبيت إرسالها من جديد.',
  incomplete: 'هذا الرابط غير مكتمل',
  incompleteLead: 'افتحه مرة أخرى من الرسالة، أو انسخه كاملاً.',
  toConsole: 'إلى وحدة التحكم',
};
