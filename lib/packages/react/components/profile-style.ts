// The styles of the organization's people.
export const PROFILE = `
.gatehouse-profile { display: grid; gap: 1.75rem; }
.gatehouse-profile h2, .gatehouse-profile h3 { margin: 0; font-size: 1.25rem; line-height: 1.3; text-wrap: balance; }
.gatehouse-profile h3 { font-size: 1.0625rem; }
.gatehouse-profile section { display: grid; gap: 0.75rem; min-inline-size: 0; }
.gatehouse-profile ul {
  margin: 0;
  padding: 0;
  list-style: none;
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
}
.gatehouse-profile li { display: grid; gap: 0.625rem; padding: 0.75rem 1rem; }
.gatehouse-profile li + li { border-block-start: 1px solid var(--_line); }
.gatehouse-row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; }
.gatehouse-person { flex: 1 1 14rem; display: grid; min-inline-size: 0; overflow-wrap: anywhere; }
.gatehouse-name { font-weight: 600; }
.gatehouse-badge {
  padding: 0.0625rem 0.5rem;
  border-radius: 99px;
  background: var(--_hover);
  font-size: 0.8125rem;
}
.gatehouse-profile button.gatehouse-button { min-block-size: 2.125rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
.gatehouse-profile button.gatehouse-danger { border-color: var(--_danger); color: var(--_danger); }
.gatehouse-profile input:not([type="checkbox"]) {
  inline-size: 100%;
  min-block-size: 2.5rem;
  padding: 0.375rem 0.75rem;
  border: 1px solid var(--_edge);
  border-radius: var(--_radius);
  color: var(--_text);
  background: var(--_surface);
}
.gatehouse-profile ::placeholder { color: var(--_quiet); opacity: 1; }
.gatehouse-profile input[type="checkbox"] { inline-size: 1.125rem; block-size: 1.125rem; margin: 0; accent-color: var(--_accent); }
.gatehouse-profile form { display: grid; gap: 0.75rem; max-inline-size: 30rem; }
.gatehouse-profile fieldset { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0; padding: 0; border: 0; }
.gatehouse-profile legend, .gatehouse-field > span { padding: 0; font-size: 0.875rem; font-weight: 550; }
.gatehouse-field { display: grid; gap: 0.25rem; }
.gatehouse-list { display: grid; gap: 0.75rem; }
.gatehouse-choice { display: inline-flex; align-items: center; gap: 0.5rem; min-block-size: 2rem; }
.gatehouse-note:empty { display: none; }
`;
