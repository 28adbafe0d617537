/** Letters and digits that nobody takes for another on a screen across the room: no 0 and O, 1 and I, 2 and Z, 5 and S, … */
export const codeLetters = 'ACDEFHJKLMNPRTWXY34679'

export const codeLength = 8

/** A code as it was typed, without what people add to read it: ` kd7f-3hxa ` → `KD7F3HXA`. */
export const codeOf = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

/** In two halves, to be read across a room: `KD7F 3HXA`. */
export const codeText = (code: string): string => `${code.slice(0, codeLength / 2)} ${code.slice(codeLength / 2)}`
