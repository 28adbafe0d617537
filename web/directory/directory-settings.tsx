import { directoryFields } from '@eupnea/contract/directory.fields.ts'
import { type Directory, readDirectory, updateDirectory } from '@eupnea/contract/directory.ts'
import { m } from '@eupnea/texts'
import { Switch } from '@mantine/core'
import { useSend } from '../shared/api.ts'
import { CopyField } from '../shared/copy-field.tsx'
import { Panel } from '../shared/panel.tsx'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { Empty } from '../shared/states.tsx'
import styles from './directory.module.css'

/** What to enter in the directory, and what a Superadmin decides about it. */
export function DirectorySettings({ directory }: { readonly directory: Directory }) {
  const { name, issuer, is_reachable, administrators } = directory
  const change = useSend(updateDirectory, {
    invalidates: [readDirectory],
    onSuccess: () => sayDone(m.directory_update_done()),
    onError: sayFailed,
  })
  const addresses = [
    [m.directory_issuer_label(), issuer ?? ''],
    [m.directory_redirect_label(), directory.redirect_url],
    [m.directory_logout_url_label(), directory.logout_url],
  ] as const
  return (
    <>
      <Panel title={m.directory_provider_title()} note={m.directory_provider_note()}>
        {name === null ? (
          <Empty title={m.directory_provider_none_title()}>{m.directory_provider_none()}</Empty>
        ) : (
          <div className={styles.directoryParts}>
            <p>{is_reachable ? m.directory_reachable({ name }) : m.directory_unreachable_now({ name })}</p>
            {addresses.map(([label, value]) => (
              <CopyField key={label} label={label} copyLabel={m.directory_copy({ what: label })} value={value} />
            ))}
          </div>
        )}
        <div className={styles.directoryParts}>
          {(['links_by_email', 'is_local_off'] as const).map((field) => (
            <Switch
              key={field}
              label={directoryFields[field].label()}
              description={directoryFields[field].help()}
              checked={directory[field]}
              disabled={change.isPending}
              onChange={(event) => change.mutate({ [field]: event.currentTarget.checked })}
            />
          ))}
        </div>
      </Panel>
      <Panel title={m.directory_administrators_title()} note={m.directory_administrators_note()}>
        {administrators.length === 0 ? (
          <p>{m.directory_administrators_none()}</p>
        ) : (
          <ul className={styles.directoryPeople}>
            {administrators.map(({ user_id, email }) => (
              <li key={user_id}>{email}</li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}
