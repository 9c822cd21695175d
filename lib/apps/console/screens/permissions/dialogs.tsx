// Creates, changes and deletes a permission.
import { Confirm, common, Dialog, Field, Form, type ReplyOf, TextArea, toast } from '../../kit.ts';
import { say } from './words.ts';

export type Permission = ReplyOf<'adminPermissions.list'>['data'][number];
type DialogProps = { onClose: () => void };

/** Roles hold the name of a permission. */
const TOUCHES = ['adminRoles'];

const Fields = ({ of }: { of?: Permission }) => (
  <>
    <Field
      name="name"
      label={common('name')}
      hint={say(of ? 'renameHint' : 'nameHint')}
      value={of?.name}
      pattern="[a-z0-9\-]+(\.[a-z0-9\-]+)+"
      maxLength={255}
      isFocused
    />
    <TextArea
      name="description"
      label={say('description')}
      value={of?.description ?? ''}
      rows={2}
      maxLength={1000}
      isOptional
    />
    <Field
      name="category"
      label={say('category')}
      hint={say('categoryHint')}
      value={of?.category ?? ''}
      maxLength={100}
      isOptional
    />
  </>
);

export const Create = ({ onClose }: DialogProps) => (
  <Dialog title={say('create')} lead={say('createLead')} onClose={onClose}>
    <Form
      operation="adminPermissions.create"
      input={({ name = '', guard, description, category }) => ({
        name,
        guard,
        description: description || undefined,
        category: category || undefined,
      })}
      submit={common('create')}
      onDone={({ permission: { name } }) => {
        onClose();
        toast(say('created', { name }));
      }}
    >
      <Fields />
      <Field name="guard" label={say('guard')} hint={say('guardHint')} value="web" maxLength={64} />
    </Form>
  </Dialog>
);

export const Change = ({ permission, onClose }: DialogProps & { permission: Permission }) => (
  <Dialog title={say('edit', { name: permission.name })} onClose={onClose}>
    <Form
      operation="adminPermissions.update"
      input={({ name, description, category }) => ({
        id: permission.id,
        // A new name needs a recent login. The others do not.
        name: name === permission.name ? undefined : name,
        description: description || null,
        category: category || null,
      })}
      submit={common('save')}
      touches={TOUCHES}
      onDone={({ permission: { name } }) => {
        onClose();
        toast(say('saved', { name }));
      }}
    >
      <Fields of={permission} />
    </Form>
  </Dialog>
);

type DeleteProps = DialogProps & { permission: Permission; roles: readonly string[] };

export const Delete = ({ permission: { id, name }, roles, onClose }: DeleteProps) => (
  <Confirm
    title={say('delete', { name })}
    name={name}
    operation="adminPermissions.remove"
    input={{ id }}
    submit={common('delete')}
    touches={TOUCHES}
    onClose={onClose}
    onDone={() => toast(say('deleted', { name }))}
  >
    {roles.length > 0 && `${say.count('loses', roles.length, { names: roles.slice(0, 10).join(', ') })} `}
    {say('deleteLead')}
  </Confirm>
);
