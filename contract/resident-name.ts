/** How residents are called, everywhere. */

/** Fields that a name is made of. */
export const nameFields = ['first_name', 'last_name'] as const

export interface Named {
  readonly first_name: string
  readonly last_name: string
}

/** What comes before the last name: `Ada`. */
export const givenNames = ({ first_name }: Named): string => first_name

/** `Ada Byron`. */
export const residentName = (named: Named): string => `${givenNames(named)} ${named.last_name}`.trim()

/** On a card, where there is little room: `Byron, Ada`. */
export const cardName = ({ first_name, last_name }: Named): string => `${last_name}, ${first_name}`

/** What a resident is found by, either way round. */
export const searchedNames = ({ first_name, last_name }: Named): string => `${first_name} ${last_name} ${first_name}`
