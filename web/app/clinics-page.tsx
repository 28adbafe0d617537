import type { Clinic } from '@eupnea/contract/clinics.ts'
import { readDeviceMetrics } from '@eupnea/contract/devices.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { Button, Group, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { describeError, useCall } from '../shared/api.ts'
import { chooseClinic, useClinics } from '../shared/clinic.ts'
import { IconSearch } from '../shared/icons.tsx'
import { NoClinic } from '../shared/no-clinic.tsx'
import { isAdministrator, useSession } from '../shared/session.ts'
import { Empty, Failed, Loading } from '../shared/states.tsx'
import { countText, ofText } from '../shared/words.ts'
import './clinics-page.css'
import { ClinicClock } from '../shared/clinic-clock.tsx'
import { lazyPart } from '../shared/parts.ts'

const RemoveDemo = lazyPart(async () => (await import('./remove-demo.tsx')).RemoveDemo)

/** Counts are read again this often, ms. */
const refreshMs = 60_000
/** A search field helps from here on. */
const manyClinics = 12
/** Each that is shown asks for its counts: of hundreds, these at first. */
const mostAtFirst = 50

/**
 * The clinics of the person with what goes on in each (Superadmin `/dashboard`; Provider `/`).
 * @param children what stands below them
 */
export function ClinicsPage({ children }: { readonly children?: ReactNode }) {
  const session = useSession()
  if (!session) return null
  return (
    <div className="clinics-page">
      <h1>Facilities</h1>
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
  if (isPending) return <Loading label="Fetching facilities" />
  if (error && !clinics) return <Failed error={error} retry={() => void refetch()} />
  if (!clinics || clinics.length === 0)
    return <NoClinic>Facilities appear here as soon as your account may see one.</NoClinic>
  const wanted = search.trim().toLocaleLowerCase('en-GB')
  const found = clinics.filter(({ name }) => name.toLocaleLowerCase('en-GB').includes(wanted))
  const shown = isWhole ? found : found.slice(0, mostAtFirst)
  return (
    <>
      <Totals count={clinics.length} />
      {clinics.length > manyClinics && (
        <TextInput
          className="clinics-search"
          aria-label="Search facilities"
          placeholder="Search facilities"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 && <Empty title="No facility has this name">Change or clear the search.</Empty>}
      <ul className="clinics-list">
        {shown.map((clinic) => (
          <ClinicRow
            key={clinic.id}
            clinic={clinic}
            onRemove={clinic.is_demo && isAdministrator(session) ? () => setRemoving(clinic) : undefined}
          />
        ))}
      </ul>
      {shown.length < found.length && (
        <Button className="clinics-more" variant="default" onClick={() => setWhole(true)}>
          Show all {found.length.toLocaleString('en-GB')} clinics
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
    <p className="clinics-totals tabular">
      {countText(count, 'facility', 'facilities')} · {countText(data.total_admitted_patients, 'resident')} ·{' '}
      {ofText(data.total_online_devices, data.installed_devices)} devices online
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
    <li className="clinics-row">
      <div className="clinics-what">
        <h2>
          {clinic.name} {clinic.is_demo && <span className="demo-mark">Demonstration</span>}
        </h2>
        <p>
          <ClinicClock zone={clinic.tz} /> {clinic.tz.replaceAll('_', ' ')}
        </p>
      </div>
      <dl className="clinics-counts tabular">
        <Count label="Residents" value={data?.total_admitted_patients} />
        <Count label="Connected" value={data?.total_connected_patients} />
        <Count label="Devices" value={data?.installed_devices} />
        <Count
          label="Offline"
          value={data && `${offline} (${data.disconnected_devices_percentage} %)`}
          isWarning={offline > 0}
        />
      </dl>
      {error && !data && <p className="clinics-fault">{describeError(error).title}</p>}
      <Group gap="xs" className="clinics-acts">
        {onRemove && (
          <Button variant="default" onClick={onRemove} aria-label={`Remove ${clinic.name}`}>
            Remove
          </Button>
        )}
        <Button onClick={open} aria-label={`Open dashboard of ${clinic.name}`}>
          Open dashboard
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
