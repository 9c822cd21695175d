// The texts of the API keys of an account in Brazilian Portuguese.
import type { ApiKeyWords } from './en.ts';

export const texts: ApiKeyWords = {
  keys: 'Chaves de API',
  keysLead:
    'Com uma chave, programas agem por você. Ela não pode fazer mais do que você escolheu para ela, nem mais do que você pode fazer.',
  keysNoScopes: 'Você não tem permissões que uma chave possa ter.',
  keysFull: 'Você tem 10 chaves de API, que é o máximo. Revogue uma antes de criar outra.',
  keyCreate: 'Criar uma chave de API',
  keyPurpose: 'Para que serve a chave',
  keyScopes: 'O que ela pode fazer',
  keyScopesNone: 'Escolha pelo menos uma e no máximo 20.',
  keyDays: 'Dias até expirar',
  keyNetworks: 'Redes que podem usá-la (opcional)',
  keyNetworksHint:
    'Por exemplo 203.0.113.0/24, separadas por vírgulas. Se ficar vazio, ela funciona em qualquer lugar.',
  keyNetworksWrong: 'Digite no máximo 10 endereços IP ou redes, separados por vírgulas.',
  keyNew: 'Sua nova chave de API',
  keyNewLead: 'Copie agora e guarde em um lugar seguro. Ela não será mostrada de novo.',
  keyKept: 'Já salvei a chave',
  keyNeverUsed: 'nunca usada',
  keyExpired: 'Expirada',
  keyRename: 'Renomear',
  keyRenameTitle: 'Renomear {name}',
  keyRevoke: 'Revogar',
  keyRevokeTitle: 'Revogar {name}?',
  keyRevokeLead: 'Os programas que usam esta chave são recusados imediatamente.',
  keyRevoked: '{name}: chave revogada.',
  keyRotate: 'Substituir',
  keyRotateTitle: 'Substituir {name}',
  keyRotateLead: 'Você recebe uma nova chave. A antiga funciona por mais 24 horas.',
  keyRotateNow: 'A chave antiga termina imediatamente',
  keyRotateBoth: 'Você já substituiu esta chave, e a antiga ainda funciona. Uma nova encerra as duas imediatamente.',
};
