// The texts of buttons and menus in Arabic.
import type { MenuWords } from './en.ts';

export const texts: MenuWords = {
  signIn: 'تسجيل الدخول',
  signUp: 'إنشاء حساب',
  signOut: 'تسجيل الخروج',
  userMenu: 'قائمة الحساب: {name}',
  organizationMenu: 'المؤسسة: {name}',
  account: 'حسابك',
  others: 'حسابات أخرى في هذا المتصفح',
  anotherAccount: 'استخدام حساب آخر',
  organizations: 'مؤسساتك في هذا المتصفح',
  anotherOrganization: 'مؤسسة أخرى',
  manage: 'إدارة المؤسسة',
  failed: 'لم ينجح ذلك. حاول مرة أخرى.',
  ended: 'تم تسجيل الخروج من ذلك الحساب. سجّل الدخول إليه مجددًا.',
  offline: 'تعذر الوصول إلى الخدمة. حاول مرة أخرى.',
};
