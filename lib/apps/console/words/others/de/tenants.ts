// The texts of the list of tenants in German.
import type { en } from '../../en/tenants.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Jeder Mandant hat eigene Benutzer, Einstellungen und eine eigene Anmeldeseite.',
  add: 'Mandanten anlegen',
  addLead: 'Er funktioniert sofort, mit den Vorgaben. Jede Einstellung lässt sich später ändern.',
  search: 'Name oder Kurzname suchen',
  nameHint: 'Man sieht ihn auf der Anmeldeseite.',
  slug: 'Kurzname',
  slugHint: 'Anmeldeseiten finden den Mandanten damit: {url}. Kleinbuchstaben, Ziffern und Bindestriche.',
  providers: 'Identitätsanbieter',
  made: '{name} ist angelegt. Legen Sie fest, wer sich registrieren darf und wie man sich anmeldet.',
  none: 'Es gibt noch keinen Mandanten',
  noneLead:
    'Ein Mandant ist ein Kunde, ein Team oder eine Umgebung. Seine Benutzer gehören nur zu ihm. Legen Sie einen an, dann kann man sich registrieren.',
  noneOfYours: 'Ihre Mandanten gibt es nicht mehr',
  noneOfYoursLead: 'Ein Owner der Installation entscheidet, welche Mandanten Sie sehen.',
};
