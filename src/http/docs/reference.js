// Progressive enhancement: the page works without this script.

const contents = document.querySelector('.contents');
// On narrow screens the list of contents is closed, because it would fill the screen.
if (matchMedia('(max-width: 56rem)').matches) contents.removeAttribute('open');

const search = document.querySelector('.search');
search.hidden = false;
search.querySelector('input').addEventListener('input', (event) => {
  const words = event.target.value.toLowerCase().split(/\s+/);
  for (const item of document.querySelectorAll('[data-find]'))
    item.hidden = !words.every((word) => item.dataset.find.includes(word));
});

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
