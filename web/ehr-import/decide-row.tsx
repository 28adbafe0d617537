import type { Clinic } from '@eupnea/contract/clinics.ts'
import { ehrFieldWords } from '@eupnea/contract/ehr-import.fields.ts'
import {
  decideEhrImportRow,
  type EhrField,
  type EhrRow,
  type EhrRun,
  listEhrImportRows,
  listEhrImports,
} from '@eupnea/contract/ehr-import.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { residentStatus } from '@eupnea/contract/residents.ts'
import { roomText } from '@eupnea/contract/rules/room-text.ts'
import { m } from '@eupnea/texts'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { dayText } from '../shared/time.ts'
import styles from './ehr-import.module.css'
import { valueText } from './ehr-words.ts'

interface DecideRowProps {
  readonly clinic: Clinic
  readonly run: EhrRun
  readonly row: EhrRow
  readonly onClose: () => void
}

/** A person's word on one row: who it is, or which value is right (EH-3). */
export const DecideRow = (props: DecideRowProps) =>
  props.row.candidates.length > 0 ? <DecideMatch {...props} /> : <DecideFields {...props} />

function useDecision({ onClose }: DecideRowProps) {
  return useSend(decideEhrImportRow, { invalidates: [listEhrImportRows, listEhrImports], onClose })
}

const skip = 'skip'
const somebodyNew = 'new'

/** Is this somebody who is here already? */
function DecideMatch(props: DecideRowProps) {
  const { run, row, onClose } = props
  const [choice, setChoice] = useState(row.decision === 'link' ? (row.patient_id ?? '') : (row.decision ?? ''))
  const [isMissing, setMissing] = useState(false)
  const decision = useDecision(props)
  const named = { run_id: run.run_id, row_no: row.row_no }
  function decide() {
    if (choice === skip || choice === somebodyNew) return decision.mutate({ ...named, decision: choice })
    const chosen = row.candidates.find(({ patient_id }) => patient_id === choice)
    if (!chosen) return setMissing(true)
    // Who the EHR lists is there: linking is the word that they are back.
    const take: EhrField[] = chosen.status === residentStatus.discharged ? ['status'] : []
    decision.mutate({ ...named, decision: 'link', patient_id: chosen.patient_id, take })
  }
  return (
    <FormDialog
      title={m.ehr_import_who_question({ name: row.name })}
      act={m.ehr_import_decide()}
      error={decision.error}
      isPending={decision.isPending}
      onAct={decide}
      onClose={onClose}
    >
      <p>{row.reason}</p>
      <p>
        {m.ehr_import_in_ehr({
          facts: [
            row.name,
            row.dob && m.ehr_import_born({ date: dayText(row.dob) }),
            row.mrNo && m.ehr_import_record({ number: row.mrNo }),
            row.room && roomText(row.room),
          ]
            .filter(Boolean)
            .join(', '),
        })}
      </p>
      <Radio.Group
        value={choice}
        onChange={(value) => {
          setChoice(value)
          setMissing(false)
        }}
        aria-label={m.ehr_import_who_label()}
        error={isMissing ? m.ehr_import_who_required() : undefined}
      >
        <div className={styles.ehrChoices}>
          {row.candidates.map((one) => (
            <Radio
              key={one.patient_id}
              value={one.patient_id}
              label={(one.status === residentStatus.discharged
                ? m.ehr_import_candidate_discharged
                : m.ehr_import_candidate_here)({ resident: residentName(one) })}
              description={[
                one.dob ? m.ehr_import_born({ date: dayText(one.dob) }) : m.ehr_import_born_unknown(),
                one.mrNo ? m.ehr_import_record({ number: one.mrNo }) : m.ehr_import_record_none(),
                one.room && roomText(one.room),
                one.status === residentStatus.discharged && m.ehr_import_candidate_readmitted(),
              ]
                .filter(Boolean)
                .join(', ')}
            />
          ))}
          <Radio value={somebodyNew} label={m.ehr_import_new()} description={m.ehr_import_new_help()} />
          <Radio value={skip} label={m.ehr_import_skip()} description={m.ehr_import_skip_help()} />
        </div>
      </Radio.Group>
      <p className={styles.ehrNote}>{m.ehr_import_link_note()}</p>
    </FormDialog>
  )
}

/** Which value is right? */
function DecideFields(props: DecideRowProps) {
  const { clinic, run, row, onClose } = props
  const [taken, setTaken] = useState<ReadonlySet<EhrField>>(new Set(row.take))
  const decision = useDecision(props)
  const asked = row.changes.filter(({ asks }) => asks)
  const choose = (field: EhrField, isTaken: boolean) =>
    setTaken((before) => new Set(isTaken ? [...before, field] : [...before].filter((one) => one !== field)))
  return (
    <FormDialog
      title={m.ehr_import_which_question({ name: row.name })}
      act={m.ehr_import_decide()}
      error={decision.error}
      isPending={decision.isPending}
      onAct={() => decision.mutate({ run_id: run.run_id, row_no: row.row_no, decision: 'apply', take: [...taken] })}
      onClose={onClose}
    >
      <p>{row.reason}</p>
      {asked.map(({ field, from, to }) => (
        <Radio.Group
          key={field}
          label={ehrFieldWords[field]()}
          value={taken.has(field) ? 'ehr' : 'ours'}
          onChange={(value) => choose(field, value === 'ehr')}
        >
          <div className={styles.ehrChoices}>
            <Radio
              value="ours"
              label={valueText(field, from)}
              description={m.ehr_import_ours({ clinic: clinic.name })}
            />
            <Radio value="ehr" label={valueText(field, to)} description={m.ehr_import_theirs()} />
          </div>
        </Radio.Group>
      ))}
      <p className={styles.ehrNote}>{m.ehr_import_ours_note()}</p>
    </FormDialog>
  )
}
