// The organization of the user: what they may do there, its members, roles and invitations.
import { useRef, useState } from 'react';
import type {
  GivableRole,
  InviteMemberRequest,
  Member,
  MemberInvitation,
  Message,
  Organization,
  UserClient,
} from '../client/index.ts';
import { type Submission, useForm } from './submission.ts';

type Operations = UserClient['organization'];
type Input<Name extends 'members' | 'invitations'> = Omit<NonNullable<Parameters<Operations[Name]>[0]>, 'cursor'>;
type Work<T> = Promise<T | undefined>;

/** The result of `useOrganization`. Each function returns `undefined` if it failed; the state then has the error. */
export type OrganizationForms = Submission & {
  /** The tenant of the session, and what the user may do there; `undefined` until `load` was called. */
  organization: Organization | undefined;
  load: () => Work<Organization>;
  /** The roles that members can have; `undefined` until `loadRoles` was called. */
  roles: readonly GivableRole[] | undefined;
  loadRoles: () => Work<readonly GivableRole[]>;
};

/** The organization of the user. Every user may load it; most have no permission there. */
export function useOrganization(): OrganizationForms {
  const [organization, setOrganization] = useState<Organization>();
  const [roles, setRoles] = useState<readonly GivableRole[]>();
  const form = useForm(({ client }, run) => ({
    load: () =>
      run(async () => {
        const found = await client.organization.get();
        setOrganization(found);
        return found;
      }, 'idle'),
    loadRoles: () =>
      run(async () => {
        const found = (await client.organization.roles()).roles;
        setRoles(found);
        return found;
      }, 'idle'),
  }));
  return { ...form, organization, roles };
}

/** The result of `useMembers`. Each function returns `undefined` if it failed; the state then has the error. */
export type Members = Submission & {
  /** The members that were loaded; `undefined` until `load` was called. */
  members: readonly Member[] | undefined;
  hasMore: boolean;
  /** Loads the first page. Later pages are of the same search. */
  load: (input?: Input<'members'>) => Work<readonly Member[]>;
  loadMore: () => Work<readonly Member[]>;
  setRoles: (input: { id: string; roleIds: string[] }) => Work<Member>;
  /** Disables or enables a member. */
  update: (input: { id: string; isActive: boolean }) => Work<Member>;
  /** Deletes the account of a member. */
  remove: (input: { id: string }) => Work<Message>;
};

/** The members of the user's organization. Errors with the code REAUTH_REQUIRED ask for a recent login. */
export function useMembers(): Members {
  const pages = usePages<Member>();
  const form = useForm(({ client }, run) => {
    const page = (input: Input<'members'>) =>
      pages.load(async (cursor) => {
        const { members, nextCursor } = await client.organization.members({ ...input, ...(cursor && { cursor }) });
        return { items: members, nextCursor };
      });
    const put = ({ member }: { member: Member }): Member => {
      pages.put(member);
      return member;
    };
    return {
      load: (input: Input<'members'> = {}) => run(() => page(input), 'idle'),
      loadMore: () => run(() => pages.more(), 'idle'),
      setRoles: (input: { id: string; roleIds: string[] }) =>
        run(async () => put(await client.organization.setRoles(input))),
      update: (input: { id: string; isActive: boolean }) =>
        run(async () => put(await client.organization.updateMember(input))),
      remove: (input: { id: string }) =>
        run(async () => {
          const reply = await client.organization.removeMember(input);
          pages.drop(input.id);
          return reply;
        }),
    };
  });
  return { ...form, members: pages.items, hasMore: pages.hasMore };
}

/** The result of `useInvitations`. Each function returns `undefined` if it failed; the state then has the error. */
export type Invitations = Submission & {
  /** The invitations that were loaded; `undefined` until `load` was called. */
  invitations: readonly MemberInvitation[] | undefined;
  hasMore: boolean;
  /** Loads the first page. Later pages are of the same status. */
  load: (input?: Input<'invitations'>) => Work<readonly MemberInvitation[]>;
  loadMore: () => Work<readonly MemberInvitation[]>;
  invite: (input: InviteMemberRequest) => Work<MemberInvitation>;
  /** Sends it again, with a new link. */
  resend: (input: { id: string }) => Work<MemberInvitation>;
  revoke: (input: { id: string }) => Work<Message>;
};

/** The invitations into the user's organization. Errors with the code REAUTH_REQUIRED ask for a recent login. */
export function useInvitations(): Invitations {
  const pages = usePages<MemberInvitation>();
  const form = useForm(({ client }, run) => {
    const page = (input: Input<'invitations'>) =>
      pages.load(async (cursor) => {
        const { invitations, nextCursor } = await client.organization.invitations({
          ...input,
          ...(cursor && { cursor }),
        });
        return { items: invitations, nextCursor };
      });
    const put = ({ invitation }: { invitation: MemberInvitation }): MemberInvitation => {
      pages.put(invitation);
      return invitation;
    };
    return {
      load: (input: Input<'invitations'> = {}) => run(() => page(input), 'idle'),
      loadMore: () => run(() => pages.more(), 'idle'),
      invite: (input: InviteMemberRequest) => run(async () => put(await client.organization.invite(input))),
      resend: (input: { id: string }) => run(async () => put(await client.organization.resend(input))),
      revoke: (input: { id: string }) =>
        run(async () => {
          const reply = await client.organization.revoke(input);
          pages.drop(input.id);
          return reply;
        }),
    };
  });
  return { ...form, invitations: pages.items, hasMore: pages.hasMore };
}

type Page<T> = { items: readonly T[]; nextCursor: string | null };
type Read<T> = (cursor?: string) => Promise<Page<T>>;

/** Keeps the pages of a list that were loaded. Its functions stay the same. */
function usePages<T extends { id: string }>() {
  const [page, setPage] = useState<Page<T>>();
  const read = useRef<Read<T>>(undefined);
  const held = useRef<Page<T>>(undefined);
  const show = (next: Page<T>): readonly T[] => {
    held.current = next;
    setPage(next);
    return next.items;
  };
  const items = (): readonly T[] => held.current?.items ?? [];
  const change = (next: readonly T[]) => show({ nextCursor: null, ...held.current, items: next });
  return {
    items: page?.items,
    hasMore: !!page?.nextCursor,
    load: async (from: Read<T>): Promise<readonly T[]> => {
      read.current = from;
      return show(await from());
    },
    more: async (): Promise<readonly T[]> => {
      const cursor = held.current?.nextCursor;
      if (!cursor || !read.current) return items();
      const next = await read.current(cursor);
      return show({ ...next, items: [...items(), ...next.items] });
    },
    /** Replaces an item, or puts a new one first. */
    put: (item: T) =>
      change(
        items().some(({ id }) => id === item.id)
          ? items().map((each) => (each.id === item.id ? item : each))
          : [item, ...items()],
      ),
    drop: (id: string) => change(items().filter((each) => each.id !== id)),
  };
}
