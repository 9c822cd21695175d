// The texts of a user's passkeys in Arabic.
import type { en } from '../../en/user-passkeys.ts';

export const texts: Record<keyof typeof en, string> = {
  passkeys: 'مفاتيح المرور',
  passkeysLead: 'مفاتيح على هواتف المستخدم وحواسيبه المحمولة ومفاتيح USB الخاصة به.',
  passkeysNone: 'ليس للمستخدم مفتاح مرور.',
  'passkeys-off': 'مفاتيح المرور موقوفة لهذا المستأجر.',
  'passkeys-optional': 'يسمح المستأجر بمفاتيح المرور.',
  'passkeys-second': 'يسمح المستأجر بمفاتيح المرور كخطوة ثانية فقط.',
  'passkeys-required': 'يتطلب المستأجر مفاتيح المرور.',
  recovery: 'رابط الاسترداد',
  recoveryHint: 'لشخص فقد كل مفاتيح مروره.',
  recoveryLead:
    'تأكد من هوية الطالب، ثم سلّم الرابط بنفسك: من يملكه يدخل. يعمل مرة واحدة ولمدة 30 دقيقة، ويتيح للشخص إنشاء مفتاح مرور أو تعيين كلمة مرور. تنتهي حينها كل جلساته. ويُبلَّغ بأنك أنشأته.',
  recoveryRemoves: 'إزالة مفاتيح المرور السابقة عند استخدامه',
  recoveryRemovesHint: 'اتركه مفعّلًا إذا فُقد جهاز أو سُرق.',
  recoveryMake: 'إنشاء الرابط',
  recoveryMade: 'يظهر مرة واحدة. سلّمه إلى الشخص، لا عبر رسالة يقرؤها آخرون.',
  recoveryCopy: 'نسخ الرابط',
  recoveryDone: 'تم',
  kind: 'النوع',
  synced: 'متزامن',
  deviceBound: 'مرتبط بالجهاز',
  added: 'تاريخ الإضافة',
  removePasskeyLead:
    'لن يفتح هذا الحساب بعد الآن، وتنتهي كل الجلسات، ويُبلَّغ المستخدم. مع إزالة الأخير، تتوقف الخطوة الثانية إذا لم توجد طريقة أخرى.',
  lastUsed: 'آخر استخدام',
  remove: 'إزالة',
  removeTitle: 'إزالة {name}',
  removed: 'تمت إزالة {name}.',
};
