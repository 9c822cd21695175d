// The titles and meanings of fields, by record. In Arabic.
import type { en } from '../../../en/ui/fields.ts';

export const texts: Record<keyof typeof en, string> = {
  'application.redirectUris': 'عناوين إعادة التوجيه',
  'application.redirectUris?': 'إلى أين يمكن للمتصفح أن يعود ومعه رمز، عنوان في كل سطر، وتُقارن حرفيًا.',
  'application.postLogoutRedirectUris': 'عناوين إعادة التوجيه بعد تسجيل الخروج',
  'application.postLogoutRedirectUris?': 'إلى أين يمكن للمتصفح أن يعود بعد تسجيل الخروج، عنوان في كل سطر.',
  'application.backchannelLogoutUri': 'عنوان تسجيل الخروج عبر القناة الخلفية',
  'application.backchannelLogoutUri?': 'عنوان https الذي يُبلَّغ عند انتهاء جلسة.',
  'application.accountByDefault': 'رموزه المميزة تفتح الحساب',
  'application.accountByDefault?': 'لها النطاق account دون طلبه. للتطبيقات التي أُنشئت قبل أن تسري النطاقات.',
  'application.requiresPar': 'يجب إيداع الطلبات مسبقًا',
  'application.requiresPar?': 'يجب أن يستخدم pushed authorization requests (RFC 9126).',
  'application.requiresDpop': 'يجب ربط الرموز المميزة بمفتاح',
  'application.requiresDpop?': 'يجب أن يرسل إثبات DPoP (RFC 9449).',
  'application.refusesSecrets': 'تُرفض الأسرار',
  'application.refusesSecrets?': 'يصادق بتأكيد موقَّع فقط (private_key_jwt).',
  'application.accessTtlSeconds': 'مدة صلاحية رموز الوصول',
  'application.accessTtlSeconds?': 'من 5 ثوانٍ إلى ساعة واحدة. فارغ: القيمة الافتراضية.',
  'application.refreshTtlSeconds': 'تنتهي الجلسات دون تجديد بعد',
  'application.refreshTtlSeconds?': 'من 10 ثوانٍ إلى 30 يومًا. فارغ: القيمة الافتراضية.',
  'tenant.description': 'ملاحظة للمشرفين',
  'user.name': 'الاسم',
  'user.locale': 'لغة الرسائل',
  'user.locale?': 'رمز مثل en أو de أو pt-BR. فارغ: اللغة الافتراضية.',
};
