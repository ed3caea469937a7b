import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { t } from './messages/translate.ts';

/** White text on shade 7 has a contrast above 4.5:1 in both colour schemes. */
const lagoon: MantineColorsTuple = [
  '#edf7f7',
  '#dbecec',
  '#b5d9da',
  '#8bc5c7',
  '#67b4b7',
  '#45a0a4',
  '#2b888c',
  '#1d7175',
  '#155b5f',
  '#0d464a',
];

/** Cool greys. Shade 6 is dimmed text, readable on white. */
const gray: MantineColorsTuple = [
  '#f7f9fa',
  '#f0f3f5',
  '#e5eaed',
  '#d8dfe3',
  '#c3ccd2',
  '#87939c',
  '#5a6670',
  '#434e57',
  '#2f3840',
  '#1c242b',
];

/** Shade 0 is text, 2 is dimmed text, 7 is the page background. */
const dark: MantineColorsTuple = [
  '#d9e0e5',
  '#bac4cb',
  '#9ba7b0',
  '#74818b',
  '#414c55',
  '#333d45',
  '#262f36',
  '#1a2127',
  '#14191e',
  '#0e1216',
];

export const theme = createTheme({
  colors: { lagoon, gray, dark },
  black: gray[9],
  primaryColor: 'lagoon',
  primaryShade: 7,
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '20px' },
  fontFamily: "Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.45' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Tooltip: {
      defaultProps: { openDelay: 300, withArrow: true, events: { hover: true, focus: true, touch: false } },
    },
    Spoiler: { styles: { control: { fontSize: 'var(--mantine-font-size-sm)' } } },
    // Functions, because the messages are loaded later and the language can change.
    CloseButton: { defaultProps: () => ({ 'aria-label': t('common.close') }) },
    Modal: {
      styles: { title: { fontWeight: 600 } },
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
      },
    },
    // Links in text are underlined: colour alone is not accessible.
    Anchor: { defaultProps: { underline: 'always' } },
    ColorInput: {
      defaultProps: () => ({ eyeDropperButtonProps: { 'aria-label': t('common.pickColour') } }),
    },
    PasswordInput: {
      defaultProps: () => ({ visibilityToggleButtonProps: { 'aria-label': t('common.showOrHide') } }),
    },
    Paper: { defaultProps: { withBorder: true } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--frontdesk-page-width': '1180px' },
  light: {
    '--mantine-color-body': '#ffffff',
    '--frontdesk-ground': gray[0],
    '--frontdesk-line': gray[2],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-anchor': lagoon[7],
    '--mantine-color-error': '#b42318',
    // Small text on a tint of the same colour needs a contrast above 4.5:1.
    '--mantine-color-teal-light-color': '#045c44',
    '--mantine-color-orange-light-color': '#7a2e00',
    '--mantine-color-red-light-color': '#9d1b1b',
    '--mantine-color-blue-light-color': '#124f85',
    '--mantine-color-gray-light-color': gray[8],
  },
  dark: {
    '--frontdesk-ground': dark[8],
    '--frontdesk-line': dark[5],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-anchor': lagoon[3],
    '--mantine-color-lagoon-light': 'rgb(69 160 164 / 20%)',
    '--mantine-color-lagoon-light-hover': 'rgb(69 160 164 / 28%)',
    '--mantine-color-lagoon-light-color': lagoon[2],
    '--mantine-color-error': '#ff8f85',
    '--mantine-color-teal-light': 'rgb(18 184 134 / 18%)',
    '--mantine-color-teal-light-color': '#96f2d7',
    '--mantine-color-orange-light': 'rgb(253 126 20 / 16%)',
    '--mantine-color-orange-light-color': '#ffd8a8',
    '--mantine-color-red-light': 'rgb(250 82 82 / 17%)',
    '--mantine-color-red-light-color': '#ffc9c9',
    '--mantine-color-blue-light': 'rgb(34 139 230 / 19%)',
    '--mantine-color-blue-light-color': '#a5d8ff',
    '--mantine-color-gray-light': dark[5],
    '--mantine-color-gray-light-color': dark[0],
  },
});
