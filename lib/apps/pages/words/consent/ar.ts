// The texts of the consent page in Arabic.
import type { ConsentWords } from './en.ts';

export const texts: ConsentWords = {
  allowTitle: 'هل تسمح بوصول {host}؟',
  continueTitle: 'هل تتابع إلى {name}؟',
  unproven: 'يسمّي التطبيق نفسه «{name}». لم تتحقق هذه الخدمة من الاسم.',
  unregistered: 'هذا التطبيق غير مسجّل هنا. لا يُعرف عنه سوى عنوانه، {host}.',
  anyProgram: 'هذا التطبيق غير مسجّل هنا. يمكن لأي برنامج على هذا الجهاز أن ينتحل صفة {host}.',
  asksFor: 'يطلب ما يلي:',
  'scope-openid': 'هويتك: معرّف حسابك ومعرّف مؤسستك',
  'scope-profile': 'اسمك ولغتك وبيانات أخرى من ملفك الشخصي',
  'scope-email': 'عنوان بريدك الإلكتروني',
  'scope-phone': 'رقم هاتفك',
  'scope-offline_access': 'الوصول في غيابك إلى أن تلغيه',
  'scope-account': 'الوصول الكامل إلى حسابك باسمك',
  goesTo: 'ينتقل متصفحك بعد ذلك إلى {host}.',
  goesToDevice: 'يفتح متصفحك بعد ذلك برنامجًا على هذا الجهاز ({host}). تابع فقط إذا كنت أنت من بدأ تسجيل الدخول هذا.',
  allow: 'السماح',
};
