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
import { Menu, TextInput } from '@mantine/core'
import { useState } from 'react'
import { requestOf, useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { IconCheck, IconClockPlus, IconDots, IconDownload, IconEraser, IconX } from '../shared/icons.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { kindText, nameOf } from './privacy-words.ts'

export type RequestAct = 'erase' | 'done' | 'refuse' | 'extend'

interface RequestMenuProps {
  readonly request: PrivacyRequest
  readonly onAct: (act: RequestAct) => void
}

const iconSize = 16

/** Address of the copy of a person's data. */
const fileOf = ({ subject_type, subject_id }: PrivacyRequest): string =>
  subject_type === 'user'
    ? requestOf(exportUserData, { user_id: subject_id }).url
    : requestOf(exportResidentData, { patient_id: subject_id }).url

/** What can be done about a request. */
export function RequestMenu({ request, onAct }: RequestMenuProps) {
  const { state, subject_name, extension } = request
  if (state !== 'open') return null
  return (
    <Menu position="bottom-end" width={210} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className="table-act" aria-label={`Actions for ${nameOf(request)}`}>
          <IconDots size={18} stroke={1.8} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {subject_name && (
          <Menu.Item
            component="a"
            href={fileOf(request)}
            download
            leftSection={<IconDownload size={iconSize} aria-hidden />}
          >
            Download the data
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCheck size={iconSize} aria-hidden />} onClick={() => onAct('done')}>
          Mark as done
        </Menu.Item>
        {extension === null && (
          <Menu.Item leftSection={<IconClockPlus size={iconSize} aria-hidden />} onClick={() => onAct('extend')}>
            Extend to three months
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconX size={iconSize} aria-hidden />} onClick={() => onAct('refuse')}>
          Refuse
        </Menu.Item>
        {subject_name && request.kind === 'erasure' && (
          <Menu.Item
            leftSection={<IconEraser size={iconSize} aria-hidden />}
            c="var(--danger)"
            onClick={() => onAct('erase')}
          >
            Erase
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
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

const titles = { done: 'Mark as done', refuse: 'Refuse the request', extend: 'Extend to three months' } as const
const acts = { done: 'Mark as done', refuse: 'Refuse', extend: 'Extend' } as const
const notes = {
  done: 'The person has been answered.',
  refuse: 'Tell the person why, and that they may complain to the authority.',
  extend: 'Tell the person so within the first month, and why.',
} as const

/** Closes or extends a request; refusing and extending need a reason. */
function Answered({ act, request, onClose }: RequestActDialogProps & { readonly act: Exclude<RequestAct, 'erase'> }) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const options = {
    invalidates: [listPrivacyRequests],
    onSuccess: () => {
      onClose()
      sayDone(act === 'extend' ? 'The request was extended' : 'The request was closed')
    },
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
      title={titles[act]}
      act={acts[act]}
      error={closing.error ?? extending.error}
      isPending={closing.isPending || extending.isPending}
      onAct={submit}
      onClose={onClose}
    >
      <p>
        {kindText[request.kind]}, {nameOf(request)}. {notes[act]}
      </p>
      {act !== 'done' && (
        <TextInput
          label="Reason"
          description="Without names: it stays when the person is erased."
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setMissing(false)
          }}
          error={isMissing ? 'Say why' : undefined}
          data-autofocus
        />
      )}
    </FormDialog>
  )
}

/** Asks by name, and erases. */
function Erase({ request, onClose }: Omit<RequestActDialogProps, 'act'>) {
  const name = nameOf(request)
  const options = {
    invalidates: [listPrivacyRequests],
    onSuccess: () => {
      onClose()
      sayDone(`${name} was erased`)
    },
  }
  const user = useSend(eraseUser, options)
  const resident = useSend(eraseResident, options)
  const isUser = request.subject_type === 'user'
  return (
    <FormDialog
      title={`Erase ${name}?`}
      act="Erase"
      isDanger
      error={user.error ?? resident.error}
      isPending={user.isPending || resident.isPending}
      onAct={() =>
        isUser ? user.mutate({ user_id: request.subject_id }) : resident.mutate({ patient_id: request.subject_id })
      }
      onClose={onClose}
    >
      <p>
        {isUser
          ? 'The account goes, and the name wherever it stands. The audit log keeps what was done, without the name.'
          : 'The record goes, with notes, files and everything that was measured. Daily reports lose the row. The audit log keeps what was done, without the name.'}{' '}
        This cannot be undone.
      </p>
    </FormDialog>
  )
}
