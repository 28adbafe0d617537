/** Colours for a canvas, which CSS variables don't reach. */

const names = ['surface', 'line', 'ink', 'ink-2', 'ink-3', 'brand', 'brand-soft', 'warn', 'danger'] as const
export type Palette = Readonly<Record<(typeof names)[number], string>>

/** The theme's tokens as they apply to this element now. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element)
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Palette
}

/** A token as a translucent colour; tokens are written `#rrggbb`. @param share 0..1 */
export const faint = (colour: string, share: number): string =>
  `${colour}${Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')}`

/**
 * Calls back when the page's theme changes (Mantine marks it on the root element).
 * @returns how to stop
 */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-mantine-color-scheme', 'class', 'style'],
  })
  return () => observer.disconnect()
}
