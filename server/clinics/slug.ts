/** The longest label of a host name: a clinic is reached at `{slug}.{host}` (SH-12). */
const longest = 63

/**
 * The slug of a clinic's name: lower-case Latin letters, digits and single hyphens, none at the ends.
 * @param nth 1 for the name alone; from 2 on, a number distinguishes clinics of the same name
 */
export function slugOf(name: string, nth = 1): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('&', ' and ')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
  const suffix = nth === 1 ? '' : `-${nth}`
  // A name in another script leaves nothing to use.
  const base = trimHyphens(trimHyphens(plain).slice(0, longest - suffix.length)) || 'facility'
  return base + suffix
}

const trimHyphens = (text: string): string => text.replaceAll(/^-+|-+$/g, '')
