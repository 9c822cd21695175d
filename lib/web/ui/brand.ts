// Applies the face of the tenant: its name, logo, colours and links. The service has checked their contrast.
import { signal } from '@preact/signals';

/** `colors`: CSS colours of the accent and of text on it, for light and dark. */
export type Brand = {
  name: string;
  logoUrl?: string | undefined;
  links: { terms?: string | undefined; privacy?: string | undefined; support?: string | undefined };
  colors?: { accent: string; onAccent: string } | undefined;
};

export const brand = signal<Brand>({ name: '', links: {} });

/** Shows the pages with this brand. */
export function show(next: Brand): void {
  brand.value = next;
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries({ '--accent': next.colors?.accent, '--on-accent': next.colors?.onAccent }))
    if (value) style.setProperty(name, value);
    else style.removeProperty(name);
}
