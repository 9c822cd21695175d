// Lists every kind of item in the table and its keys: the list at the top of lib/store/keys.ts as data. An item of no
// listed kind is a violation by itself, so a new kind can't be forgotten here.
import type { Row } from '../rows.ts';

const TENANT = 'T#ten_\\w{22}';
const ACCOUNT = `${TENANT}#U#usr_\\w{44}`;
const COLLECTION = `${TENANT}#C#[a-z-]+`;
const DIRECTORY = `${TENANT}#SCIM#scm_\\w{44}`;
const EITHER = `(?:P|${TENANT})`;

/** Type, partition key, sort key. `ttl`: it goes by itself. `credential`: it opens something for a user. */
type Shape = { type: string; pk: RegExp; sk: RegExp; ttl?: true; credential?: true };
const shape = (type: string, pk: string, sk: string, more: Partial<Shape> = {}): Shape => ({
  type,
  pk: new RegExp(`^${pk}$`),
  sk: new RegExp(`^${sk}$`),
  ...more,
});

const credential = { credential: true } as const;
const passing = { ttl: true } as const;
const passingCredential = { ...credential, ...passing };

export const SHAPES: readonly Shape[] = [
  shape('tenant', TENANT, 'TENANT'),
  shape('tenant-head', `${TENANT}#HEAD#\\d+`, 'HEAD'),
  shape('logo', `${TENANT}#LOGO`, 'LOGO'),
  shape('slug', 'P#SLUG#[a-z0-9-]{1,63}', 'SLUG'),
  shape('origin', 'P#ORIGIN#.+', 'ORIGIN'),
  shape('tenant-domain', `${TENANT}#DOMAINS`, 'DOM#[a-z0-9.-]+'),
  shape('domain-count', `${TENANT}#DOMAINS`, 'COUNT'),
  shape('domain-claim', 'P#DOMAIN#[a-z0-9.-]+', 'DOMAIN'),
  shape('user', ACCOUNT, 'USER'),
  shape('session', ACCOUNT, 'SES#\\d\\d', passingCredential),
  shape('session', ACCOUNT, 'SAP#\\w{9}', passingCredential),
  shape('session', `${ACCOUNT}#PEN`, 'PEN#ses_\\w{53}', passingCredential),
  shape('totp-device', ACCOUNT, 'DEV#dev_\\w{22}', credential),
  shape('totp-setup', ACCOUNT, 'DEVSETUP#\\d', passingCredential),
  shape('recovery-codes', ACCOUNT, 'RCV', credential),
  shape('trusted-device', ACCOUNT, 'TRU#\\d+', passingCredential),
  shape('one-time-code', ACCOUNT, 'OTP#[a-z-]+(?:#[\\w-]+)?', passingCredential),
  shape('link-token', ACCOUNT, 'TOK#[a-z-]+', passingCredential),
  shape('invitation', ACCOUNT, 'INV', passing),
  shape('disuse', ACCOUNT, 'AWAY', passing),
  shape('identity', ACCOUNT, 'IDN#idn_\\w{22}', credential),
  shape('passkey', ACCOUNT, 'PKY#[\\w-]{43}', credential),
  shape('link', ACCOUNT, 'LNK#ten_\\w{22}', passingCredential),
  shape('api-key', ACCOUNT, 'USER#APIKEY#\\d', passingCredential),
  shape('api-key', `${TENANT}#MACHINE#app_\\w{22}`, 'APIKEY#\\d', passing),
  shape('api-key-use', `${TENANT}#KEYUSE#key_\\w{54}`, 'USE', passing),
  shape('scim-connection', `${TENANT}#SCIM`, 'CON#scm_\\w{44}'),
  shape('scim-connection-count', `${TENANT}#SCIM`, 'COUNT'),
  shape('scim-user', ACCOUNT, 'CON'),
  shape('scim-member', ACCOUNT, 'CON#sgr_\\w{44}'),
  shape('scim-claim', `${DIRECTORY}#[NX]#[\\w-]{43}`, 'CLAIM'),
  shape('scim-count', DIRECTORY, 'COUNT#[0-3]'),
  shape('scim-group', DIRECTORY, 'GRP#sgr_\\w{44}'),
  shape('scim-group-count', DIRECTORY, 'GROUPS'),
  shape('scim-refusals', DIRECTORY, 'REFUSALS'),
  shape('scim-group-claim', `${DIRECTORY}#D#[\\w-]{43}`, 'CLAIM'),
  shape('directory', ACCOUNT, 'USER#(?:COUNTED|FIND#[^]+|MEMBER#[^]+)'),
  shape('address-claim', `${TENANT}#(?:EMAIL|PHONE)#.+`, 'CLAIM', credential),
  shape('identity-claim', `${TENANT}#IDP#.+`, 'CLAIM', credential),
  shape('passkey-claim', `${TENANT}#PKY#[\\w-]{43}`, 'CLAIM', credential),
  shape('import-claim', `${TENANT}#IMP#[\\w-]{43}`, 'CLAIM'),
  shape('left-address', `${TENANT}#LEFT#[\\w-]{43}`, 'ADDRESS', passing),
  shape('used-challenge', `${TENANT}#USED#[\\w-]{43}`, 'CODE', passing),
  shape('sso-flow', `${TENANT}#FLOW#.+`, 'FLOW', passing),
  shape('sso-code', `${TENANT}#CODE#.+`, 'CODE', passing),
  shape('stored-reply', `${TENANT}#REPLY#.+`, 'REPLY', passing),
  shape('sso-nonce', `${TENANT}#NONCE#.+`, 'NONCE', passing),
  shape('application-count', `${TENANT}#APPS`, 'COUNT'),
  shape('setup-link', `${TENANT}#SETUP`, 'LINK#stl_\\w{44}', passing),
  shape('join-request', `${TENANT}#JOIN`, 'REQ#jrq_\\w{44}', passing),
  shape('role', `${EITHER}#ROLES`, 'ROLE#rol_\\w{44}'),
  shape('role-copy', `${EITHER}#ROLES#COPY#\\d+`, 'ROLE#rol_\\w{44}'),
  shape('role-name', `${EITHER}#ROLES`, 'NAME#[^#]+#[^]+'),
  shape('row', `${COLLECTION}(?:#TRASH)?`, '[a-z]{3}_[0-9A-Za-z]+'),
  shape('row-entry', `${COLLECTION}#X#[\\w.]+`, '[12][^]*[a-z]{3}_[0-9A-Za-z]+'),
  shape('row-claim', `${COLLECTION}#U`, '\\w+#[\\w-]{43}'),
  shape('row-count', `${COLLECTION}#N`, '[0-7]'),
  shape('permission', 'P#PERMS', 'PERM#per_\\w{22}'),
  shape('permission-name', 'P#PERMS', 'NAME#[^#]+#[^]+'),
  shape('permissions-epoch', 'P#PERMS#EPOCH#\\d', 'EPOCH'),
  shape('blocked-domains', 'P#BLK#\\d\\d', 'DOMAINS'),
  shape('admin', 'P#ADMINS', 'ADM#adm_\\w{22}'),
  shape('admin-email', 'P#ADMINS', 'EMAIL#.+'),
  shape('admin-bootstrap', 'P#ADMINS', 'BOOTSTRAP'),
  shape('admin-count', 'P#ADMINS', 'COUNT'),
  shape('admin-identity', 'P#ADMINS', 'IDP#\\w{22}'),
  shape('admin-invitation', 'P#ADMININV', 'INV#adi_\\w{22}', passing),
  shape('admin-flow', 'P#ADMFLOW#[\\w-]{43}', 'FLOW', passing),
  shape('admin-session', 'P#ADM#adm_\\w{22}', 'SES#.+', passing),
  shape('admin-passkey', 'P#ADM#adm_\\w{22}', 'PKY#[\\w-]{43}'),
  shape('admin-passkey-claim', 'P#ADMPKY#[\\w-]{43}', 'CLAIM'),
  shape('used-challenge', 'P#ADMPKY#[\\w-]{43}', 'USED', passing),
  shape('acting', 'P#ADM#adm_\\w{22}', 'ACTING', passing),
  shape('application', 'P#APP#app_\\w{22}', 'APP'),
  shape('application-copy', 'P#APP#app_\\w{22}#COPY#\\d+', 'APP'),
  shape('protected-resource', 'P#RES#prs_\\w{22}', 'RES'),
  shape('protected-resource-copy', 'P#RES#prs_\\w{22}#COPY#\\d+', 'RES'),
  shape('client-document', 'P#CIMD#[\\w-]{43}', 'DOC', passing),
  shape('used-assertion', 'P#ASR#[\\w-]{43}', 'ASR', passing),
  shape('device-request', 'P#DAR#[\\w-]{43}', 'DAR', passing),
  shape('limiter', 'L#[a-z-]+#.+', 'BUCKET', passing),
  shape('count', 'P#COUNT#(?:ROLES|TENANTS)', 'COUNT'),
  shape('outbox', `${EITHER}#OUT#evt_\\w{22}`, 'EVENT', passing),
  shape('outbox-decoy', `${EITHER}#OUT#evt_\\w{22}`, 'EVENT', passing),
  shape('audit-entry', `${EITHER}#AUD#[\\w-]+`, '[0-9a-z]{9}#evt_[\\w-]+', passing),
  shape('audit-mention', `${EITHER}#AUD#usr_\\w{44}`, '[0-9a-z]{9}#evt_[\\w-]+', passing),
  shape('audit-block', 'P#AUDIT#\\d', '\\d{15}'),
  shape('audit-archive', 'P#ARCHIVE', '[a-z0-9.-]+'),
  shape('message-claim', 'P#MSG#.+', 'CLAIM', passing),
  shape('counter', `${EITHER}#CNT#\\d`, '(?:USERS|MEMBERS#[^]+|(?:DAY|JOINED|ACTIVITY)#\\d+)'),
  shape('failed-sign-ins', `${TENANT}#CNT#\\d`, 'FAILED#\\d+', passing),
  shape('job', 'P#JOB#evt_\\w{22}', 'JOB'),
  shape('key-ring', 'P#KEYS', 'RING'),
  shape('public-keys', 'P#JWKS', 'JWKS'),
  shape('heartbeat', 'P#BEAT', 'BEAT'),
];

export const shapeOf = ({ pk, sk, type }: Row): Shape | undefined =>
  SHAPES.find((each) => each.type === type && each.pk.test(pk) && each.sk.test(sk));

/** Return the id of the user or tenant whose partition holds the item; '' or `undefined` if there is none. */
export const userIn = ({ pk }: Row): string => /#U#(usr_\w+)/.exec(pk)?.[1] ?? '';
export const tenantIn = ({ pk }: Row): string | undefined => /^T#(ten_\w+)/.exec(pk)?.[1];
