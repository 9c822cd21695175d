// Arabic. Each text begins with an Arabic word, by which a mail client or a phone finds the direction of plain text.
import type { Locale, Text } from './locale.ts';

const valid: Text = ({ valid }) => `الرمز صالح لمدة ${valid} ويعمل مرة واحدة.`;
const secret: Text = ({ tenant }) => `لا تعطِ هذا الرمز لأي شخص. لن يطلبه منك أحد من ${tenant}.`;
const unasked: Text = () => 'إذا لم تطلب هذا الرمز، فيمكنك تجاهل هذه الرسالة.';
const unexpected: Text = () => 'إذا لم تكن تتوقع هذه الدعوة، فيمكنك تجاهل هذه الرسالة.';
const notYou: Text = ({ tenant }) => `إذا لم تكن أنت من فعل ذلك، فأعد تعيين كلمة المرور فورًا وأبلغ ${tenant}.`;
const NOT_YOU = 'لم تكن أنت؟ أعد تعيين كلمة المرور فورًا.';
const invited: readonly Text[] = [({ valid }) => `الرابط صالح لمدة ${valid} ويعمل مرة واحدة.`, unexpected];

const keep: Text = () => 'للاحتفاظ به، سجّل الدخول قبل ذلك اليوم. لا يلزم أي شيء آخر.';

