/** The tab's title and icon, which carry how many notifications wait (AN-1). */

const dot = '%23c8372d'
/** Above, the icon has no room for the number. */
const most = 9

let title = ''
let waiting = 0
let plainIcon: string | null = null

/** `(2) Eupnea Admin Portal` */
export const titleText = (name: string, count: number): string => (count === 0 ? name : `(${count}) ${name}`)

/** @param plain the icon's own data URL of an SVG @returns the same with a red dot and the number in it */
export function iconWith(plain: string, count: number): string {
  if (count === 0) return plain
  const text = count > most ? `${most}+` : String(count)
  const mark = `%3Ccircle cx='15' cy='7' r='7' fill='${dot}' stroke='none'/%3E%3Ctext x='15' y='10.4' font-family='sans-serif' font-size='${text.length > 1 ? 8 : 10}' font-weight='700' text-anchor='middle' fill='white' stroke='none'%3E${text}%3C/text%3E`
  return plain.replace('%3C/svg%3E', `${mark}%3C/svg%3E`)
}

function write() {
  document.title = titleText(title, waiting)
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!icon) return
  plainIcon ??= icon.href
  icon.href = iconWith(plainIcon, waiting)
}

export function setTitle(name: string): void {
  title = name
  write()
}

/** @param count of open notifications */
export function setWaiting(count: number): void {
  if (count === waiting) return
  waiting = count
  write()
}
