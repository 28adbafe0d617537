import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type Handover, readHandover, readHandoverPdf } from '@eupnea/contract/handover.ts'
import { handoverFileName, handoverWords } from '@eupnea/contract/rules/handover-lines.ts'
import { everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'
import { pageFormats } from '@eupnea/texts/locale.ts'
import { Button } from '@mantine/core'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAddressChoice } from '../shared/address-choice.ts'
import { ApiError, useCall } from '../shared/api.ts'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { IconFileDownload, IconPrinter } from '../shared/icons.tsx'
import { NoClinic } from '../shared/no-clinic.tsx'
import { fileUrl, saveFile } from '../shared/save-file.ts'
import { SavedViews } from '../shared/saved-views/saved-views.tsx'
import { sayFailed } from '../shared/say-done.tsx'
import { StaleAnswer } from '../shared/stale-answer.tsx'
import { Empty, Failed, Loading, NoneFound } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { ToResidents } from '../shared/to-residents.tsx'
import { floorText } from '../shared/words.ts'
import styles from './handover.module.css'
import { HandoverSheet } from './handover-sheet.tsx'
import { ShiftChoice } from './shift-choice.tsx'
import { TakeOver } from './take-over.tsx'
import { useNights } from './use-nights.ts'

/** What one shift tells the next about a floor (HO-1). */
export function HandoverPage() {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <ClinicHandover key={clinic.id} clinic={clinic} />
  if (isPending) return <Loading label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}

const refreshMs = 60_000
const names = ['floor', 'from', 'until'] as const

function ClinicHandover({ clinic }: { readonly clinic: Clinic }) {
  const [{ floor = everyFloor, from, until }, keep] = useAddressChoice(names)
  const query = useCall(
    readHandover,
    { clinic_id: clinic.id, floor, from, until },
    { refetchInterval: refreshMs, placeholderData: keepPreviousData },
  )
  const { data, error, isPlaceholderData, refetch } = query
  const isChosen = from !== undefined || until !== undefined
  // The address names the shift, so that a link to it shows the same tomorrow.
  useEffect(() => {
    if (data && !isPlaceholderData && !isChosen) void keep({ from: data.from, until: data.until })
  }, [data, isPlaceholderData, isChosen, keep])
  const choose = (next: { floor?: string; from?: string; until?: string }) =>
    void keep(next.floor === everyFloor ? { ...next, floor: null } : next)
  return (
    <div className={adminPageStyles.adminPage} data-wide>
      <div className={adminPageStyles.adminHead}>
        <h1>{m.handover_title()}</h1>
        {data ? !isEmpty(data) && <Acts handover={data} zone={clinic.tz} /> : !error && <div className={styles.acts} />}
      </div>
      <ShiftChoice clinic={clinic} floor={floor} handover={data} onChange={choose}>
        {/* The floor: a shift is soon over. */}
        <SavedViews list="handover" label={m.handover_title()} query={{ floor }} />
      </ShiftChoice>
      {error instanceof ApiError && error.field === 'floor' ? (
        <NoneFound
          title={m.handover_floor_gone_title({ floor: floorText(floor) })}
          all={m.handover_floor_all()}
          onAll={() => choose({ floor: everyFloor })}
        >
          {m.handover_floor_gone()}
        </NoneFound>
      ) : data ? (
        <>
          <StaleAnswer query={query} zone={clinic.tz} />
          <Body handover={data} zone={clinic.tz} />
        </>
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Loading label={m.handover_loading()} />
      )}
    </div>
  )
}

interface PartProps {
  readonly handover: Handover
  /** of the clinic */
  readonly zone: string
}

function Acts({ handover, zone }: PartProps) {
  const { clinic_id, floor, from, until } = handover
  const saving = useMutation({
    mutationFn: () =>
      saveFile(fileUrl(readHandoverPdf, { clinic_id, floor, from, until }), handoverFileName(handover, zone)),
    onError: sayFailed,
  })
  return (
    <div className={styles.acts}>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} stroke={1.7} aria-hidden />}
        onClick={() => print()}
      >
        {m.handover_print()}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileDownload size={18} stroke={1.7} aria-hidden />}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {m.handover_save()}
      </Button>
      <TakeOver handover={handover} zone={zone} />
    </div>
  )
}

/** There are no residents on the floor, so there is nothing to take over. */
const isEmpty = ({ items, quiet, unmonitored, notifications }: Handover): boolean =>
  items.length === 0 && quiet + unmonitored === 0 && notifications.length === 0

function Body({ handover, zone }: PartProps) {
  const nights = useNights(handover)
  const words = handoverWords(handover, pageFormats(), zone)
  if (isEmpty(handover))
    return handover.floor === everyFloor ? (
      <Empty title={m.handover_empty_all_title()} action={<ToResidents />}>
        {m.handover_empty_all()}
      </Empty>
    ) : (
      <Empty title={m.handover_empty_title()}>{m.handover_empty()}</Empty>
    )
  if (!nights) return <Loading label={m.handover_loading()} />
  return <HandoverSheet words={words} clinicName={handover.clinic_name} nights={nights} zone={zone} />
}
