/**
 * The element on the site is fixed to a corner, above all other content. Transparent borders and outlines are visible
 * where the system forces its colours.
 */
export const styles = `
:host { all: initial; --color: var(--frontdesk-color, #2456d8); --on-color: var(--frontdesk-on-color, #fff); }
.bubble, .panel { position: fixed; z-index: 2147483000; inset-block-end: 20px; }
.bubble.end, .panel.end { inset-inline-end: 20px; }
.bubble.start, .panel.start { inset-inline-start: 20px; }
.bubble.left, .panel.left { left: 20px; }
.bubble.right, .panel.right { right: 20px; }
.bubble {
  inline-size: 56px; block-size: 56px; padding: 0; border: 2px solid transparent; border-radius: 50%; cursor: pointer;
  background: var(--color); color: var(--on-color); box-shadow: 0 4px 18px rgb(15 20 30 / 25%);
  display: grid; place-items: center; transition: transform 140ms ease-out;
}
.bubble:hover { transform: scale(1.05); }
.bubble:focus-visible { outline: 3px solid var(--color); outline-offset: 3px; }
svg {
  grid-area: 1 / 1; inline-size: 28px; block-size: 28px; fill: none; stroke: currentColor; stroke-width: 1.7;
  stroke-linecap: round; stroke-linejoin: round; transition: opacity 140ms ease-out, transform 140ms ease-out;
}
svg:nth-of-type(2), :host([data-open]) svg:nth-of-type(1) { opacity: 0; transform: rotate(-45deg); }
:host([data-open]) svg:nth-of-type(2) { opacity: 1; transform: none; }
.count {
  position: absolute; inset-block-start: -2px; inset-inline-end: -2px; min-inline-size: 20px; block-size: 20px;
  box-sizing: border-box; padding: 0 5px; border-radius: 10px; background: #b3261e; color: #fff;
  font: 600 12px/20px system-ui, sans-serif; text-align: center;
}
.count[hidden] { display: none; }
.panel {
  inline-size: min(400px, calc(100vw - 40px)); block-size: min(660px, calc(100dvh - 40px));
  border-radius: 18px; overflow: hidden; outline: 1px solid transparent; background: Canvas; color-scheme: light dark;
  box-shadow: 0 0 0 1px rgb(15 20 30 / 8%), 0 16px 48px rgb(15 20 30 / 22%);
  opacity: 0; visibility: hidden; transform: translateY(12px);
  transition: opacity 160ms ease-out, transform 160ms ease-out, visibility 160ms;
}
:host([data-open]) .panel { opacity: 1; visibility: visible; transform: none; }
iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; }
:host([data-open][data-ready]) .bubble { display: none; }
@media (max-width: 480px), (max-height: 559px) {
  .panel.start, .panel.end, .panel.left, .panel.right { inset: 0; inline-size: 100%; block-size: 100dvh; border-radius: 0; }
}
@media (prefers-reduced-motion: reduce) {
  .bubble, .panel, svg { transition: none; }
}
@media print {
  .bubble, .panel { display: none; }
}
`;
