// The texts of a user's passkeys in Brazilian Portuguese.
import type { en } from '../../en/user-passkeys.ts';

export const texts: Record<keyof typeof en, string> = {
  passkeys: 'Chaves de acesso',
  passkeysLead: 'Chaves em celulares, notebooks e pen drives de segurança do usuário.',
  passkeysNone: 'O usuário não tem chaves de acesso.',
  'passkeys-off': 'As chaves de acesso estão desativadas para este locatário.',
  'passkeys-optional': 'O locatário permite chaves de acesso.',
  'passkeys-second': 'O locatário permite chaves de acesso, só como segundo fator.',
  'passkeys-required': 'O locatário exige chaves de acesso.',
  recovery: 'Link de recuperação',
  recoveryHint: 'Para uma pessoa que perdeu todas as chaves de acesso.',
  recoveryLead:
    'Certifique-se de quem está pedindo e entregue o link você mesmo: quem o tem consegue entrar. Ele funciona uma única vez, por 30 minutos, e permite que a pessoa crie uma chave de acesso ou defina uma senha. Aí todas as sessões dela terminam. Ela é avisada de que você o criou.',
  recoveryRemoves: 'Remover as chaves de acesso anteriores quando ele for usado',
  recoveryRemovesHint: 'Deixe ativado se um dispositivo foi perdido ou roubado.',
  recoveryMake: 'Criar o link',
  recoveryMade: 'Ele é mostrado uma única vez. Entregue-o à pessoa, e não por uma mensagem que outros leiam.',
  recoveryCopy: 'Copiar o link',
  recoveryDone: 'Concluído',
  kind: 'Tipo',
  synced: 'Sincronizada',
  deviceBound: 'Vinculada ao dispositivo',
  added: 'Adicionada',
  removePasskeyLead:
    'Ela não abre mais esta conta, todas as sessões terminam, e o usuário é avisado. Com a última, o segundo fator é desativado se não houver outro.',
  lastUsed: 'Último uso',
  remove: 'Remover',
  removeTitle: 'Remover {name}',
  removed: '{name} foi removida.',
};
