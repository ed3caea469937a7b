import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { TableField } from '../../../api/generated.ts';
import classes from './grid.module.css';

interface CellEditorProps {
  field: TableField;
  /** Initial value. */
  text: string;
  /** key: the key that ended editing, which decides the next cell; undefined if the editor lost the focus. */
  onDone(text: string, key: { key: string; shiftKey: boolean } | undefined): void;
  onCancel(): void;
}

type Control = HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement;

const examples: Partial<Record<TableField['type'], string>> = { DATETIME: '2026-01-31 18:30:00' };
const booleans = ['true', 'false'];

/** Editor in a cell. Enter and Tab confirm, Escape cancels. */
export const CellEditor = ({ field, text, onDone, onCancel }: CellEditorProps) => {
  const control = useRef<Control>(null);
  // Removing the focused control triggers blur, which must not end editing a second time.
  const isDone = useRef(false);
  useLayoutEffect(() => {
    const element = control.current;
    if (!element) return;
    element.focus();
    if (!(element instanceof HTMLSelectElement)) element.setSelectionRange(text.length, text.length);
  }, [text]);
  const finish = (key?: { key: string; shiftKey: boolean }): void => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(control.current?.value ?? text, key);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const { key, shiftKey } = event;
    const isNewLine = key === 'Enter' && shiftKey && field.type === 'TEXT';
    if (key === 'Escape') {
      isDone.current = true;
      onCancel();
    } else if ((key === 'Enter' && !isNewLine) || key === 'Tab') {
      event.preventDefault();
      finish({ key, shiftKey });
    }
  };
  const shared = {
    'aria-label': field.name,
    className: classes.editor,
    defaultValue: text,
    onKeyDown,
    onBlur: () => finish(),
  };
  if (field.type === 'BOOLEAN')
    return (
      <select {...shared} ref={control as React.Ref<HTMLSelectElement>}>
        <option value="" />
        {booleans.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    );
  if (field.type === 'TEXT')
    return (
      <textarea
        {...shared}
        ref={control as React.Ref<HTMLTextAreaElement>}
        rows={Math.min(8, Math.max(1, text.split('\n').length, Math.ceil(text.length / 40)))}
      />
    );
  return (
    <input
      {...shared}
      ref={control as React.Ref<HTMLInputElement>}
      inputMode={field.type === 'DATETIME' ? 'text' : 'decimal'}
      placeholder={examples[field.type]}
    />
  );
};
