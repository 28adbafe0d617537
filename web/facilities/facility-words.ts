import { countText } from '../shared/count-text.ts'

/** How many a mail goes to. */
export const recipientsText = (count: number): string =>
  count === 0 ? 'nobody yet' : countText(count, 'address', 'addresses')
