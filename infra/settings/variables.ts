// Names the settings of the functions that a deployment may choose, with their meanings.
export { VARIABLES } from '../../lib/platform/settings/setting-meanings.ts';
