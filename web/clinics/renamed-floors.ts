import { filledOf, type Line } from '../shared/form/lines.ts'

/**
 * Floors whose line now has a name that is new. Where names were only typed in another order, nobody moves.
 * @param sent the lines as they are sent, without empty ones
 */
export const renamedFloors = (
  lines: readonly Line[],
  before: readonly string[],
  sent: readonly string[] = [],
): { from: string; to: string }[] =>
  filledOf(lines).flatMap(({ was }, index) => {
    const to = sent[index]
    if (!was || !to || !before.includes(was)) return []
    return sent.includes(was) || before.includes(to) ? [] : [{ from: was, to }]
  })
