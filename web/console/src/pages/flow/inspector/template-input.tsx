import { ActionIcon, Combobox, Group, Text, Textarea, Tooltip, useCombobox } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../messages/translate.ts';
import classes from '../flow.module.css';
import { begunVariable, insertVariable } from '../graph/variables.ts';
import { useKnownVariables } from './use-known-variables.ts';

interface TemplateInputProps {
  label?: string;
  'aria-label'?: string;
  description?: string;
  placeholder?: string;
  lines?: number;
  value: string;
  onChange(value: string): void;
}

const maxShown = 12;

/** A text with variables. Typing two braces or pressing the button opens the list of variables. */
export const TemplateInput = ({ lines = 1, value, onChange, label, ...input }: TemplateInputProps) => {
  const known = useKnownVariables();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const area = useRef<HTMLTextAreaElement>(null);
  const [begun, setBegun] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes with the typed text
  useEffect(() => {
    if (combobox.dropdownOpened) combobox.selectFirstOption();
  }, [begun, combobox.dropdownOpened]);
  const offered = known.filter(({ path }) => path.toLowerCase().includes(begun.toLowerCase()));

  const look = (text: string, caret: number): void => {
    const name = begunVariable(text.slice(0, caret));
    setBegun(name ?? '');
    if (name === undefined) combobox.closeDropdown();
    else combobox.openDropdown();
  };
  const choose = (path: string): void => {
    const at = area.current?.selectionStart ?? value.length;
    const next = insertVariable(value, at, path);
    onChange(next.text);
    combobox.closeDropdown();
    // After the new text was rendered.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.Target withKeyboardNavigation={combobox.dropdownOpened} withAriaAttributes={false}>
        <Textarea
          {...input}
          ref={area}
          label={label}
          autosize
          minRows={lines}
          maxRows={14}
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            look(event.currentTarget.value, event.currentTarget.selectionStart);
          }}
          onBlur={() => combobox.closeDropdown()}
          rightSection={
            <Tooltip label={t('flow.template.insert')}>
              <ActionIcon
                size="sm"
                aria-label={t('flow.template.insertInto', {
                  field: label ?? input['aria-label'] ?? t('flow.template.text'),
                })}
                // Keeps the position of the caret.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  setBegun('');
                  area.current?.focus();
                  combobox.openDropdown();
                }}
              >
                <IconBraces size={14} />
              </ActionIcon>
            </Tooltip>
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offered.length === 0}>
        <Combobox.Options mah={240} style={{ overflowY: 'auto' }} aria-label={t('flow.template.variables')}>
          {offered.slice(0, maxShown).map(({ path, about }) => (
            <Combobox.Option key={path} value={path}>
              <Group justify="space-between" gap="xs" wrap="nowrap">
                <Text size="sm" ff="monospace" truncate>
                  {path}
                </Text>
                <Text size="xs" truncate className={classes.about}>
                  {about}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
};
