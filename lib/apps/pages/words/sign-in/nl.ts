// The texts of the sign-in pages in Dutch.
import type { SignInWords } from './en.ts';

export const texts: SignInWords = {
  // Tenant
  tenantTitle: 'Waar wil je inloggen?',
  tenantLabel: 'Organisatie',
  tenantHint: 'De korte naam, bijvoorbeeld acme. Die staat in de link die je van je organisatie hebt gekregen.',
  tenantUnknown: 'De organisatie ‘{slug}’ bestaat hier niet. Controleer de naam.',
  findTenants: 'Mijn organisatie zoeken',
  findHint: 'We sturen je links naar de inlogpagina’s van je organisaties.',
  findSent:
    'Als {identifier} bij een account hoort, is er een bericht met links naar de organisaties onderweg. Komt er niets aan, probeer dan een ander adres of vraag je organisatie om de link.',
  knowShortName: 'Ik weet de korte naam',

  // Sign in
  signInTo: 'om door te gaan naar {name}',
  rememberMe: 'Ingelogd blijven op dit apparaat',
  forgotPassword: 'Wachtwoord vergeten?',
  useCode: 'Inloggen met een code',
  usePassword: 'Wachtwoord gebruiken',
  continueWith: 'Doorgaan met {name}',
  noAccount: 'Nog geen account?',
  signUp: 'Account aanmaken',
  getAccount: 'Zo krijg je er een',
  haveAccount: 'Heb je al een account?',

  // Codes
  checkMail: 'Bekijk je berichten',
  codeSent: 'Als {identifier} bij een account hoort, is er een code naar verzonden. De code is 10 minuten geldig.',

  // Sign up
  signUpTitle: 'Maak je account aan',
  verifyTitle: 'Bevestig je adres',
  verifyLater: 'Niet nu',
  signUpSent: 'Bijna klaar',
  signUpSentLead:
    'Als {identifier} kan worden geregistreerd, is er een code naar verzonden. De code is 10 minuten geldig.',

  // Second factor
  factorTitle: 'Bevestig dat jij het bent',
  factorTotp: 'Voer de code in die je authenticator-app toont.',
  factorEmail: 'Voer de code in die we naar je e-mailadres hebben gestuurd.',
  factorSms: 'Voer de code in die we naar je telefoon hebben gestuurd.',
  factorRecovery: 'Voer een van je herstelcodes in. Elke code werkt één keer.',
  trustDevice: 'Dit apparaat 30 dagen vertrouwen',
  useTotp: 'Authenticator-app gebruiken',
  useEmail: 'Code per e-mail ontvangen',
  useSms: 'Code per sms ontvangen',

  // Enrolment
  enrolTitle: 'Inloggen in twee stappen instellen',
  enrolRequired:
    'Je organisatie vraagt om een tweede stap. Die beschermt je account als iemand je wachtwoord te weten komt.',

  // Passwords
  resetTitle: 'Stel je wachtwoord opnieuw in',
  resetLead: 'Voer je adres in. We sturen er een code naartoe.',
  choosePassword: 'Kies een nieuw wachtwoord',
  passwordSet: 'Je wachtwoord is ingesteld',
  passwordSetLead: 'Je kunt er nu mee inloggen.',
  mustChangeTitle: 'Kies je eigen wachtwoord',
  mustChangeLead: 'Een beheerder heeft je wachtwoord ingesteld. Kies er een dat alleen jij kent.',
  invitationTitle: 'Welkom',
  invitationLead: 'Kies een wachtwoord om het account {address} bij {name} te openen.',
  invitationOver: 'Deze uitnodiging werkt niet meer',
  invitationOverLead:
    'Ze is al gebruikt of verlopen. Als je een wachtwoord hebt ingesteld, log dan in. Zo niet, vraag je organisatie om een nieuwe uitnodiging.',
  linkRecovery: 'Weer toegang tot je account',
  linkLead: 'Maak een toegangssleutel of kies een wachtwoord om het account {address} bij {name} te openen.',
  linkOver: 'Deze link werkt niet meer',
  linkOverLead: 'Hij is al gebruikt of verlopen. Vraag je organisatie om een nieuwe.',
  passkeySet: 'Je toegangssleutel is klaar',
  linkIncomplete: 'Deze link is onvolledig. Open hem opnieuw vanuit het bericht.',

  // Accounts
  chooseTitle: 'Kies een account',
  chooseLead: 'Deze accounts zijn op dit apparaat ingelogd.',
  signOutTitle: 'Uitloggen?',
  signOutLead: 'Je wordt hier uitgelogd en ook in de apps die je van hieruit hebt geopend.',
  staySignedIn: 'Ingelogd blijven',
  signedOutLead: 'Je kunt deze pagina sluiten.',
  signInAgain: 'Opnieuw inloggen',
  continueAs: 'Doorgaan als {name}',
  confirmTitle: 'Inloggen bij {tenant} als {name}?',
  confirmLead: 'Een andere pagina is met deze aanmelding begonnen. Het huidige account is {name}.',
  otherTenant: 'Andere organisatie',
};
