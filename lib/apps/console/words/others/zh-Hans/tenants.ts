// The texts of the list of tenants in Simplified Chinese.
import type { en } from '../../en/tenants.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: '每个租户都有自己的用户、设置和登录页面。',
  add: '创建租户',
  addLead: '创建后立即可用，采用默认设置。所有设置以后都可以更改。',
  search: '搜索名称或简称',
  nameHint: '人们会在登录页面上看到此名称。',
  slug: '简称',
  slugHint: '登录页面通过它找到租户：{url}。小写字母、数字和连字符。',
  providers: '身份提供商',
  made: '已创建 {name}。请决定谁可以注册以及人们如何登录。',
  none: '还没有租户',
  noneLead: '租户是一个客户、团队或环境，其用户只属于它。创建一个租户后，人们即可注册。',
  noneOfYours: '您的租户已不存在',
  noneOfYoursLead: '由部署的所有者决定您可以看到哪些租户。',
};
