import { clockText, dateText, useNow } from '../shared/time.ts'

interface ClinicClockProps {
  readonly zone: string
  readonly withDate?: boolean
}

/** The time where the residents are. */
export function ClinicClock({ zone, withDate = false }: ClinicClockProps) {
  const at = useNow(60_000)
  return (
    <time className="tabular" title={`Time at the facility (${zone})`}>
      {withDate && `${dateText(at, zone)}, `}
      {clockText(at, zone)}
    </time>
  )
}
