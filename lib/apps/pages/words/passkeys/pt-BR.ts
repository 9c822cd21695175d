// The texts of passkeys in Brazilian Portuguese.
import type { PasskeyWords } from './en.ts';

export const texts: PasskeyWords = {
  passkeySignIn: 'Entrar com uma chave de acesso',
  passkeySignUp: 'Cadastrar-se com uma chave de acesso',
  passkeyUse: 'Usar uma chave de acesso',
  passkeyOfferTitle: 'Entre mais rápido na próxima vez',
  passkeyOfferLead:
    'Com uma chave de acesso, você entra com a digital, o rosto ou o bloqueio deste dispositivo. Não há nada para lembrar nem para revelar em uma página falsa.',
  passkeyCreate: 'Criar uma chave de acesso',
  passkeyLater: 'Agora não',
  passkeys: 'Chaves de acesso',
  passkeysLead:
    'Entre com a digital, o rosto ou o bloqueio do seu dispositivo. Uma página falsa não consegue roubar a chave.',
  passkeyAdd: 'Adicionar uma chave de acesso',
  passkeyAdded: 'A chave de acesso está pronta. Agora você pode entrar com ela.',
  passkeyName: 'Nome da chave de acesso',
  passkeyRename: 'Renomear',
  passkeyNeverUsed: 'nunca usada',
  passkeySynced: 'Sincronizada',
  passkeyRemoved: '{name} foi removida. Exclua também no seu dispositivo, se ele ainda a oferecer.',
  problemPasskey: 'Nenhuma chave de acesso foi usada. Tente novamente ou entre de outra forma.',
  problemPasskeyInvalid: 'Esta chave de acesso não funciona aqui. Tente novamente ou entre de outra forma.',
  problemPasskeyHere: 'Este navegador não pode usar chaves de acesso aqui. Entre de outra forma.',
  problemPasskeyExists: 'Este dispositivo já tem uma chave de acesso para a sua conta.',
  problemPasskeyLast: 'Você precisa desta chave de acesso para entrar. Adicione outra primeiro.',
  problemPasskeysFull: 'Sua conta já tem o máximo de chaves de acesso. Remova uma primeiro.',
};
