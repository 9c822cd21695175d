// Names what the section of directories loads when it is opened.
export { Activity } from './directory-activity.tsx';
export { Groups } from './directory-groups.tsx';
