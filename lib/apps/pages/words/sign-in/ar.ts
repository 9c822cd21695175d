// The texts of the sign-in pages in Arabic.
import type { SignInWords } from './en.ts';

export const texts: SignInWords = {
  // Tenant
  tenantTitle: 'أين تريد تسجيل الدخول؟',
  tenantLabel: 'المؤسسة',
  tenantHint: 'الاسم المختصر، مثل acme. تجده في الرابط الذي تلقيته من مؤسستك.',
  tenantUnknown: 'لا توجد هنا مؤسسة باسم «{slug}». تحقق من الاسم.',
  findTenants: 'البحث عن مؤسستي',
  findHint: 'نرسل إليك روابط صفحات تسجيل الدخول إلى مؤسساتك.',
  findSent:
    'إذا كان لـ {identifier} حساب، فستصلك رسالة تحتوي على روابط مؤسساته. إذا لم تصل، فجرّب عنوانًا آخر أو اطلب الرابط من مؤسستك.',
  knowShortName: 'أعرف الاسم المختصر',

  // Sign in
  signInTo: 'للمتابعة إلى {name}',
  rememberMe: 'إبقائي مسجّل الدخول على هذا الجهاز',
  forgotPassword: 'هل نسيت كلمة المرور؟',
  useCode: 'تسجيل الدخول برمز بدلاً من ذلك',
  usePassword: 'استخدام كلمة المرور بدلاً من ذلك',
  continueWith: 'المتابعة باستخدام {name}',
  noAccount: 'ليس لديك حساب بعد؟',
  signUp: 'إنشاء حساب',
  getAccount: 'كيفية الحصول على حساب',
  haveAccount: 'هل لديك حساب بالفعل؟',

  // Codes
  checkMail: 'تحقق من رسائلك',
  codeSent: 'إذا كان {identifier} مرتبطًا بحساب، فسيصل إليه رمز. الرمز صالح لمدة 10 دقائق.',

  // Sign up
  signUpTitle: 'إنشاء حسابك',
  verifyTitle: 'تأكيد عنوانك',
  verifyLater: 'ليس الآن',
  signUpSent: 'أوشكت على الانتهاء',
  signUpSentLead: 'إذا كان من الممكن تسجيل {identifier}، فسيصل إليه رمز. الرمز صالح لمدة 10 دقائق.',

  // Second factor
  factorTitle: 'تأكيد هويتك',
  factorTotp: 'أدخل الرمز الذي يعرضه تطبيق المصادقة.',
  factorEmail: 'أدخل الرمز الذي أرسلناه إلى بريدك الإلكتروني.',
  factorSms: 'أدخل الرمز الذي أرسلناه إلى هاتفك.',
  factorRecovery: 'أدخل أحد رموز الاسترداد. يعمل كل رمز مرة واحدة.',
  trustDevice: 'عدم السؤال مجددًا على هذا الجهاز لمدة 30 يومًا',
  useTotp: 'استخدام تطبيق المصادقة',
  useEmail: 'تلقّي رمز عبر البريد الإلكتروني',
  useSms: 'تلقّي رمز عبر رسالة نصية',

  // Enrolment
  enrolTitle: 'إعداد تسجيل الدخول بخطوتين',
  enrolRequired: 'تطلب مؤسستك خطوة ثانية. وهي تحمي حسابك إذا عرف شخص ما كلمة مرورك.',

  // Passwords
  resetTitle: 'إعادة تعيين كلمة المرور',
  resetLead: 'أدخل عنوانك. سنرسل إليه رمزًا.',
  choosePassword: 'اختيار كلمة مرور جديدة',
  passwordSet: 'تم تعيين كلمة المرور',
  passwordSetLead: 'يمكنك الآن تسجيل الدخول بها.',
  mustChangeTitle: 'اختر كلمة مرور خاصة بك',
  mustChangeLead: 'عيّن أحد المسؤولين كلمة مرورك. اختر كلمة مرور لا يعرفها غيرك.',
  invitationTitle: 'مرحبًا بك',
  invitationLead: 'اختر كلمة مرور لفتح الحساب {address} لدى {name}.',
  invitationOver: 'لم تعد هذه الدعوة صالحة',
  invitationOverLead:
    'استُخدمت من قبل أو انتهت صلاحيتها. إذا كنت قد عيّنت كلمة مرور فسجّل الدخول. وإلا فاطلب دعوة جديدة من مؤسستك.',
  linkRecovery: 'استعادة الوصول إلى حسابك',
  linkLead: 'أنشئ مفتاح مرور أو اختر كلمة مرور لفتح الحساب {address} لدى {name}.',
  linkOver: 'لم يعد هذا الرابط صالحًا',
  linkOverLead: 'استُخدم من قبل أو انتهت صلاحيته. اطلب رابطًا جديدًا من مؤسستك.',
  passkeySet: 'مفتاح مرورك جاهز',
  linkIncomplete: 'هذا الرابط غير مكتمل. افتحه مرة أخرى من الرسالة.',

  // Accounts
  chooseTitle: 'اختيار حساب',
  chooseLead: 'هذه الحسابات مسجّلة الدخول على هذا الجهاز.',
  signOutTitle: 'هل تريد تسجيل الخروج؟',
  signOutLead: 'سيتم تسجيل خروجك هنا ومن التطبيقات التي فتحتها من هنا.',
  staySignedIn: 'البقاء مسجّل الدخول',
  signedOutLead: 'يمكنك إغلاق هذه الصفحة.',
  signInAgain: 'تسجيل الدخول مرة أخرى',
  continueAs: 'المتابعة باسم {name}',
  confirmTitle: 'هل تريد تسجيل الدخول إلى {tenant} باسم {name}؟',
  confirmLead: 'بدأت صفحة أخرى عملية تسجيل الدخول هذه. الحساب الحالي: {name}.',
  otherTenant: 'مؤسسة أخرى',
};
