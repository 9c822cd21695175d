// Makes elements of JSX in the build of the pages. The runtime of Preact can also write HTML, which no page needs.
import { type ComponentType, Fragment, h, type VNode } from 'preact';

type Props = { key?: string };
export const jsx = (type: ComponentType, props: Props, key?: string): VNode =>
  h(type, key === undefined ? props : { ...props, key });
export { Fragment, jsx as jsxs };
