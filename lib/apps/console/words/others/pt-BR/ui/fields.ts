// The titles and meanings of fields, by record. In Brazilian Portuguese.
import type { en } from '../../../en/ui/fields.ts';

export const texts: Record<keyof typeof en, string> = {
  'application.redirectUris': 'URIs de redirecionamento',
  'application.redirectUris?': 'Para onde o navegador pode voltar com um código, uma por linha, comparadas exatamente.',
  'application.postLogoutRedirectUris': 'URIs de redirecionamento após a saída',
  'application.postLogoutRedirectUris?': 'Para onde o navegador pode voltar depois de sair, uma por linha.',
  'application.backchannelLogoutUri': 'URI de saída back-channel',
  'application.backchannelLogoutUri?': 'O endereço https que é avisado quando uma sessão termina.',
  'application.accountByDefault': 'Os tokens dele abrem a conta',
  'application.accountByDefault?':
    'Eles têm o escopo account sem pedi-lo. Para aplicativos criados antes que os escopos contassem.',
  'application.requiresPar': 'As solicitações devem ser depositadas',
  'application.requiresPar?': 'Ele deve usar pushed authorization requests (RFC 9126).',
  'application.requiresDpop': 'Os tokens devem estar vinculados a uma chave',
  'application.requiresDpop?': 'Ele deve enviar uma prova DPoP (RFC 9449).',
  'application.refusesSecrets': 'Segredos são recusados',
  'application.refusesSecrets?': 'Ele se autentica apenas com uma asserção assinada (private_key_jwt).',
  'application.accessTtlSeconds': 'Duração dos tokens de acesso',
  'application.accessTtlSeconds?': 'De 5 segundos a 1 hora. Vazio: o padrão.',
  'application.refreshTtlSeconds': 'As sessões terminam sem renovação após',
  'application.refreshTtlSeconds?': 'De 10 segundos a 30 dias. Vazio: o padrão.',
  'tenant.description': 'Nota para administradores',
  'user.name': 'Nome',
  'user.locale': 'Idioma das mensagens',
  'user.locale?': 'Um código como en, de ou pt-BR. Vazio: o idioma padrão.',
};
