// The texts for an admin who acts as a user. They are in one file, because few people ever load it.
export const en = {
  actingAs: 'You act as {name} until {at}. You see the account, and cannot change it.',
  actingEnd: 'End',
} as const;

type ActingWords = Readonly<Record<keyof typeof en, string>>;

/** Tag of another language -> the texts. */
export const OTHERS: Readonly<Record<string, ActingWords>> = {
  de: {
    actingAs: 'Sie handeln bis {at} als {name}. Sie sehen das Konto und können es nicht ändern.',
    actingEnd: 'Beenden',
  },
  fr: {
    actingAs: 'Vous agissez en tant que {name} jusqu’à {at}. Vous voyez le compte sans pouvoir le modifier.',
    actingEnd: 'Terminer',
  },
  es: {
    actingAs: 'Actúa como {name} hasta las {at}. Ve la cuenta y no puede cambiarla.',
    actingEnd: 'Terminar',
  },
  it: { actingAs: 'Agisci come {name} fino alle {at}. Vedi l’account e non puoi modificarlo.', actingEnd: 'Termina' },
  'pt-BR': { actingAs: 'Você age como {name} até {at}. Você vê a conta e não pode alterá-la.', actingEnd: 'Encerrar' },
  nl: {
    actingAs: 'Je handelt als {name} tot {at}. Je ziet het account en kunt het niet wijzigen.',
    actingEnd: 'Stoppen',
  },
  pl: { actingAs: 'Działasz jako {name} do {at}. Widzisz konto i nie możesz go zmienić.', actingEnd: 'Zakończ' },
  ja: {
    actingAs: '{at} まで {name} として操作しています。アカウントの表示のみで、変更はできません。',
    actingEnd: '終了',
  },
  ko: { actingAs: '{at}까지 {name} 계정으로 보고 있습니다. 계정을 변경할 수 없습니다.', actingEnd: '종료' },
  'zh-Hans': { actingAs: '您正以 {name} 的身份操作，至 {at}。您可以查看账户，但无法更改。', actingEnd: '结束' },
  ar: { actingAs: 'أنت تتصرف باسم {name} حتى {at}. يمكنك رؤية الحساب ولا يمكنك تغييره.', actingEnd: 'إنهاء' },
};
