// The texts of the sign-in pages in French.
import type { SignInWords } from './en.ts';

export const texts: SignInWords = {
  // Tenant
  tenantTitle: 'Où souhaitez-vous vous connecter ?',
  tenantLabel: 'Organisation',
  tenantHint: 'Le nom court, par exemple acme. Il figure dans le lien fourni par votre organisation.',
  tenantUnknown: 'L’organisation « {slug} » n’existe pas ici. Vérifiez le nom.',
  findTenants: 'Trouver mon organisation',
  findHint: 'Nous vous envoyons des liens vers les pages de connexion de vos organisations.',
  findSent:
    'Si {identifier} correspond à un compte, un message avec les liens de ses organisations est en route. Si rien n’arrive, essayez une autre adresse ou demandez son lien à votre organisation.',
  knowShortName: 'Je connais le nom court',

  // Sign in
  signInTo: 'pour continuer vers {name}',
  rememberMe: 'Rester connecté sur cet appareil',
  forgotPassword: 'Mot de passe oublié ?',
  useCode: 'Se connecter plutôt avec un code',
  usePassword: 'Utiliser plutôt le mot de passe',
  continueWith: 'Continuer avec {name}',
  noAccount: 'Pas encore de compte ?',
  signUp: 'Créer un compte',
  getAccount: 'Comment en obtenir un',
  haveAccount: 'Vous avez déjà un compte ?',

  // Codes
  checkMail: 'Consultez vos messages',
  codeSent: 'Si {identifier} correspond à un compte, un code vient d’y être envoyé. Il est valable 10 minutes.',

  // Sign up
  signUpTitle: 'Créez votre compte',
  verifyTitle: 'Vérifiez votre adresse',
  verifyLater: 'Plus tard',
  signUpSent: 'C’est presque fini',
  signUpSentLead: 'Si {identifier} peut être inscrit, un code vient d’y être envoyé. Il est valable 10 minutes.',

  // Second factor
  factorTitle: 'Confirmez votre identité',
  factorTotp: 'Saisissez le code affiché par votre application d’authentification.',
  factorEmail: 'Saisissez le code envoyé à votre adresse e-mail.',
  factorSms: 'Saisissez le code envoyé sur votre téléphone.',
  factorRecovery: 'Saisissez l’un de vos codes de récupération. Il ne sert qu’une fois.',
  trustDevice: 'Ne plus demander sur cet appareil pendant 30 jours',
  useTotp: 'Utiliser l’application d’authentification',
  useEmail: 'Recevoir un code par e-mail',
  useSms: 'Recevoir un code par SMS',

  // Enrolment
  enrolTitle: 'Configurez la connexion en deux étapes',
  enrolRequired:
    'Votre organisation exige une seconde étape. Elle protège votre compte si quelqu’un découvre votre mot de passe.',

  // Passwords
  resetTitle: 'Réinitialisez votre mot de passe',
  resetLead: 'Saisissez votre adresse. Nous y enverrons un code.',
  choosePassword: 'Choisissez un nouveau mot de passe',
  passwordSet: 'Votre mot de passe est défini',
  passwordSetLead: 'Vous pouvez maintenant l’utiliser pour vous connecter.',
  mustChangeTitle: 'Choisissez votre propre mot de passe',
  mustChangeLead: 'Un administrateur a défini votre mot de passe. Choisissez-en un que vous seul connaissez.',
  invitationTitle: 'Bienvenue',
  invitationLead: 'Choisissez un mot de passe pour ouvrir le compte {address} chez {name}.',
  invitationOver: 'Cette invitation n’est plus valable',
  invitationOverLead:
    'Elle a déjà été utilisée ou elle a expiré. Si vous avez défini un mot de passe, connectez-vous. Sinon, demandez une nouvelle invitation à votre organisation.',
  linkRecovery: 'Retrouver l’accès à votre compte',
  linkLead: 'Créez une clé d’accès ou choisissez un mot de passe pour ouvrir le compte {address} chez {name}.',
  linkOver: 'Ce lien n’est plus valable',
  linkOverLead: 'Il a déjà été utilisé ou il a expiré. Demandez-en un nouveau à votre organisation.',
  passkeySet: 'Votre clé d’accès est prête',
  linkIncomplete: 'Ce lien est incomplet. Ouvrez-le de nouveau depuis le message.',

  // Accounts
  chooseTitle: 'Choisissez un compte',
  chooseLead: 'Ces comptes sont connectés sur cet appareil.',
  signOutTitle: 'Se déconnecter ?',
  signOutLead: 'Vous serez déconnecté ici et des applications que vous avez ouvertes d’ici.',
  staySignedIn: 'Rester connecté',
  signedOutLead: 'Vous pouvez fermer cette page.',
  signInAgain: 'Se reconnecter',
  continueAs: 'Continuer en tant que {name}',
  confirmTitle: 'Se connecter à {tenant} en tant que {name} ?',
  confirmLead: 'Une autre page a lancé cette connexion. Le compte utilisé ici est {name}.',
  otherTenant: 'Autre organisation',
};
