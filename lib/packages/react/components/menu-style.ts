// The styles of a menu and its button.
export const MENU = `
.gatehouse-menu { position: relative; display: inline-block; max-inline-size: 100%; }
.gatehouse .gatehouse-opener {
  display: inline-flex;
  align-items: center;
  gap: 0.5rem;
  max-inline-size: 100%;
  min-block-size: 2.5rem;
  padding: 0.25rem 0.625rem;
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  color: var(--_text);
  background: var(--_surface);
  font-weight: 550;
}
.gatehouse .gatehouse-opener:hover, .gatehouse .gatehouse-opener[aria-expanded="true"] { background: var(--_hover); }
.gatehouse .gatehouse-round { padding: 0.125rem; border-color: transparent; border-radius: 99px; background: none; }
.gatehouse-opener::after {
  content: "";
  flex: none;
  inline-size: 0.4375rem;
  block-size: 0.4375rem;
  margin-block-start: -0.25rem;
  border: solid var(--_quiet);
  border-width: 0 0.125rem 0.125rem 0;
  rotate: 45deg;
}
.gatehouse-round::after { display: none; }
.gatehouse-avatar {
  flex: none;
  display: inline-grid;
  place-items: center;
  inline-size: 2.25rem;
  block-size: 2.25rem;
  border-radius: 99px;
  color: var(--_on-accent);
  background: var(--_accent);
  font-size: 0.875rem;
  font-weight: 650;
  line-height: 1;
}
.gatehouse-square { inline-size: 1.75rem; block-size: 1.75rem; border-radius: calc(var(--_radius) * 0.6); font-size: 0.8125rem; }
.gatehouse-avatar::before { content: attr(data-initials) / ""; }
.gatehouse-failed { color: var(--_danger); background: none; border: 2px solid; }
.gatehouse-waiting { background: var(--_line); }
.gatehouse-panel {
  position: absolute;
  inset-block-start: calc(100% + 0.375rem);
  inset-inline-start: 0;
  z-index: var(--gatehouse-layer, 1000);
  inline-size: max-content;
  min-inline-size: 15rem;
  max-inline-size: min(22rem, calc(100vw - 2rem));
  padding: 0.375rem;
  border: 1px solid var(--_line);
  border-radius: calc(var(--_radius) + 0.25rem);
  color: var(--_text);
  background: var(--_surface);
  box-shadow: 0 0.75rem 2rem rgb(0 0 0 / 0.18);
}
.gatehouse-end { inset-inline: auto 0; }
.gatehouse-header { display: flex; align-items: center; gap: 0.75rem; padding: 0.5rem 0.625rem 0.75rem; }
.gatehouse-text { display: grid; min-inline-size: 0; }
.gatehouse-text > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.gatehouse-name { font-weight: 600; }
.gatehouse-panel [role="group"] { padding-block: 0.375rem; border-block-start: 1px solid var(--_line); }
.gatehouse-panel [role="menu"] > :first-child { border-block-start: 0; padding-block-start: 0; }
.gatehouse-header ~ [role="menu"] > :first-child { border-block-start: 1px solid var(--_line); padding-block-start: 0.375rem; }
.gatehouse-panel [role="group"]:last-child { padding-block-end: 0; }
.gatehouse-heading { padding: 0.25rem 0.625rem; color: var(--_quiet); font-size: 0.8125rem; }
.gatehouse .gatehouse-item {
  display: flex;
  align-items: center;
  gap: 0.625rem;
  inline-size: 100%;
  min-block-size: 2.5rem;
  padding: 0.3125rem 0.625rem;
  border: 0;
  border-radius: calc(var(--_radius) * 0.7);
  color: var(--_text);
  background: none;
  text-align: start;
}
.gatehouse .gatehouse-item:hover, .gatehouse .gatehouse-item:focus-visible { background: var(--_hover); }
.gatehouse .gatehouse-item:focus-visible { outline-offset: -3px; }
.gatehouse-item[aria-checked="true"]::after {
  content: "";
  flex: none;
  inline-size: 0.375rem;
  block-size: 0.6875rem;
  margin-inline: auto 0.25rem;
  margin-block-start: -0.1875rem;
  border: solid var(--_accent);
  border-width: 0 0.15rem 0.15rem 0;
  rotate: 45deg;
}
.gatehouse-panel > [role="alert"] { padding: 0.5rem 0.625rem; }
.gatehouse-panel > [role="alert"]:empty { display: none; }
`;
