// The texts of the figures of an organization in Brazilian Portuguese.
import type { UsageWords } from './en.ts';

export const texts: UsageWords = {
  usageLead: 'Os números se atualizam em segundos. Os dias são em UTC.',
  usageActive: 'Podem entrar',
  usageVerified: 'Com endereço verificado',
  usageInvitations: 'Convites abertos',
  usageWeek: 'Os últimos sete dias',
  usageDay: 'Dia',
  usageSignUps: 'Cadastros',
  usageSignIns: 'Acessos',
  usageFailed: 'Com falha',
};
