// The texts of the page for devices in Arabic.
import type { DeviceWords } from './en.ts';

export const texts: DeviceWords = {
  deviceTitle: 'توصيل جهاز',
  deviceLead: 'أدخل الرمز الذي يعرضه الجهاز.',
  deviceCompare: 'تابع فقط إذا كان الجهاز الذي أمامك يعرض هذا الرمز.',
  deviceCode: 'رمز الجهاز',
  deviceWarning: 'تابع فقط إذا بدأت هذا بنفسك على جهاز تراه أمامك. من أرسل إليك الرمز يريد الدخول إلى حسابك.',
  deviceAllowTitle: 'هل تسمح بدخول {name} على جهاز؟',
  deviceAsked: 'الطلب من {address}، {at}',
  deviceDeny: 'رفض',
  deviceAllowed: 'تم توصيل الجهاز',
  deviceAllowedLead: 'تابع على الجهاز. يعرضه حسابك، ويمكنك تسجيل خروجه من هناك.',
  deviceDenied: 'رفضت الطلب',
  deviceDeniedLead: 'لن يحصل الجهاز على شيء.',
  deviceAccount: 'إلى حسابك',
  deviceInvalid: 'هذا الرمز غير صالح أو يخص مؤسسة أخرى. تحقق منه أو ابدأ من جديد على الجهاز.',
  deviceOff: 'لا تسمح مؤسستك بتسجيل الدخول برمز جهاز. اسأل أحد المسؤولين.',
};
