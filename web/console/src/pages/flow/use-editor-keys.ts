import { useHotkeys } from '@mantine/hooks';
import type { Editor } from './editor-context.ts';

/** Keys of the editor; in a field of a form those of editing are the field's own. */
export const useEditorKeys = (editor: Editor, onSave: () => void): void => {
  // An empty list of tags to ignore: saving while the cursor stands in a field is the usual case.
  useHotkeys([['mod+S', onSave]], []);
  const whenNothingIsMarked = (act: () => void) => (event: KeyboardEvent) => {
    // Words that are marked are what somebody wants to copy.
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
    ['mod+C', whenNothingIsMarked(editor.copy), { preventDefault: false }],
  ]);
};
