// The texts of the screen of permissions in Simplified Chinese.
import type { en } from '../../en/permissions.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: '一个权限对应一项允许的操作。角色包含权限；用户和机器拥有角色。',
  create: '创建权限',
  createLead: '在加入角色之前，它不允许任何操作。',
  created: '已创建 {name}。请将其添加到角色。',
  edit: '更改 {name}',
  nameHint: '格式为 resource.action，例如 posts.edit。小写字母、数字和连字符。',
  renameHint: '包含此权限的每个角色都会立即使用新名称。其他服务可能仍按旧名称判断。',
  description: '说明',
  category: '类别',
  categoryHint: '便于查找的分组标题。',
  noCategory: '无',
  guard: '守卫',
  guardHint: '命名空间。用户拥有守卫 web 的角色和权限。',
  roles: '角色',
  search: '搜索名称和说明',
  saved: '已更改 {name}。',
  delete: '删除 {name}',
  deleteLead: '权限删除后无法恢复。',
  losesOne: '{count} 个角色会立即失去它：{names}。',
  losesOther: '{count} 个角色会立即失去它：{names}。',
  deleted: '{name} 已删除。',
  none: '还没有权限',
  noneLead: '请为您的应用需要判断的每项操作创建一个权限，例如 posts.edit 或 invoices.read。',
};
