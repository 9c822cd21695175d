// Draws the few pictures of the console. They say nothing that a text beside them does not say.
const PATHS = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  down: 'M7 10l5 5 5-5',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
} as const;
export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
