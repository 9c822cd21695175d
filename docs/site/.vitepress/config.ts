// The settings are beside the other tools, where they are linted and their types are checked without the generator.
export { default } from '../../../infra/tools/site/config.ts';
