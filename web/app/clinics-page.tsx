import type { Clinic } from '@eupnea/contract/clinics.ts'
import { readDeviceMetrics } from '@eupnea/contract/devices.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { language, numberText } from '@eupnea/texts/locale.ts'
import { Button, Group, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, Suspense, useState } from 'react'
import { describeError, useCall } from '../shared/api.ts'
import { chooseClinic, useClinics } from '../shared/clinic.ts'
import { ClinicClock } from '../shared/clinic-clock.tsx'
import demoMarkStyles from '../shared/demo-mark.module.css'
import { IconSearch } from '../shared/icons.tsx'
import { NoClinic } from '../shared/no-clinic.tsx'
import { lazyPart } from '../shared/parts.ts'
import { isAdministrator, useSession } from '../shared/session.ts'
import { Empty, Failed, Loading } from '../shared/states.tsx'
import { ofText } from '../shared/words.ts'
import styles from './clinics-page.module.css'

const RemoveDemo = lazyPart(async () => (await import('./remove-demo.tsx')).RemoveDemo)

/** How often counts are refreshed, ms. */
const refreshMs = 60_000
/** From this many clinics, there is a search field. */
const manyClinics = 12
/** Each row fetches its counts, so only this many are shown at first. */
const mostAtFirst = 50

/**
 * The person's clinics with their current counts (Superadmin `/dashboard`; Provider `/`).
 * @param children shown below them
 */
export function ClinicsPage({ children }: { readonly children?: ReactNode }) {
  const session = useSession()
  if (!session) return null
  return (
    <div className={styles.clinicsPage}>
      <h1>{m.app_clinics_title()}</h1>
      <Facilities session={session} />
      {children}
    </div>
  )
}

function Facilities({ session }: { readonly session: Session }) {
  const { data: clinics, isPending, error, refetch } = useClinics()
  const [search, setSearch] = useState('')
  const [isWhole, setWhole] = useState(false)
  const [removing, setRemoving] = useState<Clinic | null>(null)
  if (isPending) return <Loading label={m.app_clinics_loading()} />
  if (error && !clinics) return <Failed error={error} retry={() => void refetch()} />
  if (!clinics || clinics.length === 0) return <NoClinic>{m.common_no_access()}</NoClinic>
  const wanted = search.trim().toLocaleLowerCase(language)
  const found = clinics.filter(({ name }) => name.toLocaleLowerCase(language).includes(wanted))
  const shown = isWhole ? found : found.slice(0, mostAtFirst)
  return (
    <>
      <Totals count={clinics.length} />
      {clinics.length > manyClinics && (
        <TextInput
          className={styles.clinicsSearch}
          aria-label={m.app_clinics_search()}
          placeholder={m.app_clinics_search()}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 && <Empty title={m.app_clinics_none_found_title()}>{m.common_try_search()}</Empty>}
      <ul className={styles.clinicsList}>
        {shown.map((clinic) => (
          <ClinicRow
            key={clinic.id}
            clinic={clinic}
            onRemove={clinic.is_demo && isAdministrator(session) ? () => setRemoving(clinic) : undefined}
          />
        ))}
      </ul>
      {shown.length < found.length && (
        <Button className={styles.clinicsMore} variant="default" onClick={() => setWhole(true)}>
          {m.common_show_all_count({ count: numberText(found.length) })}
        </Button>
      )}
      {removing && (
        <Suspense>
          <RemoveDemo clinic={removing} onClose={() => setRemoving(null)} />
        </Suspense>
      )}
    </>
  )
}

function Totals({ count }: { readonly count: number }) {
  const { data } = useCall(readDeviceMetrics, {}, { refetchInterval: refreshMs })
  if (!data) return null
  return (
    <p className={clsx(styles.clinicsTotals, 'tabular')}>
      {m.app_clinic_count({ count })} · {m.app_resident_count({ count: data.total_admitted_patients })} ·{' '}
      {m.app_devices_online({ count: ofText(data.total_online_devices, data.installed_devices) })}
    </p>
  )
}

interface ClinicRowProps {
  readonly clinic: Clinic
  readonly onRemove?: () => void
}

function ClinicRow({ clinic, onRemove }: ClinicRowProps) {
  const navigate = useNavigate()
  const { data, error } = useCall(readDeviceMetrics, { clinic_id: clinic.id }, { refetchInterval: refreshMs })
  const offline = data?.total_disconnected_devices ?? 0

  // A button, not a link: the clinic is chosen here, so another tab would show the one before.
  function open() {
    chooseClinic(clinic.id)
    void navigate({ to: '/clinic/profile' })
  }

  return (
    <li className={styles.clinicsRow}>
      <div className={styles.clinicsWhat}>
        <h2>
          {clinic.name} {clinic.is_demo && <span className={demoMarkStyles.demoMark}>{m.app_demo()}</span>}
        </h2>
        <p>
          <ClinicClock zone={clinic.tz} /> {clinic.tz.replaceAll('_', ' ')}
        </p>
      </div>
      <dl className={clsx(styles.clinicsCounts, 'tabular')}>
        <Count label={m.app_count_residents()} value={data?.total_admitted_patients} />
        <Count label={m.common_connected()} value={data?.total_connected_patients} />
        <Count label={m.app_count_devices()} value={data?.installed_devices} />
        <Count
          label={m.app_count_offline()}
          value={data && `${offline} (${data.disconnected_devices_percentage} %)`}
          isWarning={offline > 0}
        />
      </dl>
      {error && !data && <p className={styles.clinicsFault}>{describeError(error).title}</p>}
      <Group gap="xs" className={styles.clinicsActs}>
        {onRemove && (
          <Button variant="default" onClick={onRemove} aria-label={m.common_remove_label({ what: clinic.name })}>
            {m.common_remove()}
          </Button>
        )}
        <Button onClick={open} aria-label={m.app_open_dashboard_label({ clinic: clinic.name })}>
          {m.app_open_dashboard()}
        </Button>
      </Group>
    </li>
  )
}

interface CountProps {
  readonly label: string
  readonly value: number | string | undefined
  readonly isWarning?: boolean
}

function Count({ label, value, isWarning = false }: CountProps) {
  return (
    <div data-warning={isWarning}>
      <dt>{label}</dt>
      <dd>{value ?? '–'}</dd>
    </div>
  )
}
