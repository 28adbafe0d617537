import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type Resident, readResident, residentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, useCall } from '../shared/api.ts'
import type { ChartMark } from '../shared/charts/marks.ts'
import { chooseClinic, useClinics } from '../shared/clinic.ts'
import { liveStore } from '../shared/live/index.ts'
import { Missing } from '../shared/missing.tsx'
import panelStyles from '../shared/panel.module.css'
import { StaleAnswer } from '../shared/stale-answer.tsx'
import { Empty, Failed, Loading } from '../shared/states.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { FetchedNow } from './fetched-now.tsx'
import { LastTwoHours } from './last-two-hours.tsx'
import { LivePanel } from './live-panel.tsx'
import { ResidentActDialog } from './resident-act-dialog.tsx'
import type { ResidentAct } from './resident-acts.ts'
import { type BackLink, ResidentHeader } from './resident-header.tsx'
import styles from './resident-page.module.css'
import { RespirationHistory } from './respiration-history.tsx'
import { TimeInBedHistory } from './time-in-bed-history.tsx'
import { WaveformRequest } from './waveform-request.tsx'

interface ResidentPageProps {
  /** the page it was opened from */
  readonly back: BackLink | undefined
  /** other nouns' blocks about the resident; `zone` is the clinic's. What needs somebody now, above `children`, the page: */
  readonly notices: (of: Of & { readonly children: ReactNode }) => ReactNode
  /** the nights beside what is now, and what happened */
  readonly pictures: (of: Of) => ReactNode
  /** below this noun's own blocks */
  readonly sections: (of: Of) => ReactNode
  /** what happened, for the charts */
  readonly useMarks: (patient_id: string) => readonly ChartMark[]
}

interface Of {
  readonly resident: Resident
  readonly zone: string
}

/** One resident: who they are, how they are now, and how they were (RE-7). */
export function ResidentPage({ back, notices, pictures, sections, useMarks }: ResidentPageProps) {
  const { patient_id = '', device_id } = useParams({ strict: false })
  const query = useCall(readResident, { patient_id })
  const clinics = useClinics()
  const { data: resident, error } = query
  useAddress(resident, device_id)

  if (!resident && error instanceof ApiError && error.status === 404)
    return (
      <Missing title={m.resident_not_found()} to="/clinic/profile" back={m.resident_to_dashboard()}>
        {m.resident_gone()}
      </Missing>
    )
  if (!resident && error) return <Failed error={error} retry={() => void query.refetch()} />
  if (!resident || clinics.isPending) return <Loading label={m.resident_loading_one()} />
  const clinic = clinics.data?.find(({ id }) => id === resident.clinic_id)
  const zone = clinic?.tz ?? resident.device?.device_tz ?? 'UTC'
  return (
    <div className={styles.residentPage}>
      <StaleAnswer query={query} zone={zone} />
      <ResidentBlocks
        key={resident.patient_id}
        back={back}
        resident={resident}
        zone={zone}
        floors={clinic?.floors ?? noFloors}
        notices={notices}
        pictures={pictures({ resident, zone })}
        useMarks={useMarks}
      >
        {sections({ resident, zone })}
      </ResidentBlocks>
    </div>
  )
}

/** Shows the resident's clinic in the top bar, and the current device in the address: links may name an old one. */
function useAddress(resident: Resident | undefined, device_id: string | undefined) {
  const navigate = useNavigate()
  const clinic_id = resident?.clinic_id
  useEffect(() => {
    if (clinic_id) chooseClinic(clinic_id)
  }, [clinic_id])

  const present = resident && { patient_id: resident.patient_id, device_id: resident.device_id ?? undefined }
  const patient_id = present?.patient_id
  const presentDevice = present?.device_id
  useEffect(() => {
    if (!patient_id || presentDevice === device_id) return
    if (presentDevice)
      void navigate({
        to: '/patient/profile/$patient_id/$device_id',
        params: { patient_id, device_id: presentDevice },
        replace: true,
      })
    else void navigate({ to: '/patient/profile/$patient_id', params: { patient_id }, replace: true })
  }, [patient_id, presentDevice, device_id, navigate])
}

interface ResidentBlocksProps extends Pick<ResidentPageProps, 'useMarks'> {
  readonly back: BackLink | undefined
  readonly resident: Resident
  /** the clinic's */
  readonly zone: string
  /** the clinic's */
  readonly floors: Clinic['floors']
  readonly notices: ResidentPageProps['notices']
  readonly pictures: ReactNode
  readonly children: ReactNode
}

const noFloors: Clinic['floors'] = []

function ResidentBlocks(props: ResidentBlocksProps) {
  const { back, resident, zone, floors, notices, pictures, useMarks, children } = props
  const { patient_id, clinic_id, device_id, status, plan } = resident
  const [act, setAct] = useState<ResidentAct | null>(null)
  const marks = useMarks(patient_id)
  const isActive = status === residentStatus.active
  useEffect(() => liveStore.setLimits([resident]), [resident])
  const close = () => setAct(null)
  return (
    <>
      {notices({
        resident,
        zone,
        children: (
          <>
            <ResidentHeader back={back} resident={resident} zone={zone} onAct={setAct} />
            <div className={styles.residentGrid}>
              {device_id ? (
                <>
                  {isActive && <FetchedNow clinic_id={clinic_id} patient_id={patient_id} />}
                  <LivePanel patient_id={patient_id} device_id={device_id} zone={zone}>
                    <LastTwoHours
                      patient_id={patient_id}
                      device_id={device_id}
                      zone={zone}
                      limits={plan}
                      marks={marks}
                      height={150}
                    />
                  </LivePanel>
                </>
              ) : (
                <NoDevice status={status} onAct={setAct} />
              )}
              {pictures}
              <TimeInBedHistory patient_id={patient_id} device_id={device_id} zone={zone} />
              <RespirationHistory
                patient_id={patient_id}
                device_id={device_id}
                zone={zone}
                limits={plan}
                marks={marks}
              />
              {device_id && (
                <WaveformRequest
                  clinic_id={clinic_id}
                  patient_id={patient_id}
                  device_id={device_id}
                  zone={zone}
                  limits={plan}
                />
              )}
              <DetailsPanel resident={resident} onAct={setAct} />
              {children}
            </div>
          </>
        ),
      })}
      {act && (
        <ResidentActDialog act={act} resident={resident} clinic={{ id: clinic_id, floors, tz: zone }} onClose={close} />
      )}
    </>
  )
}

interface NoDeviceProps {
  readonly status: Resident['status']
  readonly onAct: (act: ResidentAct) => void
}

function NoDevice({ status, onAct }: NoDeviceProps) {
  return (
    <section className={panelStyles.panel} data-span="whole" aria-label={m.resident_live_label()}>
      {status === residentStatus.active ? (
        <Empty
          title={m.resident_device_none()}
          action={<Button onClick={() => onAct('assign')}>{m.resident_link()}</Button>}
        >
          {m.resident_live_unlinked()}
        </Empty>
      ) : (
        <Empty title={status === residentStatus.deleted ? m.resident_status_deleted() : m.resident_status_discharged()}>
          {m.resident_live_left()}
        </Empty>
      )}
    </section>
  )
}
