// The texts of the consent page in Arabic.
import type { ConsentWords } from './en.ts';

export const texts: ConsentWords = {
  allowTitle: 'هل تسمح بوصول {host}؟',
  continueTitle: 'هل تتابع إلى {name}؟',
  unproven: 'يسمّي التطبيق نفسه «{name}». لم تتحقق هذه الخدمة من الاسم.',
  asksFor: 'يطلب ما يلي:',
  openid: 'هويتك: معرّف حسابك ومعرّف مؤسستك',
  profile: 'اسمك ولغتك وبيانات أخرى من ملفك الشخصي',
  email: 'عنوان بريدك الإلكتروني',
  phone: 'رقم هاتفك',
  offline_access: 'الوصول في غيابك إلى أن تلغيه',
  account: 'الوصول الكامل إلى حسابك باسمك',
  goesTo: 'ينتقل متصفحك بعد ذلك إلى {host}.',
  goesToDevice: 'يفتح متصفحك بعد ذلك برنامجًا على هذا الجهاز ({host}). تابع فقط إذا كنت أنت من بدأ تسجيل الدخول هذا.',
  allow: 'السماح',
};
