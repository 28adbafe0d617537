import { language } from '@eupnea/texts/locale.ts'

/** How residents' names are written, everywhere. */

/** Fields that make up a name. */
export const nameFields = ['first_name', 'last_name', 'preferred_name'] as const

export interface Named {
  readonly first_name: string
  readonly last_name: string
  /** absent where only the name on record counts: reports, billing, other systems */
  readonly preferred_name?: string
}

/** The part before the last name: `Ada`, or `Ada “Addie”` if staff use another name. */
export const givenNames = ({ first_name, preferred_name }: Named): string =>
  preferred_name ? `${first_name} “${preferred_name}”` : first_name

/** `Ada Byron`, `Ada “Addie” Byron`. */
export const residentName = (named: Named): string => `${givenNames(named)} ${named.last_name}`.trim()

/** For cards, where there is little room, the name that staff use: `Byron, Addie`. */
export const cardName = ({ first_name, last_name, preferred_name }: Named): string =>
  [last_name, preferred_name || first_name].filter((name) => name !== '').join(', ')

/** Where anyone may read it: `A.B.` */
export const initials = ({ first_name, last_name }: Named): string =>
  [first_name, last_name]
    .map((name) => [...name.trim()][0] ?? '')
    .filter((letter) => letter !== '')
    .map((letter) => `${letter.toLocaleUpperCase(language)}.`)
    .join('')

/** Text that search matches: both names, in either order. */
export const searchedNames = ({ first_name, last_name, preferred_name = '' }: Named): string =>
  `${first_name} ${last_name} ${first_name} ${preferred_name} ${last_name} ${preferred_name}`
