// Brazilian Portuguese.
import type { Locale, Text } from './locale.ts';

const valid: Text = ({ valid }) => `Ele vale por ${valid} e funciona uma única vez.`;
const secret: Text = ({ tenant }) => `Não passe este código a ninguém. Ninguém de ${tenant} vai pedi-lo.`;
const unasked: Text = () => 'Se você não o pediu, pode ignorar esta mensagem.';
const unexpected: Text = () => 'Se você não espera este convite, pode ignorar esta mensagem.';
const notYou: Text = ({ tenant }) => `Se não foi você, redefina sua senha imediatamente e avise ${tenant}.`;
const NOT_YOU = 'Não foi você? Redefina sua senha agora.';
const invited: readonly Text[] = [({ valid }) => `O link vale por ${valid} e funciona uma única vez.`, unexpected];

const keep: Text = () => 'Para mantê-la, entre antes desse dia. Não é preciso fazer mais nada.';

export const ptBR: Locale = {
  dir: 'ltr',
  actions: {
    verify: 'Confirmar este endereço',
    accept: 'Definir sua senha',
    reset: 'Escolher uma nova senha',
    join: 'Pedir para entrar',
  },
  footer: ({ tenant, app }) => `Enviado por ${app} em nome de ${tenant}. As respostas não são lidas.`,
  ownFooter: ({ app }) => `Enviado por ${app}. As respostas não são lidas.`,
  adminNotice: ({ tenant }) => `Se você não sabe por quê, mude sua senha agora e avise um proprietário de ${tenant}.`,
  messages: {
    verifyEmail: {
      subject: ({ tenant }) => `Seu código de confirmação para ${tenant}`,
      lead: ({ tenant }) => `Com este código você confirma seu e-mail em ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Confirme seu e-mail em ${tenant}. Código válido por ${valid}:`,
    },
    verifyPhone: {
      subject: ({ tenant }) => `Seu código de confirmação para ${tenant}`,
      lead: ({ tenant }) => `Com este código você confirma seu número de telefone em ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Confirme seu número de telefone em ${tenant}. Código válido por ${valid}:`,
    },
    login: {
      subject: ({ tenant }) => `Seu código de acesso a ${tenant}`,
      lead: ({ tenant }) => `Com este código você entra em ${tenant}:`,
      notes: [valid, secret, unasked],
      sms: ({ tenant, valid }) => `Acesso a ${tenant}. Não compartilhe este código, válido por ${valid}:`,
    },
    secondFactor: {
      subject: ({ tenant }) => `Seu código para concluir o acesso a ${tenant}`,
      lead: ({ tenant }) => `Com este código você conclui seu acesso a ${tenant}:`,
      notes: [
        valid,
        secret,
        () => 'Se você não tentou entrar, talvez alguém conheça sua senha: altere-a imediatamente.',
      ],
      sms: ({ tenant, valid }) => `Conclua o acesso a ${tenant}. Não compartilhe este código, válido por ${valid}:`,
    },
    reset: {
      subject: ({ tenant }) => `Nova senha para ${tenant}`,
      lead: ({ tenant }) => `Com este código você escolhe uma nova senha para ${tenant}:`,
      notes: [valid, secret, () => 'Se você não o pediu, ignore esta mensagem: sua senha continua a mesma.'],
      sms: ({ tenant, valid }) => `Nova senha para ${tenant}. Não compartilhe este código, válido por ${valid}:`,
    },
    invitation: {
      subject: ({ tenant }) => `Convite para ${tenant}`,
      lead: ({ tenant }) => `Há uma conta para você em ${tenant}. Defina uma senha para usá-la:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Convite para ${tenant}. Defina sua senha, link válido por ${valid}:`,
    },
    adminInvitation: {
      subject: ({ tenant }) => `Convite para administrar ${tenant}`,
      lead: ({ tenant }) => `Você recebeu um convite para administrar ${tenant}. Defina uma senha para aceitar:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Convite para administrar ${tenant}. Defina sua senha, link válido por ${valid}:`,
    },
    setupLink: {
      subject: ({ tenant }) => `Configure o acesso de ${tenant}`,
      lead: ({ tenant, app }) =>
        `Pediram que você configure ${tenant} no ${app}. O link funciona uma única vez. Você não precisa de uma conta:`,
      notes: invited,
      sms: ({ tenant, valid }) => `Configure ${tenant}. O link funciona uma vez, válido por ${valid}:`,
    },
    joinRequest: {
      subject: ({ tenant }) => `Peça para entrar em ${tenant}`,
      lead: ({ tenant }) => `Com este link você pede para entrar em ${tenant}. Quem gerencia a organização decide:`,
      notes: [...invited.slice(0, 1), () => 'Se você não o pediu, pode ignorar esta mensagem: ninguém verá um pedido.'],
      sms: ({ tenant }) => `Com este link você pede para entrar em ${tenant}. Quem gerencia a organização decide:`,
    },
    joinRefused: {
      subject: ({ tenant }) => `Seu pedido a ${tenant}`,
      lead: ({ tenant }) => `Seu pedido para entrar em ${tenant} não foi aceito.`,
      notes: [() => 'Se você acha que é um engano, fale com uma pessoa de lá.'],
      sms: ({ tenant }) => `Seu pedido para entrar em ${tenant} não foi aceito.`,
    },
    adminCode: {
      subject: ({ tenant }) => `Seu código de acesso a ${tenant}`,
      lead: ({ tenant }) => `Com este código você entra em ${tenant}:`,
      notes: [
        () =>
          'Houve muitas senhas erradas para sua conta. Digite este código junto com a certa ou peça a um proprietário que a desbloqueie.',
        valid,
        secret,
      ],
      sms: ({ tenant, valid }) => `Acesso a ${tenant}. Não compartilhe este código, válido por ${valid}:`,
    },
    added: {
      subject: ({ tenant }) => `Convite para ${tenant}`,
      lead: ({ tenant }) => `Você recebeu um convite para ${tenant}, onde já tem uma conta.`,
      notes: [() => 'Não é preciso configurar nada: entre como sempre.'],
      sms: ({ tenant }) => `Convite para ${tenant}. Você já tem uma conta: entre como sempre.`,
    },
    signupAttempted: {
      subject: ({ tenant }) => `Você já tem uma conta em ${tenant}`,
      lead: ({ tenant }) => `Alguém tentou se cadastrar em ${tenant} com seu endereço. Já existe uma conta com ele.`,
      notes: [
        () => 'Se foi você, entre, ou redefina sua senha se a esqueceu.',
        () => 'Se não foi, não é preciso fazer nada: ninguém entrou na conta.',
      ],
      sms: ({ tenant }) =>
        `Alguém tentou se cadastrar em ${tenant} com seu número. Você já tem uma conta: entre como sempre.`,
    },
    passwordChanged: {
      subject: ({ tenant }) => `Sua senha para ${tenant} foi alterada`,
      lead: ({ tenant }) => `A senha da sua conta em ${tenant} foi alterada.`,
      notes: [notYou],
      sms: ({ tenant }) => `Sua senha para ${tenant} foi alterada. ${NOT_YOU}`,
    },
    passwordReset: {
      subject: ({ tenant }) => `Sua senha para ${tenant} foi redefinida`,
      lead: ({ tenant }) => `A senha da sua conta em ${tenant} foi redefinida. Todas as sessões foram encerradas.`,
      notes: [notYou],
      sms: ({ tenant }) => `Sua senha para ${tenant} foi redefinida. Não foi você? Redefina-a de novo agora.`,
    },
    twoFactorEnabled: {
      subject: ({ tenant }) => `Autenticação de dois fatores ativada em ${tenant}`,
      lead: ({ tenant }) => `A autenticação de dois fatores foi ativada para sua conta em ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `Autenticação de dois fatores ativada em ${tenant}. ${NOT_YOU}`,
    },
    twoFactorDisabled: {
      subject: ({ tenant }) => `Autenticação de dois fatores desativada em ${tenant}`,
      lead: ({ tenant }) => `A autenticação de dois fatores foi desativada para sua conta em ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `Autenticação de dois fatores desativada em ${tenant}. ${NOT_YOU}`,
    },
    deviceAdded: {
      subject: ({ tenant }) => `Um autenticador foi adicionado em ${tenant}`,
      lead: ({ tenant }) => `Um autenticador foi adicionado à sua conta em ${tenant}.`,
      notes: [() => 'A partir de agora, entrar exige um código. Todas as outras sessões foram encerradas.', notYou],
      sms: ({ tenant }) => `Um autenticador foi adicionado à sua conta em ${tenant}. ${NOT_YOU}`,
    },
    deviceRemoved: {
      subject: ({ tenant }) => `Um autenticador foi removido em ${tenant}`,
      lead: ({ tenant }) => `Um autenticador foi removido da sua conta em ${tenant}.`,
      notes: [() => 'Se era o último, entrar não exige mais um código.', notYou],
      sms: ({ tenant }) => `Um autenticador foi removido da sua conta em ${tenant}. ${NOT_YOU}`,
    },
    passkeyAdded: {
      subject: ({ tenant }) => `Uma chave de acesso foi adicionada em ${tenant}`,
      lead: ({ tenant }) => `Uma chave de acesso foi adicionada à sua conta em ${tenant}.`,
      notes: [() => 'Ela pode entrar na sua conta.', notYou],
      sms: ({ tenant }) => `Uma chave de acesso foi adicionada à sua conta em ${tenant}. ${NOT_YOU}`,
    },
    passkeyRemoved: {
      subject: ({ tenant }) => `Uma chave de acesso foi removida em ${tenant}`,
      lead: ({ tenant }) => `Uma chave de acesso foi removida da sua conta em ${tenant}.`,
      notes: [() => 'Ela não entra mais. Todas as outras sessões foram encerradas.', notYou],
      sms: ({ tenant }) => `Uma chave de acesso foi removida da sua conta em ${tenant}. ${NOT_YOU}`,
    },
    recoveryCodesGenerated: {
      subject: ({ tenant }) => `Novos códigos de recuperação para ${tenant}`,
      lead: ({ tenant }) =>
        `Novos códigos de recuperação foram gerados para sua conta em ${tenant}. Os anteriores não valem mais.`,
      notes: [notYou],
      sms: ({ tenant }) => `Novos códigos de recuperação para ${tenant}; os anteriores não valem mais. ${NOT_YOU}`,
    },
    recoveryCodeUsed: {
      subject: ({ tenant }) => `Um código de recuperação foi usado em ${tenant}`,
      lead: ({ tenant }) => `Um código de recuperação da sua conta em ${tenant} foi usado.`,
      notes: [() => 'Cada código funciona uma única vez. Gere novos antes que acabem.', notYou],
      sms: ({ tenant }) => `Um código de recuperação foi usado em ${tenant}. ${NOT_YOU}`,
    },
    identityLinked: {
      subject: ({ tenant }) => `Uma forma de entrar foi adicionada em ${tenant}`,
      lead: ({ tenant }) =>
        `A partir de agora, uma conta em um provedor de identidade também abre sua conta em ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) =>
        `Uma conta em um provedor de identidade agora também abre sua conta em ${tenant}. ${NOT_YOU}`,
    },
    guessingDetected: {
      subject: ({ tenant }) => `Tentativas incorretas de acesso a ${tenant}`,
      lead: ({ tenant }) => `Alguém tentou entrar na sua conta em ${tenant}, até agora sem sucesso.`,
      notes: [
        () => 'Se foi você, não é preciso fazer nada: redefina sua senha se a esqueceu.',
        () => 'Se não foi, não use esta senha em nenhum outro lugar e ative a autenticação de dois fatores.',
      ],
      sms: ({ tenant }) => `Alguém tentou entrar na sua conta em ${tenant}, até agora sem sucesso.`,
    },
    unusedDisabled: {
      subject: ({ tenant }) => `Sua conta em ${tenant} será desativada`,
      lead: ({ tenant, until }) =>
        `Faz muito tempo que você não entra em ${tenant}. Sua conta será desativada. Não antes de: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `Faz muito tempo que você não entra em ${tenant}. Sua conta será desativada. Entre para mantê-la.`,
    },
    unusedDeleted: {
      subject: ({ tenant }) => `Sua conta em ${tenant} será excluída`,
      lead: ({ tenant, until }) =>
        `Faz muito tempo que você não entra em ${tenant}. Sua conta será excluída com todos os dados. Não antes de: ${until}.`,
      notes: [keep],
      sms: ({ tenant }) =>
        `Faz muito tempo que você não entra em ${tenant}. Sua conta será excluída. Entre para mantê-la.`,
    },
    accountLinked: {
      subject: ({ tenant }) => `Sua conta em ${tenant} foi vinculada a outra`,
      lead: ({ tenant }) =>
        `A partir de agora, uma pessoa conectada a outra conta pode mudar para sua conta em ${tenant}.`,
      notes: [() => 'Sair de todos os dispositivos encerra o vínculo.', notYou],
      sms: ({ tenant }) => `Sua conta em ${tenant} foi vinculada a outra conta. ${NOT_YOU}`,
    },
    identityUnlinked: {
      subject: ({ tenant }) => `Uma forma de entrar foi removida em ${tenant}`,
      lead: ({ tenant }) => `Uma conta em um provedor de identidade não abre mais sua conta em ${tenant}.`,
      notes: [notYou],
      sms: ({ tenant }) => `Uma conta em um provedor de identidade não abre mais sua conta em ${tenant}. ${NOT_YOU}`,
    },
    accountChanged: {
      subject: ({ tenant }) => `Sua conta em ${tenant} foi alterada`,
      lead: ({ tenant }) => `Um endereço ou a senha da sua conta em ${tenant} foi alterado.`,
      notes: [({ tenant }) => `Se você não sabe por quê, avise ${tenant} imediatamente.`],
      sms: ({ tenant }) =>
        `Um endereço ou a senha da sua conta em ${tenant} foi alterado. Não sabe por quê? Avise imediatamente.`,
    },
    actingStarted: {
      subject: ({ tenant }) => `Um administrador abriu sua conta em ${tenant}`,
      lead: ({ tenant }) =>
        `Um administrador de ${tenant} abriu sua conta para ver o que você vê. Ele não pode mudar sua senha, seus endereços nem seus segundos fatores.`,
      notes: [({ tenant }) => `Se você não sabe por quê, pergunte a ${tenant}.`],
      sms: ({ tenant }) => `Um administrador de ${tenant} abriu sua conta. Não sabe por quê? Pergunte.`,
    },
    recoveryLinkCreated: {
      subject: ({ tenant }) => `Um administrador criou um link de recuperação da sua conta em ${tenant}`,
      lead: ({ tenant }) =>
        `Um administrador de ${tenant} criou um link com o qual se define uma nova chave de acesso ou uma nova senha para sua conta. Ele é entregue a você em pessoa.`,
      notes: [({ tenant }) => `Se você não pediu, avise ${tenant} imediatamente.`],
      sms: ({ tenant }) =>
        `Um administrador de ${tenant} criou um link de recuperação da sua conta. Não pediu? Avise imediatamente.`,
    },
    apiKeyCreated: {
      subject: ({ tenant }) => `Nova chave de API para sua conta em ${tenant}`,
      lead: ({ tenant, key, until }) =>
        `Há uma nova chave de API para sua conta em ${tenant}: “${key}”. Válida até: ${until}.`,
      notes: [() => 'Com ela, um programa age por você. Você pode revogá-la na sua conta, em “Chaves de API”.', notYou],
      sms: ({ tenant }) => `Há uma nova chave de API para sua conta em ${tenant}. ${NOT_YOU}`,
    },
    tenants: {
      subject: ({ app }) => `Suas organizações em ${app}`,
      lead: ({ app }) =>
        `Você perguntou onde entrar em ${app}. Seu endereço tem uma conta em cada uma destas organizações:`,
      notes: [
        ({ more }) => (more ? `Há mais ${more}. Se faltar alguma, peça o link a ela.` : ''),
        () => 'Se você não pediu isto, pode ignorar esta mensagem. Nada mudou, e a lista foi enviada somente a você.',
      ],
      sms: ({ app }) => `As páginas de acesso das suas organizações em ${app}:`,
    },
  },
};
