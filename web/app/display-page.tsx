import { readWall } from '@eupnea/contract/displays.ts'
import { m } from '@eupnea/texts'
import { setPageLocale } from '@eupnea/texts/locale.ts'
import { useLayoutEffect, useState } from 'react'
import { Wall } from '../dashboard/wall.tsx'
import { beDisplay, useEnrolment } from '../displays/display-token.ts'
import { EnrolDisplay } from '../displays/enrol-display.tsx'
import { DisplaySound } from '../notifications/wall-sound.tsx'
import { useCall } from '../shared/api.ts'
import { ClinicClock } from '../shared/clinic-clock.tsx'
import { Failed, Loading } from '../shared/states.tsx'
import { floorText } from '../shared/words.ts'
import { LiveBadge, useClinicConnection, useLiveness } from './live-badge.tsx'

/**
 * Changes come by live messages, but for a snooze that ends and a danger that asks again; this also tells the portal that
 * the display is still there, ms.
 */
const refreshMs = 15_000

/** A television: the wall of its facility or floor once it is enrolled, and no way to anything else (DI-1). */
export function DisplayPage() {
  const { token, isRevoked } = useEnrolment()
  return token === null ? <EnrolDisplay isRevoked={isRevoked} /> : <AsDisplay key={token} token={token} />
}

function AsDisplay({ token }: { readonly token: string }) {
  const [isReady, setReady] = useState(false)
  // Before any call is made.
  useLayoutEffect(() => {
    const stop = beDisplay(token)
    setReady(true)
    return stop
  }, [token])
  return isReady && <DisplayWall />
}

function DisplayWall() {
  const options = { refetchInterval: refreshMs, refetchIntervalInBackground: true }
  const { data, error, refetch } = useCall(readWall, {}, options)
  const zone = data?.clinic.tz ?? 'UTC'
  const liveness = useLiveness(useClinicConnection(data?.clinic.id ?? null), zone)
  if (!data)
    return error ? <Failed error={error} retry={() => void refetch()} /> : <Loading label={m.display_wall_loading()} />
  const { clinic, floor, is_floor_gone, plan, residents, asking } = data
  setPageLocale(clinic.locale)
  return (
    <Wall
      key={clinic.locale}
      clinic={clinic}
      title={floor === null ? clinic.name : m.display_wall_floor({ clinic: clinic.name, floor: floorText(floor) })}
      residents={{ data: residents, error, refetch }}
      plan={plan}
      goneFloor={is_floor_gone ? floor : null}
      liveness={<LiveBadge liveness={liveness} isLarge />}
      clock={
        <>
          <DisplaySound asking={asking} />
          <ClinicClock zone={clinic.tz} />
        </>
      }
      isStale={liveness.kind === 'lost' || liveness.kind === 'quiet'}
    />
  )
}
