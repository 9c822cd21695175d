// Links between the sections of the account page.
import { type LinkProps, PlainLink } from '../../kit/link.tsx';
import { router } from './me.ts';

export const Link = ({ to, ...rest }: LinkProps & { to: string }) => (
  <PlainLink href={router.urlOf(to)} onFollow={() => router.navigate(to)} {...rest} />
);
