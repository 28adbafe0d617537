import type { ClinicAttention } from '@eupnea/contract/clinic-attention.ts'

/** Which facility needs a look first. */

type Need = Omit<ClinicAttention, 'clinic_id' | 'residents'>

const least: Need = { out_of_range: 0, no_signal: 0, unacknowledged: 0, dangers: 0, oldest_at: null }

export const needsLook = (need: Need | undefined): boolean =>
  need !== undefined && need.out_of_range + need.no_signal + need.unacknowledged > 0

function compareNeed(one: Need, other: Need): number {
  const byCount =
    other.dangers - one.dangers || other.unacknowledged - one.unacknowledged || other.out_of_range - one.out_of_range
  if (byCount !== 0) return byCount
  const [since, otherSince] = [one.oldest_at, other.oldest_at].map((at) => (at ? Date.parse(at) : 0))
  return other.no_signal - one.no_signal || since! - otherSince!
}

/** Dangers first, then what nobody has acknowledged, who is out of range, and no signal; the rest stay as they were. */
export function byNeed<T extends { readonly id: string }>(
  clinics: readonly T[],
  needs: ReadonlyMap<string, Need>,
): readonly T[] {
  const of = ({ id }: T) => needs.get(id) ?? least
  return clinics.toSorted((one, other) => compareNeed(of(one), of(other)))
}
