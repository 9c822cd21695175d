// The texts of the page for devices in simplified Chinese.
import type { DeviceWords } from './en.ts';

export const texts: DeviceWords = {
  deviceTitle: '连接设备',
  deviceLead: '请输入设备上显示的代码。',
  deviceCompare: '仅当您面前的设备显示此代码时才继续。',
  deviceCode: '设备代码',
  deviceWarning: '仅当这是您自己在看得见的设备上开始的操作时才继续。如果有人把代码发给您，对方是想进入您的账户。',
  deviceAllowTitle: '允许设备上的 {name} 进入？',
  deviceAsked: '请求来自 {address}，{at}',
  deviceDeny: '拒绝',
  deviceAllowed: '设备已连接',
  deviceAllowedLead: '请在设备上继续。您的账户会列出它，您可以在那里将其退出登录。',
  deviceDenied: '您已拒绝',
  deviceDeniedLead: '该设备不会获得任何内容。',
  deviceAccount: '前往您的账户',
  deviceInvalid: '此代码无效，或属于其他组织。请检查代码，或在设备上重新开始。',
  deviceOff: '您的组织不允许使用设备代码登录。请咨询管理员。',
};
