import { useHotkeys } from '@mantine/hooks';
import type { Editor } from './editor-context.ts';

/** Keyboard shortcuts of the editor. In form fields, only the one for saving is active. */
export const useEditorKeys = (editor: Editor, onSave: () => void): void => {
  // The empty list of ignored tags lets the shortcut work in form fields.
  useHotkeys([['mod+S', onSave]], []);
  const unlessTextIsSelected = (act: () => void) => (event: KeyboardEvent) => {
    // The browser copies selected text.
    if (String(getSelection()) !== '') return;
    event.preventDefault();
    act();
  };
  useHotkeys([
    ['mod+Z', editor.undo],
    ['mod+shift+Z', editor.redo],
    ['mod+Y', editor.redo],
    ['mod+D', editor.duplicate],
    ['mod+V', editor.paste],
    ['mod+C', unlessTextIsSelected(editor.copy), { preventDefault: false }],
  ]);
};
