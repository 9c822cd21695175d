// The texts of the page that admins come back to from the identity provider, in Arabic.
import type { en } from '../../en/signed-in.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'جارٍ تسجيل الدخول',
  lead: 'تعرّف عليك موفر الهوية. بقيت خطوة واحدة.',
  stranger: 'لست مسؤولًا هنا',
  strangerLead:
    'لا يوجد مسؤول له هذا الحساب، أو لم يتحقق الموفر من عنوانه. اطلب دعوة من أحد مالكي التثبيت واقبلها، ثم سجّل الدخول عبر الموفر.',
  over: 'انتهى تسجيل الدخول هذا',
  overLead: 'استغرق أكثر من عشر دقائق، أو استُخدم بالفعل، أو بدأ في متصفح آخر. ابدأ من جديد.',
  refused: 'لم يسجّل موفر الهوية دخولك',
  refusedLead: 'ربما ألغيت العملية هناك. ابدأ من جديد؛ وإذا استمرت المشكلة، فأبلغ القائمين على هذا التثبيت.',
  toSignIn: 'تسجيل الدخول بكلمة مرور',
};
