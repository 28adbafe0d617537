/**
 * Sets a length as a custom property on the elements that a selector matches. Set on the document, every element would
 * inherit it, and each change would restyle all cards.
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
