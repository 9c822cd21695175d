// Refreshes the inbox once a second while the page is visible. Messages enter the page as text only.

const PERIOD_MS = 1000;
const CODE = /(?<!\d)\d{6}(?!\d)/;
const LINK = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/;

const at = (id) => document.getElementById(id);
/** @returns an element with its content: texts, or further elements. */
const make = (name, properties, ...content) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...content);
  return element;
};

let messages = [];
let tag = '';
let openId = location.hash.slice(1);
let preferred = 'html';
at('to').value = new URLSearchParams(location.search).get('to') ?? '';

const titleOf = ({ subject, text }) => subject ?? text.split('\n')[0];
const timeOf = ({ at }) => new Date(at).toLocaleTimeString();
const CHANNELS = { email: 'E-mail', sms: 'SMS' };
const channelOf = ({ channel }) => CHANNELS[channel];

// --- the list

function showList() {
  const wanted = at('to').value.trim().toLowerCase();
  const shown = messages.filter(({ to }) => to.toLowerCase().includes(wanted));
  const focused = document.activeElement?.dataset?.id;
  at('list').replaceChildren(...shown.map(row));
  if (focused)
    at('list')
      .querySelector(`[data-id="${CSS.escape(focused)}"]`)
      ?.focus();
  at('empty').hidden = shown.length > 0;
  say(`${shown.length} ${shown.length === 1 ? 'message' : 'messages'}${wanted ? ` of ${messages.length}` : ''}`);
}

function row(message) {
  const button = make(
    'button',
    { type: 'button' },
    make('span', { className: 'about' }, make('b', {}, channelOf(message)), make('span', {}, timeOf(message))),
    make('span', { className: 'to' }, message.to),
    make('span', { className: 'title' }, titleOf(message)),
  );
  button.dataset.id = message.id;
  if (message.id === openId) button.setAttribute('aria-current', 'true');
  return make('li', {}, button);
}

at('list').addEventListener('click', ({ target }) => {
  const button = target.closest('button');
  if (button) open(button.dataset.id);
});
at('list').addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = [...at('list').querySelectorAll('button')];
  buttons[buttons.indexOf(document.activeElement) + step]?.focus();
});
at('to').addEventListener('input', showList);

// --- one message

function open(id) {
  openId = id;
  history.replaceState(null, '', `#${id}`);
  showList();
  showMessage();
}

function showMessage() {
  const message = messages.find(({ id }) => id === openId);
  at('none').hidden = Boolean(message);
  at('open').hidden = !message;
  if (!message || at('open').dataset.id === message.id) return;
  at('open').dataset.id = message.id;
  at('subject').textContent = titleOf(message);
  at('recipient').textContent = message.to;
  at('time').textContent = new Date(message.at).toLocaleString();
  at('time').dateTime = message.at;
  at('event').textContent = message.event ?? 'not said';
  at('text').textContent = message.text;
  if (message.html) at('html').src = `/__inbox/html?id=${encodeURIComponent(message.id)}`;
  else at('html').removeAttribute('src');
  const code = CODE.exec(message.text)?.[0];
  const link = LINK.exec(message.text)?.[0];
  at('finds').replaceChildren(...(code ? [find('code', code)] : []), ...(link ? [find('link', link)] : []));
  showView();
}

function find(kind, value) {
  const copy = make('button', { type: 'button' }, `Copy ${kind}`);
  copy.dataset.copy = value;
  copy.addEventListener('click', async () => {
    const copied = await copyText(value);
    copy.textContent = copied ? 'Copied' : 'Not copied';
    say(copied ? `The ${kind} was copied` : `The ${kind} could not be copied`);
    setTimeout(() => copy.replaceChildren(`Copy ${kind}`), 1500);
  });
  const text =
    kind === 'link' ? make('a', { href: value, target: '_blank', rel: 'noreferrer' }, value) : make('code', {}, value);
  return make('li', { className: kind }, text, copy);
}

const copyText = (value) =>
  navigator.clipboard.writeText(value).then(
    () => true,
    () => false,
  );

function showView() {
  const message = messages.find(({ id }) => id === openId);
  const view = message?.html && (preferred === 'html' || !message.text) ? 'html' : 'text';
  at('views').hidden = !message?.html || !message.text;
  at('html').hidden = view !== 'html';
  at('text').hidden = view !== 'text';
  for (const button of at('views').children) button.setAttribute('aria-pressed', String(button.dataset.view === view));
}

at('views').addEventListener('click', ({ target }) => {
  if (!target.dataset.view) return;
  preferred = target.dataset.view;
  showView();
});

// --- staying up to date

function say(text) {
  if (at('status').textContent !== text) at('status').textContent = text;
}

function showDead(count) {
  at('dead').hidden = count === 0;
  const text = `${count} ${count === 1 ? 'message' : 'messages'} could not be delivered.`;
  if (count > 0 && at('dead-text').textContent !== text) at('dead-text').textContent = text;
}

at('redrive').addEventListener('click', async () => {
  await fetch('/__inbox/dead-letters/redrive', { method: 'POST' }).catch(() => {});
  refresh();
});

async function refresh() {
  try {
    const headers = tag ? { 'if-none-match': tag } : {};
    const response = await fetch('/__inbox/messages', { headers, cache: 'no-store' });
    if (response.status === 304) return;
    if (!response.ok) throw new Error(String(response.status));
    messages = await response.json();
    tag = response.headers.get('etag') ?? '';
    showDead(Number(response.headers.get('x-dead-letters')));
    showList();
    showMessage();
  } catch {
    tag = '';
    say('The service does not answer; trying again');
  }
}

let timer;
async function follow() {
  clearTimeout(timer);
  if (document.hidden) return; // looked at again: visibilitychange
  await refresh();
  clearTimeout(timer);
  timer = setTimeout(follow, PERIOD_MS);
}

document.addEventListener('visibilitychange', follow);
follow();
