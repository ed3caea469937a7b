const byId = (id) => document.getElementById(id);
const nameKey = 'human-desk-name';

let sessions = [];
let chosen;

const element = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

const sessionButton = (session) => {
  const button = element('button', { type: 'button' }, session.user);
  if (session.unread > 0) button.append(element('span', { className: 'unread' }, `${session.unread} unread`));
  button.setAttribute('aria-current', String(session.conversationId === chosen));
  button.addEventListener('click', () => {
    chosen = session.conversationId;
    byId('problem').textContent = '';
    show();
    byId('text').focus();
  });
  return element('li', {}, button);
};

const sizeOf = (bytes) =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Only web addresses become links. */
const fileItem = ({ name, size, url }) =>
  /^https?:/i.test(url)
    ? element(
        'li',
        {},
        element('a', { href: url, target: '_blank', rel: 'noreferrer' }, name),
        ` (${sizeOf(size)})`,
      )
    : element('li', {}, name);

const senderOf = (session, { from, name }) =>
  from === 'user' ? session.user : from === 'agent' ? 'Agent' : (name ?? 'Desk');

/** Adds only new lines, so that a screen reader reads only those. */
const showLines = (session) => {
  const list = byId('lines');
  if (list.dataset.of !== session.conversationId) list.replaceChildren();
  list.dataset.of = session.conversationId;
  for (const line of session.lines.slice(list.children.length)) {
    const item = element('li', {}, element('strong', {}, senderOf(session, line)), line.text);
    if (line.files) item.append(element('ul', { className: 'files' }, ...line.files.map(fileItem)));
    item.dataset.from = line.from;
    list.append(item);
  }
  list.scrollTop = list.scrollHeight;
};

const showChosen = (session) => {
  byId('user').textContent = session.user;
  byId('details').textContent = session.ending || session.email;
  for (const control of [byId('close'), byId('text'), byId('reply').querySelector('button')])
    control.disabled = session.status === 'closed';
  showLines(session);
};

const send = async (path, body) => {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ conversation_id: chosen, ...body }),
  });
  if (!response.ok) throw new Error((await response.json()).message);
};

/** What is on the screen of a visible page is read. */
const markRead = (session) => {
  if (session === undefined || session.unread === 0 || document.hidden) return;
  void send('/desk/read', {}).catch(() => {});
};

const show = () => {
  // The buttons are replaced, so the focus is set again.
  const focused = [...document.querySelectorAll('nav button')].indexOf(document.activeElement);
  for (const status of ['open', 'closed'])
    byId(`${status}-sessions`).replaceChildren(
      ...sessions.filter((session) => session.status === status).map(sessionButton),
    );
  document.querySelectorAll('nav button')[focused]?.focus();
  const session = sessions.find(({ conversationId }) => conversationId === chosen);
  byId('nothing').hidden = session !== undefined;
  byId('session').hidden = session === undefined;
  if (session) showChosen(session);
  const unread = sessions.reduce((sum, each) => sum + each.unread, 0);
  document.title = unread > 0 ? `(${unread}) Human desk` : 'Human desk';
  markRead(session);
};

/** True when it worked; otherwise the page says what went wrong. */
const post = async (path, body) => {
  byId('problem').textContent = '';
  try {
    await send(path, body);
    return true;
  } catch (error) {
    byId('problem').textContent = error.message;
    return false;
  }
};

document.addEventListener('visibilitychange', () => show());

byId('name').value = localStorage.getItem(nameKey) ?? '';
byId('name').addEventListener('change', ({ target }) => localStorage.setItem(nameKey, target.value.trim()));

/** A reply keeps its key and time until it is sent, so that sending it again delivers it once. */
let unsent;
const replyOf = (text) => {
  if (unsent?.text !== text || unsent.conversation_id !== chosen)
    unsent = {
      text,
      conversation_id: chosen,
      timestamp: Date.now(),
      key: [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-'),
    };
  return unsent;
};

byId('reply').addEventListener('submit', async (event) => {
  event.preventDefault();
  const field = byId('text');
  const text = field.value.trim();
  if (text !== '' && (await post('/desk/reply', { ...replyOf(text), name: byId('name').value }))) {
    field.value = '';
    unsent = undefined;
  }
  field.focus();
});

byId('text').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  byId('reply').requestSubmit();
});

byId('close').addEventListener('click', () => post('/desk/close', {}));

const events = new EventSource('/desk/events');
events.addEventListener('open', () => {
  byId('connection').textContent = 'Connected';
});
events.addEventListener('error', () => {
  byId('connection').textContent = 'Connection lost, trying again…';
});
events.addEventListener('message', ({ data }) => {
  sessions = JSON.parse(data);
  show();
});
