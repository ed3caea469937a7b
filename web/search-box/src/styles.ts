/** The field follows the colour scheme of the site; the dialog that of the system, as the page in it does. */
export const styles = `
:host { all: initial; color-scheme: inherit; font: 16px/1.5 system-ui, sans-serif; }
:host(frontdesk-search) { display: block; }
:host([hidden]) { display: none; }
.field {
  display: flex; align-items: center; gap: 8px; inline-size: 100%; min-inline-size: 160px; min-block-size: 40px; box-sizing: border-box;
  padding: 0 12px; border: 1px solid light-dark(#868d99, #7d8492); border-radius: 10px; cursor: pointer;
  background: light-dark(#fff, #17181b); color: light-dark(#5a6170, #a7aebb); font: inherit; text-align: start;
}
.field span { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
kbd {
  padding: 0 6px; border: 1px solid light-dark(#e2e5ea, #34373e); border-radius: 6px; font: 12px/20px system-ui, sans-serif;
}
button:focus-visible { outline: 2px solid light-dark(#2456d8, #7ea4ff); outline-offset: 2px; }
dialog {
  inline-size: min(720px, calc(100vw - 32px)); block-size: min(640px, calc(100dvh - 32px)); max-inline-size: none; max-block-size: none;
  box-sizing: border-box; margin-block-start: max(16px, 8vh); padding: 0; overflow: hidden; flex-direction: column;
  border: 1px solid light-dark(#e2e5ea, #34373e); border-radius: 16px; color-scheme: light dark; background: light-dark(#fff, #17181b);
  color: light-dark(#17191e, #e8eaed); box-shadow: 0 16px 48px rgb(15 20 30 / 30%);
}
dialog[open] { display: flex; }
dialog::backdrop { background: rgb(15 20 30 / 45%); }
.bar { display: flex; align-items: center; justify-content: space-between; gap: 8px; padding: 4px 4px 0 16px; }
:dir(rtl) .bar { padding: 4px 16px 0 4px; }
.bar b { font-size: 14px; font-weight: 600; }
.bar button {
  min-inline-size: 44px; min-block-size: 44px; padding: 0 8px; border: 0; border-radius: 10px; cursor: pointer;
  background: none; color: inherit; font: inherit;
}
.bar .close { font-size: 20px; }
.bar button:hover { background: light-dark(#eceef2, #2c2f36); }
iframe { flex: 1; inline-size: 100%; border: 0; }
@media (max-width: 480px), (max-height: 480px) {
  dialog { inline-size: 100vw; block-size: 100dvh; margin: 0; border: 0; border-radius: 0; }
}
@media print { :host { display: none; } }
`;
