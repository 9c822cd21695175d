// The texts of the screen of blocked domains in Spanish.
import type { en } from '../../en/blocked-domains.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Las direcciones de estos dominios y de sus subdominios no pueden tener una cuenta.',
  add: 'Bloquear dominios',
  addLead: 'Las cuentas nuevas no pueden usar estos dominios. Las existentes se conservan.',
  search: 'Buscar dominios',
  domain: 'Dominio',
  domains: 'Dominios',
  domainsHint: 'Uno por línea, 1000 como máximo. Los subdominios están incluidos.',
  source: 'Origen',
  manual: 'Añadido por un administrador',
  default: 'Lista integrada',
  remove: 'Desbloquear',
  removed: '{domain} ya no está bloqueado.',
  addedOne: 'Se ha bloqueado {count} dominio.',
  addedOther: 'Se han bloqueado {count} dominios.',
  none: 'No hay ningún dominio bloqueado',
  noneLead: 'Bloquee dominios concretos o los {count} dominios de direcciones desechables que Gatehouse conoce.',
  import: 'Bloquear direcciones desechables',
  importedOne: 'Se ha añadido {count} dominio.',
  importedOther: 'Se han añadido {count} dominios.',
};
