// The texts of passkeys in Dutch.
import type { PasskeyWords } from './en.ts';

export const texts: PasskeyWords = {
  passkeySignIn: 'Inloggen met een toegangssleutel',
  passkeySignUp: 'Registreren met een toegangssleutel',
  passkeyUse: 'Toegangssleutel gebruiken',
  passkeyOfferTitle: 'Log de volgende keer sneller in',
  passkeyOfferLead:
    'Met een toegangssleutel log je in met je vingerafdruk, je gezicht of de vergrendeling van dit apparaat. Je hoeft niets te onthouden en kunt op een valse pagina niets weggeven.',
  passkeyCreate: 'Toegangssleutel maken',
  passkeyLater: 'Niet nu',
  passkeys: 'Toegangssleutels',
  passkeysLead:
    'Log in met je vingerafdruk, je gezicht of de vergrendeling van je apparaat. Een valse pagina kan de sleutel niet stelen.',
  passkeyAdd: 'Toegangssleutel toevoegen',
  passkeyAdded: 'De toegangssleutel is klaar. Je kunt er nu mee inloggen.',
  passkeyName: 'Naam van de toegangssleutel',
  passkeyRename: 'Naam wijzigen',
  passkeyNeverUsed: 'nooit gebruikt',
  passkeySynced: 'Gesynchroniseerd',
  passkeyRemoved: '{name} is verwijderd. Verwijder de sleutel ook op je apparaat als het hem nog aanbiedt.',
  problemPasskey: 'Er is geen toegangssleutel gebruikt. Probeer het opnieuw of log op een andere manier in.',
  problemPasskeyInvalid: 'Deze toegangssleutel werkt hier niet. Probeer het opnieuw of log op een andere manier in.',
  problemPasskeyHere: 'Deze browser kan hier geen toegangssleutels gebruiken. Log op een andere manier in.',
  problemPasskeyExists: 'Dit apparaat heeft al een toegangssleutel voor je account.',
  problemPasskeyLast: 'Je hebt deze toegangssleutel nodig om in te loggen. Voeg eerst een andere toe.',
  problemPasskeysFull: 'Je account heeft het maximale aantal toegangssleutels. Verwijder er eerst een.',
};
