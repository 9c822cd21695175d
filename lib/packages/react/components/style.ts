// Gives components their styles as constructed style sheets: a strict content security policy allows them without a nonce.

const adopted = new WeakMap<DocumentOrShadowRoot, Set<string>>();
const canAdopt = (root: Node): root is Document | ShadowRoot => 'adoptedStyleSheets' in root;

/** Returns the `ref` of an element that is to have these styles, in the document or in the shadow root where it is. */
export const styledBy =
  (...sheets: readonly string[]) =>
  (element: Element | null): void => {
    const found = element?.getRootNode();
    // A tree that is not in a page yet will be in its document. Documents of test runners have no constructed sheets.
    const root = found && !canAdopt(found) ? element?.ownerDocument : found;
    if (!root || !canAdopt(root)) return;
    const known = adopted.get(root) ?? new Set();
    adopted.set(root, known);
    // A sheet belongs to the window that made it, and an element may be in a frame.
    const { CSSStyleSheet: Sheet } = element?.ownerDocument.defaultView ?? globalThis;
    for (const text of sheets) {
      if (known.has(text)) continue;
      known.add(text);
      const sheet = new Sheet();
      sheet.replaceSync(text);
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    }
  };

/** Colors, type and buttons. Applications set the variables `--gatehouse-*`; dark and light follow `color-scheme`. */
export const BASE = `
.gatehouse {
  --_accent: var(--gatehouse-accent, light-dark(#1d4ed8, #93b4ff));
  --_on-accent: var(--gatehouse-on-accent, light-dark(#fff, #0b1220));
  --_surface: var(--gatehouse-surface, light-dark(#fff, #161d2b));
  --_text: var(--gatehouse-text, light-dark(#10151f, #f2f5fa));
  --_danger: var(--gatehouse-danger, light-dark(#b3131f, #ff8f93));
  --_radius: var(--gatehouse-radius, 10px);
  --_quiet: color-mix(in srgb, var(--_text) 72%, var(--_surface));
  --_edge: color-mix(in srgb, var(--_text) 55%, var(--_surface));
  --_line: color-mix(in srgb, var(--_text) 16%, var(--_surface));
  --_hover: color-mix(in srgb, var(--_text) 7%, var(--_surface));
  font: var(--gatehouse-font, 0.9375rem / 1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif);
  color: var(--_text);
  text-align: start;
}
.gatehouse, .gatehouse * { box-sizing: border-box; }
.gatehouse button, .gatehouse input, .gatehouse a {
  font: inherit;
  letter-spacing: inherit;
  color: inherit;
  text-decoration: none;
}
.gatehouse button { cursor: pointer; }
.gatehouse :focus-visible { outline: 3px solid var(--_accent); outline-offset: 2px; }
.gatehouse p { margin: 0; }
.gatehouse [dir="auto"] { text-align: -webkit-match-parent; text-align: match-parent; }
button.gatehouse-button {
  min-block-size: 2.5rem;
  padding: 0.4375rem 1rem;
  border: 1px solid var(--_edge);
  border-radius: var(--_radius);
  color: var(--_text);
  background: none;
  font-weight: 550;
}
button.gatehouse-button:hover { background: var(--_hover); }
button.gatehouse-button.gatehouse-primary {
  border-color: var(--_accent);
  color: var(--_on-accent);
  background: var(--_accent);
}
button.gatehouse-button.gatehouse-primary:hover { background: color-mix(in srgb, var(--_accent) 88%, var(--_text)); }
.gatehouse button:disabled { opacity: 0.55; cursor: default; }
.gatehouse-quiet { color: var(--_quiet); font-size: 0.875em; }
.gatehouse-wrong { color: var(--_danger); }
@media (forced-colors: active) {
  .gatehouse :focus-visible { outline-color: Highlight; }
}
`;
