import { type ClinicAttention, listClinicAttention } from '@eupnea/contract/clinic-attention.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import { readDeviceMetrics } from '@eupnea/contract/devices.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { language, numberText } from '@eupnea/texts/locale.ts'
import { Button, Group, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { describeError, useCall } from '../shared/api.ts'
import { chooseClinic, useClinics } from '../shared/clinic.ts'
import { ClinicClock } from '../shared/clinic-clock.tsx'
import demoMarkStyles from '../shared/demo-mark.module.css'
import { browserZone } from '../shared/form/local-time.ts'
import { IconSearch } from '../shared/icons.tsx'
import { NoClinic } from '../shared/no-clinic.tsx'
import { lazyPart } from '../shared/parts.ts'
import { isAdministrator, useSession } from '../shared/session.ts'
import { Empty, Failed, Loading, Stale } from '../shared/states.tsx'
import { clockText, spanText, useNow, zoneText } from '../shared/time.ts'
import { ofText } from '../shared/words.ts'
import { needsLook } from './clinic-order.ts'
import styles from './clinics-page.module.css'
import { useRestingOrder } from './use-resting-order.ts'

const RemoveDemo = lazyPart(async () => (await import('./remove-demo.tsx')).RemoveDemo)

/** How often the totals, and what needs a look, are refreshed, ms. */
const refreshMs = 60_000
const attentionMs = 15_000
/** From this many clinics, there is a search field. */
const manyClinics = 12
/** Those that need a look are the first. */
const mostAtFirst = 50

/**
 * The person's clinics, those that need a look first (Superadmin `/dashboard`; Provider `/`).
 * @param children shown below them
 */
export function ClinicsPage({ children }: { readonly children?: ReactNode }) {
  const session = useSession()
  if (!session) return null
  return (
    <div className={styles.clinicsPage}>
      <h1>{m.app_clinics_title()}</h1>
      <Facilities session={session}>{children}</Facilities>
    </div>
  )
}

function Facilities({ session, children }: { readonly session: Session; readonly children: ReactNode }) {
  const { data: clinics, isPending, error, refetch } = useClinics()
  const attention = useCall(listClinicAttention, {}, { refetchInterval: attentionMs })
  const needs = useMemo(
    () => new Map((attention.data?.items ?? []).map((item) => [item.clinic_id, item])),
    [attention.data],
  )
  const list = useRef<HTMLUListElement>(null)
  const ordered = useRestingOrder(list, clinics, needs)
  const [search, setSearch] = useState('')
  const [isWhole, setWhole] = useState(false)
  const [removing, setRemoving] = useState<Clinic | null>(null)
  // Ordered by need from the start, or by name if the needs can't be read at the first try.
  const isUnordered = attention.isPending && attention.failureCount === 0
  if (isPending || (isUnordered && !error)) return <Loading label={m.app_clinics_loading()} />
  if (!clinics || clinics.length === 0)
    return (
      <>
        {error ? <Failed error={error} retry={() => void refetch()} /> : <NoClinic>{m.common_no_access()}</NoClinic>}
        {children}
      </>
    )
  const wanted = search.trim().toLocaleLowerCase(language)
  const found = ordered.filter(({ name }) => name.toLocaleLowerCase(language).includes(wanted))
  const shown = isWhole ? found : found.slice(0, mostAtFirst)
  return (
    <>
      <Totals count={clinics.length} />
      {attention.error && (
        <Stale act={m.common_try_again()} onAct={() => void attention.refetch()}>
          {attention.data
            ? m.common_stale({ time: clockText(attention.dataUpdatedAt, browserZone()) })
            : describeError(attention.error).title}
        </Stale>
      )}
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
      <ul ref={list} className={styles.clinicsList}>
        {shown.map((clinic) => (
          <ClinicRow
            key={clinic.id}
            clinic={clinic}
            attention={needs.get(clinic.id)}
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
      {children}
    </>
  )
}

function Totals({ count }: { readonly count: number }) {
  const { data } = useCall(readDeviceMetrics, {}, { refetchInterval: refreshMs })
  // Keeps the line's place.
  if (!data) return <p className={styles.clinicsTotals}>{'\u00a0'}</p>
  return (
    <p className={clsx(styles.clinicsTotals, 'tabular')}>
      {m.app_clinic_count({ count })} · {m.app_resident_count({ count: data.total_admitted_patients })} ·{' '}
      {m.app_devices_online({ count: ofText(data.total_online_devices, data.installed_devices) })}
    </p>
  )
}

interface ClinicRowProps {
  readonly clinic: Clinic
  /** undefined until it is known */
  readonly attention: ClinicAttention | undefined
  readonly onRemove?: () => void
}

function ClinicRow({ clinic, attention, onRemove }: ClinicRowProps) {
  const navigate = useNavigate()

  // A button, not a link: the clinic is chosen here, so another tab would show the one before.
  function open() {
    chooseClinic(clinic.id)
    void navigate({ to: '/clinic/profile' })
  }

  return (
    <li className={styles.clinicsRow} data-needs-look={needsLook(attention)}>
      <div className={styles.clinicsWhat}>
        <h2>
          {clinic.name} {clinic.is_demo && <span className={demoMarkStyles.demoMark}>{m.app_demo()}</span>}
        </h2>
        <p>
          <ClinicClock zone={clinic.tz} /> {zoneText(clinic.tz)}
        </p>
      </div>
      <dl className={clsx(styles.clinicsCounts, 'tabular')}>
        <Count label={m.app_count_residents()} value={attention?.residents} />
        <Count label={m.app_count_out_of_range()} value={attention?.out_of_range} tone="warning" />
        <Count label={m.app_count_no_rate()} value={attention?.no_signal} tone="warning" />
        <Count
          label={m.app_count_unacknowledged()}
          value={attention?.unacknowledged}
          tone={attention && attention.dangers > 0 ? 'danger' : 'warning'}
        >
          {attention?.oldest_at && <Oldest at={attention.oldest_at} />}
        </Count>
      </dl>
      <Group gap="xs" className={styles.clinicsActs}>
        {onRemove && (
          <Button variant="default" onClick={onRemove}>
            {m.app_demo_remove()}
          </Button>
        )}
        <Button
          variant={needsLook(attention) ? 'filled' : 'default'}
          onClick={open}
          aria-label={m.app_open_dashboard_label({ clinic: clinic.name })}
        >
          {m.app_open_dashboard()}
        </Button>
      </Group>
    </li>
  )
}

interface CountProps {
  readonly label: string
  readonly value: number | undefined
  /** of more than none */
  readonly tone?: 'warning' | 'danger'
  readonly children?: ReactNode
}

function Count({ label, value, tone, children }: CountProps) {
  return (
    <div data-tone={value ? tone : undefined}>
      <dt>{label}</dt>
      <dd>{value === undefined ? '–' : numberText(value)}</dd>
      {children}
    </div>
  )
}

const Oldest = ({ at }: { readonly at: string }) => (
  <dd>{m.app_count_oldest({ age: spanText(useNow(attentionMs) - Date.parse(at)) })}</dd>
)
