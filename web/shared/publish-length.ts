/**
 * Gives a length to the elements that a selector names, as a custom property. On the document every element would
 * inherit it, so that each change would style all cards anew.
 *
 * @returns sets the length, px
 */
export function publishLength(name: `--${string}`, readers: string): (pixels: number) => void {
  const sheet = new CSSStyleSheet()
  sheet.insertRule(`${readers} {}`)
  document.adoptedStyleSheets.push(sheet)
  const { style } = sheet.cssRules[0] as CSSStyleRule
  return (pixels) => style.setProperty(name, `${pixels}px`)
}
