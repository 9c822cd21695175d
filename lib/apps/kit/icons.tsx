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
  check: 'M5 12.5l4.5 4.5L19 7.5',
  // The sections of the console
  house: 'M4 11l8-7 8 7v9h-5.5v-6h-5v6H4z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M16 4.500a3.5 3.5 0 0 1 0 6M18 14.500c2 .8 3 2.8 3 5.5',
  letter: 'M3 6h18v12H3zM3.5 7l8.5 6 8.5-6',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z',
  key: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9v4M17 12v3',
  apps: 'M4 4h6.500v6.500H4zM13.5 4H20v6.500h-6.500zM4 13.500h6.500V20H4zM13.5 13.500H20V20h-6.500z',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  ban: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM5.7 5.700l12.6 12.6',
  list: 'M5 4h14v16H5zM9 9h6M9 13h6M9 17h3',
  admin:
    'M10 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 21c0-4 3-7 7-7M17.5 13l4 1.500V17c0 2.5-1.8 3.8-4 4.5-2.2-.7-4-2-4-4.500v-2.500z',
  server: 'M4 4h16v6H4zM4 14h16v6H4zM8 7h.01M8 17h.01',
} as const;
export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
