/** How residents are called, everywhere. */

/** Fields that a name is made of. */
export const nameFields = ['first_name', 'last_name', 'preferred_name'] as const

export interface Named {
  readonly first_name: string
  readonly last_name: string
  /** absent where the name of the record alone counts: reports, billing, other systems */
  readonly preferred_name?: string
}

/** What comes before the last name: `Ada`, or `Ada “Addie”` of someone whom staff call otherwise. */
export const givenNames = ({ first_name, preferred_name }: Named): string =>
  preferred_name ? `${first_name} “${preferred_name}”` : first_name

/** `Ada Byron`, `Ada “Addie” Byron`. */
export const residentName = (named: Named): string => `${givenNames(named)} ${named.last_name}`.trim()

/** On a card, where there is little room, what staff say: `Byron, Addie`. */
export const cardName = ({ first_name, last_name, preferred_name }: Named): string =>
  `${last_name}, ${preferred_name || first_name}`

/** What a resident is found by, either way round and by either name. */
export const searchedNames = ({ first_name, last_name, preferred_name = '' }: Named): string =>
  `${first_name} ${last_name} ${first_name} ${preferred_name} ${last_name} ${preferred_name}`
