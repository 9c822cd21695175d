// Links to screens of the console, without loading the page again: <Link to="users" query={{ status: 'active' }}>.
import { type LinkProps as KitProps, PlainLink } from '../../kit/link.tsx';
import { navigate, type Query, urlOf } from '../core/router.ts';

type LinkProps = KitProps & { to: string; query?: Query; onFollow?: () => void };

export const Link = ({ to, query, onFollow, ...rest }: LinkProps) => (
  <PlainLink
    href={urlOf(to, query)}
    onFollow={() => {
      onFollow?.();
      navigate(to, query);
    }}
    {...rest}
  />
);
