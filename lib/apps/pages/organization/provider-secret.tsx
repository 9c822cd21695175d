// The client secret of an identity provider: when it ends, and another one in its place.
import { Dialog } from '../../kit/dialog.tsx';
import { Field, Form } from '../../kit/form.tsx';
import { said } from '../account/me.ts';
import { proved } from '../account/step-up.tsx';
import { api } from '../ui/api.ts';
import { Action } from '../ui/form.tsx';
import { moment } from '../words/index.ts';
import { say } from '../words/sign-on.ts';

export type Provider = Awaited<ReturnType<typeof api.organization.providers>>['providers'][number];
export type RowProps = { of: Provider; onChanged: () => Promise<void> };

/** Says when the secret ends, or ended. */
export const endOf = (at: string): string =>
  say(Date.parse(at) > Date.now() ? 'secretEnds' : 'secretEnded', { at: moment(at) });

/** A secret lives until the end of the day that the provider shows. */
export const dayEnd = (day: string | undefined): { secretExpiresAt?: string } =>
  day ? { secretExpiresAt: `${day}T23:59:59.000Z` } : {};

/** The fields of a new secret. */
export const Secret = ({ isOptional }: { isOptional?: boolean }) => (
  <>
    <Field
      name="clientSecret"
      type="password"
      label={say('clientSecret')}
      hint={say('secretHint')}
      maxLength={1024}
      autocomplete="off"
      isOptional={isOptional}
    />
    <Field name="ends" type="date" label={say('secretEndsAt')} hint={say('secretEndsHint')} isOptional />
  </>
);

/** Gives the provider another secret. */
export function Renew({ of: { name }, onChanged, onClose }: RowProps & { onClose: () => void }) {
  return (
    <Dialog title={`${say('newSecret')} ${name}`} onClose={onClose}>
      <Form
        submit={say('save')}
        onSubmit={async ({ clientSecret = '', ends }) => {
          await proved(() => api.organization.updateProvider({ name, clientSecret, ...dayEnd(ends) }));
          onClose();
          await onChanged();
          said.value = say('secretSaved', { name });
        }}
        beside={() => (
          <Action class="second" onClick={onClose}>
            {say('cancel')}
          </Action>
        )}
      >
        <Secret />
      </Form>
    </Dialog>
  );
}
