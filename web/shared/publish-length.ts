/**
 * Sets a property's length on the elements that a selector matches. A custom one is set on those that read it: all
 * elements would inherit the document's, and each change would restyle all cards.
 *
 * @returns sets the length, px; with 0 it is as the style sheets say
 */
export function publishLength(name: string, readers: string): (pixels: number) => void {
  const sheet = new CSSStyleSheet()
  sheet.insertRule(`${readers} {}`)
  document.adoptedStyleSheets.push(sheet)
  const { style } = sheet.cssRules[0] as CSSStyleRule
  return (pixels) => style.setProperty(name, pixels === 0 ? '' : `${pixels}px`)
}
