// The texts of the pages in Arabic, which is read from right to left.
import type { Words } from './en.ts';

export const texts: Words = {
  // Parts
  working: 'لحظة من فضلك…',
  show: 'إظهار',
  hide: 'إخفاء',
  showPassword: 'إظهار كلمة المرور',
  language: 'اللغة',
  terms: 'الشروط',
  privacy: 'الخصوصية',
  support: 'الدعم',
  back: 'رجوع',
  next: 'متابعة',
  cancel: 'إلغاء',
  or: 'أو',
  change: 'تغيير',
  save: 'حفظ',
  saved: 'تم الحفظ.',
  remove: 'إزالة',

  // Sign in
  signIn: 'تسجيل الدخول',
  identifier: 'البريد الإلكتروني أو رقم الهاتف',
  password: 'كلمة المرور',

  // Codes
  code: 'الرمز',
  codeHint: 'يُرسَل النموذج عند إدخال الرقم الأخير.',
  codeSentHere: 'أرسلنا رمزًا إلى {identifier}. الرمز صالح لمدة 10 دقائق.',
  sendAgain: 'إرسال رمز آخر',
  sentAgain: 'تم إرسال رمز آخر.',

  // Sign up
  email: 'البريد الإلكتروني',
  newPassword: 'كلمة المرور الجديدة',
  passwordHint: 'الحد الأدنى لعدد الأحرف: {min}. من السهل تذكّر عدة كلمات معًا.',
  signUpClosed: 'الحسابات الجديدة بالدعوة فقط. اطلب دعوة من شخص في مؤسستك.',

  // Second factor
  recoveryCode: 'رمز الاسترداد',
  confirm: 'تأكيد',
  useRecovery: 'استخدام رمز استرداد',

  // Enrolment
  enrolScan: 'امسح هذا الرمز بتطبيق مصادقة، مثل Google Authenticator أو 1Password أو Aegis.',
  enrolQr: 'رمز QR لتطبيق المصادقة',
  enrolManual: 'أو اكتب هذا المفتاح في التطبيق:',
  enrolCode: 'الأرقام الستة التي يعرضها التطبيق',
  recoveryTitle: 'احفظ رموز الاسترداد',
  recoveryLead: 'إذا فقدت هاتفك، يتيح لك كل رمز منها تسجيل الدخول مرة واحدة. لن تُعرض مرة أخرى.',
  recoveryCodes: 'رموز الاسترداد',
  download: 'تنزيل',
  copy: 'نسخ',
  copied: 'تم النسخ',
  savedThem: 'لقد حفظتها',
  recoveryFile: 'رموز الاسترداد لـ {name}',

  // Passwords
  sendCode: 'إرسال رمز',
  setPassword: 'تعيين كلمة المرور',
  currentPassword: 'كلمة المرور الحالية',

  // Accounts
  anotherAccount: 'استخدام حساب آخر',
  signOut: 'تسجيل الخروج',
  signedOutTitle: 'تم تسجيل خروجك',

  // Problems
  problemTitle: 'تعذّر إكمال ذلك',
  problemNetwork: 'يتعذّر الوصول إلى الخدمة. تحقق من اتصالك وحاول مرة أخرى.',
  problemOther: 'حدث خطأ ما. حاول مرة أخرى بعد قليل.',
  problemWait: 'محاولات كثيرة جدًا. حاول مرة أخرى {when}.',
  problemReference: 'الرقم المرجعي: {id}',
  problemExpired: 'استغرق تسجيل الدخول وقتًا طويلاً. ابدأ من جديد.',
  problemPage: 'هذه الصفحة غير موجودة.',
  problemPasswordShort: 'كلمة المرور قصيرة جدًا.',
  problemPasswordCommon: 'من السهل تخمين كلمة المرور هذه. اختر غيرها.',
  problemPasswordContains: 'تحتوي كلمة المرور على عنوانك أو على اسم المؤسسة.',
  problemPasswordSame: 'يجب أن تختلف كلمة المرور الجديدة عن الحالية.',
  problemCredentials: 'العنوان أو كلمة المرور غير صحيحة.',
  problemCode: 'هذا الرمز غير صحيح أو لم يعد صالحًا.',
  problemCurrent: 'كلمة المرور الحالية غير صحيحة.',
  problemLocked: 'محاولات كثيرة جدًا. حاول مرة أخرى {when}، أو أعد تعيين كلمة المرور.',
  problemLink: 'لم يعد هذا الرابط صالحًا. اطلب رابطًا جديدًا.',
  problemInactive: 'هذا الحساب غير نشط. تواصل مع مؤسستك.',
  problemTaken: 'يوجد حساب بهذا العنوان بالفعل. سجّل الدخول به.',
  problemDomain: 'لا يمكن استخدام عناوين هذا النطاق هنا.',
  problemSso: 'يسجّل أصحاب هذا العنوان الدخول عبر مزوّد مؤسستهم. ارجع واختره.',
  problemInput: 'تحقق مما أدخلته.',
  problemProvider: 'لم تؤكد الخدمة الأخرى تسجيل الدخول. حاول مرة أخرى.',
  problemLinkAccount: 'يوجد حساب بهذا العنوان بالفعل. سجّل الدخول إليه، ثم أكّد العنوان أو اربط طريقة الدخول هذه هناك.',
  problemStepUp: 'لم يتغيّر شيء: يتطلب ذلك تسجيل دخول حديثًا.',
};
