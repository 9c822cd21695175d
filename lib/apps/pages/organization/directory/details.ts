// Names what the section of directories loads when it is opened.
export { Activity } from './activity.tsx';
export { Groups } from './groups.tsx';
