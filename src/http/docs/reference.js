// Progressive enhancement: the page works without this script.

const contents = document.querySelector('.contents');
// On narrow screens the list of contents is closed, because it would fill the screen.
if (matchMedia('(max-width: 56rem)').matches) contents?.removeAttribute('open');

const search = document.querySelector('.search');
if (search) {
  search.hidden = false;
  search.querySelector('input').addEventListener('input', (event) => {
    const words = event.target.value.toLowerCase().split(/\s+/);
    for (const item of document.querySelectorAll('[data-find]'))
      item.hidden = !words.every((word) => item.dataset.find.includes(word));
  });
}

for (const button of document.querySelectorAll('.copy')) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  const show = (text) => {
    button.textContent = text;
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  };
  button.addEventListener('click', () => {
    const { textContent } = button.closest('figure').querySelector('code');
    navigator.clipboard.writeText(textContent).then(
      () => show('Copied'),
      () => show('Copying is not allowed here'),
    );
  });
}

// Code samples: one language at a time, the same in the whole page.
const languages = ['curl', 'JavaScript', 'Python'];
const showLanguage = (language) => {
  for (const sample of document.querySelectorAll('[data-language]'))
    sample.hidden = sample.dataset.language !== language;
  for (const button of document.querySelectorAll('.languages button'))
    button.setAttribute('aria-pressed', String(button.textContent === language));
};
for (const samples of document.querySelectorAll('.samples')) {
  const choice = document.createElement('div');
  choice.className = 'languages';
  choice.setAttribute('role', 'group');
  choice.setAttribute('aria-label', 'Language of the code');
  for (const language of languages) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = language;
    button.addEventListener('click', () => {
      // The samples above change their height: keep the button where it is.
      const before = button.getBoundingClientRect().top;
      showLanguage(language);
      scrollBy(0, button.getBoundingClientRect().top - before);
    });
    choice.append(button);
  }
  samples.prepend(choice);
}
showLanguage('curl');

// Try it. The key stays in its input: it is not stored, and requests go to this origin only.
const keyField = document.querySelector('.key');
if (keyField) keyField.hidden = false;
const mostCharacters = 200_000;

const requestOf = (form) => {
  const headers = { Authorization: `Bearer ${keyField.querySelector('input').value.trim()}` };
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const { name, value, dataset } of form.querySelectorAll('input[data-place]')) {
    if (value === '') continue;
    if (dataset.place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (dataset.place === 'header') headers[name] = value;
    else query.set(name, value);
  }
  const body = form.querySelector('textarea')?.value;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const url = new URL(query.size === 0 ? path : `${path}?${query}`, location.origin);
  if (url.origin !== location.origin) throw new Error('The path must not leave this origin');
  return [url, { method: form.dataset.method, headers, body, credentials: 'omit', redirect: 'error' }];
};

const readResult = async (response, show) => {
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
  let text = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.length > mostCharacters) return show(`${text.slice(0, mostCharacters)}\n… cut here`);
    if (!isJson) show(text);
  }
  show(isJson ? JSON.stringify(JSON.parse(text), null, 2) : text);
};

for (const form of document.querySelectorAll('.try form')) {
  form.closest('.try').hidden = false;
  const output = form.querySelector('output');
  const result = form.querySelector('.result');
  const stop = form.querySelector('.stop');
  const show = (text) => {
    result.hidden = text === '';
    result.querySelector('code').textContent = text;
  };
  const send = async () => {
    if (keyField.querySelector('input').value.trim() === '') {
      output.textContent = 'Enter your API key in the section Authentication first.';
      return;
    }
    const abort = new AbortController();
    const cancel = () => abort.abort();
    stop.hidden = false;
    stop.addEventListener('click', cancel);
    show('');
    output.textContent = 'Sending …';
    try {
      const [url, options] = requestOf(form);
      const response = await fetch(url, { ...options, signal: abort.signal });
      output.textContent = `Status ${response.status}`;
      await readResult(response, show);
    } catch (error) {
      output.textContent = abort.signal.aborted ? 'Stopped' : `Not sent: ${error.message}`;
    } finally {
      stop.hidden = true;
      stop.removeEventListener('click', cancel);
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
}
