import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** Mantine in the house's colours; the tokens themselves are in theme.css and hold in both themes. */

const brand: MantineColorsTuple = [
  '#e4f0ec',
  '#cbe3dc',
  '#9fcfc1',
  '#5fb59e',
  '#45a189',
  '#338c75',
  '#287e68',
  '#1f6f5c',
  '#185a4b',
  '#12463a',
]

/** Danger and warning of the tokens, where Mantine wants ten shades. */
const red: MantineColorsTuple = [
  '#fde9e7',
  '#fbd0cc',
  '#ffb4ab',
  '#ff8a80',
  '#ef6a5f',
  '#dc4a40',
  '#c8362c',
  '#b3261e',
  '#93180f',
  '#6f0f08',
]

const yellow: MantineColorsTuple = [
  '#fff3dc',
  '#ffe6b8',
  '#f3cd80',
  '#e3b04b',
  '#d09a32',
  '#b88020',
  '#a56a10',
  '#8a5200',
  '#6f4200',
  '#543200',
]

/** Surfaces and inks of the dark theme, from light to dark. */
const dark: MantineColorsTuple = [
  '#d7e0da',
  '#b4bfb8',
  '#9aa8a0',
  '#66736c',
  '#3a4741',
  '#24302b',
  '#1c2622',
  '#141c19',
  '#0d1311',
  '#080d0b',
]

export const theme = createTheme({
  colors: { brand, red, yellow, dark },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 3 },
  // Filled buttons are light in the dark theme, so their text must turn dark.
  autoContrast: true,
  black: '#17211b',
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
})

const tokens = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-success': 'var(--brand)',
  '--mantine-color-anchor': 'var(--brand)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--hover)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-color-disabled-border': 'var(--line)',
} as const

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: tokens,
  // Nothing on a ward at night is pure white.
  dark: { ...tokens, '--mantine-color-white': '#e4ebe6' },
})
