// The texts of the sign-in pages in Brazilian Portuguese.
import type { SignInWords } from './en.ts';

export const texts: SignInWords = {
  // Tenant
  tenantTitle: 'Onde você quer entrar?',
  tenantLabel: 'Organização',
  tenantHint: 'O nome curto, como acme. Ele está no link que sua organização enviou.',
  tenantUnknown: 'A organização “{slug}” não existe aqui. Confira o nome.',
  findTenants: 'Encontrar minha organização',
  findHint: 'Enviamos links para as páginas de acesso das suas organizações.',
  findSent:
    'Se {identifier} pertencer a uma conta, uma mensagem com os links das organizações está a caminho. Se ela não chegar, tente outro endereço ou peça o link à sua organização.',
  knowShortName: 'Eu sei o nome curto',

  // Sign in
  signInTo: 'para continuar em {name}',
  rememberMe: 'Continuar conectado neste dispositivo',
  forgotPassword: 'Esqueceu a senha?',
  useCode: 'Entrar com um código',
  usePassword: 'Usar a senha',
  continueWith: 'Continuar com {name}',
  noAccount: 'Ainda não tem uma conta?',
  signUp: 'Criar uma conta',
  getAccount: 'Como obter uma',
  haveAccount: 'Já tem uma conta?',

  // Codes
  checkMail: 'Confira suas mensagens',
  codeSent: 'Se {identifier} pertencer a uma conta, um código foi enviado. Ele vale por 10 minutos.',

  // Sign up
  signUpTitle: 'Crie sua conta',
  verifyTitle: 'Confirme seu endereço',
  verifyLater: 'Agora não',
  signUpSent: 'Quase lá',
  signUpSentLead: 'Se {identifier} puder ser cadastrado, um código foi enviado. Ele vale por 10 minutos.',

  // Second factor
  factorTitle: 'Confirme que é você',
  factorTotp: 'Digite o código que seu aplicativo autenticador mostra.',
  factorEmail: 'Digite o código que enviamos para seu e-mail.',
  factorSms: 'Digite o código que enviamos para seu telefone.',
  factorRecovery: 'Digite um dos seus códigos de recuperação. Ele funciona uma única vez.',
  trustDevice: 'Não perguntar de novo neste dispositivo por 30 dias',
  useTotp: 'Usar o aplicativo autenticador',
  useEmail: 'Receber um código por e-mail',
  useSms: 'Receber um código por SMS',

  // Enrolment
  enrolTitle: 'Configure a verificação em duas etapas',
  enrolRequired: 'Sua organização exige uma segunda etapa. Ela protege sua conta se alguém descobrir sua senha.',

  // Passwords
  resetTitle: 'Redefina sua senha',
  resetLead: 'Digite seu endereço. Enviaremos um código para ele.',
  choosePassword: 'Escolha uma nova senha',
  passwordSet: 'Sua senha foi definida',
  passwordSetLead: 'Agora você pode entrar com ela.',
  mustChangeTitle: 'Escolha sua própria senha',
  mustChangeLead: 'Um administrador definiu sua senha. Escolha uma que só você conheça.',
  invitationTitle: 'Boas-vindas',
  invitationLead: 'Escolha uma senha para abrir a conta {address} em {name}.',
  invitationOver: 'Este convite não vale mais',
  invitationOverLead:
    'Ele já foi usado ou expirou. Se você definiu uma senha, entre. Se não, peça um novo convite à sua organização.',
  linkRecovery: 'Recupere o acesso à sua conta',
  linkLead: 'Crie uma chave de acesso ou escolha uma senha para abrir a conta {address} em {name}.',
  linkOver: 'Este link não vale mais',
  linkOverLead: 'Ele já foi usado ou expirou. Peça um novo à sua organização.',
  passkeySet: 'Sua chave de acesso está pronta',
  linkIncomplete: 'Este link está incompleto. Abra-o novamente a partir da mensagem.',

  // Accounts
  chooseTitle: 'Escolha uma conta',
  chooseLead: 'Estas contas estão conectadas neste dispositivo.',
  signOutTitle: 'Sair?',
  signOutLead: 'Você sairá daqui e dos aplicativos que abriu a partir daqui.',
  staySignedIn: 'Continuar conectado',
  signedOutLead: 'Você pode fechar esta página.',
  signInAgain: 'Entrar novamente',
  continueAs: 'Continuar como {name}',
  confirmTitle: 'Entrar em {tenant} como {name}?',
  confirmLead: 'Outra página iniciou este acesso. A conta atual é {name}.',
  otherTenant: 'Outra organização',
};
