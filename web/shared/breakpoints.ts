/**
 * Widths of the window below which a page changes, pixels. Sheets name them: `@media (--phone)`, `@media not (--desk)`;
 * `vite.config.ts` hands them over.
 */
export const breakpoints = {
  /** a phone on which the page is enlarged */
  enlarged: 360,
  'small-phone': 480,
  /** the mobile view (SH-7) */
  phone: 768,
  tablet: 900,
  /** the menu lies on top, because beside it the cards would have no room (SH-14) */
  'menu-on-top': 1024,
  desk: 1280,
} as const
