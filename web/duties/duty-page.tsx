import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type Duty, listDuties } from '@eupnea/contract/duties.ts'
import { m } from '@eupnea/texts'
import { listText } from '@eupnea/texts/locale.ts'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useCall } from '../shared/api.ts'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { IconUserCircle } from '../shared/icons.tsx'
import { NoClinic } from '../shared/no-clinic.tsx'
import { Answer, Panel } from '../shared/panel.tsx'
import { Failed, Loading } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { sinceText } from '../shared/time.ts'
import { useWantedAct } from '../shared/use-wanted-act.ts'
import { floorText } from '../shared/words.ts'
import styles from './duty-page.module.css'
import { EndDuty } from './end-duty.tsx'
import { TakeDuty } from './take-duty.tsx'
import { uncoveredSpans } from './uncovered-spans.ts'

interface DutyPageProps {
  /** the person's channels, from wherever they are chosen */
  readonly children: ReactNode
}

/** Who has which floors and until when, and one's own channels (AN-7, AN-8). */
export function DutyPage({ children }: DutyPageProps) {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic)
    return (
      <div className={adminPageStyles.adminPage}>
        <div className={adminPageStyles.adminHead}>
          <h1>{m.duty_title()}</h1>
        </div>
        <OnDuty key={clinic.id} clinic={clinic} />
        {children}
      </div>
    )
  if (isPending) return <Loading label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}

/** A duty ends by the clock, which no message tells, ms. */
const refreshMs = 60_000

function OnDuty({ clinic }: { readonly clinic: Clinic }) {
  const duties = useCall(listDuties, { clinic_id: clinic.id }, { refetchInterval: refreshMs })
  const [isTaking, setTaking] = useState(false)
  useWantedAct({ take: () => setTaking(true) })
  const [ending, setEnding] = useState<Duty | null>(null)
  return (
    <Panel title={m.duty_on()} aside={<Button onClick={() => setTaking(true)}>{m.duty_take()}</Button>}>
      <Answer
        query={duties}
        label={m.duty_loading()}
        height={21}
        isEmpty={({ items, uncovered }) => items.length + uncovered.length === 0}
        empty={<p>{m.duty_nobody()}</p>}
        zone={clinic.tz}
      >
        {({ items, uncovered }) => (
          <ul className={styles.duties}>
            {items.map((duty) => (
              <li key={duty.id} className={styles.duty}>
                <IconUserCircle size={20} stroke={1.6} aria-hidden />
                <span>
                  <b>{duty.name}</b>
                  <span className={styles.dutyFloors}>
                    {m.duty_span({ floors: floorsText(duty.floors), time: sinceText(duty.until, clinic.tz) })}
                  </span>
                </span>
                <Button size="compact-sm" variant="default" onClick={() => setEnding(duty)}>
                  {m.duty_end()}
                </Button>
              </li>
            ))}
            {uncoveredSpans(uncovered, items).map(({ since, floors, isHeld }) => (
              <li key={since} className={styles.duty} data-uncovered>
                {(isHeld ? m.duty_uncovered_soon : m.duty_uncovered_now)({
                  floors: listText(floors.map((floor) => (floor === '' ? m.duty_whole() : m.duty_floor({ floor })))),
                  time: sinceText(since, clinic.tz),
                })}
              </li>
            ))}
          </ul>
        )}
      </Answer>
      {isTaking && <TakeDuty clinic={clinic} onClose={() => setTaking(false)} />}
      {ending && <EndDuty duty={ending} onClose={() => setEnding(null)} />}
    </Panel>
  )
}

const floorsText = (floors: readonly string[]): string =>
  floors.length === 0 ? m.duty_all_floors() : floors.map(floorText).join(', ')
