import { readAccount } from '@eupnea/contract/account.ts'
import type { CallOutput } from '@eupnea/contract/call.ts'
import { deletePasskey } from '@eupnea/contract/passkeys.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActItem, ActMenu } from '../../shared/act-menu.tsx'
import { whenText } from '../../shared/form/local-time.ts'
import { QuestionDialog } from '../../shared/form/question-dialog.tsx'
import { getHost } from '../../shared/host.ts'
import { IconPencil, IconTrash } from '../../shared/icons.tsx'
import { Panel } from '../../shared/panel.tsx'
import { Empty } from '../../shared/states.tsx'
import { canUsePasskeys } from '../passkeys/can-use-passkeys.ts'
import styles from './account.module.css'
import { BackupCodes } from './backup-codes.tsx'
import { NamePasskey } from './name-passkey.tsx'

type Passkey = CallOutput<typeof readAccount>['passkeys'][number]

type Act = { readonly kind: 'add' } | { readonly kind: 'rename' | 'delete'; readonly passkey: Passkey }

/** The person's passkeys: added, renamed, deleted (DO-5). */
export function Passkeys({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const [act, setAct] = useState<Act | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const isHere = canUsePasskeys()
  const host = getHost().passkey_host
  const close = () => setAct(null)
  if (!isHere && !host && passkeys.length === 0) return null
  return (
    <Panel
      title={m.passkey_title()}
      aside={
        isHere && (
          <Button size="compact-md" variant="default" onClick={() => setAct({ kind: 'add' })}>
            {m.passkey_add()}
          </Button>
        )
      }
    >
      <div className={styles.accountPart}>
        <p>{!isHere && host ? m.passkey_elsewhere({ host }) : m.passkey_help()}</p>
        {passkeys.length === 0 && <Empty title={m.passkey_none()} />}
        <ul className={styles.accountList}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.accountRow}>
              <span>
                {passkey.name}
                <small>
                  {passkey.last_used_at
                    ? m.passkey_used({ date: whenText(passkey.created_at), used: whenText(passkey.last_used_at) })
                    : m.passkey_made({ date: whenText(passkey.created_at) })}
                </small>
              </span>
              <ActMenu label={m.common_actions_label({ name: passkey.name })}>
                <ActItem Icon={IconPencil} onClick={() => setAct({ kind: 'rename', passkey })}>
                  {m.passkey_rename()}
                </ActItem>
                <ActItem Icon={IconTrash} isDanger onClick={() => setAct({ kind: 'delete', passkey })}>
                  {m.passkey_delete()}
                </ActItem>
              </ActMenu>
            </li>
          ))}
        </ul>
      </div>
      {act && act.kind !== 'delete' && (
        <NamePasskey passkey={act.kind === 'rename' ? act.passkey : null} onClose={close} onDone={setCodes} />
      )}
      {act?.kind === 'delete' && <DeletePasskey passkey={act.passkey} onClose={close} />}
      {codes.length > 0 && <BackupCodes codes={codes} onClose={() => setCodes([])} />}
    </Panel>
  )
}

function DeletePasskey({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  return (
    <QuestionDialog
      call={deletePasskey}
      input={{ passkey_id: passkey.id }}
      invalidates={[readAccount]}
      done={m.passkey_deleted()}
      title={m.passkey_delete_question({ name: passkey.name })}
      act={m.passkey_delete()}
      isDanger
      onClose={onClose}
    >
      <p>{m.passkey_delete_help()}</p>
    </QuestionDialog>
  )
}
