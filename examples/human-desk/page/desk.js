const byId = (id) => document.getElementById(id);
const names = { user: 'User', agent: 'Agent', person: 'You' };

let sessions = [];
let chosen;

const element = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

const sessionButton = (session) => {
  const button = element('button', { type: 'button' }, session.user);
  button.setAttribute('aria-current', String(session.conversationId === chosen));
  button.addEventListener('click', () => {
    chosen = session.conversationId;
    byId('problem').textContent = '';
    show();
    byId('text').focus();
  });
  return element('li', {}, button);
};

/** Adds what is new and leaves what is there, so that a screen reader reads only the new lines. */
const showLines = ({ conversationId, lines }) => {
  const list = byId('lines');
  if (list.dataset.of !== conversationId) list.replaceChildren();
  list.dataset.of = conversationId;
  for (const { from, text } of lines.slice(list.children.length)) {
    const line = element('li', {}, element('strong', {}, names[from]), text);
    line.dataset.from = from;
    list.append(line);
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

const show = () => {
  // A button that is replaced would lose the focus of whoever is on it.
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
};

/** True when it worked; otherwise the page says what went wrong. */
const post = async (path, body) => {
  byId('problem').textContent = '';
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ conversation_id: chosen, ...body }),
    });
    if (!response.ok) throw new Error((await response.json()).message);
    return true;
  } catch (error) {
    byId('problem').textContent = error.message;
    return false;
  }
};

byId('reply').addEventListener('submit', async (event) => {
  event.preventDefault();
  const field = byId('text');
  const text = field.value.trim();
  if (text !== '' && (await post('/desk/reply', { text }))) field.value = '';
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
