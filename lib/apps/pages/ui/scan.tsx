// Connects an authenticator app: the secret as a picture and as text, and the first code that the app shows.
import type { TotpDeviceSetup } from '../../../packages/client/index.ts';
import { Form } from '../../kit/form.tsx';
import { say } from '../words/index.ts';
import { FactorCode } from './form.tsx';

type Props = { setup: TotpDeviceSetup; onCode: (otp: string) => Promise<void> };

export const Scan = ({ setup, onCode }: Props) => (
  <>
    <p>{say('enrolScan')}</p>
    <img class="qr" src={setup.qrCode} alt={say('enrolQr')} />
    <p class="tight">
      <span class="hint">{say('enrolManual')}</span>
      <span class="secret">{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
    </p>
    <Form submit={say('confirm')} onSubmit={({ code = '' }) => onCode(code.replaceAll(' ', ''))}>
      <FactorCode label={say('enrolCode')} />
    </Form>
  </>
);