export const ar: Locale = {
  dir: 'rtl',
  actions: {
    verify: 'تأكيد هذا العنوان',
    accept: 'تعيين كلمة المرور',
    reset: 'اختيار كلمة مرور جديدة',
    join: 'طلب الانضمام',
  },
  footer: ({ tenant, app }) => `أُرسلت بواسطة ${app} نيابةً عن ${tenant}. لا تُقرأ الردود.`,
  ownFooter: ({ app }) => `أُرسلت بواسطة ${app}. لا تُقرأ الردود.`,
  adminNotice: ({ tenant }) => `إذا كنت لا تعرف السبب، فغيّر كلمة مرورك الآن وأخبر أحد مالكي ${tenant}.`,
  messages: {
    verifyEmail: {
      subject: ({ tenant }) => `رمز التحقق الخاص بك في ${tenant}`,
      lead: ({ tenant }) => `بهذا الرمز تؤكد بريدك الإلكتروني في ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `أكّد بريدك الإلكتروني في ${tenant}. الرمز صالح لمدة ${valid}:`,
    },
    verifyPhone: {
      subject: ({ tenant }) => `رمز التحقق الخاص بك في ${tenant}`,
      lead: ({ tenant }) => `بهذا الرمز تؤكد رقم هاتفك في ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `أكّد رقم هاتفك في ${tenant}. الرمز صالح لمدة ${valid}:`,
    },
    login: {
      subject: ({ tenant }) => `رمز تسجيل الدخول إلى ${tenant}`,
      lead: ({ tenant }) => `بهذا الرمز تسجّل الدخول إلى ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `تسجيل الدخول إلى ${tenant}. لا تشارك هذا الرمز، وهو صالح لمدة ${valid}:`,
    },
    secondFactor: {
      subject: ({ tenant }) => `رمز إكمال تسجيل الدخول إلى ${tenant}`,
      lead: ({ tenant }) => `بهذا الرمز تكمل تسجيل الدخول إلى ${tenant}:`,
      notes: [valid, secret, () => 'إذا لم تحاول تسجيل الدخول، فربما يعرف شخص آخر كلمة مرورك: غيّرها فورًا.'],
      sms: ({ tenant, valid }) => `أكمل تسجيل الدخول إلى ${tenant}. لا تشارك هذا الرمز، وهو صالح لمدة ${valid}:`,
    },
    reset: {
      subject: ({ tenant }) => `إعادة تعيين كلمة المرور في ${tenant}`,
      lead: ({ tenant }) => `بهذا الرمز تختار كلمة مرور جديدة في ${tenant}:`,
      notes: [valid, secret, () => 'إذا لم تطلب هذا الرمز، فتجاهل هذه الرسالة: تبقى كلمة مرورك كما هي.'],
      sms: ({ tenant, valid }) => `كلمة مرور جديدة في ${tenant}. لا تشارك هذا الرمز، وهو صالح لمدة ${valid}:`,
    },
    invitation: {
      subject: ({ tenant }) => `دعوة إلى ${tenant}`,
      lead: ({ tenant }) => `يوجد حساب لك في ${tenant}. عيّن كلمة مرور لاستخدامه:`,
      notes: invited,
      sms: ({ tenant, valid }) => `دعوة إلى ${tenant}. عيّن كلمة المرور، الرابط صالح لمدة ${valid}:`,
    },
    adminInvitation: {
      subject: ({ tenant }) => `دعوة لإدارة ${tenant}`,
      lead: ({ tenant }) => `تلقيت دعوة لإدارة ${tenant}. عيّن كلمة مرور لقبولها:`,
      notes: invited,
      sms: ({ tenant, valid }) => `دعوة لإدارة ${tenant}. عيّن كلمة المرور، الرابط صالح لمدة ${valid}:`,
    },
    setupLink: {
      subject: ({ tenant }) => `إعداد تسجيل الدخول إلى ${tenant}`,
      lead: ({ tenant, app }) => `طُلب منك إعداد ${tenant} في ${app}. يعمل الرابط مرة واحدة. لا تحتاج إلى حساب:`,
      notes: invited,
      sms: ({ tenant, valid }) => `إعداد ${tenant}. يعمل الرابط مرة واحدة، صالح لمدة ${valid}:`,
    },
    joinRequest: {
      subject: ({ tenant }) => `طلب الانضمام إلى ${tenant}`,
      lead: ({ tenant }) => `بهذا الرابط تطلب الانضمام إلى ${tenant}. يقرر ذلك من يديرون المؤسسة:`,
      notes: [...invited.slice(0, 1), () => 'إذا لم تطلب ذلك، فيمكنك تجاهل هذه الرسالة: لن يرى أحد أي طلب.'],
      sms: ({ tenant }) => `بهذا الرابط تطلب الانضمام إلى ${tenant}. يقرر ذلك من يديرون المؤسسة:`,
    },
    joinRefused: {
      subject: ({ tenant }) => `طلبك للانضمام إلى ${tenant}`,
      lead: ({ tenant }) => `لم يُقبل طلبك للانضمام إلى ${tenant}.`,
      notes: [() => 'إذا كنت تظن أن هذا خطأ، فتحدث إلى شخص يعمل هناك.'],
      sms: ({ tenant }) => `لم يُقبل طلبك للانضمام إلى ${tenant}.`,
    },
    adminCode: {
      subject: ({ tenant }) => `رمز تسجيل الدخول إلى ${tenant}`,
      lead: ({ tenant }) => `بهذا الرمز تسجّل الدخول إلى ${tenant}:`,
      notes: [
        () =>
          'أُدخلت كلمات مرور خاطئة كثيرة لحسابك. أدخل هذا الرمز مع كلمة المرور الصحيحة، أو اطلب من أحد المالكين إلغاء القفل.',
        valid,
        secret,
      ],
      sms: ({ tenant, valid }) => `تسجيل الدخول إلى ${tenant}. لا تشارك هذا الرمز، وهو صالح لمدة ${valid}:`,
    },
    added: {
      subject: ({ tenant }) => `دعوة إلى ${tenant}`,
      lead: ({ tenant }) => `تلقيت دعوة إلى ${tenant}، ولديك حساب هناك بالفعل.`,
      notes: [() => 'لا حاجة إلى أي إعداد: سجّل الدخول كالمعتاد.'],
      sms: ({ tenant }) => `دعوة إلى ${tenant}. لديك حساب بالفعل: سجّل الدخول كالمعتاد.`,
    },
    signupAttempted: {
      subject: ({ tenant }) => `لديك حساب بالفعل في ${tenant}`,
      lead: ({ tenant }) => `حاول شخص ما التسجيل في ${tenant} بعنوانك. يوجد حساب به بالفعل.`,
      notes: [
        () => 'إذا كنت أنت، فسجّل الدخول، أو أعد تعيين كلمة المرور إذا نسيتها.',
        () => 'إذا لم تكن أنت، فلا حاجة إلى أي إجراء: لم يدخل أحد إلى حسابك.',
      ],
      sms: ({ tenant }) => `حاول شخص ما التسجيل في ${tenant} برقمك. لديك حساب بالفعل: سجّل الدخول كالمعتاد.`,
    },
    passwordChanged: {
      subject: ({ tenant }) => `تم تغيير كلمة مرورك في ${tenant}`,
      lead: ({ tenant }) => `تم تغيير كلمة مرور حسابك في ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `تم تغيير كلمة مرورك في ${tenant}. ${NOT_YOU}`,
    },
    passwordReset: {
      subject: ({ tenant }) => `تمت إعادة تعيين كلمة مرورك في ${tenant}`,
      lead: ({ tenant }) => `تمت إعادة تعيين كلمة مرور حسابك في ${tenant}. انتهت جميع الجلسات.`,
      notes: [notYou],
      sms: ({ tenant }) => `تمت إعادة تعيين كلمة مرورك في ${tenant}. لم تكن أنت؟ أعد تعيينها مجددًا فورًا.`,
    },
    twoFactorEnabled: {
      subject: ({ tenant }) => `تم تفعيل المصادقة الثنائية في ${tenant}`,
      lead: ({ tenant }) => `تم تفعيل المصادقة الثنائية لحسابك في ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `تم تفعيل المصادقة الثنائية في ${tenant}. ${NOT_YOU}`,
    },
    twoFactorDisabled: {
      subject: ({ tenant }) => `تم إيقاف المصادقة الثنائية في ${tenant}`,
      lead: ({ tenant }) => `تم إيقاف المصادقة الثنائية لحسابك في ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `تم إيقاف المصادقة الثنائية في ${tenant}. ${NOT_YOU}`,
    },
    deviceAdded: {
      subject: ({ tenant }) => `تمت إضافة تطبيق مصادقة في ${tenant}`,
      lead: ({ tenant }) => `تمت إضافة تطبيق مصادقة إلى حسابك في ${tenant}.`,
      notes: [() => 'من الآن فصاعدًا، يتطلب تسجيل الدخول رمزًا. انتهت جميع الجلسات الأخرى.', notYou],
      sms: ({ tenant }) => `تمت إضافة تطبيق مصادقة إلى حسابك في ${tenant}. ${NOT_YOU}`,
    },
    deviceRemoved: {
      subject: ({ tenant }) => `تمت إزالة تطبيق مصادقة في ${tenant}`,
      lead: ({ tenant }) => `تمت إزالة تطبيق مصادقة من حسابك في ${tenant}.`,
      notes: [() => 'إذا كان الأخير، فلن يتطلب تسجيل الدخول رمزًا بعد الآن.', notYou],
      sms: ({ tenant }) => `تمت إزالة تطبيق مصادقة من حسابك في ${tenant}. ${NOT_YOU}`,
    },
    passkeyAdded: {
      subject: ({ tenant }) => `تمت إضافة مفتاح مرور في ${tenant}`,
      lead: ({ tenant }) => `تمت إضافة مفتاح مرور إلى حسابك في ${tenant}.`,
      notes: [() => 'يمكنه تسجيل الدخول إلى حسابك.', notYou],
      sms: ({ tenant }) => `تمت إضافة مفتاح مرور إلى حسابك في ${tenant}. ${NOT_YOU}`,
    },
    passkeyRemoved: {
      subject: ({ tenant }) => `تمت إزالة مفتاح مرور في ${tenant}`,
      lead: ({ tenant }) => `تمت إزالة مفتاح مرور من حسابك في ${tenant}.`,
      notes: [() => 'لم يعد يسجّل الدخول. انتهت جميع الجلسات الأخرى.', notYou],
      sms: ({ tenant }) => `تمت إزالة مفتاح مرور من حسابك في ${tenant}. ${NOT_YOU}`,
    },
    recoveryCodesGenerated: {
      subject: ({ tenant }) => `تم إنشاء رموز استرداد جديدة في ${tenant}`,
      lead: ({ tenant }) => `تم إنشاء رموز استرداد جديدة لحسابك في ${tenant}. لم تعد الرموز القديمة صالحة.`,
      notes: [notYou],
      sms: ({ tenant }) => `تم إنشاء رموز استرداد جديدة في ${tenant}، ولم تعد القديمة صالحة. ${NOT_YOU}`,
    },
    recoveryCodeUsed: {
      subject: ({ tenant }) => `تم استخدام رمز استرداد في ${tenant}`,
      lead: ({ tenant }) => `تم استخدام أحد رموز الاسترداد لحسابك في ${tenant}.`,
      notes: [() => 'يعمل كل رمز مرة واحدة. أنشئ رموزًا جديدة قبل نفادها.', notYou],
      sms: ({ tenant }) => `تم استخدام رمز استرداد في ${tenant}. ${NOT_YOU}`,
    },
    identityLinked: {
      subject: ({ tenant }) => `تمت إضافة طريقة لتسجيل الدخول في ${tenant}`,
      lead: ({ tenant }) => `من الآن فصاعدًا، يفتح حساب لدى موفّر هوية حسابك في ${tenant} أيضًا.`,
      notes: [notYou],
      sms: ({ tenant }) => `أصبح حساب لدى موفّر هوية يفتح حسابك في ${tenant} أيضًا. ${NOT_YOU}`,
    },
    guessingDetected: {
      subject: ({ tenant }) => `محاولات خاطئة لتسجيل الدخول إلى ${tenant}`,
      lead: ({ tenant }) => `حاول شخص ما الدخول إلى حسابك في ${tenant}، دون نجاح حتى الآن.`,
      notes: [
        () => 'إذا كنت أنت، فلا حاجة إلى أي إجراء: أعد تعيين كلمة المرور إذا نسيتها.',
        () => 'إذا لم تكن أنت، فلا تستخدم كلمة المرور هذه في أي مكان آخر، وفعّل المصادقة الثنائية.',
      ],
      sms: ({ tenant }) => `حاول شخص ما الدخول إلى حسابك في ${tenant}، دون نجاح حتى الآن.`,
    },
    unusedDisabled: {
      subject: ({ tenant }) => `سيتم تعطيل حسابك في ${tenant}`,
      lead: ({ tenant, until }) => `لم تسجّل الدخول إلى ${tenant} منذ مدة طويلة. سيتم تعطيل حسابك. أقرب يوم: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) => `لم تسجّل الدخول إلى ${tenant} منذ مدة طويلة. سيتم تعطيل حسابك. سجّل الدخول للاحتفاظ به.`,
    },
    unusedDeleted: {
      subject: ({ tenant }) => `سيتم حذف حسابك في ${tenant}`,
      lead: ({ tenant, until }) =>
        `لم تسجّل الدخول إلى ${tenant} منذ مدة طويلة. سيتم حذف حسابك مع جميع بياناته. أقرب يوم: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) => `لم تسجّل الدخول إلى ${tenant} منذ مدة طويلة. سيتم حذف حسابك. سجّل الدخول للاحتفاظ به.`,
    },
    accountLinked: {
      subject: ({ tenant }) => `تم ربط حسابك في ${tenant} بحساب آخر`,
      lead: ({ tenant }) => `من الآن فصاعدًا، يمكن لمن سجّل الدخول إلى حساب آخر التبديل إلى حسابك في ${tenant}.`,
      notes: [() => 'تسجيل الخروج من كل الأجهزة ينهي الربط.', notYou],
      sms: ({ tenant }) => `تم ربط حسابك في ${tenant} بحساب آخر. ${NOT_YOU}`,
    },
    identityUnlinked: {
      subject: ({ tenant }) => `تمت إزالة طريقة لتسجيل الدخول في ${tenant}`,
      lead: ({ tenant }) => `لم يعد حساب لدى موفّر هوية يفتح حسابك في ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `لم يعد حساب لدى موفّر هوية يفتح حسابك في ${tenant}. ${NOT_YOU}`,
    },
    accountChanged: {
      subject: ({ tenant }) => `تم تغيير حسابك في ${tenant}`,
      lead: ({ tenant }) => `تم تغيير عنوان أو كلمة مرور حسابك في ${tenant}.`,
      notes: [({ tenant }) => `إذا كنت لا تعرف السبب، فأبلغ ${tenant} فورًا.`],
      sms: ({ tenant }) => `تم تغيير عنوان أو كلمة مرور حسابك في ${tenant}. لا تعرف السبب؟ أبلغهم فورًا.`,
    },
    actingStarted: {
      subject: ({ tenant }) => `فتح أحد المسؤولين حسابك في ${tenant}`,
      lead: ({ tenant }) =>
        `فتح أحد المسؤولين في ${tenant} حسابك ليرى ما تراه. لا يمكنه تغيير كلمة مرورك أو عناوينك أو وسائل التحقق الثانية.`,
      notes: [({ tenant }) => `إذا كنت لا تعرف السبب، فاسأل ${tenant}.`],
      sms: ({ tenant }) => `فتح أحد المسؤولين في ${tenant} حسابك. لا تعرف السبب؟ اسألهم.`,
    },
    recoveryLinkCreated: {
      subject: ({ tenant }) => `أنشأ أحد المسؤولين رابط استرداد لحسابك في ${tenant}`,
      lead: ({ tenant }) =>
        `أنشأ أحد المسؤولين في ${tenant} رابطًا يمكن به تعيين مفتاح مرور جديد أو كلمة مرور جديدة لحسابك. يُسلَّم إليك شخصيًا.`,
      notes: [({ tenant }) => `إذا لم تطلب ذلك، فأبلغ ${tenant} فورًا.`],
      sms: ({ tenant }) => `أنشأ أحد المسؤولين في ${tenant} رابط استرداد لحسابك. لم تطلب ذلك؟ أبلغهم فورًا.`,
    },
    apiKeyCreated: {
      subject: ({ tenant }) => `مفتاح API جديد لحسابك في ${tenant}`,
      lead: ({ tenant, key, until }) => `يوجد مفتاح API جديد لحسابك في ${tenant}: «${key}». صالح حتى: ${until}.`,
      notes: [() => 'يعمل برنامج نيابةً عنك باستخدامه. يمكنك إلغاؤه في حسابك، ضمن «مفاتيح API».', notYou],
      sms: ({ tenant }) => `يوجد مفتاح API جديد لحسابك في ${tenant}. ${NOT_YOU}`,
    },
    tenants: {
      subject: ({ app }) => `مؤسساتك في ${app}`,
      lead: ({ app }) => `سألت عن مكان تسجيل الدخول في ${app}. لعنوانك حساب في كل مؤسسة من هذه المؤسسات:`,
      notes: [
        ({ more }) => (more ? `توجد مؤسسات أخرى عددها ${more}. إذا لم تجد مؤسستك، فاطلب منها رابطها.` : ''),
        () => 'إذا لم تطلب هذا، فيمكنك تجاهل هذه الرسالة. لم يتغير شيء، وأُرسلت القائمة إليك وحدك.',
      ],
      sms: ({ app }) => `صفحات تسجيل الدخول إلى مؤسساتك في ${app}:`,
    },
  },
};
