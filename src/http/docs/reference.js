// Comfort only: the page reads the same without.

const contents = document.querySelector('.contents');
// On a phone the contents would push the page away.
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
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.closest('figure').querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
}
