// The initials of a person or an admin, beside their name. They are drawn, so that no text of a row begins with them.
import { initialsOf } from './initials.ts';

export const Avatar = ({ of }: { of: string }) => (
  <span class="avatar" data-initials={initialsOf(of)} aria-hidden="true" />
);
