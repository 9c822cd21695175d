// The texts of a user's passkeys in Dutch.
import type { en } from '../../en/user-passkeys.ts';

export const texts: Record<keyof typeof en, string> = {
  passkeys: 'Toegangssleutels',
  passkeysLead: 'Sleutels op telefoons, laptops en sticks van de gebruiker.',
  passkeysNone: 'De gebruiker heeft geen toegangssleutel.',
  'passkeys-off': 'Toegangssleutels zijn voor deze tenant uitgeschakeld.',
  'passkeys-optional': 'De tenant staat toegangssleutels toe.',
  'passkeys-second': 'De tenant staat toegangssleutels toe, alleen als tweede factor.',
  'passkeys-required': 'De tenant verplicht toegangssleutels.',
  recovery: 'Herstellink',
  recoveryHint: 'Voor iemand die alle toegangssleutels kwijt is.',
  recoveryLead:
    'Ga na wie het vraagt en geef de link zelf: wie hem heeft, komt binnen. Hij werkt één keer, 30 minuten lang. De persoon maakt er een toegangssleutel mee of stelt een wachtwoord in. Daarna eindigen alle sessies. De persoon krijgt te horen dat jij de link hebt gemaakt.',
  recoveryRemoves: 'Eerdere toegangssleutels verwijderen bij gebruik',
  recoveryRemovesHint: 'Laat dit aan als een apparaat verloren of gestolen is.',
  recoveryMake: 'Link maken',
  recoveryMade: 'De link wordt één keer getoond. Geef hem aan de persoon, niet in een bericht dat anderen lezen.',
  recoveryCopy: 'Link kopiëren',
  recoveryDone: 'Klaar',
  kind: 'Soort',
  synced: 'Gesynchroniseerd',
  deviceBound: 'Gebonden aan het apparaat',
  added: 'Toegevoegd',
  removePasskeyLead:
    'De sleutel opent dit account niet meer, alle sessies eindigen en de gebruiker krijgt bericht. Is het de laatste, dan wordt de tweede factor uitgeschakeld als er geen andere is.',
  lastUsed: 'Laatst gebruikt',
  remove: 'Verwijderen',
  removeTitle: '{name} verwijderen',
  removed: '{name} is verwijderd.',
};
