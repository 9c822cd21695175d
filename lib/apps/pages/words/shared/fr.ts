// The texts of the pages in French.
import type { Words } from './en.ts';

export const texts: Words = {
  // Parts
  working: 'Un instant…',
  show: 'Afficher',
  hide: 'Masquer',
  showPassword: 'Afficher le mot de passe',
  language: 'Langue',
  terms: 'Conditions d’utilisation',
  privacy: 'Confidentialité',
  support: 'Aide',
  back: 'Retour',
  next: 'Continuer',
  cancel: 'Annuler',
  or: 'ou',
  change: 'Modifier',
  save: 'Enregistrer',
  saved: 'Enregistré.',
  remove: 'Retirer',

  // Sign in
  signIn: 'Se connecter',
  identifier: 'Adresse e-mail ou numéro de téléphone',
  password: 'Mot de passe',

  // Codes
  code: 'Code',
  codeHint: 'Le formulaire est envoyé dès le dernier chiffre.',
  codeSentHere: 'Nous avons envoyé un code à {identifier}. Il est valable 10 minutes.',
  sendAgain: 'Envoyer un autre code',
  sentAgain: 'Un autre code vient d’être envoyé.',

  // Sign up
  email: 'Adresse e-mail',
  newPassword: 'Nouveau mot de passe',
  passwordHint: 'Au moins {min} caractères. Quelques mots à la suite sont faciles à retenir.',
  signUpClosed: 'Les nouveaux comptes se créent sur invitation. Demandez-en une à votre organisation.',

  // Second factor
  recoveryCode: 'Code de récupération',
  confirm: 'Confirmer',
  useRecovery: 'Utiliser un code de récupération',

  // Enrolment
  enrolScan: 'Scannez ce code avec une application d’authentification, comme Google Authenticator, 1Password ou Aegis.',
  enrolQr: 'QR code pour votre application d’authentification',
  enrolManual: 'Ou saisissez cette clé dans l’application :',
  enrolCode: 'Les six chiffres affichés par l’application',
  recoveryTitle: 'Enregistrez vos codes de récupération',
  recoveryLead:
    'Si vous perdez votre téléphone, chacun de ces codes permet de vous connecter une fois. Ils ne seront plus affichés.',
  recoveryCodes: 'Codes de récupération',
  download: 'Télécharger',
  copy: 'Copier',
  copied: 'Copié',
  savedThem: 'Je les ai enregistrés',
  recoveryFile: 'Codes de récupération de {name}',

  // Passwords
  sendCode: 'Envoyer un code',
  setPassword: 'Définir le mot de passe',
  currentPassword: 'Mot de passe actuel',

  // Accounts
  anotherAccount: 'Utiliser un autre compte',
  signOut: 'Se déconnecter',
  signedOutTitle: 'Vous êtes déconnecté',

  // Problems
  problemTitle: 'Cela n’a pas fonctionné',
  problemNetwork: 'Le service est injoignable. Vérifiez votre connexion et réessayez.',
  problemOther: 'Une erreur s’est produite. Réessayez dans un instant.',
  problemWait: 'Trop de tentatives. Réessayez {when}.',
  problemReference: 'Référence : {id}',
  problemExpired: 'Cette connexion a pris trop de temps. Recommencez.',
  problemPage: 'Cette page n’existe pas.',
  problemPasswordShort: 'Le mot de passe est trop court.',
  problemPasswordCommon: 'Ce mot de passe est facile à deviner. Choisissez-en un autre.',
  problemPasswordContains: 'Le mot de passe contient votre adresse ou le nom de l’organisation.',
  problemPasswordSame: 'Le nouveau mot de passe doit être différent de l’actuel.',
  problemCredentials: 'L’adresse ou le mot de passe est incorrect.',
  problemCode: 'Ce code est incorrect ou n’est plus valable.',
  problemCurrent: 'Le mot de passe actuel est incorrect.',
  problemLocked: 'Trop de tentatives. Réessayez {when} ou réinitialisez votre mot de passe.',
  problemLink: 'Ce lien n’est plus valable. Demandez-en un nouveau.',
  problemInactive: 'Ce compte n’est pas actif. Contactez votre organisation.',
  problemTaken: 'Un compte existe déjà avec cette adresse. Connectez-vous plutôt.',
  problemDomain: 'Les adresses de ce domaine ne sont pas acceptées ici.',
  problemSso:
    'Avec cette adresse, la connexion passe par le fournisseur de l’organisation. Revenez en arrière et choisissez-le.',
  problemInput: 'Vérifiez les informations saisies.',
  problemProvider: 'L’autre service n’a pas confirmé cette connexion. Réessayez.',
  problemLinkAccount:
    'Un compte existe déjà avec cette adresse. Connectez-vous-y, puis vérifiez l’adresse ou associez-y cette connexion.',
  problemStepUp: 'Rien n’a été modifié : une connexion récente est nécessaire.',
};
