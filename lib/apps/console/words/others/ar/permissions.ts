// The texts of the screen of permissions in Arabic.
import type { en } from '../../en/permissions.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'يحدد الإذن إجراءً واحدًا مسموحًا به. تضم الأدوار أذونات، وللمستخدمين والآلات أدوار.',
  create: 'إنشاء إذن',
  createLead: 'لا يسمح بشيء حتى يُضاف إلى دور.',
  created: 'تم إنشاء {name}. أضفه إلى دور.',
  edit: 'تغيير {name}',
  nameHint: 'بالصيغة resource.action، مثل posts.edit. أحرف صغيرة وأرقام وواصلات.',
  renameHint: 'يحصل كل دور له هذا الإذن على الاسم الجديد فورًا. قد تعتمد خدمات أخرى على الاسم القديم.',
  description: 'الوصف',
  category: 'الفئة',
  categoryHint: 'عنوان يسهّل العثور عليه.',
  noCategory: 'بلا فئة',
  guard: 'الحارس',
  guardHint: 'مساحة الأسماء. للمستخدمين أدوار وأذونات الحارس web.',
  roles: 'الأدوار',
  search: 'البحث في الأسماء والأوصاف',
  saved: 'تم تغيير {name}.',
  delete: 'حذف {name}',
  deleteLead: 'لا يمكن استعادة الإذن.',
  losesOne: 'عدد الأدوار التي تفقده فورًا: {count} ({names}).',
  losesOther: 'عدد الأدوار التي تفقده فورًا: {count} ({names}).',
  deleted: 'تم حذف {name}.',
  none: 'لا توجد أذونات بعد',
  noneLead: 'أنشئ إذنًا لكل إجراء يبتّ فيه تطبيقك، مثل posts.edit أو invoices.read.',
};
