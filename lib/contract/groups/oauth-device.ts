// Declares what the page for devices calls. It is part of the group `oauth`.
import * as z from 'zod/mini';
import { named, USER } from '../documentation.ts';
import { contract } from '../operation.ts';
import { branding } from '../records.ts';
import {
  askedResource,
  askedScope,
  consentingAccount,
  requestedTenant,
  requestingApplication,
} from './oauth-browser.ts';

const typedCode = z.object({ userCode: z.string().check(z.maxLength(64)) });
const deviceQuestion = z.object({
  resume: z.string(),
  userCode: z.string(),
  application: requestingApplication,
  isThirdParty: z.boolean(),
  host: z.nullable(z.string()),
  resource: z.nullable(askedResource),
  scopes: z.array(askedScope),
  deviceName: z.string(),
  ipAddress: z.string(),
  createdAt: z.iso.datetime(),
  account: consentingAccount,
  tenant: requestedTenant,
  branding,
});
const deviceDecision = z.object({
  resume: z.string().check(z.maxLength(4096)),
  userId: z.string().check(z.maxLength(128)),
  isAllowed: z.boolean(),
});
const deviceDecided = z.object({ message: z.string() });

export const oauthDevice = contract({
  'POST /oauth2/device': {
    name: 'deviceQuestion',
    summary: 'Get what a device asks for, by the code that it shows',
    access: 'user',
    rate: 'credential',
    body: typedCode,
    reply: deviceQuestion,
    errors: ['DEVICE_GRANT_DISABLED', 'RATE_LIMITED', 'USER_CODE_INVALID'],
    extension: true,
  },
  'POST /oauth2/device/decision': {
    name: 'decideDevice',
    summary: 'Allow or deny a device what it asks for',
    access: 'user',
    needsDeviceKey: true,
    rate: 'write',
    body: deviceDecision,
    reply: deviceDecided,
    errors: ['DEVICE_GRANT_DISABLED', 'SSO_STATE_INVALID', 'USER_CODE_INVALID'],
    extension: true,
  },
});

/** Describes these operations for openapi.json. */
export const oauthDeviceDocs = {
  'POST /oauth2/device': {
    description:
      'Serves the page for devices, and refuses every other origin. A guess is counted before it is compared, for the network and for the user. It decides nothing.',
  },
  'POST /oauth2/device/decision': {
    description:
      'Serves the page for devices, and refuses every other origin. The first decision counts, and an agreement may be repeated. Allowing it records a grant, which the account page lists.',
  },
};

export const oauthDeviceShapes = () => [
  named(
    typedCode,
    'TypedUserCode',
    'The code that a device shows.',
    { userCode: 'The code. Case, spaces and hyphens do not count.' },
    { userCode: 'WDJB-MJHT' },
  ),
  named(
    deviceQuestion,
    'DeviceQuestion',
    'What a device asks the user to allow.',
    {
      resume: 'The text for the decision. It is worth something to this user alone.',
      userCode: 'The code as the device shows it.',
      application: 'The application on the device.',
      isThirdParty: 'Whether others make it than those who run this service: its name proves nothing.',
      host: 'The host of its registered addresses. `null`: it has none.',
      resource: 'The protected resource that it asks for. `null`: this service.',
      scopes: 'What it asks for.',
      deviceName: 'The device or program that asked, as far as it says so.',
      ipAddress: 'The address from which it asked.',
      createdAt: 'When it asked.',
      account: 'The account of this browser.',
      tenant: 'The tenant of the account.',
      branding: 'The face of the tenant.',
    },
    {
      resume: 'eyJr',
      userCode: 'WDJB-MJHT',
      isThirdParty: false,
      host: 'shop.example.com',
      resource: null,
      deviceName: 'Linux',
      ipAddress: '203.0.113.7',
    },
  ),
  named(
    deviceDecision,
    'DeviceDecision',
    'The decision of the user.',
    {
      resume: 'The text that the page got with the question.',
      userId: 'The account that the page showed.',
      isAllowed: 'Whether the device gets what it asks for.',
    },
    { resume: 'eyJr', userId: USER, isAllowed: true },
  ),
  named(
    deviceDecided,
    'DeviceDecided',
    'The decision is stored.',
    { message: 'What happened.' },
    { message: 'Allowed.' },
  ),
];
