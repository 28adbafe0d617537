import type { CallArguments } from '@eupnea/contract/call.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import { connectionFields } from '@eupnea/contract/ehr-import.fields.ts'
import {
  type EhrConnection,
  type EhrSource,
  readEhrConnection,
  saveEhrConnection,
} from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { useState } from 'react'
import { SaveDialog } from '../shared/form/save-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'

interface EditConnectionProps {
  readonly clinic: Clinic
  readonly connection: EhrConnection | null
  readonly onClose: () => void
}

const asSource = (typed: string): EhrSource => (typed === 'fhir' ? 'fhir' : 'pcc')

/** Connects an EHR, or changes how it is reached (EH-2). It is sent as a whole: ids of another EHR mean other people. */
export function EditConnection({ clinic, connection: known, onClose }: EditConnectionProps) {
  // As it was when the dialog was opened: the page may know the new one before the dialog has its answer.
  const [connection] = useState(known)
  const [source, setSource] = useState<EhrSource>(connection?.source ?? 'pcc')
  const fields = connectionFields(source, connection?.source === 'pcc')
  const start = {
    ...connection,
    source,
    algorithm: connection?.algorithm ?? 'ES384',
    schedule: connection?.schedule ?? 'off',
  }
  const form = useRecordForm(fields, noRules, null, start, `EHR connection of ${clinic.id}`)
  const typedSource = asSource(form.values.source)
  if (typedSource !== source) setSource(typedSource)
  function input(): CallArguments<typeof saveEhrConnection> {
    const {
      source: _typed,
      base_url = '',
      client_id = '',
      algorithm,
      schedule,
      ...others
    } = knownTo(fields, form.changes)
    return {
      ...{ clinic_id: clinic.id, source, base_url, client_id, ...others },
      ...(schedule && { schedule }),
      ...(algorithm && { algorithm: algorithm === 'RS384' ? 'RS384' : 'ES384' }),
    }
  }
  return (
    <SaveDialog
      call={saveEhrConnection}
      input={input}
      invalidates={[readEhrConnection]}
      done={connection ? m.ehr_import_save_done() : m.ehr_import_connect_done()}
      form={form}
      title={connection ? m.ehr_import_edit_title() : m.ehr_import_connect()}
      act={connection ? m.common_save() : m.ehr_import_connect_act()}
      onClose={onClose}
    />
  )
}

/** Without what the source does not know. */
const knownTo = <T extends object>(fields: ReturnType<typeof connectionFields>, given: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(given).filter(([name]) => 'label' in fields[name as keyof typeof fields]),
  ) as Partial<T>
