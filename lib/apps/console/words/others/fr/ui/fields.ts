// The titles and meanings of fields, by record. In French.
import type { en } from '../../../en/ui/fields.ts';

export const texts: Record<keyof typeof en, string> = {
  'application.redirectUris': 'URI de redirection',
  'application.redirectUris?': 'Où le navigateur peut revenir avec un code, une par ligne, comparées exactement.',
  'application.postLogoutRedirectUris': 'URI de redirection après la déconnexion',
  'application.postLogoutRedirectUris?': 'Où le navigateur peut revenir après la déconnexion, une par ligne.',
  'application.backchannelLogoutUri': 'URI de déconnexion back-channel',
  'application.backchannelLogoutUri?': 'L’adresse https qui est informée de la fin d’une session.',
  'application.accountByDefault': 'Ses jetons ouvrent le compte',
  'application.accountByDefault?':
    'Ils ont la portée account sans la demander. Pour les applications créées avant que les portées ne comptent.',
  'application.requiresPar': 'Les requêtes doivent être déposées',
  'application.requiresPar?': 'Elle doit utiliser les pushed authorization requests (RFC 9126).',
  'application.requiresDpop': 'Les jetons doivent être liés à une clé',
  'application.requiresDpop?': 'Elle doit envoyer une preuve DPoP (RFC 9449).',
  'application.refusesSecrets': 'Les secrets sont refusés',
  'application.refusesSecrets?': 'Elle s’authentifie uniquement par une assertion signée (private_key_jwt).',
  'application.accessTtlSeconds': 'Durée de vie des jetons d’accès',
  'application.accessTtlSeconds?': 'De 5 secondes à 1 heure. Vide : la valeur par défaut.',
  'application.refreshTtlSeconds': 'Les sessions se terminent sans renouvellement après',
  'application.refreshTtlSeconds?': 'De 10 secondes à 30 jours. Vide : la valeur par défaut.',
  'tenant.description': 'Note pour les administrateurs',
  'user.name': 'Nom',
  'user.locale': 'Langue des messages',
  'user.locale?': 'Un code tel que en, de ou pt-BR. Vide : la langue par défaut.',
};
