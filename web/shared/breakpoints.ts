/**
 * Window widths below which a page changes, pixels. Style sheets use them by name: `@media (--phone)`, `@media not
 * (--desk)`; `vite.config.ts` inserts the widths.
 */
export const breakpoints = {
  /** a phone with the page zoomed in */
  enlarged: 360,
  'small-phone': 480,
  /** the mobile view (SH-7) */
  phone: 768,
  tablet: 900,
  /** the menu is on top, because there is no room for it beside the cards (SH-14) */
  'menu-on-top': 1024,
  desk: 1280,
} as const

/** A style sheet with a width in place of each breakpoint's name. @throws Error when there is no such breakpoint */
export const insertWidths = (sheet: string): string =>
  sheet.replaceAll(/(?<=@media[^{]*)\(--([\w-]+)\)/g, (_, name: keyof typeof breakpoints) => {
    if (!(name in breakpoints)) throw new Error(`There is no breakpoint ${name}`)
    return `(width < ${breakpoints[name]}px)`
  })
