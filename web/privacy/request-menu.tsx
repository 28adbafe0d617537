import {
  closePrivacyRequest,
  eraseResident,
  eraseUser,
  exportResidentData,
  exportUserData,
  extendPrivacyRequest,
  listPrivacyRequests,
  type PrivacyRequest,
} from '@eupnea/contract/privacy.ts'
import { m } from '@eupnea/texts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { IconCheck, IconClockPlus, IconDownload, IconEraser, IconX } from '../shared/icons.tsx'
import { fileUrl, saveFile } from '../shared/save-file.ts'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { kindText, requestName } from './privacy-words.ts'

export type RequestAct = 'erase' | 'done' | 'refuse' | 'extend'

interface RequestMenuProps {
  readonly request: PrivacyRequest
  readonly mayErase: boolean
  readonly onAct: (act: RequestAct) => void
}

/** Downloads the copy of a person's data. */
async function saveCopy({ subject_type, subject_id }: PrivacyRequest): Promise<void> {
  const path =
    subject_type === 'user'
      ? fileUrl(exportUserData, { user_id: subject_id })
      : fileUrl(exportResidentData, { patient_id: subject_id })
  try {
    await saveFile(path, `${subject_type}-${subject_id}.json`)
  } catch (error) {
    sayFailed(error)
  }
}

/** What can be done about a request. */
export function RequestMenu({ request, mayErase, onAct }: RequestMenuProps) {
  const { state, subject_name, extension } = request
  if (state !== 'open') return null
  return (
    <ActMenu label={m.privacy_actions_label({ person: requestName(request) })}>
      {subject_name && (
        <ActItem onClick={() => void saveCopy(request)} Icon={IconDownload}>
          {m.privacy_download()}
        </ActItem>
      )}
      <ActItem Icon={IconCheck} onClick={() => onAct('done')}>
        {m.privacy_done()}
      </ActItem>
      {extension === null && (
        <ActItem Icon={IconClockPlus} onClick={() => onAct('extend')}>
          {m.privacy_extend_title()}
        </ActItem>
      )}
      <ActItem Icon={IconX} onClick={() => onAct('refuse')}>
        {m.privacy_refuse()}
      </ActItem>
      {subject_name && request.kind === 'erasure' && mayErase && (
        <ActItem Icon={IconEraser} isDanger onClick={() => onAct('erase')}>
          {m.privacy_erase()}
        </ActItem>
      )}
    </ActMenu>
  )
}

interface RequestActDialogProps {
  readonly act: RequestAct
  readonly request: PrivacyRequest
  readonly onClose: () => void
}

export function RequestActDialog({ act, request, onClose }: RequestActDialogProps) {
  if (act === 'erase') return <Erase request={request} onClose={onClose} />
  return <Answered act={act} request={request} onClose={onClose} />
}

const titles = { done: m.privacy_done, refuse: m.privacy_refuse_title, extend: m.privacy_extend_title } as const
const acts = { done: m.privacy_done, refuse: m.privacy_refuse, extend: m.privacy_extend } as const
const notes = {
  done: m.privacy_done_help,
  refuse: m.privacy_refuse_help,
  extend: m.privacy_extend_help,
} as const

/** Closes or extends a request; refusing and extending need a reason. */
function Answered({ act, request, onClose }: RequestActDialogProps & { readonly act: Exclude<RequestAct, 'erase'> }) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const options = {
    invalidates: [listPrivacyRequests],
    onClose,
    onSuccess: () => sayDone(act === 'extend' ? m.privacy_extend_done() : m.privacy_close_done()),
  }
  const closing = useSend(closePrivacyRequest, options)
  const extending = useSend(extendPrivacyRequest, options)
  const { request_id } = request

  function submit() {
    if (act === 'done') return closing.mutate({ request_id, state: 'done' })
    if (reason.trim() === '') return setMissing(true)
    if (act === 'refuse') return closing.mutate({ request_id, state: 'refused', reason })
    extending.mutate({ request_id, extension: reason })
  }

  return (
    <FormDialog
      title={titles[act]()}
      act={acts[act]()}
      error={closing.error ?? extending.error}
      isPending={closing.isPending || extending.isPending}
      onAct={submit}
      onClose={onClose}
    >
      <p>{notes[act]({ kind: kindText[request.kind](), person: requestName(request) })}</p>
      {act !== 'done' && (
        <TextInput
          label={m.privacy_reason_label()}
          description={m.privacy_reason_help()}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setMissing(false)
          }}
          error={isMissing ? m.privacy_reason_required() : undefined}
          data-autofocus
        />
      )}
    </FormDialog>
  )
}

/** Asks by name, and erases. */
function Erase({ request, onClose }: Omit<RequestActDialogProps, 'act'>) {
  const name = requestName(request)
  const options = {
    invalidates: [listPrivacyRequests],
    onClose,
    onSuccess: () => sayDone(m.privacy_erase_done({ person: name })),
  }
  const user = useSend(eraseUser, options)
  const resident = useSend(eraseResident, options)
  const isUser = request.subject_type === 'user'
  return (
    <FormDialog
      title={m.privacy_erase_question({ person: name })}
      act={m.privacy_erase()}
      isDanger
      error={user.error ?? resident.error}
      isPending={user.isPending || resident.isPending}
      onAct={() =>
        isUser ? user.mutate({ user_id: request.subject_id }) : resident.mutate({ patient_id: request.subject_id })
      }
      onClose={onClose}
    >
      <p>{isUser ? m.privacy_erase_user_help() : m.privacy_erase_resident_help()}</p>
    </FormDialog>
  )
}
