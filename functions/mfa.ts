// Serves the second factors of a tenant's users.
import { mfa } from '../lib/contract/groups/mfa.ts';
import { challenge } from '../lib/domain/mfa/challenge.ts';
import { enrol } from '../lib/domain/mfa/enrol.ts';
import * as enrolment from '../lib/domain/mfa/enrolment.ts';
import * as factors from '../lib/domain/mfa/factors.ts';
import * as recoveryCodes from '../lib/domain/mfa/recovery-codes.ts';
import { devices, status } from '../lib/domain/mfa/status.ts';
import { verify, verifyRecoveryCode } from '../lib/domain/mfa/verify.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(mfa, {
  'GET /auth/mfa/status': ({ actor }) => status(actor),
  'GET /auth/mfa/devices': ({ actor }) => devices(actor),
  'POST /auth/mfa/setup-totp': ({ actor, body }) => enrolment.setUp(actor, body),
  'POST /auth/mfa/verify-totp-setup': ({ actor, body }) => enrolment.completeSetUp(actor, body),
  'POST /auth/mfa/enrol': ({ actor, body, client }) => enrol(actor, body, client),
  'POST /auth/mfa/challenge': ({ actor, body }) => challenge(actor, body.method),
  'POST /auth/mfa/verify': ({ actor, body, client }) => verify(actor, body, client),
  'POST /auth/mfa/verify-recovery-code': ({ actor, body, client }) => verifyRecoveryCode(actor, body, client),
  'POST /auth/mfa/generate-recovery-code': ({ actor }) => recoveryCodes.generate(actor),
  'POST /auth/mfa/toggle': ({ actor, body }) => factors.toggle(actor, body.enabled),
  'POST /auth/mfa/reset-totp': ({ actor, body }) => factors.resetTotp(actor, body.code),
  'DELETE /auth/mfa/devices/{deviceId}': ({ actor, params }) => factors.removeDevice(actor, params.deviceId),
});
