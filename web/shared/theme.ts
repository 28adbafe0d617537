import { m } from '@eupnea/texts'
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/**
 * Mantine with the product's tokens (tokens.css): each token works in both themes, so Mantine needs no shades of its
 * own.
 */

/** Ten shades of a meaningful colour: soft backgrounds, the colour itself, and the colour on hover. */
function shades(name: 'brand' | 'danger' | 'warn'): MantineColorsTuple {
  const [soft, full] = [`var(--${name}-soft)`, `var(--${name})`]
  const softPressed = `color-mix(in srgb, ${soft}, ${full} 12%)`
  const pressed = `color-mix(in srgb, ${full}, var(--ink) 18%)`
  return [soft, soft, softPressed, full, full, full, full, pressed, full, full]
}

/** From text to background, as components use them in the dark theme. */
const dark: MantineColorsTuple = [
  'var(--ink)',
  'var(--ink)',
  'var(--ink-2)',
  'var(--line-strong)',
  'var(--line-strong)',
  'var(--line)',
  'var(--hover)',
  'var(--surface)',
  'var(--bg)',
  'var(--bg)',
]

/** From background to text, as components use them in the light theme. */
const gray: MantineColorsTuple = [
  'var(--hover)',
  'var(--hover)',
  'var(--line)',
  'var(--line)',
  'var(--line-strong)',
  'var(--ink-3)',
  'var(--ink-3)',
  'var(--ink-2)',
  'var(--ink)',
  'var(--ink)',
]

/** Names the close button of dialogs, drawers and pop-ups. */
const closable = () => ({ closeButtonProps: { 'aria-label': m.common_close() } })

export const theme = createTheme({
  colors: { brand: shades('brand'), red: shades('danger'), yellow: shades('warn'), dark, gray },
  primaryColor: 'brand',
  primaryShade: 6,
  white: 'var(--on-fill)',
  black: 'var(--ink)',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-code)',
  fontSizes: {
    xs: 'var(--text-2)',
    sm: 'var(--text-3)',
    md: 'var(--text-3)',
    lg: 'var(--text-4)',
    xl: 'var(--text-5)',
  },
  spacing: {
    xs: 'var(--space-4)',
    sm: 'var(--space-5)',
    md: 'var(--space-6)',
    lg: 'var(--space-7)',
    xl: 'var(--space-8)',
  },
  defaultRadius: 'md',
  radius: {
    xs: 'var(--radius-1)',
    sm: 'var(--radius-1)',
    md: 'var(--radius-2)',
    lg: 'var(--radius-3)',
    xl: 'var(--radius-4)',
  },
  shadows: {
    xs: 'var(--shadow)',
    sm: 'var(--shadow)',
    md: 'var(--shadow-above)',
    lg: 'var(--shadow-above)',
    xl: 'var(--shadow-above)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  // Pop-ups that stay lie over none of their buttons.
  components: {
    Menu: { defaultProps: { zIndex: 500 } },
    Drawer: { defaultProps: closable, styles: { body: { paddingBottom: 'calc(var(--space-6) + var(--pop-ups))' } } },
    Modal: {
      defaultProps: closable,
      styles: { content: { maxHeight: 'calc(100dvh - var(--modal-y-offset) * 2 - var(--pop-ups))' } },
    },
    Notification: { defaultProps: closable },
  },
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
  // Mantine would darken the soft backgrounds for the dark theme, but these are dark already.
  ...Object.fromEntries(
    Object.entries({ brand: '--brand', red: '--danger', yellow: '--warn', gray: '--ink' }).flatMap(([name, full]) => [
      [`--mantine-color-${name}-light`, `var(--mantine-color-${name}-1)`],
      [`--mantine-color-${name}-light-hover`, `var(--mantine-color-${name}-2)`],
      [`--mantine-color-${name}-light-color`, `var(${full})`],
      [`--mantine-color-${name}-outline`, `var(${full})`],
    ]),
  ),
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: tokens, dark: tokens })
