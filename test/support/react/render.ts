// Renders the page on the server.
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { App, type Setup } from './view.ts';

/** Returns the HTML of the page's root element. */
export const render = (setup: Setup): string => renderToString(createElement(App, setup));
