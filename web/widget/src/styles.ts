/**
 * The element on the site is fixed to a corner, above all other content. Transparent borders and outlines are visible
 * where the system forces its colours.
 */
export const styles = `
:host { all: initial; --frontdesk-color: #2456d8; --frontdesk-on-color: #fff; }
.bubble, .panel { position: fixed; z-index: 2147483000; inset-block-end: 20px; }
.end { inset-inline-end: 20px; }
.start { inset-inline-start: 20px; }
.left { left: 20px; }
.right { right: 20px; }
.bubble {
  min-inline-size: 56px; block-size: 56px; padding: 0; border: 2px solid transparent; border-radius: 28px; cursor: pointer;
  background: var(--frontdesk-color); color: var(--frontdesk-on-color); box-shadow: 0 4px 18px rgb(15 20 30 / 25%);
  display: grid; place-items: center; transition: 140ms ease-out;
}
.bubble:hover { transform: scale(1.05); }
.bubble:focus-visible { outline: 3px solid var(--frontdesk-color); outline-offset: 3px; }
svg, img { grid-area: 1 / 1; transition: 140ms ease-out; }
svg {
  inline-size: 28px; margin: 0 12px; fill: none; stroke: currentColor; stroke-width: 1.7;
  stroke-linecap: round; stroke-linejoin: round;
}
img { inline-size: 52px; block-size: 52px; border-radius: 50%; object-fit: cover; }
.cross, :host([data-open]) .mark { opacity: 0; transform: rotate(-45deg); }
:host([data-open]) .cross { opacity: 1; transform: none; }
.text {
  grid-area: 1 / 2; max-inline-size: calc(100vw - 130px); padding-inline-end: 20px; overflow: hidden;
  font: 600 15px/20px system-ui, sans-serif; text-overflow: ellipsis; white-space: nowrap;
}
.count {
  position: absolute; inset-block-start: -2px; inset-inline-end: -2px; min-inline-size: 20px; block-size: 20px;
  box-sizing: border-box; padding: 0 5px; border-radius: 10px; background: #b3261e; color: #fff;
  font: 600 12px/20px system-ui, sans-serif; text-align: center;
}
:host([data-open]) .text, .count[hidden] { display: none; }
.panel {
  inline-size: min(400px, calc(100vw - 40px)); block-size: min(660px, calc(100dvh - 40px));
  border-radius: 18px; overflow: hidden; outline: 1px solid transparent; background: Canvas; color-scheme: light dark;
  box-shadow: 0 0 0 1px rgb(15 20 30 / 8%), 0 16px 48px rgb(15 20 30 / 22%);
  opacity: 0; visibility: hidden; transform: translateY(12px);
  transition: 140ms ease-out;
}
:host([data-open]) .panel { opacity: 1; visibility: visible; transform: none; }
iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; }
:host([data-open][data-ready]) .bubble { display: none; }
@media (max-width: 480px), (max-height: 559px) {
  .panel { inset: 0; inline-size: 100%; block-size: 100dvh; border-radius: 0; }
}
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; }
}
@media print {
  .bubble, .panel { display: none; }
}
`;
