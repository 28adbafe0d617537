import type { Clinic } from '@eupnea/contract/clinics.ts'
import { readDeviceMetrics } from '@eupnea/contract/devices.ts'
import { listUsers } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCall } from '../shared/api.ts'
import { chooseClinic } from '../shared/clinic.ts'
import { IconCircleCheckFilled, IconCircleDashed } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import { isAdministrator, useSession } from '../shared/session.ts'
import { Loading } from '../shared/states.tsx'
import { ofText } from '../shared/words.ts'
import styles from './set-up-panel.module.css'

interface Step {
  readonly key: string
  readonly text: string
  readonly isDone: boolean
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

interface SetUpPanelProps {
  readonly clinic: Clinic
  /** below it, once it is known whether anything is lacking */
  readonly children: ReactNode
}

/** What a new facility still lacks, in the order in which it is set up; gone once nothing is lacking (EA-4). */
export function SetUpPanel({ clinic, children }: SetUpPanelProps) {
  const session = useSession()
  const counts = useCall(readDeviceMetrics, { clinic_id: clinic.id })
  const users = useCall(listUsers, { clinic_id: clinic.id, page: 1, page_size: 1 })
  if ([counts, users].some(({ isPending, failureCount }) => isPending && failureCount === 0)) return <Loading />
  const [metrics, people] = [counts.data, users.data]
  if (!session || !metrics || !people) return children
  const { slug } = clinic
  const steps: readonly Step[] = [
    {
      key: 'floors',
      text: m.clinic_set_up_floors(),
      isDone: clinic.floors.length > 0,
      link: { to: '/facility/edit/$slug', params: { slug } },
    },
    {
      key: 'devices',
      text: m.clinic_set_up_devices(),
      isDone: metrics.installed_devices > 0,
      link: isAdministrator(session)
        ? { to: '/devices/manage', search: { clinic: clinic.id, act: 'add-many' } as never }
        : { to: '/clinic/inventory', search: { act: 'add-many' } as never },
    },
    {
      key: 'residents',
      text: m.clinic_set_up_residents(),
      isDone: metrics.total_admitted_patients > 0,
      link: { to: '/clinic/residents', search: { act: 'add-many' } as never },
    },
    {
      key: 'people',
      text: m.clinic_set_up_people(),
      isDone: people.pagination.total_records > 0,
      link: { to: '/users/add', search: { clinic: clinic.id } as never },
    },
    {
      key: 'notifications',
      text: m.clinic_set_up_notifications(),
      isDone:
        clinic.alert_recipients.length > 0 ||
        (clinic.escalation_minutes !== null && clinic.escalation_recipients.length > 0),
      link: { to: '/facility/settings/$slug', params: { slug } },
    },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return children
  return (
    <>
      <Panel title={m.clinic_set_up_title()} note={ofText(done, steps.length)}>
        <ol className={styles.setUp}>
          {steps.map(({ key, text, isDone, link }) => (
            <li key={key} data-done={isDone}>
              {isDone ? (
                <IconCircleCheckFilled size={18} aria-hidden />
              ) : (
                <IconCircleDashed size={18} stroke={1.8} aria-hidden />
              )}
              {isDone ? (
                <span>
                  {text} <span className="visually-hidden">{m.clinic_set_up_done()}</span>
                </span>
              ) : (
                <Link {...link} onClick={() => chooseClinic(clinic.id)}>
                  {text}
                </Link>
              )}
            </li>
          ))}
        </ol>
      </Panel>
      {children}
    </>
  )
}
