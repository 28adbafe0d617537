import { readDirectory } from '@eupnea/contract/directory.ts'
import { m } from '@eupnea/texts'
import { useCall } from '../shared/api.ts'
import { Answer } from '../shared/panel.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { CheckPerson } from './check-person.tsx'
import { DirectoryClients } from './directory-clients.tsx'
import { DirectoryRules } from './directory-rules.tsx'
import { DirectorySettings } from './directory-settings.tsx'
import { WaitingChanges } from './waiting-changes.tsx'

/** The house's directory: how it signs people in and sends them, and what its groups give here (SI-1). */
export function DirectoryPage() {
  const query = useCall(readDirectory, {})
  return (
    <div className={adminPageStyles.adminPage}>
      <div className={adminPageStyles.adminHead}>
        <h1>{m.directory_title()}</h1>
      </div>
      <Answer query={query} label={m.directory_loading()} isEmpty={() => false} empty={null}>
        {(directory) => (
          <>
            <DirectorySettings directory={directory} />
            <DirectoryRules />
            <CheckPerson />
            <WaitingChanges />
            <DirectoryClients address={directory.scim_url} />
          </>
        )}
      </Answer>
    </div>
  )
}
