// The texts of users in Arabic.
import type { en } from '../../en/users.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'كل حساب يتبع مستأجرًا واحدًا. افتح حسابًا لترى سبب تعذّر تسجيل الدخول به.',
  search: 'البحث بالعنوان أو الاسم أو المعرّف',
  'status-active': 'نشط',
  'status-inactive': 'معطّل',
  'status-verified': 'تم التحقق من العنوان',
  'status-unverified': 'لم يتم التحقق',
  address: 'العنوان',
  roles: 'الأدوار',
  foundOne: 'المستخدمون: {count}',
  foundOther: 'المستخدمون: {count}',
  foundMany: 'المستخدمون: أكثر من {count}',
  add: 'إنشاء مستخدم',
  none: 'لا يوجد مستخدمون بعد',
  noneLead: 'يحصل الأشخاص على حساب عندما يسجّلون، أو عندما تدعوهم، أو عندما تنشئه.',
  nothingLead:
    'يعثر البحث على بداية عنوان أو رقم هاتف أو كلمة من الاسم، وعلى معرّف كامل. تضيّق عوامل التصفية النتائج أكثر.',
  clear: 'مسح البحث وعوامل التصفية',
  import: 'استيراد مستخدمين',

  // Creating
  addLead: 'للأشخاص الذين تريد أن تعطيهم كلمة مرور، أو الذين يسجّلون الدخول برمز أو عبر موفر هوية.',
  how: 'طريقة تسجيل دخوله الأول',
  'how-none': 'برمز أو عبر موفر هوية',
  'how-password': 'بكلمة مرور تعيّنها أنت',
  passwordHint: '8 أحرف على الأقل. سلّمها إليه بطريقة آمنة.',
  mustChange: 'يجب أن يغيّرها عند تسجيل الدخول',
  verified: 'العنوان له: لقد تحققت منه',
  verifiedHint: 'وإلا فسيؤكده برمز.',
  created: 'أصبح لدى {name} حساب الآن.',

  // Many at once
  disable: 'تعطيل',
  enable: 'تفعيل',
  endSessions: 'إنهاء الجلسات',
  disableTitleOne: 'تعطيل المستخدمين: {count}',
  disableTitleOther: 'تعطيل المستخدمين: {count}',
  disableLead: 'يُسجَّل خروجهم فورًا من كل مكان، ولا يمكنهم تسجيل الدخول حتى يفعّلهم شخص ما من جديد.',
  enableTitleOne: 'تفعيل المستخدمين: {count}',
  enableTitleOther: 'تفعيل المستخدمين: {count}',
  enableLead: 'يمكنهم تسجيل الدخول من جديد. تبقى الجلسات المنتهية منتهية.',
  endSessionsTitleOne: 'إنهاء جلسات المستخدمين: {count}',
  endSessionsTitleOther: 'إنهاء جلسات المستخدمين: {count}',
  endSessionsLead:
    'يُسجَّل خروجهم فورًا من كل مكان ويسجّلون الدخول من جديد. لا تعود أجهزتهم موثوقة، وتُبطَل الدعوات التي قيد الانتظار.',
  moreNames: 'وآخرون: {count}',
  bulkProgress: 'تم {done} من {count}',
  stop: 'إيقاف',
  stopped: 'تم الإيقاف. عدد من لم يتغيروا: {count}.',
  doneOne: 'المستخدمون الذين تم التنفيذ لهم: {count}.',
  doneOther: 'المستخدمون الذين تم التنفيذ لهم: {count}.',
  failedOne: 'المستخدمون الذين فشل التنفيذ لهم ({count}):',
  failedOther: 'المستخدمون الذين فشل التنفيذ لهم ({count}):',
  retry: 'إعادة المحاولة لهؤلاء',
};
