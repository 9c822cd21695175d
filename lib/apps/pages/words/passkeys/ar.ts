// The texts of passkeys in Arabic.
import type { PasskeyWords } from './en.ts';

export const texts: PasskeyWords = {
  passkeySignIn: 'تسجيل الدخول بمفتاح مرور',
  passkeySignUp: 'التسجيل بمفتاح مرور',
  passkeyUse: 'استخدام مفتاح مرور',
  passkeyOfferTitle: 'سجّل الدخول أسرع في المرة القادمة',
  passkeyOfferLead:
    'مع مفتاح المرور، تسجّل الدخول ببصمة إصبعك أو وجهك أو قفل هذا الجهاز. لا شيء لتتذكره، ولا شيء لتكشفه لصفحة مزيفة.',
  passkeyCreate: 'إنشاء مفتاح مرور',
  passkeyLater: 'ليس الآن',
  passkeys: 'مفاتيح المرور',
  passkeysLead: 'سجّل الدخول ببصمة إصبعك أو وجهك أو قفل جهازك. لا يمكن لصفحة مزيفة أن تسرقه.',
  passkeyAdd: 'إضافة مفتاح مرور',
  passkeyAdded: 'مفتاح المرور جاهز. يمكنك الآن تسجيل الدخول به.',
  passkeyName: 'اسم مفتاح المرور',
  passkeyRename: 'إعادة تسمية',
  passkeyNeverUsed: 'لم يُستخدم قط',
  passkeySynced: 'متزامن',
  passkeyRemoved: 'تمت إزالة {name}. احذفه من جهازك أيضًا إذا كان لا يزال يعرضه.',
  problemPasskey: 'لم يُستخدم أي مفتاح مرور. حاول مرة أخرى أو سجّل الدخول بطريقة أخرى.',
  problemPasskeyInvalid: 'لا يعمل مفتاح المرور هذا هنا. حاول مرة أخرى أو سجّل الدخول بطريقة أخرى.',
  problemPasskeyHere: 'لا يمكن لهذا المتصفح استخدام مفاتيح المرور هنا. سجّل الدخول بطريقة أخرى.',
  problemPasskeyExists: 'يوجد على هذا الجهاز مفتاح مرور لحسابك بالفعل.',
  problemPasskeyLast: 'تحتاج إلى مفتاح المرور هذا لتسجيل الدخول. أضف مفتاحًا آخر أولاً.',
  problemPasskeysFull: 'بلغ حسابك الحد الأقصى من مفاتيح المرور. أزل واحدًا أولاً.',
};
