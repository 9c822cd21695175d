// The texts of the pages in Brazilian Portuguese.
import type { Words } from './en.ts';

export const texts: Words = {
  // Parts
  working: 'Um momento…',
  show: 'Mostrar',
  hide: 'Ocultar',
  showPassword: 'Mostrar a senha',
  language: 'Idioma',
  terms: 'Termos',
  privacy: 'Privacidade',
  support: 'Suporte',
  back: 'Voltar',
  next: 'Continuar',
  cancel: 'Cancelar',
  or: 'ou',
  change: 'Alterar',
  save: 'Salvar',
  saved: 'Salvo.',
  remove: 'Remover',

  // Sign in
  signIn: 'Entrar',
  identifier: 'E-mail ou número de telefone',
  password: 'Senha',

  // Codes
  code: 'Código',
  codeHint: 'O formulário é enviado com o último dígito.',
  codeSentHere: 'Enviamos um código para {identifier}. Ele vale por 10 minutos.',
  sendAgain: 'Enviar outro código',
  sentAgain: 'Enviamos outro código.',

  // Sign up
  email: 'E-mail',
  newPassword: 'Nova senha',
  passwordHint: 'Pelo menos {min} caracteres. Algumas palavras juntas são fáceis de lembrar.',
  signUpClosed: 'Novas contas só com convite. Peça um a alguém da sua organização.',

  // Second factor
  recoveryCode: 'Código de recuperação',
  confirm: 'Confirmar',
  useRecovery: 'Usar um código de recuperação',

  // Enrolment
  enrolScan: 'Escaneie este código com um aplicativo autenticador, como Google Authenticator, 1Password ou Aegis.',
  enrolQr: 'Código QR para seu aplicativo autenticador',
  enrolManual: 'Ou digite esta chave no aplicativo:',
  enrolCode: 'Os seis dígitos que o aplicativo mostra',
  recoveryTitle: 'Salve seus códigos de recuperação',
  recoveryLead:
    'Se você perder o telefone, cada um destes códigos permite entrar uma vez. Eles não serão mostrados novamente.',
  recoveryCodes: 'Códigos de recuperação',
  download: 'Baixar',
  copy: 'Copiar',
  copied: 'Copiado',
  savedThem: 'Já salvei os códigos',
  recoveryFile: 'Códigos de recuperação de {name}',

  // Passwords
  sendCode: 'Enviar um código',
  setPassword: 'Definir senha',
  currentPassword: 'Senha atual',

  // Accounts
  anotherAccount: 'Usar outra conta',
  signOut: 'Sair',
  signedOutTitle: 'Você saiu',

  // Problems
  problemTitle: 'Não funcionou',
  problemNetwork: 'Não foi possível acessar o serviço. Verifique sua conexão e tente novamente.',
  problemOther: 'Algo deu errado. Tente novamente em instantes.',
  problemWait: 'Muitas tentativas. Tente novamente {when}.',
  problemReference: 'Referência: {id}',
  problemExpired: 'Este acesso demorou demais. Comece de novo.',
  problemPage: 'Esta página não existe.',
  problemPasswordShort: 'A senha é curta demais.',
  problemPasswordCommon: 'Esta senha é fácil de adivinhar. Escolha outra.',
  problemPasswordContains: 'A senha contém seu endereço ou o nome da organização.',
  problemPasswordSame: 'A nova senha deve ser diferente da atual.',
  problemCredentials: 'O endereço ou a senha está incorreta.',
  problemCode: 'Este código está incorreto ou não é mais válido.',
  problemCurrent: 'A senha atual está incorreta.',
  problemLocked: 'Muitas tentativas. Tente novamente {when} ou redefina sua senha.',
  problemLink: 'Este link não é mais válido. Peça um novo.',
  problemInactive: 'Esta conta não está ativa. Fale com sua organização.',
  problemTaken: 'Já existe uma conta com este endereço. Entre com ela.',
  problemDomain: 'Endereços deste domínio não podem ser usados aqui.',
  problemSso: 'Com este endereço, o acesso é feito pelo provedor da organização. Volte e escolha-o.',
  problemInput: 'Confira os dados digitados.',
  problemProvider: 'O outro serviço não confirmou este acesso. Tente novamente.',
  problemLinkAccount:
    'Já existe uma conta com este endereço. Entre nela e confirme o endereço ou vincule lá este acesso.',
  problemStepUp: 'Nada foi alterado: é preciso ter entrado há pouco.',
};
