// Texts that the screens of users and invitations share, in Dutch.
import type { en } from '../../en/people.ts';

export const texts: Record<keyof typeof en, string> = {
  chooseTenant: 'Kies een tenant',
  tenantHint: 'Elk account hoort bij één tenant.',
  role: 'Rol',
  addRole: 'Rol toevoegen',
  rolesHint: 'Hoogstens 20. De rechten ervan gelden vanaf het volgende verzoek.',
  noRoles: 'Nog geen rollen.',
  rolesOfTenant: 'Van deze tenant',
  rolesOfAll: 'Van alle tenants',
  phoneHint: 'Met de landcode, zoals +49 151 23456789.',
  invite: 'Iemand uitnodigen',
  inviteLead:
    'De persoon krijgt een bericht met een link, stelt een wachtwoord in en heeft toegang. Niemand anders kent het wachtwoord.',
  inviteSubmit: 'Uitnodiging versturen',
  invited: '{name} is uitgenodigd.',
  inviteTo: 'Versturen naar',
  toEmail: 'Een e-mailadres',
  toPhone: 'Een telefoonnummer',
  expires: 'De link werkt',
  'expires-default': 'Zo lang als gebruikelijk',
  'expires-3600': '1 uur',
  'expires-86400': '1 dag',
  'expires-259200': '3 dagen',
  'expires-604800': '7 dagen',
  active: 'Actief',
  disabled: 'Uitgeschakeld',
  unverified: 'Niet bevestigd',
  mfaOn: 'Tweede factor',
  mustChange: 'Nieuw wachtwoord nodig',
};
