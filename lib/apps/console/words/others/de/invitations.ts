import type { en } from '../../en/invitations.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Wer eingeladen ist, setzt mit dem Link in der Nachricht ein Passwort. Jeder Benutzer hat höchstens eine Einladung.',
  'status-pending': 'Offen',
  'status-expired': 'Abgelaufen',
  'status-accepted': 'Angenommen',
  'status-revoked': 'Widerrufen',
  person: 'Person',
  roles: 'Rollen',
  expires: 'Läuft ab',
  sentOne: 'Einmal gesendet',
  sentOther: '{count}-mal gesendet',
  sent: 'Gesendet',
  closed: 'Abgeschlossen',
  by: 'Eingeladen von',
  'by-admin': 'Admin',
  'by-user': 'Benutzer',
  'by-application': 'Anwendung',
  resend: 'Noch einmal senden',
  resent: 'Eine Nachricht mit neuem Link ist unterwegs an {name}.',
  revoke: 'Widerrufen',
  revokeTitle: 'Einladung von {name} widerrufen',
  revokeLead:
    'Der Link gilt sofort nicht mehr. Das Konto bleibt, ohne Passwort. Sie können die Einladung später noch einmal senden.',
  revoked: 'Die Einladung von {name} ist widerrufen.',
  none: 'Noch keine Einladungen',
  noneLead:
    'Laden Sie die erste Person ein: Sie bekommt eine Nachricht mit einem Link, setzt ein Passwort und hat ihre Rollen.',
  noneFound: 'Keine solchen Einladungen',
  noneFoundLead:
    'Eine Einladung steht hier bis 90 Tage, nachdem sie angenommen oder widerrufen wurde oder abgelaufen ist.',
  showAll: 'Alle zeigen',
};
