import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { TableField } from '../../../api/generated.ts';
import classes from './grid.module.css';

interface CellEditorProps {
  field: TableField;
  /** What stands in it at first. */
  text: string;
  /** key: what ended it, to know where to go on; undefined when somebody clicked elsewhere. */
  onDone(text: string, key: { key: string; shiftKey: boolean } | undefined): void;
  onCancel(): void;
}

type Control = HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement;

const hints: Partial<Record<TableField['type'], string>> = { DATETIME: '2026-01-31 18:30:00' };

/** Written in place of a cell: Enter and Tab take it, Escape leaves it as it was. */
export const CellEditor = ({ field, text, onDone, onCancel }: CellEditorProps) => {
  const control = useRef<Control>(null);
  // Taken or left once: the control goes away with the focus in it.
  const isOver = useRef(false);
  useLayoutEffect(() => {
    const element = control.current;
    if (!element) return;
    element.focus();
    if (!(element instanceof HTMLSelectElement)) element.setSelectionRange(text.length, text.length);
  }, [text]);
  const finish = (key?: { key: string; shiftKey: boolean }): void => {
    if (isOver.current) return;
    isOver.current = true;
    onDone(control.current?.value ?? text, key);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const { key, shiftKey } = event;
    const isNewLine = key === 'Enter' && shiftKey && field.type === 'TEXT';
    if (key === 'Escape') {
      isOver.current = true;
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
        <option value="true">true</option>
        <option value="false">false</option>
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
      placeholder={hints[field.type]}
    />
  );
};
