import { readAccount } from '@eupnea/contract/account.ts'
import type { CallOutput } from '@eupnea/contract/call.ts'
import { deleteAuthenticator, renewBackupCodes } from '@eupnea/contract/two-step.ts'
import { m } from '@eupnea/texts'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ActItem, ActMenu } from '../../shared/act-menu.tsx'
import { useSend } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form/form-dialog.tsx'
import { whenText } from '../../shared/form/local-time.ts'
import { QuestionDialog } from '../../shared/form/question-dialog.tsx'
import { IconTrash } from '../../shared/icons.tsx'
import { Panel } from '../../shared/panel.tsx'
import { sayDone } from '../../shared/say-done.tsx'
import styles from './account.module.css'
import { BackupCodes } from './backup-codes.tsx'
import { SetUpAuthenticator } from './set-up-authenticator.tsx'

interface TwoStepProps {
  readonly twoStep: CallOutput<typeof readAccount>['two_step']
  readonly hasPasskey: boolean
}

/** What sign-in asks for after the password: set up, replaced, removed (DO-5). */
export function TwoStep({ twoStep: { app_since, gets_codes, backup_codes, is_required }, hasPasskey }: TwoStepProps) {
  const [act, setAct] = useState<'app' | 'remove' | 'renew' | null>(null)
  const [shown, setShown] = useState<readonly string[]>([])
  const close = () => setAct(null)
  const renewing = useSend(renewBackupCodes, {
    invalidates: [readAccount],
    onSuccess: (answer) => {
      setAct((now) => (now === 'renew' ? null : now))
      setShown(answer.backup_codes)
    },
  })
  return (
    <Panel title={m.two_step_title()}>
      <div className={styles.accountPart}>
        <p>
          {m.two_step_help()} {is_required && m.two_step_required()}
        </p>
        <ul className={styles.accountList}>
          <li className={styles.accountRow}>
            <span>
              {m.two_step_app_title()}
              <small>{app_since ? m.two_step_app_on({ date: whenText(app_since) }) : m.two_step_app_off()}</small>
            </span>
            <Group gap="xs">
              <Button
                size="compact-md"
                variant="default"
                aria-label={app_since ? m.two_step_app_replace_label() : m.two_step_app_add_label()}
                onClick={() => setAct('app')}
              >
                {app_since ? m.two_step_app_replace() : m.two_step_app_add()}
              </Button>
              {app_since && (
                <ActMenu label={m.common_actions_label({ name: m.two_step_app_title() })}>
                  <ActItem Icon={IconTrash} isDanger onClick={() => setAct('remove')}>
                    {m.two_step_app_remove()}
                  </ActItem>
                </ActMenu>
              )}
            </Group>
          </li>
          {gets_codes && (
            <li className={styles.accountRow}>
              <span>
                {m.two_step_sent_title()}
                <small>{app_since ? m.two_step_sent_replaced() : m.two_step_sent_on()}</small>
              </span>
            </li>
          )}
          {(app_since || hasPasskey) && (
            <li className={styles.accountRow}>
              <span>
                {m.two_step_backup_title()}
                <small>{m.two_step_backup_left({ count: backup_codes })}</small>
              </span>
              <Button
                size="compact-md"
                variant="default"
                aria-label={m.two_step_backup_renew_label()}
                onClick={() => setAct('renew')}
              >
                {m.two_step_backup_renew()}
              </Button>
            </li>
          )}
        </ul>
      </div>
      {act === 'app' && (
        <SetUpAuthenticator
          onClose={close}
          onDone={(codes) => {
            sayDone(m.two_step_app_done())
            setShown(codes)
          }}
        />
      )}
      {act === 'remove' && (
        <QuestionDialog
          call={deleteAuthenticator}
          input={{}}
          invalidates={[readAccount]}
          done={m.two_step_app_removed()}
          title={m.two_step_app_remove_question()}
          act={m.two_step_app_remove()}
          isDanger
          onClose={close}
        >
          <p>{m.two_step_app_remove_help()}</p>
        </QuestionDialog>
      )}
      {act === 'renew' && (
        <FormDialog
          title={m.two_step_backup_renew_question()}
          act={m.two_step_backup_renew()}
          error={renewing.error}
          isPending={renewing.isPending}
          onAct={() => renewing.mutate({})}
          onClose={close}
        >
          <p>{m.two_step_backup_renew_help()}</p>
        </FormDialog>
      )}
      {shown.length > 0 && <BackupCodes codes={shown} onClose={() => setShown([])} />}
    </Panel>
  )
}
