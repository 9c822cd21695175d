// The texts of the figures of an organization in Korean.
import type { UsageWords } from './en.ts';

export const texts: UsageWords = {
  usageLead: '수치는 몇 초 안에 반영됩니다. 날짜는 UTC 기준입니다.',
  usageActive: '로그인 가능',
  usageVerified: '확인된 주소 있음',
  usageInvitations: '열린 초대',
  usageWeek: '지난 7일',
  usageDay: '날짜',
  usageSignUps: '가입',
  usageSignIns: '로그인',
  usageFailed: '실패',
};
