import {
  type MantineThemeOverride,
  MantineThemeProvider,
  mergeThemeOverrides,
  useMantineTheme,
} from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import classes from './read-only-fields.module.css';

const readOnly = { defaultProps: { readOnly: true } };
const disabled = { defaultProps: { disabled: true } };

/** Text can be selected and copied. Controls without a read-only state are disabled, with readable colours. */
const readOnlyTheme: MantineThemeOverride = {
  components: {
    TextInput: readOnly,
    Textarea: readOnly,
    NumberInput: readOnly,
    PasswordInput: readOnly,
    TagsInput: readOnly,
    Select: readOnly,
    MultiSelect: readOnly,
    Autocomplete: readOnly,
    ColorInput: readOnly,
    SegmentedControl: readOnly,
    JsonInput: readOnly,
    NativeSelect: disabled,
    Switch: disabled,
    Checkbox: disabled,
    Radio: disabled,
    Slider: disabled,
    Button: disabled,
    ActionIcon: disabled,
  },
};

const ReadOnlyTheme = ({ children }: { children: ReactNode }) => {
  const theme = useMantineTheme();
  const merged = useMemo(() => mergeThemeOverrides(theme, readOnlyTheme), [theme]);
  return <MantineThemeProvider theme={merged}>{children}</MantineThemeProvider>;
};

interface ReadOnlyFieldsProps {
  isReadOnly: boolean;
  children: ReactNode;
}

/** Fields that viewers can read and copy, but not change. A control with its own `disabled` must name the role too. */
export const ReadOnlyFields = ({ isReadOnly, children }: ReadOnlyFieldsProps) => (
  <div className={classes.fields} data-read-only={isReadOnly || undefined}>
    {isReadOnly ? <ReadOnlyTheme>{children}</ReadOnlyTheme> : children}
  </div>
);
