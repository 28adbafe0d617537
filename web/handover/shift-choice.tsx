import type { Clinic } from '@eupnea/contract/clinics.ts'
import type { Handover } from '@eupnea/contract/handover.ts'
import { everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { clsx } from 'clsx'
import { type ReactNode, useId, useState } from 'react'
import { useFloors } from '../shared/clinic.ts'
import { instantIn, timeIn } from '../shared/form/local-time.ts'
import { timeInput } from '../shared/form/time-input.ts'
import tableToolsStyles from '../shared/table/table-tools.module.css'
import { clockText, dayIn, dayMonthText, now } from '../shared/time.ts'
import { floorText } from '../shared/words.ts'
import styles from './handover.module.css'

interface ShiftChoiceProps {
  readonly clinic: Clinic
  readonly floor: string
  /** what is shown now */
  readonly handover: Handover | undefined
  readonly onChange: (next: { floor?: string; from?: string; until?: string }) => void
  readonly children: ReactNode
}

interface Span {
  readonly from: string
  readonly until: string
}

const other = 'other'
const keyOf = ({ from, until }: Span): string => `${from} ${until}`

/** Which floor and shift, or other times by the facility's clock. */
export function ShiftChoice({ clinic, floor, handover, onChange, children }: ShiftChoiceProps) {
  const { tz } = clinic
  const floors = useFloors(clinic)
  const [isOther, setIsOther] = useState(false)
  const shifts = handover?.shifts ?? []
  const isOffered = handover !== undefined && shifts.some((shift) => keyOf(shift) === keyOf(handover))
  const offered = handover && !isOffered ? [handover, ...shifts] : shifts
  const known = floor === everyFloor || floors.includes(floor) ? floors : [...floors, floor]
  function choose(value: string) {
    setIsOther(value === other)
    const shift = offered.find((one) => keyOf(one) === value)
    if (shift) onChange({ from: shift.from, until: shift.until })
  }
  return (
    <search className={clsx(tableToolsStyles.tableTools, styles.shiftChoice)} data-labelled="true">
      <label className={tableToolsStyles.tableLabelled}>
        {m.handover_floor_label()}
        <select
          className={tableToolsStyles.tableSelect}
          value={floor}
          onChange={({ currentTarget: { value } }) => onChange({ floor: value })}
        >
          <option value={everyFloor}>{m.common_all_floors()}</option>
          {known.map((name) => (
            <option key={name} value={name}>
              {floorText(name)}
            </option>
          ))}
        </select>
      </label>
      <label className={tableToolsStyles.tableLabelled}>
        {m.handover_shift_label()}
        <select
          className={clsx(tableToolsStyles.tableSelect, styles.shift)}
          value={isOther || !handover ? other : keyOf(handover)}
          onChange={({ currentTarget: { value } }) => choose(value)}
        >
          {offered.map((shift) => (
            <option key={keyOf(shift)} value={keyOf(shift)}>
              {shiftText(shift, tz)}
            </option>
          ))}
          <option value={other}>{handover ? m.handover_shift_other() : '–'}</option>
        </select>
      </label>
      {isOther && handover && (
        <OtherTimes
          zone={tz}
          shown={handover}
          onChoose={(span) => {
            setIsOther(false)
            onChange(span)
          }}
        />
      )}
      {children}
    </search>
  )
}

function shiftText({ from, until }: Span, zone: string): string {
  const told = { day: dayMonthText(from, zone), from: clockText(from, zone), until: clockText(until, zone) }
  const isNow = Date.parse(from) <= now() && now() < Date.parse(until)
  return isNow ? m.handover_shift_option_now(told) : m.handover_shift_option(told)
}

/** For a datetime-local field: `2026-11-20T03:12` in the zone. */
const localOf = (instant: string, zone: string): string => `${dayIn(zone, instant)}T${timeIn(zone, instant)}`

interface OtherTimesProps {
  readonly zone: string
  readonly shown: Span
  readonly onChoose: (span: Span) => void
}

function OtherTimes({ zone, shown, onChoose }: OtherTimesProps) {
  const faultId = useId()
  const [from, setFrom] = useState(localOf(shown.from, zone))
  const [until, setUntil] = useState(localOf(shown.until, zone))
  const [isIncomplete, setIsIncomplete] = useState(false)
  function show() {
    const instantOf = (local: string, meant: string) => instantIn(local.slice(0, 10), local.slice(11, 16), zone, meant)
    const [since, end] = [instantOf(from, shown.from), instantOf(until, shown.until)]
    setIsIncomplete(!since || !end)
    if (since && end) onChoose({ from: since, until: end })
  }
  const field = (label: string, value: string, change: (value: string) => void) => (
    <label className={tableToolsStyles.tableLabelled}>
      {label}
      <input
        className={tableToolsStyles.tableInput}
        {...timeInput('datetime-local', value)}
        aria-invalid={isIncomplete}
        aria-describedby={isIncomplete ? faultId : undefined}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </label>
  )
  return (
    <>
      {field(m.handover_from_label(), from, setFrom)}
      {field(m.handover_until_label(), until, setUntil)}
      <Button variant="default" onClick={show}>
        {m.handover_times_show()}
      </Button>
      {isIncomplete && (
        <p id={faultId} className={styles.fault} role="alert">
          {m.handover_times_incomplete()}
        </p>
      )}
    </>
  )
}
