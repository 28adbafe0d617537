/** Colours for a canvas, which CSS variables don't reach. */

const names = ['surface', 'line', 'ink', 'ink-2', 'ink-3', 'brand', 'brand-soft', 'warn', 'danger'] as const
export type Palette = Readonly<Record<(typeof names)[number], string>>

const forced = matchMedia('(forced-colors: active)')

/** In forced-colours mode: shapes carry the meanings that colours have otherwise. */
const systemColours: Palette = {
  surface: 'Canvas',
  line: 'GrayText',
  ink: 'CanvasText',
  'ink-2': 'CanvasText',
  'ink-3': 'GrayText',
  brand: 'CanvasText',
  'brand-soft': 'GrayText',
  warn: 'CanvasText',
  danger: 'CanvasText',
}

/** The theme's tokens as they apply to this element now. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element)
  if (!forced.matches)
    return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Palette
  const probe = element.appendChild(document.createElement('i'))
  const read = (colour: string) => {
    probe.style.color = colour
    const [red = '0', green = '0', blue = '0'] = getComputedStyle(probe).color.match(/\d+/g) ?? []
    return `#${[red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
  }
  const palette = Object.fromEntries(names.map((name) => [name, read(systemColours[name])])) as Palette
  probe.remove()
  return { ...palette, 'brand-soft': faint(palette['brand-soft'], 0.3) }
}

/** A token as a translucent colour; tokens are written `#rrggbb`. @param share 0..1 */
export const faint = (colour: string, share: number): string =>
  `${colour}${Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')}`

/**
 * Calls back when the page's theme changes (Mantine marks it on the root element), or the system's colours do.
 * @returns how to stop
 */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-mantine-color-scheme', 'class', 'style'],
  })
  forced.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    forced.removeEventListener('change', changed)
  }
}
