// The texts of blocked domains in Simplified Chinese.
import type { en } from '../../en/blocked-domains.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: '使用这些域名及其子域名的地址无法获得账户。',
  add: '屏蔽域名',
  addLead: '新账户不能使用这些域名。现有账户保持不变。',
  search: '搜索域名',
  domain: '域名',
  domains: '域名',
  domainsHint: '每行一个，最多 1000 个。包含子域名。',
  source: '来源',
  manual: '由管理员添加',
  default: '内置列表',
  remove: '取消屏蔽',
  removed: '{domain} 已取消屏蔽。',
  addedOne: '已屏蔽 {count} 个域名。',
  addedOther: '已屏蔽 {count} 个域名。',
  none: '没有已屏蔽的域名',
  noneLead: '您可以屏蔽单个域名，或屏蔽 Gatehouse 已知的全部 {count} 个一次性邮箱域名。',
  import: '屏蔽一次性邮箱',
  importedOne: '已添加 {count} 个域名。',
  importedOther: '已添加 {count} 个域名。',
};
